"""Encodes events as JSON while they happen, and stops when the recording has reached its limits.

Events are encoded at once: what is recorded is plain text, holds no tensor, and costs the garbage collector nothing. An event is
therefore complete when it is added; what becomes known only later (a tensor's further names) is kept by its own table.
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
# What is added at the end (outcome, gradients, names) has this much room of its own.
CLOSING_BYTES = 64 * 1024


class Journal:
    """The events of one run, in order of life."""

    def __init__(self, limits: TracerLimits) -> None:
        self.open = True
        self.truncated: dict[str, Any] | None = None
        self.fault: str | None = None
        self.coverage = Coverage()
        self.add_pending: Callable[[], None] | None = None
        """Set while something is being joined (output) that must be added before the next event."""
        self.raised_limit: int | None = None
        """The recursion limit while the tracer has raised it for its own work."""
        self._max_events = limits.events
        self._max_bytes = limits.trace_bytes
        self._events: list[bytes] = []
        self._room = limits.trace_bytes - CLOSING_BYTES
        """Bytes that are left."""

    def next_index(self) -> int:
        """Return the index that the next added event will have."""
        if self.add_pending is not None:
            self.add_pending()
        return len(self._events)

    def add(self, kind: str, line: int | None, **fields: Any) -> int:
        """Append an event and return its index.

        What has been begun is finished, also when a limit is reached meanwhile: tensors and nodes name the event to come.
        """
        return self.put({"kind": kind, "index": None, "line": line, **fields})

    def put(self, event: dict[str, Any]) -> int:
        """Append an event with a place for its index; fill that in and return it."""
        if self.add_pending is not None:
            self.add_pending()
        index = event["index"] = len(self._events)
        text = _dumps(event, None, JSON_OPTIONS)
        self._room -= len(text) + 1
        if self._room < 0:
            self.close("bytes", self._max_bytes)
        self._events.append(text)
        if self.truncated is not None and event["kind"] != "raise":
            self.truncated["event"] = len(self._events)
        if index + 1 >= self._max_events:
            self.close("events", self._max_events)
        return index

    def encode(self, record: Mapping[str, Any], more: int = 1) -> bytes:
        """Encode a record and count its bytes, and ``more`` that will follow them, against the limit."""
        text = _dumps(record, None, JSON_OPTIONS)
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
        self.truncated = {"kind": kind, "limit": limit, "event": len(self._events)}

    def blame(self, error: BaseException) -> None:
        """Stop recording because the tracer itself failed; the program runs on."""
        if self.fault is None:
            self.fault = "".join(traceback.format_exception(error))
            if os.environ.get("GRADREEL_TRACER_FAULTS") and sys.__stderr__ is not None:
                sys.__stderr__.write(self.fault)
        self.close("fault", 0)

    def events(self) -> list[bytes]:
        """Return the encoded events."""
        return self._events
