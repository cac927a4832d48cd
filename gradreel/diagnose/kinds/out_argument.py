"""Diagnoses a call with ``out=`` of a tensor that requires grad: nothing records such a call."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from gradreel.diagnose.finding import Finding
from gradreel.diagnose.fixes.leaves import result_not_out
from gradreel.diagnose.lookup import explain
from gradreel.diagnose.lookup.history import History
from gradreel.diagnose.lookup.raises import Raised
from gradreel.diagnose.refused import refusal, refused_call
from gradreel.trace import Diagnosis, Fix, RaiseEvent

RANK = 110
evidence = explain.refused_call

REFUSED = "functions with out=... arguments don't support automatic differentiation"
MAX_SEARCHED_CHARS = 200


def find(history: History) -> Iterator[Finding]:
    """One finding for each line that was refused."""
    for raised in history.raises:
        if REFUSED in raised.event.message[:MAX_SEARCHED_CHARS]:
            yield refusal("out_argument", raised, partial(_diagnosis, history, raised), partial(_fixes, history, raised.event))


def _diagnosis(history: History, raised: Raised) -> Diagnosis:
    event = raised.event
    tensor = next((each for each in event.inputs if history.requires_grad(each, event.index)), None)
    return refused_call(history, "out_argument", raised, tensor, {"op": event.op or ""})


def _fixes(history: History, event: RaiseEvent) -> Iterator[Fix | None]:
    yield result_not_out(history.source, event.line)
