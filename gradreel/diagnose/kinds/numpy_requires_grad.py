"""Diagnoses a tensor that requires grad and was asked for its numbers as an array."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from gradreel.diagnose.finding import Finding
from gradreel.diagnose.fixes.leaves import detached_array
from gradreel.diagnose.lookup import explain
from gradreel.diagnose.lookup.history import History
from gradreel.diagnose.lookup.raises import Raised
from gradreel.diagnose.refused import mentioned, refusal, refused_call
from gradreel.trace import Diagnosis, Fix, RaiseEvent

RANK = 160
evidence = explain.refused_call

REFUSED = "Can't call numpy() on Tensor that requires grad"


def find(history: History) -> Iterator[Finding]:
    """One finding for each line that was refused."""
    for raised in history.raises:
        if raised.event.message.startswith(REFUSED):
            yield refusal("numpy_requires_grad", raised, partial(_diagnosis, history, raised), partial(_fixes, history, raised.event))


def _diagnosis(history: History, raised: Raised) -> Diagnosis:
    return refused_call(history, "numpy_requires_grad", raised, _tensor(history, raised.event), {})


def _fixes(history: History, event: RaiseEvent) -> Iterator[Fix | None]:
    tensor = _tensor(history, event)
    yield detached_array(history.source, event.line, history.names.of(tensor, event.index) if tensor else None)


def _tensor(history: History, event: RaiseEvent) -> str | None:
    """The first tensor that the call was given, or that the statement names, and that requires grad."""
    tensors = [*event.inputs, *(tensor for _, tensor in mentioned(history, event))]
    return next((each for each in tensors if history.requires_grad(each, event.index)), None)
