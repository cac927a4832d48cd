"""Turns events, one dict each, into JSON text as they happen, and stops when the recording is long enough.

Events are encoded at once: what is recorded then is plain text, holds no tensor, and costs the garbage collector nothing. An event
is therefore complete when it is added; what becomes known only later (a tensor's further names) is kept by its own table.
"""

from __future__ import annotations

import os
import sys
import traceback
from collections.abc import Callable, Mapping
from typing import Any

import orjson

from gradreel.tracer.coverage import Coverage
from gradreel.tracer.limits import TracerLimits

_dumps = orjson.dumps
JSON_OPTIONS = orjson.OPT_SERIALIZE_NUMPY
# The closing parts of the document (outcome, gradients, names) need room of their own.
CLOSING_BYTES = 64 * 1024


class Journal:
    """The events of one run, in order of life."""

    def __init__(self, limits: TracerLimits) -> None:
        self.open = True
        self.truncated: dict[str, Any] | None = None
        self.fault: str | None = None
        self.coverage = Coverage()
        self.held_back: Callable[[], None] | None = None
        """Set while something is held back (output that is being joined) that must go before the next event."""
        self.raised_limit: int | None = None
        """The recursion limit while the tracer has raised it for its own work."""
        self._most_events = limits.events
        self._most_bytes = limits.trace_bytes
        self._events: list[bytes] = []
        self._room = limits.trace_bytes - CLOSING_BYTES
        """Bytes that are left."""

    def next_index(self) -> int:
        """Return the index that the next added event will have."""
        if self.held_back is not None:
            self.held_back()
        return len(self._events)

    def add(self, kind: str, line: int | None, **fields: Any) -> int:
        """Append an event and return its index.

        Who has begun to record something finishes it, also when the film is full by then: tensors and nodes name the event to come.
        """
        return self.put({"kind": kind, "index": None, "line": line, **fields})

    def put(self, event: dict[str, Any]) -> int:
        """Append an event that its maker has put together, with a place for its index; fill that in and return it."""
        if self.held_back is not None:
            self.held_back()
        index = event["index"] = len(self._events)
        text = _dumps(event, None, JSON_OPTIONS)
        self._room -= len(text) + 1
        if self._room < 0:
            self.close("bytes", self._most_bytes)
        self._events.append(text)
        if self.truncated is not None and event["kind"] != "raise":
            self.truncated["event"] = len(self._events)
        if index + 1 >= self._most_events:
            self.close("events", self._most_events)
        return index

    def encode(self, record: Mapping[str, Any], more: int = 1) -> bytes:
        """Encode a record and count its bytes, and ``more`` that will follow them, against the limit."""
        text = _dumps(record, None, JSON_OPTIONS)
        self._room -= len(text) + more
        if self._room < 0:
            self.close("bytes", self._most_bytes)
        return text

    def count(self, size: int) -> None:
        """Count bytes that will be part of the document."""
        self._room -= size
        if self._room < 0:
            self.close("bytes", self._most_bytes)

    def close(self, kind: str, limit: int) -> None:
        """Stop recording; the program runs on. Whoever is about to record looks at ``open`` first."""
        if not self.open:
            return
        self.open = False
        self.truncated = {"kind": kind, "limit": limit, "event": len(self._events)}

    def blame(self, error: BaseException) -> None:
        """Stop recording because the tracer itself failed: the program must not notice."""
        if self.fault is None:
            self.fault = "".join(traceback.format_exception(error))
            if os.environ.get("GRADREEL_TRACER_FAULTS") and sys.__stderr__ is not None:
                sys.__stderr__.write(self.fault)
        self.close("fault", 0)

    def events(self) -> list[bytes]:
        """Return the encoded events."""
        return self._events
