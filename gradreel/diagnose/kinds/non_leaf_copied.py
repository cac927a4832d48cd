"""Diagnoses a deep copy of a result, or of something that holds one."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from gradreel.diagnose.finding import Finding
from gradreel.diagnose.fixes.fix import fix
from gradreel.diagnose.fixes.leaves import cloned_instead, parametrized
from gradreel.diagnose.lookup import explain
from gradreel.diagnose.lookup.history import History
from gradreel.diagnose.lookup.raises import Raised
from gradreel.diagnose.refused import mentioned, refusal, refused_call
from gradreel.trace import Diagnosis, Fix, RaiseEvent

RANK = 140
evidence = explain.refused_call

REFUSED = "Only Tensors created explicitly by the user (graph leaves) support the deepcopy protocol"


def find(history: History) -> Iterator[Finding]:
    """One finding for each line that was refused."""
    for raised in history.raises:
        if raised.event.message.startswith(REFUSED):
            yield refusal("non_leaf_copied", raised, partial(_diagnosis, history, raised), partial(_fixes, history, raised.event))


def _diagnosis(history: History, raised: Raised) -> Diagnosis:
    return refused_call(history, "non_leaf_copied", raised, _tensor(history, raised.event), {})


def _fixes(history: History, event: RaiseEvent) -> Iterator[Fix | None]:
    tensor = _tensor(history, event)
    name = history.names.of(tensor, event.index) if tensor else None
    yield (
        parametrized(history, tensor)
        or cloned_instead(history.source, event.line, name)
        or fix("detach_before_copy", None, line=event.line, name=name or "")
    )


def _tensor(history: History, event: RaiseEvent) -> str | None:
    """The result that was to be copied."""
    tensors = [*event.inputs, *(tensor for _, tensor in mentioned(history, event))]
    return next((each for each in tensors if history.requires_grad(each, event.index) and not history.is_leaf(each, event.index)), None)
