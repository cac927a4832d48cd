"""Diagnoses an edit of an inference tensor outside inference mode, and one that is to require grad there."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from gradreel.diagnose.finding import Finding
from gradreel.diagnose.fixes.edits import edit_a_clone
from gradreel.diagnose.fixes.paths import no_grad_mode
from gradreel.diagnose.lookup import explain
from gradreel.diagnose.lookup.history import History
from gradreel.diagnose.lookup.raises import Raised
from gradreel.diagnose.refused import given, refusal, refused_edit, written
from gradreel.trace import Diagnosis, Fix, Param

RANK = 90
evidence = explain.refused_edit

CASES = {
    "Inplace update to inference tensor outside InferenceMode is not allowed": "edit",
    "Setting requires_grad=True on inference tensor outside InferenceMode is not allowed": "flag",
}


def find(history: History) -> Iterator[Finding]:
    """One finding for each line that was refused."""
    for raised in history.raises:
        case = next((case for words, case in CASES.items() if raised.event.message.startswith(words)), None)
        if case is not None:
            yield refusal("inference_edit", raised, partial(_diagnosis, history, raised, case), partial(_fixes, history, raised))


def _diagnosis(history: History, raised: Raised, case: str) -> Diagnosis:
    event = raised.event
    inputs = given(history, event)
    without = [tensor for tensor in inputs if tensor in history.tensors and history.tensors[tensor].counter is None]
    tensor = next(iter([*without, *inputs]), None)
    name = (history.names.of(tensor, event.index) if tensor else None) or written(history, event)
    made = history.tensors[tensor].line if tensor in history.tensors else None
    params: dict[str, Param] = {"case": case, "dated": made is not None, "made_line": made}
    return refused_edit(history, "inference_edit", raised, tensor, name, params)


def _fixes(history: History, raised: Raised) -> Iterator[Fix | None]:
    yield edit_a_clone(history.source, raised.event.line)
    yield no_grad_mode(history.source)
