"""Diagnoses integers or booleans that were to require grad."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from gradreel.diagnose.finding import Finding
from gradreel.diagnose.fixes.leaves import as_floats
from gradreel.diagnose.lookup import explain
from gradreel.diagnose.lookup.history import History
from gradreel.diagnose.lookup.raises import Raised
from gradreel.diagnose.refused import mentioned, refusal, refused_call
from gradreel.trace import Diagnosis, Fix, RaiseEvent

RANK = 150
evidence = explain.refused_call

REFUSED = ("only Tensors of floating point", "Only Tensors of floating point")


def find(history: History) -> Iterator[Finding]:
    """One finding for each line that was refused."""
    for raised in history.raises:
        if raised.event.message.startswith(REFUSED):
            yield refusal("integer_requires_grad", raised, partial(_diagnosis, history, raised), partial(_fixes, history, raised.event))


def _diagnosis(history: History, raised: Raised) -> Diagnosis:
    return refused_call(history, "integer_requires_grad", raised, _tensor(history, raised.event), {})


def _fixes(history: History, event: RaiseEvent) -> Iterator[Fix | None]:
    yield as_floats(history.source, event.line)


def _tensor(history: History, event: RaiseEvent) -> str | None:
    """The tensor that was to require grad, where there was one before the call."""
    tensors = [*event.inputs, *(tensor for _, tensor in mentioned(history, event))]
    return next((each for each in tensors if each in history.tensors and not _has_slope(history.tensors[each].dtype)), None)


def _has_slope(dtype: str) -> bool:
    return dtype.startswith(("float", "bfloat", "complex"))
