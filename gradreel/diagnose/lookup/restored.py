"""Tells whether a tensor that was overwritten unseen held, when backward read it, what it had held when it was saved."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import defaultdict
from dataclasses import dataclass
from functools import cached_property
from operator import attrgetter
from typing import Literal

from gradreel.diagnose.lookup.history import History, OpWrite
from gradreel.trace import AccumulateEvent, OpEvent, Saved, Value, Write

MAX_WRITES = 32
"""Writes into one storage that are looked at for one tensor."""
RENEWED = "untyped_storage.resize_"
"""The op that stands for a storage which had been emptied and has memory again."""
Held = Literal["same", "other", "unknown", "emptied"]
"""``emptied``: not known, of a storage that was emptied in between, as sharded parameters are, and then filled again."""


@dataclass(frozen=True)
class Restored:
    """What tensors of one history held when."""

    history: History

    def of(self, saved: Saved, made: OpWrite) -> Held:
        """What a saved tensor held each time that it was read after a write; in the end, where it never was."""
        reads = [unpack.index for unpack in self.history.unpacks.get(saved.id, ()) if unpack.ok and unpack.index > made.op.index]
        reads = reads or [len(self.history.events)]
        was = self._at(saved.tensor, saved.event)
        equal = [_are_equal(was, self._at(saved.tensor, read)) for read in reads]
        if False in equal:
            return "other"
        if None in equal:
            return "emptied" if self._was_emptied(saved, reads[-1]) else "unknown"
        return "same"

    def _at(self, tensor: str, event: int) -> Value | None:
        """What a tensor held after an event; None where the film does not show it, or not all of it."""
        since, value = self._last_stated(tensor, event)
        if value is None:
            return None
        for storage in {self.history.storage(tensor, since), self.history.storage(tensor, event)}:
            ops, (first, last) = self._writing.get(storage or "", []), self._between(storage, since, event)
            if last - first > MAX_WRITES or any(self._may_change(op, storage, tensor) for op in ops[first:last]):
                return None
        return value

    def _may_change(self, op: OpEvent, storage: str | None, tensor: str) -> bool:
        """Whether an op that does not state what a tensor holds may have changed it: of one that only a node holds nothing is stated."""
        writes = [write for write in op.writes if not write.metadata_only and self.history.storage(write.tensor, op.index) == storage]
        return any(self._overlaps(write, tensor) and not self._changes_nothing(op, write) for write in writes)

    def _overlaps(self, write: Write, tensor: str) -> bool:
        region = self.history.tensors[tensor].region
        return region is None or write.region is None or (region.start < write.region.end and write.region.start < region.end)

    def _changes_nothing(self, op: OpEvent, write: Write) -> bool:
        _, before = self._last_stated(write.tensor, op.index - 1)
        return _are_equal(before, write.value) is True

    def _was_emptied(self, saved: Saved, until: int) -> bool:
        emptied = self._emptied.get(self.history.storage(saved.tensor, saved.event) or "", [])
        return bisect_right(emptied, saved.event) < bisect_right(emptied, until)

    @cached_property
    def _emptied(self) -> dict[str, list[int]]:
        """By storage: the events at which it had memory again after it had been emptied."""
        return {storage: [op.index for op in ops if op.name == RENEWED] for storage, ops in self._writing.items()}

    def _between(self, storage: str | None, since: int, until: int) -> tuple[int, int]:
        """Which of the ops that wrote into a storage did so after an event, up to another; there may be far too many to go through."""
        ops = self._writing.get(storage or "", [])
        return bisect_right(ops, since, key=attrgetter("index")), bisect_right(ops, until, key=attrgetter("index"))

    @cached_property
    def _writing(self) -> dict[str, list[OpEvent]]:
        """By storage: the ops that wrote into it."""
        found: dict[str, list[OpEvent]] = defaultdict(list)
        for made in self.history.writes:
            storage = self.history.storage(made.write.tensor, made.op.index)
            if storage is not None and (not found[storage] or found[storage][-1] is not made.op):
                found[storage].append(made.op)
        return found

    def _last_stated(self, tensor: str, event: int) -> tuple[int, Value | None]:
        stated = self._stated.get(tensor, [])
        position = bisect_left(stated, event + 1, key=lambda each: each[0])
        return stated[position - 1] if position else (event, None)

    @cached_property
    def _stated(self) -> dict[str, list[tuple[int, Value | None]]]:
        """By tensor: the events that say what it holds, and what."""
        found: dict[str, list[tuple[int, Value | None]]] = defaultdict(list)
        for tensor in self.history.recording.tensors:
            found[tensor.id].append((tensor.event, tensor.value))
        for event in self.history.events:
            if isinstance(event, OpEvent):
                for write in event.writes:
                    found[write.tensor].append((event.index, write.value))
            if isinstance(event, OpEvent | AccumulateEvent):
                for alias in event.aliases:
                    found[alias.tensor].append((event.index, alias.value))
        for stated in found.values():
            stated.sort(key=lambda each: each[0])
        return found


def _are_equal(one: Value | None, other: Value | None) -> bool | None:
    """Whether two values are equal in all elements, as far as their corners and summaries tell; None where they do not."""
    if one is None or other is None:
        return None
    if one.preview_shape != other.preview_shape:
        known = [pair for pair in ((one.min, other.min), (one.max, other.max)) if None not in pair]
        return None if all(low == high for low, high in known) else False
    if one != other:
        return False
    return True if one.preview_shape == one.shape or None not in (one.min, one.max, one.mean) else None
