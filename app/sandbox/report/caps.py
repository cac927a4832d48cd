"""Caps on how much a recording may hold, so that no stage after the validation has more to do than for the largest honest film.

The tracer stops at its limit of events and of bytes; an answer with more than its events can explain is forged.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from app.sandbox.report.answer import ResultInvalid
from app.settings import Settings
from gradreel.trace import OpEvent, Recording

MAX_FILES = 1
"""A snippet is one file, and the server knows its text: a second one would be parsed."""
EVENTS_AT_END = 64
"""Events that may follow after the limit: how the program ended."""
MIN_RECORD_BYTES = 128
"""Of a tensor, a node or a saved tensor as JSON: honest ones are longer."""
MIN_MENTION_BYTES = 8
"""Of an id with its quotes and comma; honest ones, having several digits, are longer on average."""
MIN_CONTAINER_BYTES = 12
"""Of JSON for each list or object in it, on average: honest recordings have 38 or more."""


@dataclass(frozen=True)
class Caps:
    """Largest counts in one recording."""

    containers: int
    """Of brackets and braces that open, in the whole text, so that what they become fits into memory."""

    events: int
    records: int
    """Of tensors, of nodes, of saved tensors: each."""
    mentions: int
    """Of ids, writes, aliases and states in all events, together."""

    @staticmethod
    def of(settings: Settings) -> Caps:
        """The caps that follow from the tracer's own limits."""
        events = settings.trace_events + EVENTS_AT_END
        return Caps(
            settings.trace_bytes // MIN_CONTAINER_BYTES,
            events,
            settings.trace_bytes // MIN_RECORD_BYTES,
            settings.trace_bytes // MIN_MENTION_BYTES,
        )


def check_text(result: bytes, caps: Caps) -> None:
    """Raise ``ResultInvalid`` if the text would become more lists and objects than an honest recording; linear, and parses nothing."""
    _at_most("document", result.count(b"[") + result.count(b"{"), caps.containers)


def check_counts(recording: Recording, caps: Caps) -> None:
    """Raise ``ResultInvalid`` if the recording holds more than an honest one can."""
    _at_most("events", len(recording.events), caps.events)
    _at_most("files", len(recording.files), MAX_FILES)
    _at_most("gradients of cells", sum(len(cell.gradients) for cell in recording.cells), caps.records)
    for name in ("tensors", "nodes", "saved", "gradients", "not_shown", "cells"):
        _at_most(name, len(getattr(recording, name)), caps.records)
    _at_most("mentions", sum(_mentions(recording)), caps.mentions)


def _mentions(recording: Recording) -> Iterator[int]:
    for event in recording.events:
        if isinstance(event, OpEvent):
            lists = (event.inputs, event.outputs, event.nodes, event.saves, event.writes, event.aliases, event.stale, event.states)
            yield sum(map(len, lists)) + sum(len(each) for each in vars(event.effects).values() if isinstance(each, tuple))


def _at_most(what: str, count: int, limit: int) -> None:
    if count > limit:
        raise ResultInvalid(f"{what}: {count:,}, and there may be {limit:,}")
