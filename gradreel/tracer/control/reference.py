"""Runs a program so that no write can reach what a node has saved, and returns the gradients that it then gets.

Every saved tensor is kept as a copy. The copy is made when the op has ended, not when it saves: ``rrelu`` fills the noise that it
has already saved.
"""

from __future__ import annotations

import types
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from torch import _C, Tensor
from torch.overrides import TorchFunctionMode

from gradreel.tracer.control.fingerprint import named_tensors
from gradreel.tracer.control.plain import run_plain
from gradreel.tracer.limits import TracerLimits
from gradreel.tracer.tensors.values import Values

GRADIENT = ".grad"
_autograd: Any = _C._autograd


def run_reference(code: str, limits: TracerLimits, hand_in: Callable[[bytes], None] | None = None) -> bytes:
    """Run the program with copies of its saved tensors; return a ControlRun with ``gradients``, as a line of JSON."""
    return run_plain(code, limits, hand_in, saved_as(SavedCopies()), expected_gradients)


class _Copy:
    """A saved tensor: until its op has ended an alias, then a copy."""

    def __init__(self, tensor: Tensor) -> None:
        self.tensor = tensor.detach()


@contextmanager
def saved_as(copies: SavedCopies) -> Iterator[None]:
    """Keep every saved tensor as one of ``copies``."""
    _autograd._push_saved_tensors_default_hooks(copies.pack, copies.unpack)
    try:
        with copies:
            yield
    finally:
        _autograd._pop_saved_tensors_default_hooks()


class SavedCopies(TorchFunctionMode):
    """Copies what has been saved before and after every call."""

    def __init__(self) -> None:
        super().__init__()
        self._fresh: list[_Copy] = []

    def __torch_function__(self, func: Any, types: Any, args: Any = (), kwargs: dict[str, Any] | None = None) -> Any:
        self._copy_fresh()
        try:
            return func(*args, **(kwargs or {}))
        finally:
            self._copy_fresh()

    def pack(self, tensor: Tensor) -> _Copy:
        copy = _Copy(tensor)
        self._fresh.append(copy)
        return copy

    def unpack(self, copy: _Copy) -> Tensor:
        self._copy_fresh()
        return copy.tensor

    def _copy_fresh(self) -> None:
        if self._fresh:
            fresh, self._fresh = self._fresh, []
            with _C.DisableTorchFunction():
                for copy in fresh:
                    copy.tensor = copy.tensor.clone()


def expected_gradients(module: types.ModuleType) -> dict[str, Any]:
    """Return the value of each ``.grad`` that a name reaches."""
    values = Values()
    with _C.DisableTorchFunction():
        named = [(name, tensor) for name, tensor in named_tensors(module) if name.endswith(GRADIENT)]
        return {"gradients": {name.removesuffix(GRADIENT): values.of(tensor) for name, tensor in named}}
