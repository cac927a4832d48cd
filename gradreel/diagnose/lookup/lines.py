"""Answers when a line was done that was running at an event."""

from __future__ import annotations

from collections.abc import Iterator

from gradreel.diagnose.lookup.history import History
from gradreel.trace import LineEvent


def end_of_line(history: History, line: int | None, event: int) -> int:
    """The event at which a line was done that was running at an event, with all that it called; the event, where that is not known."""
    begun = next((each for each in _lines(history, range(event, -1, -1)) if each.line == line), None)
    if begun is None:
        return event
    later = _lines(history, range(event, len(history.events)))
    end = next((each.index for each in later if each.depth <= begun.depth), len(history.events))
    return min(end, history.returned.get(begun.call, end)) if begun.call is not None else end


def _lines(history: History, indices: range) -> Iterator[LineEvent]:
    events = (history.events[index] for index in indices)
    return (event for event in events if isinstance(event, LineEvent))
