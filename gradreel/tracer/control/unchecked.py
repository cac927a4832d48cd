"""Runs a program so that a version check that fails can be set beside what it prevented.

    unchecked   saved tensors pass through hooks, which skip the check: backward reads what they hold by then
    copied      saved tensors are copies: backward reads what they held when they were saved, as with the reference run
    allowed     all of it runs inside ``allow_mutation_on_saved_tensors()``, PyTorch's own way to copy what an edit is about to overwrite

All else stays as it is, so that both come to the pass that failed, with the same roots. What was saved until then is digested: where
that differs, so would the program from run to run.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import Any
from weakref import WeakKeyDictionary

import torch.autograd.graph
from torch import _C, Tensor

from gradreel.tracer.control.intended import noted
from gradreel.tracer.control.passes import Passes, SavedDigest
from gradreel.tracer.control.perturbed import perturbed_memory
from gradreel.tracer.control.plain import run_plain
from gradreel.tracer.control.reference import SavedCopies, saved_as
from gradreel.tracer.limits import TracerLimits

HandIn = Callable[[bytes], None]
_autograd: Any = _C._autograd


def run_unchecked(code: str, limits: TracerLimits, hand_in: HandIn | None = None) -> bytes:
    """Run the program without version checks; return a ControlRun with ``passes``, as a line of JSON."""
    saved = SavedDigest()
    return _run(code, limits, hand_in, saved, _unchecked(saved))


def run_copied(code: str, limits: TracerLimits, hand_in: HandIn | None = None) -> bytes:
    """Run the program with copies of what it saves, and return the same of it."""
    saved = SavedDigest()
    return _run(code, limits, hand_in, saved, _copied(saved))


def run_allowed(code: str, limits: TracerLimits, hand_in: HandIn | None = None) -> bytes:
    """Run the program where PyTorch copies what edits would overwrite; return the same of it, with ``cloned_bytes``."""
    clones = _Clones()
    return _run(code, limits, hand_in, None, _allowed(clones), lambda: {"cloned_bytes": clones.bytes})


def _run(
    code: str,
    limits: TracerLimits,
    hand_in: HandIn | None,
    saved: SavedDigest | None,
    way: AbstractContextManager[None],
    at_end: Callable[[], dict[str, Any]] = dict,
) -> bytes:
    passes = Passes(saved=saved)
    look = noted(passes)

    @contextmanager
    def around() -> Iterator[None]:
        with passes.installed(), way:
            yield

    return run_plain(code, limits, hand_in, around(), lambda module: {**look(module), **at_end()})


@contextmanager
def _unchecked(saved: SavedDigest) -> Iterator[None]:
    def pack(tensor: Tensor) -> Tensor:
        with _C.DisableTorchFunction():
            saved.add(tensor)
            return tensor.detach()

    _autograd._push_saved_tensors_default_hooks(pack, lambda tensor: tensor)
    try:
        yield
    finally:
        _autograd._pop_saved_tensors_default_hooks()


@contextmanager
def _copied(saved: SavedDigest) -> Iterator[None]:
    with perturbed_memory(), saved_as(_Digested(saved)):
        yield


@contextmanager
def _allowed(clones: _Clones) -> Iterator[None]:
    with torch.autograd.graph.allow_mutation_on_saved_tensors() as context:
        context.cloned = clones
        yield


class _Clones(WeakKeyDictionary[Any, Tensor]):
    """The copies that PyTorch makes, counted."""

    def __init__(self) -> None:
        super().__init__()
        self.bytes = 0

    def __setitem__(self, key: Any, value: Tensor) -> None:
        self.bytes += value.numel() * value.element_size()
        super().__setitem__(key, value)


class _Digested(SavedCopies):
    def __init__(self, saved: SavedDigest) -> None:
        super().__init__()
        self._saved = saved

    def pack(self, tensor: Tensor) -> Any:
        with _C.DisableTorchFunction():
            self._saved.add(tensor)
        return super().pack(tensor)
