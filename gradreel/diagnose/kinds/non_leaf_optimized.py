"""Diagnoses an optimizer that was given a result instead of a leaf."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from gradreel.diagnose.finding import Finding
from gradreel.diagnose.fixes.fix import fix
from gradreel.diagnose.fixes.leaves import made_a_leaf
from gradreel.diagnose.lookup import explain
from gradreel.diagnose.lookup.history import History
from gradreel.diagnose.lookup.raises import Raised
from gradreel.diagnose.refused import mentioned, refusal, refused_call
from gradreel.trace import Diagnosis, Fix, RaiseEvent

RANK = 120
evidence = explain.refused_call

REFUSED = "can't optimize a non-leaf Tensor"


def find(history: History) -> Iterator[Finding]:
    """One finding for each line that was refused."""
    for raised in history.raises:
        if raised.event.message.startswith(REFUSED):
            yield refusal("non_leaf_optimized", raised, partial(_diagnosis, history, raised), partial(_fixes, history, raised.event))


def _diagnosis(history: History, raised: Raised) -> Diagnosis:
    return refused_call(history, "non_leaf_optimized", raised, _tensor(history, raised.event), {})


def _fixes(history: History, event: RaiseEvent) -> Iterator[Fix | None]:
    tensor = _tensor(history, event)
    made = history.tensors.get(tensor or "")
    name = history.names.of(tensor, event.index) if tensor else None
    yield made_a_leaf(history.source, made.line if made else None, name) or fix("make_leaf", None, line=event.line, name=name or "")


def _tensor(history: History, event: RaiseEvent) -> str | None:
    """The first tensor that the statement names, else the last that its line made, and that is no leaf."""
    named = [*event.inputs, *(tensor for _, tensor in mentioned(history, event))]
    made = [output for op in reversed(history.ops) if op.line == event.line and op.file == event.file for output in op.outputs]
    return next((each for each in [*named, *made] if _is_result(history, each, event)), None)


def _is_result(history: History, tensor: str, event: RaiseEvent) -> bool:
    return bool(history.requires_grad(tensor, event.index)) and not history.is_leaf(tensor, event.index)
