"""Diagnoses an inference tensor that an op had to save for backward."""

from __future__ import annotations

from collections.abc import Iterator

from gradreel.diagnose.fixes.edits import save_a_clone
from gradreel.diagnose.fixes.fix import first_of_each_kind
from gradreel.diagnose.fixes.paths import no_grad_mode
from gradreel.diagnose.lookup.history import History
from gradreel.diagnose.lookup.naming import what
from gradreel.locale import word
from gradreel.trace import Diagnosis, Param, RaiseEvent

REFUSED = "Inference tensors cannot be saved for backward"


def find(history: History) -> Iterator[Diagnosis]:
    """One diagnosis for each refusal."""
    for raised in history.raises:
        if raised.message.startswith(REFUSED):
            yield _diagnosis(history, raised)


def _diagnosis(history: History, raised: RaiseEvent) -> Diagnosis:
    tensor = next((given for given in raised.inputs if _is_inference(history, given)), None)
    name = history.names.of(tensor, raised.index) if tensor else None
    made = history.tensors[tensor].line if tensor else None
    params: dict[str, Param] = {
        **what(history, tensor, raised.index),
        "known": tensor is not None,
        "dated": made is not None,
        "made_line": made,
        "line": raised.line,
        "code": history.source.line(raised.line),
    }
    return Diagnosis(
        kind="inference_tensor_saved",
        severity="error",
        raised=True,
        event=raised.index,
        line=raised.line,
        saved_line=raised.line,
        raise_line=raised.line,
        tensor=tensor,
        name=name,
        params=params,
        message=word("diagnosis-inference_tensor_saved", params),
        fixes=tuple(first_of_each_kind(no_grad_mode(history.source), save_a_clone(history.source, raised.line, name))),
    )


def _is_inference(history: History, tensor: str) -> bool:
    return tensor in history.tensors and history.tensors[tensor].counter is None
