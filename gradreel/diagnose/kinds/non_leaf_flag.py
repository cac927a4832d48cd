"""Diagnoses a change of ``requires_grad`` on a result: only leaves have such a flag of their own."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from gradreel.diagnose.finding import Finding
from gradreel.diagnose.fixes.leaves import detached_name
from gradreel.diagnose.lookup import explain
from gradreel.diagnose.lookup.history import History
from gradreel.diagnose.lookup.raises import Raised
from gradreel.diagnose.refused import mentioned, refusal, refused_call
from gradreel.trace import Diagnosis, Fix, RaiseEvent

RANK = 130
evidence = explain.refused_call

REFUSED = "you can only change requires_grad flags of leaf variables"


def find(history: History) -> Iterator[Finding]:
    """One finding for each line that was refused."""
    for raised in history.raises:
        if raised.event.message.startswith(REFUSED):
            yield refusal("non_leaf_flag", raised, partial(_diagnosis, history, raised), partial(_fixes, history, raised.event))


def _diagnosis(history: History, raised: Raised) -> Diagnosis:
    return refused_call(history, "non_leaf_flag", raised, _tensor(history, raised.event), {})


def _fixes(history: History, event: RaiseEvent) -> Iterator[Fix | None]:
    yield detached_name(history.source, event.line)


def _tensor(history: History, event: RaiseEvent) -> str | None:
    """The tensor whose flag was to change."""
    tensors = [*event.inputs, *(tensor for _, tensor in mentioned(history, event))]
    return next((each for each in tensors if history.requires_grad(each, event.index) and not history.is_leaf(each, event.index)), None)
