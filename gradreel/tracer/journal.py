"""Encodes events as JSON while they happen, and keeps within the limits of the recording.

    first part ── middle ── last steps        A film that is full keeps its first part. Of the rest the older half is moved to the middle
                                              (middle.py) each time, and the recording goes on; it stops when even that takes too much.

An event has a number while it is recorded, counted from the beginning of the program; its index is its place in the film, and is the
same unless a middle part was left out (numbering.py).

Events are encoded at once: what is recorded is plain text, holds no tensor, and costs the garbage collector nothing. An event is
therefore complete when it is added; what becomes known only later (a tensor's further names) is kept by its own table.
"""

from __future__ import annotations

import math
import os
import sys
import time
import traceback
from collections import deque
from collections.abc import Callable, Iterable
from typing import Any, Protocol

import orjson

from gradreel.tracer.coverage import Coverage
from gradreel.tracer.files import LINES_PER_FILE, in_its_file
from gradreel.tracer.limits import TracerLimits
from gradreel.tracer.stack import Stack

# NOTE [Copied once] orjson writes into a buffer of 16 KB and hands that out as it is, however short the text. A copy has the size of the
# text; the buffer is freed at once and used again, which is also faster than a new one for every event. The comma that follows each text in
# the document is what makes it a copy.
_dumps = orjson.dumps
_now = time.monotonic
JSON_OPTIONS = orjson.OPT_SERIALIZE_NUMPY
# What is added at the end (outcome, gradients, names) has this much room of its own.
CLOSING_BYTES = 64 * 1024
FIRST_PART = 2 / 3
"""Of the limits: what a film that does not fit keeps of its beginning."""
MAX_MIDDLE = 1 / 6
"""Of the events: what it keeps of its middle."""
RESERVE = 1 / 24
"""Of the bytes: what is left when older events make room."""
MAX_RECORDED = 8
"""Times as many events as the film may hold are recorded in all: after that the program runs on at its own speed."""

Facts = tuple[Any, ...]
"""What decides, of an event that is encoded, whether it is kept when it becomes a part of the middle."""
MakeRoom = Callable[[int, list[bytes], list[Facts | None], list[bytes]], tuple[int, int]]
"""(number of the first, older events, their facts, events after them) → how many events are kept of the middle now, bytes that are free."""


class KeptMemory(Protocol):
    """What graphs keep, which is stated on the events that change it."""

    died: list[str]
    """Nodes that have died since the last event."""
    changed: bool

    def state(self, event: dict[str, Any]) -> None:
        """State it on an event."""

    def state_again(self, nodes: Iterable[str]) -> None:
        """An event that said that these nodes keep nothing is left out."""


