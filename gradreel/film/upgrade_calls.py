"""Gives films of schema version 1 the events of calls, from the function and depth of each line and the paths that each op states.

What such a film did not record stays out: when a call returned. The events after an inserted one get further numbers, and with them
everything that names an event.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, Literal

from gradreel.trace import BindEvent, CallEvent, Event, LineEvent, OpEvent, Run

MODULE = "<module>"


@dataclass(eq=False)
class _Call:
    what: Literal["function", "module", "library"]
    name: str
    id: str | None
    outer: _Call | None
    line: int | None = None
    """The line that it reached last."""


class _Calls:
    """The calls that a film of version 1 lets one tell apart, found while its events are read in order."""

    def __init__(self, events: Iterable[Event]) -> None:
        self._functions = {event.line: event.function for event in events if isinstance(event, LineEvent)}
        self._stack = [_Call("function", MODULE, None, None)]
        self._inside: list[_Call] = []
        """The modules and library functions that the last op was in."""
        self._count = 0
        self.begun: list[CallEvent] = []
        """Calls that the event which was read last is the first of."""

    def read(self, event: Event) -> Event:
        """Return the event with the call that it belongs to."""
        self.begun = []
        if isinstance(event, BindEvent):
            return event.model_copy(update={"call": self._scope(event.line)})
        if not isinstance(event, LineEvent | OpEvent) or event.line is None:
            return event
        call = self._function(event)
        call.line = event.line
        if isinstance(event, OpEvent):
            call = self._within(event, call)
        return event.model_copy(update={"call": call.id})

    def _scope(self, line: int | None) -> str | None:
        name = self._functions.get(line or 0, MODULE)
        return next((call.id for call in reversed(self._stack) if call.name == name), None)

    def _function(self, event: LineEvent | OpEvent) -> _Call:
        """Return the call of the function that an event is in; what is deeper has returned."""
        stack = self._stack
        if isinstance(event, LineEvent):
            depth = event.depth
        else:
            depth = next((at for at in range(len(stack) - 1, -1, -1) if stack[at].name == event.function), -1)
        if depth >= 0:
            del stack[depth + 1 :]
        if isinstance(event, LineEvent) and len(stack) == depth + 1 > 1 and stack[-1].name != event.function:
            stack.pop()
        if stack[-1].name != event.function:
            stack.append(self._begin("function", event.function, stack[-1], stack[-1].line))
        return stack[-1]

    def _within(self, op: OpEvent, function: _Call) -> _Call:
        """Return the innermost module or library call of an op; those that it has in common with the op before are the same."""
        wanted: list[tuple[Literal["module", "library"], str]] = [("module", path) for path in _modules_on(op.module or "")]
        wanted += [("library", name) for name in op.within]
        calls: list[_Call] = []
        for depth, (what, name) in enumerate(wanted):
            outer = calls[-1] if calls else function
            same = self._inside[depth] if depth < len(self._inside) else None
            is_known = same is not None and (same.what, same.name, same.outer) == (what, name, outer)
            calls.append(same if same is not None and is_known else self._begin(what, name, outer, op.line))
        self._inside = calls
        return calls[-1] if calls else function

    def _begin(self, what: Literal["function", "module", "library"], name: str, outer: _Call, line: int | None) -> _Call:
        self._count += 1
        call = _Call(what, name, f"k{self._count}", outer)
        module = name if what == "module" else None
        event = CallEvent(index=0, line=line, call=f"k{self._count}", parent=outer.id, what=what, name=name, module=module)
        self.begun.append(event)
        return call


def with_calls(run: Run) -> Run:
    """Return a film without events of calls with them."""
    calls = _Calls(run.events)
    events: list[Event] = []
    before: list[int] = []
    """By inserted call: the event in front of which it stands."""
    for event in run.events:
        placed = calls.read(event)
        before += [event.index] * len(calls.begun)
        events += [*calls.begun, placed]
    if not before:
        return run.model_copy(update={"events": tuple(events)})
    numbered = tuple(event.model_copy(update={"index": index}) for index, event in enumerate(events))
    return _renumbered(run.model_copy(update={"events": numbered}), lambda event: event + bisect_left(before, event + 1))


def _renumbered(run: Run, place: Callable[[int], int]) -> Run:
    """Name the events by their new numbers, wherever one is named."""

    def moved(record: Any, *names: str) -> Any:
        return record.model_copy(update={name: place(at) for name in names if (at := getattr(record, name)) is not None})

    failure = run.outcome.failure
    places = ("event", "edit_event", "raise_event")
    return run.model_copy(
        update={
            "outcome": run.outcome.model_copy(update={"failure": failure and moved(failure, "event")}),
            "tensors": tuple(moved(tensor, "event", "op") for tensor in run.tensors),
            "nodes": tuple(moved(node, "event", "op") for node in run.nodes),
            "saved": tuple(moved(saved, "event") for saved in run.saved),
            "diagnoses": tuple(moved(diagnosis, *places) for diagnosis in run.diagnoses),
            "truncated": run.truncated and moved(run.truncated, "event"),
            "gap": run.gap and moved(run.gap, "event", "resumes"),
        }
    )


def _modules_on(path: str) -> list[str]:
    """``encoder.layers.0.self_attn`` → ``encoder``, ``encoder.layers.0``, ``encoder.layers.0.self_attn``."""
    pieces = path.split(".")
    ends = (end for end in range(1, len(pieces) + 1) if pieces[end - 1] and not "".join(pieces[end : end + 1]).isdecimal())
    return [name for name in (".".join(pieces[:end]) for end in ends) if name != "self"]
