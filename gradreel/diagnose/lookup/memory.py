"""Finds whose memory a write changed without moving a version counter."""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from gradreel.diagnose.lookup.history import History, OpWrite
from gradreel.diagnose.lookup.regions import EarliestWrites
from gradreel.trace import Saved

MAX_CHAIN = 32
"""Aliases of aliases that are followed."""
NO_COUNTER = ""


def moved(made: OpWrite, counter: str | None) -> bool:
    """Whether a write moved this counter."""
    return made.write.counter == counter and made.write.version_before != made.write.version_after


def exchanges(history: History, made: OpWrite) -> bool:
    """Whether the op gave the written tensor alone another memory, as ``x.data = y`` does, and wrote none."""
    tensor, event = made.write.tensor, made.op.index
    return history.storage(tensor, event) != history.storage(tensor, event - 1)


def same_as(history: History, tensor: str) -> Iterator[str]:
    """A tensor, and those whose elements it has: that it is the ``.data`` or the ``.detach()`` of."""
    pairs = history.same_elements
    for _ in range(MAX_CHAIN):
        yield tensor
        if tensor not in pairs:
            return
        tensor = pairs[tensor]


def comes_from(history: History, tensor: str, other: str) -> bool:
    """Whether a tensor is another one, its ``.data`` or ``.detach()``, or a view of these."""
    shown_by, known = history.shown_by, history.tensors
    for _ in range(MAX_CHAIN):
        if tensor == other:
            return True
        base = shown_by.get(tensor) or (known[tensor].base if tensor in known else None)
        if base is None:
            return False
        tensor = base
    return False


def through(history: History, made: OpWrite) -> tuple[str | None, str | None]:
    """The tensor that a reader would say was written, and its name: the first in the chain of aliases that has one."""
    for tensor in same_as(history, made.write.tensor):
        if name := history.names.first(tensor, made.op.index):
            return tensor, name
    return None, None


@dataclass(frozen=True)
class Overwrites:
    """For each saved tensor, the first write after it that changed its values and did not move its counter."""

    history: History

    def of(self, saved: Saved) -> OpWrite | None:
        found = [made for made in (self._written.get(saved.id), self._exchanged(saved)) if made is not None]
        return min(found, key=lambda made: made.op.index, default=None)

    @cached_property
    def _writes(self) -> dict[str, list[OpWrite]]:
        """By storage: the writes into it, in order."""
        found: dict[str, list[OpWrite]] = defaultdict(list)
        for made in self.history.writes:
            storage = self.history.storage(made.write.tensor, made.op.index)  # it may have been given another one since it was made
            if storage and not exchanges(self.history, made):
                found[storage].append(made)
        return found

    @cached_property
    def _written(self) -> dict[str, OpWrite]:
        by_storage: dict[str, list[Saved]] = defaultdict(list)
        for saved in self.history.recording.saved:
            storage = self.history.storage(saved.tensor, saved.event)  # the one that it had by then
            if storage is not None and storage in self._writes:
                by_storage[storage].append(saved)
        return {id_: made for storage, saves in by_storage.items() for id_, made in self._in_storage(storage, saves)}

    def _in_storage(self, storage: str, saves: list[Saved]) -> Iterator[tuple[str, OpWrite]]:
        writes = self._writes[storage]
        counters = {self.history.tensors[saved.tensor].counter for saved in saves}
        if len(counters) == 1 and all(moved(made, counter) for made in writes for counter in counters):
            return
        tree = EarliestWrites([made.write.region for made in writes])
        left = len(writes)
        for saved in sorted(saves, key=lambda each: each.event, reverse=True):
            while left and writes[left - 1].op.index > saved.event:
                left -= 1
                made = writes[left]
                tree.put(left, made.write.counter if moved(made, made.write.counter) else NO_COUNTER, made.write.region)
            tensor = self.history.tensors[saved.tensor]
            position = tree.earliest(tensor.region, tensor.counter)
            if position is not None:
                yield saved.id, writes[position]

    @cached_property
    def _exchanges(self) -> dict[str, tuple[list[int], list[OpWrite]]]:
        found: dict[str, tuple[list[int], list[OpWrite]]] = {}
        for made in self.history.writes:
            tensor = self.history.tensors.get(made.write.tensor)
            if tensor and not moved(made, tensor.counter) and exchanges(self.history, made):
                events, writes = found.setdefault(tensor.id, ([], []))
                events.append(made.op.index)
                writes.append(made)
        return found

    def _exchanged(self, saved: Saved) -> OpWrite | None:
        op = self.history.op_at(saved.event)
        if op is not None and saved.node in op.nodes and saved.tensor in op.outputs:
            return None  # of its own result a node keeps another handle, on the memory of that time
        events, writes = self._exchanges.get(saved.tensor, ((), ()))
        position = bisect_right(events, saved.event)
        return writes[position] if position < len(writes) else None