class Journal:
    """The events of one run, in order of life."""

    def __init__(self, limits: TracerLimits) -> None:
        self.open = True
        self.truncated: dict[str, Any] | None = None
        self.fault: str | None = None
        self.coverage = Coverage()
        self.stack = Stack()
        """For ``guarded`` alone."""
        self._add_pending: Callable[[], None] | None = None
        self._make_room: MakeRoom | None = None
        self._facts_of: Callable[[dict[str, Any]], Facts | None] = lambda _event: None
        self._kept: KeptMemory | None = None
        self.thread: int | None = None
        """Set where only what this thread does is recorded; others print, and run the engine, at the same time."""
        self.first_part: int | None = None
        """How many events the first part has, once it is complete."""
        self._at_step: tuple[Callable[[], None], ...] = ()
        self._steps: deque[int] | None = None if limits.last is None else deque(maxlen=limits.last)
        """Of a film of the last steps: how many events there were when each of them ended."""
        self._moved = 0
        """Events that have been moved to the middle."""
        self._max_events = limits.events
        self._max_bytes = limits.trace_bytes
        self._events: list[bytes] = []
        self._facts: list[Facts | None] = []
        """Those of the events after the first part."""
        self._room = limits.trace_bytes - CLOSING_BYTES
        """Bytes that are left."""
        self.begun_s = _now()
        self.closed_s: float | None = None
        """When the recording was closed before its end."""
        self._stop_at = math.inf if limits.recording_s is None else self.begun_s + limits.recording_s
        self._full_at = int(limits.events * FIRST_PART)
        """The number of events at which something is to be done."""
        self._low = int(limits.trace_bytes * (1 - FIRST_PART))
        """The same in bytes that are left."""
        if limits.last is not None:
            self._end_first_part(0)

    def make_room_with(self, make_room: MakeRoom, facts_of: Callable[[dict[str, Any]], Facts | None]) -> None:
        """Move older events to the middle with ``make_room``, by what ``facts_of`` says of each; without it a full film stops."""
        self._make_room, self._facts_of = make_room, facts_of

    def state_kept_with(self, kept: KeptMemory) -> None:
        """State what graphs keep on the events that change it."""
        self._kept = kept

    def forget_at_steps(self, *forget: Callable[[], None]) -> None:
        """Call these when a training step is over, of which only the last are kept."""
        self._at_step = forget

    def add_first(self, add_pending: Callable[[], None] | None) -> None:
        """Call this before the next event is added: an event that is still being joined (output). None once it is added."""
        self._add_pending = add_pending

    def next_index(self) -> int:
        """Return the number that the next added event will have."""
        if self._add_pending is not None:
            self._add_pending()
        return len(self._events) + self._moved

    def add(self, kind: str, line: int | None, **fields: Any) -> int:
        """Append an event and return its number.

        What has been begun is finished, also when a limit is reached meanwhile: tensors and nodes name the event to come.
        """
        return self.put({"kind": kind, "index": None, "line": line, **fields})

    def put(self, event: dict[str, Any]) -> int:
        """Append an event with a place for its number; fill that in and return it."""
        if self._add_pending is not None:
            self._add_pending()
        index = event["index"] = len(self._events) + self._moved
        line = event["line"]
        if line is not None and line >= LINES_PER_FILE:
            in_its_file(event)
        if (kept := self._kept) is not None and (kept.changed or kept.died) and self.open:
            kept.state(event)
        text = _dumps(event, None, JSON_OPTIONS) + b","  # NOTE [Copied once]
        self._room -= len(text)
        self._events.append(text)
        if self.first_part is not None:
            self._facts.append(self._facts_of(event))
        if self.truncated is not None and event["kind"] != "raise":
            self.truncated["event"] = index + 1
        if index + 1 >= self._full_at or self._room < self._low:
            self._fill(index + 1)
        return index

    def _fill(self, count: int) -> None:
        """A part of the film is full: go on to the next, and move older events to the middle where there is no more room."""
        if self.first_part is None:
            self._end_first_part(count)
        if not self.open or (count < self._full_at and self._room >= self._low):
            return
        kind, limit = ("events", self._max_events) if count >= self._full_at else ("bytes", self._max_bytes)
        too_long = self._steps is None and (count >= MAX_RECORDED * self._max_events or _now() > self._stop_at)
        if too_long or not self._move((len(self._events) - (self.first_part or 0)) // 2):
            self.close(kind, limit)

    def _end_first_part(self, count: int) -> None:
        """The first part has so many events."""
        self.first_part, self._full_at, self._low = count, self._max_events, int(self._max_bytes * RESERVE)

    def end_step(self) -> None:
        """A training step is over. Where only the last ones are kept, what came before them moves to the middle."""
        if self._steps is None or not self.open:
            return
        count = self.next_index()
        if len(self._steps) == self._steps.maxlen:
            self._move(self._steps[0] - self._moved)
        self._steps.append(count)
        for forget in self._at_step:
            forget()

    def _move(self, count: int) -> bool:
        """Move the oldest events after the first part to the middle; return whether there is room again."""
        first = self.first_part or 0
        older = self._events[first : first + max(0, count)]
        if self._make_room is None or not older:
            return False
        facts = self._facts[: len(older)]
        del self._events[first : first + len(older)], self._facts[: len(older)]
        kept, freed = self._make_room(first + self._moved, older, facts, self._events[first:])
        self._moved += len(older)
        self._room += freed
        self._full_at = self._max_events + self._moved - kept
        return kept <= MAX_MIDDLE * self._max_events and self._room > 2 * self._low

    def take_back_line(self, line: int | None) -> None:
        """Leave out the event added last where it is the beginning of this line: Python reaches a ``with`` statement again as it ends."""
        file, number = divmod(line or 0, LINES_PER_FILE)
        last = orjson.loads(self._events[-1][:-1]) if self._events else {}
        if (last.get("kind"), last.get("file", 0), last.get("line")) == ("line", file, number) and self.open:
            self._room += len(self._events.pop())
            if self._facts:
                self._facts.pop()
            if self._kept is not None and ("kept" in last or "dropped" in last):
                self._kept.state_again(last.get("dropped", ()))

    def encode(self, record: dict[str, Any], more: int = 0) -> bytes:
        """Encode a record, with a comma after it, and count its bytes, and ``more`` that will follow them, against the limit."""
        line = record["line"]
        if line is not None and line >= LINES_PER_FILE:
            in_its_file(record)
        text = _dumps(record, None, JSON_OPTIONS) + b","  # NOTE [Copied once]
        self._room -= len(text) + more
        if self._room < 0:
            self.close("bytes", self._max_bytes)
        return text

    def count(self, size: int) -> None:
        """Count bytes that will be part of the document."""
        self._room -= size
        if self._room < 0:
            self.close("bytes", self._max_bytes)

    def close(self, kind: str, limit: int) -> None:
        """Stop recording; the program runs on. Check ``open`` before recording anything."""
        if not self.open:
            return
        self.open = False
        self.closed_s = _now()
        self._full_at = sys.maxsize
        self._low = -sys.maxsize
        self.truncated = {"kind": kind, "limit": limit, "event": len(self._events) + self._moved}

    def blame(self, error: BaseException) -> None:
        """Stop recording because the tracer itself failed; the program runs on."""
        if self.fault is None:
            self.fault = "".join(traceback.format_exception(error))
            if os.environ.get("GRADREEL_TRACER_FAULTS") and sys.__stderr__ is not None:
                sys.__stderr__.write(self.fault)
        self.close("fault", 0)

    @property
    def left_out(self) -> int:
        """How many events are not in the list: they have been moved."""
        return self._moved

    def size(self) -> int:
        """Return how many bytes have been recorded."""
        return self._max_bytes - self._room

    def events(self) -> list[bytes]:
        """Return the encoded events, a comma after each: the first part, and the last steps where they are not all one."""
        return self._events
