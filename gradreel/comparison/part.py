"""What of a run is compared: all of it, or one cell, and what was true in it at an event."""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from gradreel.errors import GradreelError
from gradreel.trace import AccumulateEvent, Cell, Event, OpEvent, Run, Tensor, Value


class NoSuchCell(GradreelError):
    """A cell that is to be compared is not there."""


@dataclass(frozen=True)
class Part:
    """A run, or one cell of code of it."""

    run: Run
    cell: int | None = None

    def __post_init__(self) -> None:
        if self.cell is not None and self.code_cell is None:
            numbers = [cell.index for cell in self.run.cells if cell.index is not None]
            known = f"it has the cells {numbers[0]} to {numbers[-1]}" if numbers else "it has no cells"
            raise NoSuchCell(f"The program has no cell {self.cell}: {known}.")

    @cached_property
    def code_cell(self) -> Cell | None:
        """The cell; None for a whole program."""
        return next((cell for cell in self.run.cells if cell.index == self.cell), None) if self.cell is not None else None

    @property
    def bounds(self) -> tuple[int, int] | None:
        """The first and the last event; None where there is none."""
        if self.cell is not None:
            return self.code_cell.events if self.code_cell else None
        return (0, len(self.run.events) - 1) if self.run.events else None

    @cached_property
    def events(self) -> tuple[Event, ...]:
        return () if self.bounds is None else self.run.events[self.bounds[0] : self.bounds[1] + 1]

    @cached_property
    def tensors(self) -> dict[str, Tensor]:
        return {tensor.id: tensor for tensor in self.run.tensors}

    @cached_property
    def node_names(self) -> dict[str, str]:
        return {node.id: node.name for node in self.run.nodes}

    def name_of(self, tensor: str, event: int) -> str | None:
        """What the program calls a tensor at an event."""
        found = self.tensors.get(tensor)
        if found is None:
            return None
        names = [name for first, name in found.called or () if first <= event]
        return names[-1] if names else next(iter(found.names), None)

    def value_at(self, tensor: str, event: int) -> Value | None:
        """What a tensor held after an event; None where that was not recorded."""
        held = self._held.get(tensor, [])
        place = bisect_right(held, event, key=lambda moment: moment[0])
        return held[place - 1][1] if place else None

    @cached_property
    def _held(self) -> dict[str, list[tuple[int, Value | None]]]:
        found: dict[str, list[tuple[int, Value | None]]] = defaultdict(list)
        for tensor in self.run.tensors:
            found[tensor.id].append((tensor.event, tensor.value))
        for event, tensor_id, value in _changes(self.run.events):
            found[tensor_id].append((event, value))
        return found


def _changes(events: tuple[Event, ...]) -> Iterator[tuple[int, str, Value | None]]:
    for event in events:
        if isinstance(event, OpEvent):
            for write in event.writes:
                if not write.metadata_only:
                    yield event.index, write.tensor, write.value
        if isinstance(event, OpEvent | AccumulateEvent):
            for alias in event.aliases:
                yield event.index, alias.tensor, alias.value
