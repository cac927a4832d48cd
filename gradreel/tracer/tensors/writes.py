"""Turns the versions before and after an op into writes: which tensors it edited, and where."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from torch import Tensor

from gradreel.tracer.hooks.calls import Call
from gradreel.tracer.ops import QuietWrites
from gradreel.tracer.tensors.identity import Known, Tensors, region_of
from gradreel.tracer.tensors.kinds import is_tensor
from gradreel.tracer.tensors.values import Values


@dataclass(slots=True)
class Begun:
    """A call that is under way: what it was given, and how the counters stood."""

    call: Call
    arguments: tuple[Any, ...]
    watched: list[Tensor]
    """Every tensor among its arguments, in order."""
    before: list[int]
    """Their counters, -1 for those that have none."""
    raised: int
    """How many exceptions had been recorded."""
    named: dict[str, Any]
    """Its keyword arguments."""
    out: list[Tensor] = field(default_factory=list)
    """What it was given as ``out=``."""
    detached: bool = False
    """It is about to take its argument out of the graph."""
    moved: bool = False
    """Whether a counter has moved meanwhile; known when it has ended."""
    kept: Sequence[Any] = ()
    """What the node inside a CopySlices has saved meanwhile."""


@dataclass(slots=True)
class Edits:
    """What one op wrote."""

    writes: list[dict[str, Any]] = field(default_factory=list)
    tensors: list[Tensor] = field(default_factory=list)
    """The tensors whose counter it moved, each counter once."""


class Writes:
    """Compares version counters around an op."""

    def __init__(self, tensors: Tensors, values: Values) -> None:
        self._tensors = tensors
        self._values = values

    def after(self, begun: Begun) -> Edits:
        """Return what has been written."""
        edits = Edits()
        if begun.call.attribute == "data" and begun.call.setter:
            # ``x.data = y``: the same counter at the same value, over other memory.
            tensor = begun.watched[0]
            version = None if tensor.is_inference() else tensor._version
            edits.writes.append(self._write(tensor, self._tensors.meet(tensor, None), version, "data", region_of(tensor)))
            return edits
        if not begun.moved and begun.call.op.quiet is None:
            return edits
        seen: set[str | None] = set()
        for position, (tensor, version) in enumerate(zip(begun.watched, begun.before, strict=True)):
            if version < 0 or tensor._version == version:
                continue
            known = self._tensors.meet(tensor, None)
            if known.counter not in seen:
                seen.add(known.counter)
                edits.tensors.append(tensor)
                region = _indexed(begun) if position == 0 and begun.call.name == "__setitem__" else region_of(tensor)
                edits.writes.append(self._write(tensor, known, version, "data" if self._tensors.is_cut(known) else "in_place", region))
        if (quiet := begun.call.op.quiet) is not None:
            for tensor in _quietly_written(quiet, begun.arguments):
                known = self._tensors.meet(tensor, None)
                write = self._write(tensor, known, tensor._version, "foreign", region_of(tensor))
                edits.writes.append({**write, "op": quiet.operator})
        return edits

    def _write(self, tensor: Tensor, known: Known, before: int | None, via: str, region: dict[str, int] | None) -> dict[str, Any]:
        return {
            "tensor": known.id,
            "counter": known.counter,
            "version_before": before,
            "version_after": None if before is None else tensor._version,
            "via": via,
            "region": region,
            "value": self._values.of(tensor),
        }


def _quietly_written(quiet: QuietWrites, arguments: tuple[Any, ...]) -> list[Tensor]:
    """Return the arguments that an op has written without moving their counters: the running statistics of a normalisation."""
    if quiet.flag is not None and (len(arguments) <= quiet.flag or not arguments[quiet.flag]):
        return []
    return [arguments[position] for position in quiet.positions if is_tensor(arguments[position])]


def _indexed(begun: Begun) -> dict[str, int] | None:
    """Return the bytes that ``x[index] = …`` may write: those of the view, where the index makes one."""
    tensor, index = begun.arguments[0], begun.arguments[1]
    parts = index if type(index) is tuple else (index,)
    if not all(type(part) in (int, slice, type(None), type(...)) for part in parts):
        return region_of(tensor)
    try:
        return region_of(tensor.detach()[index])
    except (RuntimeError, IndexError, TypeError):
        return region_of(tensor)


def versions(tensors: list[Tensor]) -> list[int]:
    """Return the counters of tensors; -1 for those that have none."""
    try:
        return [tensor._version for tensor in tensors]
    except RuntimeError:
        return [-1 if tensor.is_inference() else tensor._version for tensor in tensors]
