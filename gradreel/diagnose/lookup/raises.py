"""Tells the exceptions of a run apart: which are the same one seen again, which are alike, and which one ended the program."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass

from gradreel.diagnose.lookup.cells import CellEvents
from gradreel.trace import Failure, RaiseEvent, Recording


@dataclass(frozen=True)
class Raised:
    """Exceptions that are alike: of one type and message, raised at one line."""

    event: RaiseEvent
    """The first of them, where possible one of which it is known what raised it."""
    count: int
    caught: bool
    """Whether the program went on after all of them."""


Key = tuple[str, str, int | None, int | None]


def raised_in(recording: Recording) -> tuple[Raised, ...]:
    """The exceptions of a recording, in the order in which the first of each kind was raised."""
    groups: dict[Key, list[RaiseEvent]] = defaultdict(list)
    latest: dict[tuple[str, str, int | None], Key] = {}
    cells = CellEvents(recording)
    for event in recording.events:
        if isinstance(event, RaiseEvent):
            cell = cells.at(event.index)
            same = event.exception_type, event.message, cell
            seen_again = same in latest and not _is_attributed(event)
            key = latest[same] if seen_again else (event.exception_type, event.message, event.line, cell)
            latest[same] = key
            groups[key].append(event)
    return tuple(_raised(recording, events) for events in groups.values())


def ends_program(recording: Recording, event: RaiseEvent) -> bool:
    """Whether this is the exception that the program ended with, or one of its cells."""
    return any(_is_of(failure, event) for failure in (recording.outcome.failure, *(cell.failure for cell in recording.cells)))


def _is_of(failure: Failure | None, event: RaiseEvent) -> bool:
    if failure is None or failure.kind != "python_error":
        return False
    return failure.event == event.index or (failure.event is None and failure.message == event.message)


def _raised(recording: Recording, events: list[RaiseEvent]) -> Raised:
    attributed = [event for event in events if _is_attributed(event)]
    telling = next((event for event in events if event.saved), next((event for event in events if event.inputs), events[0]))
    caught = not any(ends_program(recording, event) for event in events)
    return Raised(telling, max(1, len(attributed)), caught)


def _is_attributed(event: RaiseEvent) -> bool:
    """Whether it was seen where it was raised; one that leaves the program is seen once more, and then nothing is known of it."""
    return bool(event.op or event.node or event.saved or event.inputs)
