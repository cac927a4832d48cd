"""Turns the versions before and after an op into writes: which tensors it edited, and where."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from torch import Tensor

from gradreel.tracer.call import Call
from gradreel.tracer.ops import QuietWrites
from gradreel.tracer.tensors.aliases import Aliases, Copies, Target
from gradreel.tracer.tensors.counters import version_of
from gradreel.tracer.tensors.identity import Known, Tensors, raw_storage, region_of
from gradreel.tracer.tensors.kinds import flatten, is_tensor
from gradreel.tracer.tensors.unseen import Unseen
from gradreel.tracer.tensors.values import Values


class Begun:
    """A call that is under way: what it was given, and how the counters stood.

    One is made for every call of PyTorch, so what few calls have is set only there.
    """

    out: Sequence[Tensor] = ()
    """What it was given as ``out=``."""
    detached = False
    """It is about to take its argument out of the graph."""
    moved = False
    """Whether a counter has moved meanwhile; known when it has ended."""
    uncounted = False
    """Whether it edits tensors that have no counter."""
    kept: Sequence[Any] = ()
    """What the node inside a CopySlices has saved meanwhile."""
    inside: dict[str, None] | None = None
    """Of a call inside the ``apply`` of a custom Function, and of that itself: ids of tensors with a gradient that were used in there."""
    copies: Copies | None = None
    """What the memory held that it may write and that other tensors show."""
    unseen: Unseen | None = None
    """The tensors that it may write without moving their counters."""

    def __init__(self, call: Call, arguments: tuple[Any, ...], named: dict[str, Any], watched: list[Tensor], raised: int) -> None:
        self.call = call
        self.arguments = arguments
        self.named = named
        """Its keyword arguments."""
        self.watched = watched
        """Every tensor among its arguments, in order."""
        self.before: list[int] = []
        """Their counters, -1 for those that have none."""
        self.raised = raised
        """How many exceptions had been recorded."""

    def count_of_first(self) -> int:
        """Return how many tensors its first argument is: one, or as many as the list of a ``_foreach`` op has."""
        first = self.arguments[0] if self.arguments else None
        if is_tensor(first) or not self.arguments:
            return min(1, len(self.watched))
        tensors: list[Tensor] = []
        flatten(first, tensors)
        return len(tensors)


@dataclass(slots=True)
class Edits:
    """What one op wrote."""

    writes: list[dict[str, Any]] = field(default_factory=list)
    tensors: list[Tensor] = field(default_factory=list)
    """The tensors whose counter it moved, each counter once."""
    targets: list[Target] = field(default_factory=list)
    valued: list[tuple[Known, Tensor, Any]] = field(default_factory=list)
    """The tensors of ``writes``, with their values."""
    aliases: list[dict[str, Any]] = field(default_factory=list)


class Writes:
    """Compares version counters around an op."""

    def __init__(self, tensors: Tensors, values: Values, aliases: Aliases) -> None:
        self._tensors = tensors
        self._values = values
        self._aliases = aliases

    def before(self, begun: Begun) -> None:
        """Look at the memory that an op is about to write."""
        begun.copies = self._aliases.copies(begun.watched)
        if begun.call.uncounted:
            begun.unseen = Unseen(begun.call.uncounted, begun.arguments, begun.named)

    def after(self, begun: Begun) -> Edits:
        """Return what has been written."""
        edits = Edits()
        op = begun.call.op
        if begun.call.attribute == "data" and begun.call.setter:
            # ``x.data = y``: the same counter at the same value, over other memory.
            tensor = begun.watched[0]
            version = version_of(tensor)
            self._write(edits, tensor, self._tensors.meet(tensor, None), version, "data", region_of(tensor))
            return edits
        if begun.moved or begun.uncounted:
            self._compare(begun, edits)
        if op.quiet is not None:
            for tensor in _quietly_written(op.quiet, begun.arguments):
                known = self._tensors.meet(tensor, None)
                self._write(edits, tensor, known, version_of(tensor), "foreign", region_of(tensor))["op"] = op.quiet.operator
                edits.targets.append((known, tensor))
        for tensor, is_known in begun.unseen.written if begun.unseen is not None else ():
            known = self._tensors.meet(tensor, None)
            self._write(edits, tensor, known, version_of(tensor), "foreign", region_of(tensor), is_known)
            if is_known:
                edits.targets.append((known, tensor))
        if op.metadata_edit:
            for write in edits.writes:
                write["metadata_only"] = True
        elif edits.targets:
            edits.aliases = self._aliases.after(edits.targets, edits.valued, begun.copies)
        return edits

    def _compare(self, begun: Begun, edits: Edits) -> None:
        """Add the tensors whose counters have moved, and what has none but is edited by an op that works in place.

        Of several tensors that share a counter, the one that the op was told to write counts: the others are its aliases.
        """
        seen: set[str | None] = set()
        for unmeant, position in self._moved(begun):
            tensor, version = begun.watched[position], begun.before[position]
            known = self._tensors.meet(tensor, None)
            new = known.counter is None or known.counter not in seen
            if not new and unmeant:
                continue
            target = _indexed(begun) if position == 0 and begun.call.name == "__setitem__" else tensor
            edits.targets.append((known, target))
            if new:
                seen.add(known.counter)
                if version >= 0:
                    edits.tensors.append(tensor)
                preserved = self._tensors.preserved.get(known.counter or "")
                if preserved is not None:
                    self._write(edits, tensor, known, preserved, "data", region_of(target))["version_after"] = preserved
                    continue
                via = "data" if self._tensors.is_cut(known) else "in_place"
                self._write(edits, tensor, known, version if version >= 0 else None, via, region_of(target))

    def _moved(self, begun: Begun) -> list[tuple[bool, int]]:
        """Return the positions of the tensors that have been written, each with whether the op was not told to: those come last."""
        watched, before = begun.watched, begun.before
        moved = [at for at, version in enumerate(before) if version >= 0 and watched[at]._version != version]
        if len(moved) == 1 and not begun.uncounted:
            return [(False, moved[0])]
        count = begun.count_of_first() if begun.call.op.in_place else 0
        if begun.uncounted:
            moved += [at for at in range(count) if before[at] < 0]
        return sorted((at >= count and not any(watched[at] is out for out in begun.out), at) for at in moved)

    def _write(
        self,
        edits: Edits,
        tensor: Tensor,
        known: Known,
        before: int | None,
        via: str,
        region: dict[str, int] | None,
        is_known: bool = True,
    ) -> dict[str, Any]:
        """Add a write; ``is_known``: whether it is certain, and the value that it left may be read."""
        raw = raw_storage(tensor)
        value = self._values.of(tensor, False, raw.nbytes() if raw is not None else 0) if is_known else None
        write = {
            "tensor": known.id,
            "counter": known.counter,
            "version_before": before,
            "version_after": None if before is None else tensor._version,
            "via": via,
            "region": region,
            "value": value,
        }
        if is_known and (found := self._values.non_finite(tensor, value)) is not None:
            write["non_finite"] = found
            if found and known.storage is not None:
                known.storage.has_non_finite = True
        edits.writes.append(write)
        edits.valued.append((known, tensor, value))
        return write


def _quietly_written(quiet: QuietWrites, arguments: tuple[Any, ...]) -> list[Tensor]:
    """Return the arguments that an op has written without moving their counters: the running statistics of a normalisation."""
    if quiet.flag is not None and (len(arguments) <= quiet.flag or not arguments[quiet.flag]):
        return []
    return [arguments[position] for position in quiet.positions if is_tensor(arguments[position])]


def _indexed(begun: Begun) -> Tensor:
    """Return the view that ``x[index] = …`` writes to, where the index makes one, else ``x``."""
    tensor: Tensor = begun.arguments[0]
    index = begun.arguments[1]
    parts = index if type(index) is tuple else (index,)
    if not all(type(part) in (int, slice, type(None), type(...)) for part in parts):
        return tensor
    try:
        return tensor.detach()[index]
    except (RuntimeError, IndexError, TypeError):
        return tensor


def versions(tensors: list[Tensor]) -> list[int]:
    """Return the counters of tensors; -1 for those that have none."""
    try:
        return [tensor._version for tensor in tensors]
    except RuntimeError:
        return [-1 if tensor.is_inference() else tensor._version for tensor in tensors]
