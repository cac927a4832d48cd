"""Answers which names referred to a tensor, and which tensor a name referred to, at any event."""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from heapq import heappop, heappush

from gradreel.trace import BindEvent, Event, LineEvent, OpEvent, Recording

OWN = "self."
"""What the name of a tensor begins with that a method gave to its own object."""


@dataclass(frozen=True)
class Change:
    """From an event on, a tensor has a name, or has it no more."""

    event: int
    name: str
    bound: bool


@dataclass(frozen=True)
class Names:
    """The names of one recording."""

    recording: Recording

    def of(self, tensor: str, *events: int) -> str | None:
        """What a reader calls a tensor: its name at the first of these events that knows one, else any that it ever had."""
        for event in events:
            if name := self.first(tensor, event):
                return name
        return self._ever.get(tensor)

    def first(self, tensor: str, event: int) -> str | None:
        """The oldest of the names that referred to the tensor at an event; outside of calls rather another than one of ``self``."""
        name = _last(self._oldest.get(tensor), event)
        if name is not None and name.startswith(OWN) and not self._is_in_call(event):
            name = _last(self._oldest_outside.get(tensor), event)
        return name

    def given_in(self, tensor: str, event: int) -> list[BindEvent]:
        """The names that the call in which an op ran ever gave to a tensor, in order; takes time with the number of its bindings."""
        op = self._event(event)
        if not isinstance(op, OpEvent):
            return []
        binds = (self._event(change.event) for change in self._changes.get(tensor, ()) if change.bound)
        return [bind for bind in binds if isinstance(bind, BindEvent) and bind.call == op.call]

    def here(self, tensor: str, event: int) -> list[str]:
        """What a tensor is called where an op ran: ``x`` of the parameter, not ``h`` of the caller."""
        bound = set(self.at(tensor, event))
        return [bind.name for bind in self.given_in(tensor, event) if bind.index <= event and bind.name in bound]

    def result(self, tensor: str, event: int) -> str | None:
        """The name that the call in which an op ran gave to its result, after a call inside it named it: ``h`` of ``h = f_(x.exp())``."""
        given = self.given_in(tensor, event)
        first = next((change.event for change in self._changes.get(tensor, ()) if change.bound), event)
        return given[0].name if given and given[0].index > max(event, first) else None

    def _event(self, event: int) -> Event | None:
        events = self.recording.events
        return events[event] if 0 <= event < len(events) else None

    def _is_in_call(self, event: int) -> bool:
        """Whether an event happened in a call; also where that is not known."""
        found = self._event(event)
        return not isinstance(found, OpEvent | LineEvent | BindEvent) or found.call is not None

    def at(self, tensor: str, event: int) -> list[str]:
        """All names that referred to the tensor at an event, oldest first; takes time with the number of its bindings."""
        changes = [change for change in self._changes.get(tensor, ()) if change.event <= event]
        last = {change.name: change.bound for change in changes}
        return [name for name, bound in last.items() if bound]

    def bound(self, name: str, event: int) -> str | None:
        """The tensor that a name referred to at an event."""
        binds = self.binds(name)
        position = bisect_right(binds, event, key=lambda bind: bind.index)
        return binds[position - 1].tensor if position else None

    def binds(self, name: str) -> list[BindEvent]:
        """When a name came to refer to which tensor, in order."""
        return self._by_name.get(name, [])

    @property
    def known(self) -> Iterable[str]:
        """Every name that ever referred to a tensor."""
        return self._by_name

    @cached_property
    def _ever(self) -> dict[str, str]:
        return {tensor.id: tensor.names[0] for tensor in self.recording.tensors if tensor.names}

    @cached_property
    def _by_name(self) -> dict[str, list[BindEvent]]:
        found: dict[str, list[BindEvent]] = defaultdict(list)
        for event in self.recording.events:
            if isinstance(event, BindEvent):
                found[event.name].append(event)
        return found

    @cached_property
    def _changes(self) -> dict[str, list[Change]]:
        found: dict[str, list[Change]] = defaultdict(list)
        current: dict[str, str] = {}
        for event in self.recording.events:
            if isinstance(event, BindEvent) and current.get(event.name) != event.tensor:
                if event.name in current:
                    found[current[event.name]].append(Change(event.index, event.name, bound=False))
                found[event.tensor].append(Change(event.index, event.name, bound=True))
                current[event.name] = event.tensor
        return found

    @cached_property
    def _oldest(self) -> dict[str, tuple[list[int], list[str | None]]]:
        return {tensor: _oldest_after(changes) for tensor, changes in self._changes.items()}

    @cached_property
    def _oldest_outside(self) -> dict[str, tuple[list[int], list[str | None]]]:
        owned = (tensor for tensor, changes in self._changes.items() if any(change.name.startswith(OWN) for change in changes))
        return {tensor: _oldest_after(self._changes[tensor], own_last=True) for tensor in owned}


def _last(changes: tuple[list[int], list[str | None]] | None, event: int) -> str | None:
    """What holds at an event, of what holds from events on."""
    if changes is None:
        return None
    position = bisect_right(changes[0], event)
    return changes[1][position - 1] if position else None


def _oldest_after(changes: list[Change], *, own_last: bool = False) -> tuple[list[int], list[str | None]]:
    """After each change, the oldest name that is bound: the one that the tensor got first."""
    names = list(dict.fromkeys(change.name for change in changes))
    if own_last:
        names.sort(key=lambda name: name.startswith(OWN))
    rank = {name: position for position, name in enumerate(names)}
    bound: set[str] = set()
    waiting: list[tuple[int, str]] = []
    oldest: list[str | None] = []
    for change in changes:
        if change.bound:
            bound.add(change.name)
            heappush(waiting, (rank[change.name], change.name))
        else:
            bound.discard(change.name)
        while waiting and waiting[0][1] not in bound:
            heappop(waiting)
        oldest.append(waiting[0][1] if waiting else None)
    return [change.event for change in changes], oldest
