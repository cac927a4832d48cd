"""Records what the node inside a CopySlices keeps, which no attribute shows: the one place where saved-tensor hooks are needed.

An edit through a view (``buf[t].mul_(w)``) puts the op's own node inside a CopySlices. For that one call hooks are set: each saved tensor
is put into a genuine SavedTensor, and unpacked through it, so that the version check is PyTorch's own, with its own words.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import torch
from torch import _C, Tensor

from gradreel.tracer.graph.nodes import COPY_SLICES
from gradreel.tracer.graph.saved import Entry, Saves
from gradreel.tracer.journal import Journal
from gradreel.tracer.program.stepping import Stepping
from gradreel.tracer.tensors.kinds import has_base
from gradreel.tracer.torch_features import CAN_MAKE_SAVED, NODES_NAMED_IN_FULL, hooks_of_program

_autograd: Any = _C._autograd
DETACHED = "Trying to use a saved tensor that has been detached"


@dataclass
class Kept:
    """One tensor that the hidden node keeps."""

    saved: Any
    """A genuine SavedTensor: of an output without a way back to its node, or the two would hold each other."""
    version: int
    function: str
    entry: Entry | None = None


class _Packing:
    """Collects what one edit saves. It holds the edited tensor until the edit has ended, and no circle of references longer."""

    def __init__(self, name: str, target: Tensor, unpack: Callable[[Kept], Tensor]) -> None:
        self.kept: list[Kept] = []
        self.target: Tensor | None = target
        self._name = name
        self._unpack = unpack

    def pack(self, tensor: Tensor) -> Kept:
        """Take the place of the engine's own way to keep a tensor."""
        _autograd._pop_saved_tensors_default_hooks()  # making a SavedTensor asks for hooks itself
        try:
            with _C.DisableTorchFunction():
                of_output = tensor is self.target
                kept = Kept(_autograd._make_saved_tensor(tensor, of_output, of_output), tensor._version, self._name)
                self.kept.append(kept)
                return kept
        finally:
            _autograd._push_saved_tensors_default_hooks(self.pack, self._unpack)


class CopySlicesSaves:
    """Watches edits of views."""

    def __init__(self, journal: Journal, stepping: Stepping, saves: Saves) -> None:
        self._journal = journal
        self._stepping = stepping
        self._saves = saves
        self.failed: Entry | None = None
        """The entry whose check failed last."""

    def wanted(self, watched: list[Tensor]) -> bool:
        """Tell whether an edit is one of a view, which may save something out of sight."""
        return (
            CAN_MAKE_SAVED
            and bool(watched)
            and watched[0]._base is not None
            and torch.is_grad_enabled()
            and any(tensor.requires_grad for tensor in watched)
            and bool(_autograd._saved_tensors_hooks_is_enabled())
            and not hooks_of_program()
        )

    @contextmanager
    def watching(self, name: str, target: Tensor) -> Iterator[list[Kept]]:
        """Collect what is saved meanwhile."""
        packing = _Packing(name, target, self._unpack)
        _autograd._push_saved_tensors_default_hooks(packing.pack, self._unpack)
        try:
            yield packing.kept
        finally:
            _autograd._pop_saved_tensors_default_hooks()
            packing.target = None

    def record(self, kept: Sequence[Kept], node: str, line: int | None, outputs: list[Tensor]) -> list[str]:
        """Record what has been collected as saved by ``node``."""
        ids = []
        for position, item in enumerate(kept):
            item.entry = self._saves.add(node, f"saved[{position}]", item.saved.data, line, outputs, item.version)
            ids.append(item.entry.id)
        return ids

    def _unpack(self, item: Kept) -> Tensor:
        with _C.DisableTorchFunction():
            current = item.saved.data._version
            entry = item.entry if self._journal.open else None
            if entry is not None and current == item.version:
                self._journal.add(
                    "unpack", self._stepping.line(), saved=entry.id, saved_version=item.version, current_version=current, ok=True
                )
            if current != item.version:
                self.failed = entry
            return _checked(item, current)


def _checked(item: Kept, current: int) -> Tensor:
    try:
        tensor: Tensor = item.saved.unpack()
    except RuntimeError as error:
        if not str(error).startswith(DETACHED):
            raise
        tensor = item.saved.data
        if current != item.version:
            raise RuntimeError(_words(tensor, item, current)) from None
    return tensor


def _words(tensor: Tensor, item: Kept, current: int) -> str:
    # The view has another grad_fn by now, and PyTorch names the op inside the CopySlices instead: SavedTensor cannot say that.
    function = "".join(part.capitalize() for part in item.function.strip("_").split("_"))
    function += "Backward0" if NODES_NAMED_IN_FULL else ""
    hint = (
        "Hint: the backtrace further above shows the operation that failed to compute its gradient. The variable in question was changed "
        "in there or anywhere later. Good luck!"
        if torch.is_anomaly_enabled()
        else "Hint: enable anomaly detection to find the operation that failed to compute its gradient, with "
        "torch.autograd.set_detect_anomaly(True, check_nan=False)."
    )
    return (
        f"one of the variables needed for gradient computation has been modified by an inplace operation: [{tensor.type()} "
        f"{list(tensor.shape)}], which is output 0 of {function}, is at version {current}; expected version {item.version} instead. {hint}"
    )


def is_copy_slices(node: object) -> bool:
    """Tell whether a node is one that wraps the node of an edit through a view."""
    return type(node).__name__ == COPY_SLICES and not has_base(node, Tensor)
