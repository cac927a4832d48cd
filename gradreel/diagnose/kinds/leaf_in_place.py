"""Diagnoses an in-place edit of a leaf that requires grad, or of a view of one, which PyTorch refused."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from gradreel.diagnose.finding import Finding
from gradreel.diagnose.fixes.edits import new_name, under_no_grad
from gradreel.diagnose.fixes.names import no_requires_grad
from gradreel.diagnose.lookup import explain
from gradreel.diagnose.lookup.history import History
from gradreel.diagnose.lookup.raises import Raised
from gradreel.diagnose.refused import given, refusal, refused_edit, written
from gradreel.trace import Diagnosis, Fix, Param, RaiseEvent

RANK = 20
evidence = explain.refused_edit

REFUSED = "a leaf Variable that requires grad is being used in an in-place operation"
REFUSED_VIEW = "a view of a leaf Variable that requires grad is being used in an in-place operation"


def find(history: History) -> Iterator[Finding]:
    """One finding for each line that was refused."""
    for raised in history.raises:
        if raised.event.message.startswith((REFUSED, REFUSED_VIEW)):
            yield refusal("leaf_in_place", raised, partial(_diagnosis, history, raised), partial(_fixes, history, raised.event))


def _diagnosis(history: History, raised: Raised) -> Diagnosis:
    event = raised.event
    tensor = _edited(history, event)
    view = event.message.startswith(REFUSED_VIEW) and not (tensor and history.is_parameter(tensor, event.index))
    base = history.tensors[tensor].base if tensor and view else None
    base_name = history.names.of(base, event.index) if base else None
    params: dict[str, Param] = {"op": event.op, "is_view": view, "base": base_name or "", "based": base_name is not None}
    return refused_edit(history, "leaf_in_place", raised, tensor, _name(history, event, tensor), params)


def _fixes(history: History, event: RaiseEvent) -> Iterator[Fix | None]:
    """Under ``no_grad`` the edit would drop what it puts in, where that has a gradient of its own: then the leaf should be none."""
    source, tensor, part = history.source, _edited(history, event), _refused(history, event)
    if any(history.requires_grad(other, event.index) for other in event.inputs if other not in (tensor, part)):
        made = history.tensors[tensor].line if tensor else None
        yield new_name(source, event.line) or no_requires_grad(source, made, _name(history, event, tensor))
    else:
        yield under_no_grad(source, event.line, lambda name: _is_leaf(history, name, event.index))
        yield new_name(source, event.line)


def _is_leaf(history: History, name: str, event: int) -> bool:
    tensor = history.names.bound(name, event)
    return tensor is not None and history.is_parameter(tensor, event)


def _edited(history: History, event: RaiseEvent) -> str | None:
    """The leaf, or the view of one, among what the refused call was given.

    ``w[0] = 1`` is refused as an edit of a view, but what it was given is the leaf. What ``w[0].zero_()`` was given has no name.
    """
    refused = _refused(history, event)
    return _as_written(history, event, refused) if refused else None


def _refused(history: History, event: RaiseEvent) -> str | None:
    """What the call was to edit: the leaf, or the view of one."""
    inputs = given(history, event)
    views = [tensor for tensor in inputs if tensor in history.tensors and history.tensors[tensor].base is not None]
    leaves = [tensor for tensor in inputs if history.is_parameter(tensor, event.index)]
    found = [*views, *leaves] if event.message.startswith(REFUSED_VIEW) else leaves
    return found[0] if found else None


def _as_written(history: History, event: RaiseEvent, tensor: str) -> str:
    """For a part that has no name (``w[0] += 1``): what it is a part of, as the line names it."""
    name = written(history, event)
    whole = history.names.bound(name, event.index) if name else None
    if whole is None or history.names.of(tensor, event.index) is not None:
        return tensor
    return whole if history.tensors[whole].counter == history.tensors[tensor].counter else tensor


def _name(history: History, event: RaiseEvent, tensor: str | None) -> str | None:
    """The name that the line uses, else any other."""
    name = written(history, event)
    if tensor is None or (name and history.names.bound(name, event.index) == tensor):
        return name
    return history.names.of(tensor, event.index)
