"""Makes ``Tensor.set_`` heard: the one method that edits a tensor, counter and all, and passes through no function mode."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from torch import _C, Tensor
from torch.overrides import TorchFunctionMode

_tensor: Any = Tensor


@contextmanager
def set_heard(mode: TorchFunctionMode) -> Iterator[None]:
    """Hand every call of it to ``mode``, as long as that is the innermost one and is not switched off."""
    real = _tensor.set_

    def set_(self: Tensor, *args: Any, **kwargs: Any) -> Any:
        depth = _C._len_torch_function_stack()
        if not depth or _C._get_function_stack_at(depth - 1) is not mode or not _C._is_torch_function_enabled():
            return real(self, *args, **kwargs)
        with _C.DisableTorchFunction():
            return mode.__torch_function__(real, (), (self, *args), kwargs)

    set_.__doc__ = real.__doc__
    _tensor.set_ = set_
    try:
        yield
    finally:
        if vars(Tensor).get("set_") is set_:
            del _tensor.set_
