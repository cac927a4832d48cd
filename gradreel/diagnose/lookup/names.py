"""Answers which names referred to a tensor, and which tensor a name referred to, at any event."""

from __future__ import annotations

import sys
from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from heapq import heappop, heappush
from typing import TypeVar

from gradreel.trace import BindEvent, CallEvent, Event, OpEvent, ReturnEvent, Tensor, Trace

AnyTrace = TypeVar("AnyTrace", bound=Trace)
OWN = "self."
"""What the name of a tensor begins with that a method gave to its own object."""


@dataclass(frozen=True)
class Change:
    """From an event on, a tensor has a name, or has it no more."""

    event: int
    name: str
    call: str | None
    """The call whose name it is; null for a name of the module."""
    bound: bool


Line = tuple[list[int], list[str | None]]
"""A name, or none, from each of these events on."""
NEVER: Line = ([], [])
Rank = tuple[bool, int, int]
"""Whether it is one of ``self``, how many calls are around its scope, when it was first given."""


@dataclass(frozen=True)
class Names:
    """The names of one recording.

    NOTE [One name] A tensor is called by the name that was given furthest outside, of several the oldest; what a method calls it as a
    part of ``self`` makes way for any other name that it ever gets. Of names that refer to it at the event in question, else of all that
    ever did. ``Tensor.called`` states the outcome, and the page takes it from there.
    """

    recording: Trace

    def of(self, tensor: str, *events: int) -> str | None:
        """What a reader calls a tensor: its name at the first of these events that knows one, else before it had any
        the first that it gets, and later the best that it ever had."""
        for event in events:
            if name := self.first(tensor, event):
                return name
        given, names = self._best.get(tensor, NEVER)
        return names[0] if given and events and max(events) < given[0] else self._ever.get(tensor)

    def first(self, tensor: str, event: int) -> str | None:
        """The best of the names that refer to the tensor at an event, by NOTE [One name]; None where none does."""
        return _last(self._best.get(tensor), event)

    def called(self, tensor: Tensor) -> tuple[tuple[int, str], ...]:
        """What sentences call a tensor, from which event on, as ``Tensor.called`` states it."""
        ever = self._ever.get(tensor.id)
        if ever is None:
            return ()
        given, names = self._best.get(tensor.id, NEVER)
        found = [(0, names[0] if names and names[0] else ever)]
        for event, name in zip(given, names, strict=True):
            if (name or ever) != found[-1][1]:
                found.append((event, name or ever))
        return () if found == [(0, name) for name in tensor.names[:1]] else tuple(found)

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

    def at(self, tensor: str, event: int) -> list[str]:
        """All names that referred to the tensor at an event, oldest first; takes time with the number of its bindings."""
        changes = [change for change in self._changes.get(tensor, ()) if change.event <= event]
        last = {(change.call, change.name): change.bound for change in changes}
        return list(dict.fromkeys(name for (_, name), bound in last.items() if bound))

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
    def fixed(self) -> frozenset[str]:
        """Names that can be given no other tensor, since a tuple holds theirs."""
        return frozenset(event.name for event in self.recording.events if isinstance(event, BindEvent) and event.fixed)

    @cached_property
    def _ever(self) -> dict[str, str]:
        first = {tensor.id: tensor.names[0] for tensor in self.recording.tensors if tensor.names}
        return first | {tensor: min(ranks, key=ranks.__getitem__) for tensor, ranks in self._ranks.items()}

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
        current: dict[str | None, dict[str, str]] = defaultdict(dict)
        for event in self.recording.events:
            if isinstance(event, BindEvent):
                scope = current[event.call]
                if scope.get(event.name) != event.tensor:
                    if event.name in scope:
                        found[scope[event.name]].append(Change(event.index, event.name, event.call, bound=False))
                    found[event.tensor].append(Change(event.index, event.name, event.call, bound=True))
                    scope[event.name] = event.tensor
            elif isinstance(event, ReturnEvent):
                # What a path leads to, such as ``self.weight``, is held by an object that may go on.
                for name, tensor in current.pop(event.call, {}).items():
                    if name.isidentifier():
                        found[tensor].append(Change(event.index, name, event.call, bound=False))
        return found

    @cached_property
    def _depths(self) -> dict[str | None, int]:
        """How many calls are around each scope."""
        depths: dict[str | None, int] = {None: 0}
        for event in self.recording.events:
            if isinstance(event, CallEvent):
                depths[event.call] = depths.get(event.parent, 0) + 1
        return depths

    @cached_property
    def _ranks(self) -> dict[str, dict[str, Rank]]:
        """Of each tensor the names that it ever had, each with its place in NOTE [One name]."""
        found: dict[str, dict[str, Rank]] = defaultdict(dict)
        for tensor, changes in self._changes.items():
            for change in changes:
                rank = (change.name.startswith(OWN), self._depths.get(change.call, 1), change.event)
                if change.bound and rank < found[tensor].get(change.name, (True, sys.maxsize, 0)):
                    found[tensor][change.name] = rank
        return found

    @cached_property
    def _best(self) -> dict[str, Line]:
        return {tensor: _best_after(changes, self._ranks[tensor]) for tensor, changes in self._changes.items()}


def with_names(recording: AnyTrace) -> AnyTrace:
    """State what sentences call each tensor: in diagnoses, in the narration and on the stage."""
    names = Names(recording)
    tensors = tuple(each.model_copy(update={"called": names.called(each)}) for each in recording.tensors)
    return recording.model_copy(update={"tensors": tensors})


def without_names(recording: AnyTrace) -> AnyTrace:
    """Leave that unknown: a recording from a sandbox may state anything."""
    return recording.model_copy(update={"tensors": tuple(each.model_copy(update={"called": None}) for each in recording.tensors)})


def _last(changes: Line | None, event: int) -> str | None:
    """What holds at an event, of what holds from events on."""
    if changes is None:
        return None
    position = bisect_right(changes[0], event)
    return changes[1][position - 1] if position else None


def _best_after(changes: list[Change], ranks: dict[str, Rank]) -> Line:
    """After each change, the best of the names that are bound; one of ``self`` makes way for any other that the tensor ever gets."""
    other = min(ranks, key=ranks.__getitem__)
    bound: Counter[str] = Counter()
    waiting: list[tuple[Rank, str]] = []
    best: list[str | None] = []
    for change in changes:
        bound[change.name] += 1 if change.bound else -1
        if change.bound:
            heappush(waiting, (ranks[change.name], change.name))
        while waiting and not bound[waiting[0][1]]:
            heappop(waiting)
        best.append((other if waiting[0][1].startswith(OWN) else waiting[0][1]) if waiting else None)
    return [change.event for change in changes], best
