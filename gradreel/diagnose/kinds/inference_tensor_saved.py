"""Diagnoses an inference tensor that an op had to save for backward."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from gradreel.diagnose.finding import Finding, line_at, worded
from gradreel.diagnose.fixes.edits import save_a_clone
from gradreel.diagnose.fixes.paths import no_grad_mode
from gradreel.diagnose.lookup import explain
from gradreel.diagnose.lookup.history import History
from gradreel.diagnose.lookup.raises import Raised
from gradreel.diagnose.lookup.wording import what
from gradreel.diagnose.refused import refusal, told
from gradreel.trace import Diagnosis, Fix, Param, RaiseEvent

RANK = 40
evidence = explain.refused_call

REFUSED = "Inference tensors cannot be saved for backward"


def find(history: History) -> Iterator[Finding]:
    """One finding for each line that was refused."""
    for raised in history.raises:
        if raised.event.message.startswith(REFUSED):
            yield refusal("inference_tensor_saved", raised, partial(_diagnosis, history, raised), partial(_fixes, history, raised.event))


def _diagnosis(history: History, raised: Raised) -> Diagnosis:
    event = raised.event
    tensor = _tensor(history, event)
    made = history.tensors[tensor].line if tensor else None
    params: dict[str, Param] = {
        **what(history, tensor, event.index),
        **told(history, raised),
        "known": tensor is not None,
        "dated": made is not None,
        "made_line": made,
    }
    return worded(
        "inference_tensor_saved",
        "error",
        params,
        raised=True,
        event=event.index,
        raise_event=event.index,
        tensor=tensor,
        name=history.names.of(tensor, event.index) if tensor else None,
        **line_at("", event),
        **line_at("saved", event),
        **line_at("raise", event),
    )


def _fixes(history: History, event: RaiseEvent) -> Iterator[Fix | None]:
    tensor = _tensor(history, event)
    yield no_grad_mode(history.source)
    yield save_a_clone(history.source, event.line, history.names.of(tensor, event.index) if tensor else None)


def _tensor(history: History, event: RaiseEvent) -> str | None:
    """The first of the call's inputs that has no version counter."""
    return next((given for given in event.inputs if given in history.tensors and history.tensors[given].counter is None), None)
