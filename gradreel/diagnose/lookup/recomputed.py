"""Finds what ``checkpoint`` computed again in a backward pass from a tensor that had been written since the forward.

    forward     checkpoint(block, x)     linear(x, w)  tanh        ◀ what is computed again, in this order, to its end or until all
    edit        w.mul_(0.5)                                          that was saved is there
    backward    … node, linear(x, w), tanh, node …                 ◀ the ops between two nodes

A pass computes each checkpoint again at most once, and of checkpoints that ran the same ops on the same tensors the latest first.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from gradreel.diagnose.lookup.history import History, OpWrite
from gradreel.diagnose.lookup.regions import overlap
from gradreel.trace import BackwardEndEvent, CallEvent, NodeEvent, OpEvent, ReturnEvent

CHECKPOINT = "checkpoint"
"""The function of ``torch.utils.checkpoint``."""


@dataclass(frozen=True)
class Recomputed:
    """A tensor that was read again, and the first write in between."""

    tensor: str
    first: OpEvent
    again: OpEvent
    call: CallEvent
    node: str | None
    """Of the forward, the node that leads back into the checkpoint."""
    edit: OpWrite


@dataclass(frozen=True)
class _Checkpoint:
    """One call of ``checkpoint``, and the ops in it."""

    call: CallEvent
    end: int
    ops: tuple[OpEvent, ...]


@dataclass(frozen=True)
class Recomputations:
    """All of a film."""

    history: History

    def find(self) -> Iterator[Recomputed]:
        """Yield each tensor that was read again after it had been written, once for each op that read it."""
        used: set[tuple[int, int]] = set()
        for start, ops in self._runs():
            before = bisect_left(self._checkpoints, ops[0].index, key=lambda known: known.call.index)
            for known in reversed(self._checkpoints[:before]):
                if known.end >= ops[0].index or (start, known.call.index) in used:
                    continue
                if pairs := _again(known.ops, ops):
                    used.add((start, known.call.index))
                    yield from self._edited(known, pairs)
                    break

    @cached_property
    def _checkpoints(self) -> list[_Checkpoint]:
        begun = {e.call: e for e in self.history.events if isinstance(e, CallEvent) and e.what == "library" and e.name == CHECKPOINT}
        if not begun:
            return []
        inside: dict[str, list[OpEvent]] = defaultdict(list)
        for op in self.history.ops:
            for each in self.history.outermost_first(op):
                if isinstance(each, CallEvent) and each.call in begun:
                    inside[each.call].append(op)
        ends = {event.call: event.index for event in self.history.events if isinstance(event, ReturnEvent)}
        return [_Checkpoint(call, ends[id_], tuple(inside[id_])) for id_, call in begun.items() if id_ in ends]

    def _runs(self) -> Iterator[tuple[int, list[OpEvent]]]:
        """The ops that ran between two nodes of a backward pass, with the event at which the outermost pass began."""
        if not self._checkpoints:
            return
        run: list[OpEvent] = []
        outermost, end = -1, -1
        for event in self.history.events:
            if isinstance(event, OpEvent):
                backward = self.history.backwards.at(event.index)
                if backward is None:
                    continue
                if not run and backward.start.index > end:
                    outermost, end = backward.start.index, backward.end if backward.end is not None else len(self.history.events)
                run.append(event)
            elif isinstance(event, NodeEvent | BackwardEndEvent) and run:
                yield outermost, run
                run = []
        if run:
            yield outermost, run

    def _edited(self, known: _Checkpoint, pairs: list[tuple[OpEvent, OpEvent]]) -> Iterator[Recomputed]:
        node = next((op.nodes[-1] for op in reversed(known.ops) if op.nodes), None)
        for first, again in pairs:
            written = {write.tensor for write in (*first.writes, *again.writes)}
            for tensor in dict.fromkeys(first.inputs):
                if tensor in again.inputs and tensor not in written and (edit := self._write(tensor, known.end, again.index)):
                    yield Recomputed(tensor, first, again, known.call, node, edit)

    @cached_property
    def _write_events(self) -> list[int]:
        return [made.op.index for made in self.history.writes]

    def _write(self, tensor: str, after: int, before: int) -> OpWrite | None:
        """The first write to what a tensor shows, between two events."""
        history = self.history
        known, storage = history.tensors[tensor], history.storage(tensor, after)
        for position in range(bisect_right(self._write_events, after), bisect_left(self._write_events, before)):
            made = history.writes[position]
            written = history.tensors.get(made.write.tensor)
            if written is not None and (
                written.id == tensor
                or (
                    storage is not None
                    and storage == history.storage(written.id, made.op.index)
                    and overlap(known.region, made.write.region)
                )
            ):
                return made
        return None


def _again(first: tuple[OpEvent, ...], ops: list[OpEvent]) -> list[tuple[OpEvent, OpEvent]]:
    """Pair the ops of a checkpoint with those that end a run of ops; none where they are not alike, or read no tensor in common."""
    for offset in range(len(ops)):
        pairs = list(zip(first, ops[offset:], strict=False))
        if len(ops) - offset <= len(first) and all(_alike(one, other) for one, other in pairs):
            return pairs if any(set(one.inputs) & set(other.inputs) for one, other in pairs) else []
    return []


def _alike(one: OpEvent, other: OpEvent) -> bool:
    return (one.name, one.module, len(one.inputs)) == (other.name, other.module, len(other.inputs))
