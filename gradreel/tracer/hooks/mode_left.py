"""Leaves a function mode for a call without touching the exception that the call raises.

PyTorch does that with ``contextlib.contextmanager``, which assigns ``__traceback__`` to what passes through it: an exception that refuses
attributes, such as a frozen dataclass, would reach the program as ``FrozenInstanceError``.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from torch import _C, overrides

_overrides: Any = overrides
NAME = "_pop_mode_temporarily"


class _Left:
    """The innermost function mode is off the stack meanwhile."""

    def __enter__(self) -> Any:
        self._mode: Any = _C._pop_torch_function_stack()
        return self._mode

    def __exit__(self, *_raised: object) -> None:
        _C._push_on_torch_function_stack(self._mode)


@contextmanager
def left_without_a_trace() -> Iterator[None]:
    """Put it in the place of PyTorch's, where this release has it."""
    real = vars(_overrides).get(NAME)
    if real is not None:
        setattr(_overrides, NAME, _Left)
    try:
        yield
    finally:
        if real is not None and vars(_overrides)[NAME] is _Left:
            setattr(_overrides, NAME, real)
