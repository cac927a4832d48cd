"""Runs a program so that no write can reach what a node has saved, and returns the gradients that it then gets.

Every saved tensor is kept as a copy. The copy is made when the op has ended, not when it saves: ``rrelu`` fills the noise that it
has already saved.
"""

from __future__ import annotations

import types
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from typing import Any

import torch.utils.checkpoint
from torch import _C, Tensor
from torch.overrides import TorchFunctionMode

from gradreel.cells import has_cells
from gradreel.tracer.control.fingerprint import GRADIENT, named_tensors
from gradreel.tracer.control.plain import run_plain
from gradreel.tracer.limits import TracerLimits
from gradreel.tracer.tensors.kinds import is_tensor
from gradreel.tracer.tensors.values import Values

_autograd: Any = _C._autograd


def run_reference(code: str, limits: TracerLimits, hand_in: Callable[[bytes], None] | None = None) -> bytes:
    """Run the program with copies of its saved tensors; return a ControlRun with ``gradients``, as a line of JSON."""
    copies = SavedCopies(checks_versions=has_cells(code))
    return run_plain(code, limits, hand_in, saved_as(copies, reentrant=True), expected_gradients, expected_gradients)


class _Copy:
    """A saved tensor: until its op has ended an alias, then a copy."""

    def __init__(self, tensor: Tensor) -> None:
        self.tensor = tensor.detach()
        self.counted: Tensor | None = None
        self.version = 0

    def count(self) -> None:
        """Keep what shares the saved tensor's version counter."""
        if not self.tensor.is_inference():
            self.counted, self.version = self.tensor, self.tensor._version

    def check(self) -> None:
        """Raise where the counter has moved, as autograd does."""
        if self.counted is not None and self.counted._version != self.version:
            raise RuntimeError("one of the variables needed for gradient computation has been modified by an inplace operation")


@contextmanager
def saved_as(copies: SavedCopies, reentrant: bool = False) -> Iterator[None]:
    """Keep every saved tensor as one of ``copies``, also inside checkpoints: none is computed again.

    ``reentrant``: also those that run a backward pass of their own; without them the program has fewer passes.
    """
    checkpoint = torch.utils.checkpoint.checkpoint

    def kept(function: Any, *args: Any, use_reentrant: bool | None = None, **kwargs: Any) -> Any:
        if use_reentrant is False or reentrant:
            return _kept(function, *args, use_reentrant=use_reentrant, **kwargs)
        return checkpoint(function, *args, use_reentrant=use_reentrant, **kwargs)

    torch.utils.checkpoint.checkpoint = kept
    _autograd._push_saved_tensors_default_hooks(copies.pack, copies.unpack)
    try:
        with copies:
            yield
    finally:
        _autograd._pop_saved_tensors_default_hooks()
        torch.utils.checkpoint.checkpoint = checkpoint


def _kept(
    function: Any,
    *args: Any,
    use_reentrant: bool | None = None,
    preserve_rng_state: bool = True,  # noqa: ARG001 nothing is computed again
    context_fn: Any = None,
    determinism_check: str = "",  # noqa: ARG001
    debug: bool = False,  # noqa: ARG001
    early_stop: bool = True,  # noqa: ARG001
    **kwargs: Any,
) -> Any:
    """Do what ``checkpoint`` does, but keep what backward needs."""
    first = context_fn()[0] if context_fn is not None else nullcontext()
    # The reentrant one gives no gradient where no tensor that it is given requires one.
    records = use_reentrant is False or any(is_tensor(each) and each.requires_grad for each in args)
    with first, nullcontext() if records else torch.no_grad():
        return function(*args, **kwargs)


class SavedCopies(TorchFunctionMode):
    """Copies what has been saved before and after every call."""

    def __init__(self, checks_versions: bool = False) -> None:
        """``checks_versions``: refuse a saved tensor whose version counter has moved, so that cells that are to fail do."""
        super().__init__()
        self.checks_versions = checks_versions
        self._fresh: list[_Copy] = []

    def __torch_function__(self, func: Any, types: Any, args: Any = (), kwargs: dict[str, Any] | None = None) -> Any:
        self._copy_fresh()
        try:
            return func(*args, **(kwargs or {}))
        finally:
            self._copy_fresh()

    def pack(self, tensor: Tensor) -> _Copy:
        copy = _Copy(tensor)
        if self.checks_versions:
            copy.count()
        self._fresh.append(copy)
        return copy

    def unpack(self, copy: _Copy) -> Tensor:
        self._copy_fresh()
        if self.checks_versions:
            copy.check()
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
