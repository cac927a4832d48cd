"""Finds the calls of the autograd engine, which of them was running at an event, and which nodes those that failed could reach."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property

from gradreel.trace import BackwardEndEvent, BackwardStartEvent, Event, RaiseEvent


@dataclass(frozen=True)
class Backward:
    """One call of the engine."""

    start: BackwardStartEvent
    end: int | None
    """Event of its return; None where it raised or the film stopped."""


@dataclass(frozen=True)
class Backwards:
    """All calls of the engine, in the order in which they began; a hook may begin one inside another."""

    events: tuple[Event, ...]

    @property
    def calls(self) -> tuple[Backward, ...]:
        return self._scanned[0]

    def at(self, event: int) -> Backward | None:
        """The call that was running when the event happened; for the exception that ended it, that call."""
        _, events, running = self._scanned
        position = bisect_right(events, event)
        number = running[position - 1] if position else None
        return self.calls[number] if number is not None else None

    def last_begun(self, before: int) -> Backward | None:
        """The latest call that began before an event."""
        position = bisect_left(self.calls, before, key=lambda call: call.start.index)
        return self.calls[position - 1] if position else None

    def last_ended(self, before: int) -> Backward | None:
        """The latest begun of the calls that had returned before an event."""
        return next((call for call in reversed(self.calls) if call.end is not None and call.end < before), None)

    @cached_property
    def _scanned(self) -> tuple[tuple[Backward, ...], list[int], list[int | None]]:
        """The calls; and from which event on which of them was the innermost one running."""
        starts: list[BackwardStartEvent] = []
        ends: dict[int, int] = {}
        stack: list[int] = []
        changes: list[tuple[int, int | None]] = []
        for event in self.events:
            if isinstance(event, BackwardStartEvent):
                stack.append(len(starts))
                starts.append(event)
                changes.append((event.index, stack[-1]))
            elif stack and isinstance(event, BackwardEndEvent):
                ends[stack.pop()] = event.index
                changes.append((event.index, stack[-1] if stack else None))
            elif stack and isinstance(event, RaiseEvent) and event.line == starts[stack[-1]].line:
                stack.pop()
                changes.append((event.index + 1, stack[-1] if stack else None))
        calls = tuple(Backward(start, ends.get(number)) for number, start in enumerate(starts))
        return calls, [event for event, _ in changes], [number for _, number in changes]


Walk = Callable[[Iterable[str], int, set[str]], Iterable[str]]
"""Nodes that a backward pass from some tensors after an event comes to, besides those it is told to leave out."""


@dataclass(frozen=True)
class FailedReach:
    """For each node, the latest call of the engine that did not return and could have come to it."""

    calls: tuple[Backward, ...]
    frees: list[int]
    """Events at which nodes gave up what they had saved, in order."""
    walk: Walk
    cost: Callable[[str], int]
    """Of visiting a node: one, and its edges."""
    max_cost: int

    def latest_start(self, node: str | None) -> int:
        """The event that this call began with; -1 where there is none."""
        return self._latest.get(node or "", -1)

    @cached_property
    def _latest(self) -> dict[str, int]:
        """Calls with no free between them share what they have seen; with many frees between them only the last calls are followed."""
        latest: dict[str, int] = {}
        seen: set[str] = set()
        epoch, left = -1, self.max_cost
        for call in reversed(self.calls):
            if call.end is not None:
                continue
            start = call.start.index
            if (freed := bisect_right(self.frees, start - 1)) != epoch:
                epoch, seen = freed, set()
            if left < 0:
                break
            for node in self.walk(call.start.roots, start - 1, seen):
                left -= self.cost(node)
                latest.setdefault(node, start)
        return latest
