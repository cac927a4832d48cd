"""Diagnoses an in-place edit of a leaf that requires grad, or of a view of one, which PyTorch refused."""

from __future__ import annotations

from collections.abc import Iterator

from gradreel.diagnose.fixes.edits import new_name, under_no_grad
from gradreel.diagnose.fixes.names import no_requires_grad
from gradreel.diagnose.kinds.refused import given, refusal, written
from gradreel.diagnose.lookup.history import History
from gradreel.trace import Diagnosis, Fix, Param, RaiseEvent

REFUSED = "a leaf Variable that requires grad is being used in an in-place operation"
REFUSED_VIEW = "a view of a leaf Variable that requires grad is being used in an in-place operation"


def find(history: History) -> Iterator[Diagnosis]:
    """One diagnosis for each refusal."""
    for raised in history.raises:
        if raised.message.startswith((REFUSED, REFUSED_VIEW)):
            yield _diagnosis(history, raised)


def _diagnosis(history: History, raised: RaiseEvent) -> Diagnosis:
    tensor = _edited(history, raised)
    view = raised.message.startswith(REFUSED_VIEW) and not (tensor and history.is_parameter(tensor, raised.index))
    base = history.tensors[tensor].base if tensor and view else None
    base_name = history.names.of(base, raised.index) if base else None
    params: dict[str, Param] = {"op": raised.op, "is_view": view, "base": base_name or "", "based": base_name is not None}
    name = _name(history, raised, tensor)
    return refusal(history, "leaf_in_place", raised, tensor, name, params, *_fixes(history, raised, tensor, name))


def _fixes(history: History, raised: RaiseEvent, tensor: str | None, name: str | None) -> Iterator[Fix | None]:
    """Under ``no_grad`` the edit would drop what it puts in, where that has a gradient of its own: then the leaf should be none."""
    source, others = history.source, [other for other in raised.inputs if other != tensor]
    if any(history.requires_grad(other, raised.index) for other in others):
        moved = new_name(source, raised.line)
        yield moved or no_requires_grad(source, history.tensors[tensor].line if tensor else None, name)
    else:
        yield under_no_grad(source, raised.line)
        yield new_name(source, raised.line)


def _edited(history: History, raised: RaiseEvent) -> str | None:
    """The leaf, or the view of one, among what the refused call was given.

    ``w[0] = 1`` is refused as an edit of a view, but what it was given is the leaf.
    """
    inputs = given(history, raised)
    views = [tensor for tensor in inputs if tensor in history.tensors and history.tensors[tensor].base is not None]
    leaves = [tensor for tensor in inputs if history.is_parameter(tensor, raised.index)]
    found = [*views, *leaves] if raised.message.startswith(REFUSED_VIEW) else leaves
    return found[0] if found else None


def _name(history: History, raised: RaiseEvent, tensor: str | None) -> str | None:
    """The name that the line uses, else any other."""
    name = written(history, raised.line)
    if tensor is None or name in history.names.at(tensor, raised.index):
        return name
    return history.names.of(tensor, raised.index)
