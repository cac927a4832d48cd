"""Diagnoses a DataLoader whose worker processes could not be started: where this runs, a program has one process."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial

from gradreel.diagnose.finding import Finding, line_at, worded
from gradreel.diagnose.fixes.workers import no_workers, worker_counts
from gradreel.diagnose.lookup import explain
from gradreel.diagnose.lookup.history import History
from gradreel.diagnose.lookup.raises import Raised
from gradreel.diagnose.refused import refusal, told
from gradreel.trace import Diagnosis, Fix

RANK = 180
evidence = explain.refused_call

NO_PROCESS = re.compile(r"\[Errno \d+\] [A-Z][\w ]+$")
"""How the system says that it gives no process, pipe or lock; of a file it says which."""


def find(history: History) -> Iterator[Finding]:
    """One finding for each line that began to read from a loader whose workers could not be started."""
    counts = worker_counts(history.source)
    for raised in history.raises if counts else ():
        event = raised.event
        if event.op is None and NO_PROCESS.match(event.message) and history.source.statement(event.line) is not None:
            yield refusal("workers_unavailable", raised, partial(_diagnosis, history, raised), partial(_fixes, history))


def _diagnosis(history: History, raised: Raised) -> Diagnosis:
    event = raised.event
    counts = worker_counts(history.source)
    before = [count for count in counts if count.lineno <= (event.line or 0)]
    asked = (before or counts)[-1]
    return worded(
        "workers_unavailable",
        "error",
        {**told(history, raised), "workers": history.source.segment(asked), "asked_line": asked.lineno},
        raised=True,
        event=event.index,
        raise_event=event.index,
        **line_at("", event),
        **line_at("raise", event),
    )


def _fixes(history: History) -> Iterator[Fix | None]:
    yield no_workers(history.source)
