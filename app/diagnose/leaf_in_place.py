"""Turns a refused in-place edit of a leaf that requires grad, or of a view of one, into a diagnosis."""

from __future__ import annotations

from collections.abc import Iterator

from app.diagnose.fix_edits import new_name, under_no_grad
from app.diagnose.fixes import first_of_each_kind
from app.diagnose.source import dotted, owner
from app.diagnose.story import Story
from app.locale import word
from app.trace import Diagnosis, Param, RaiseEvent

REFUSED = "a leaf Variable that requires grad is being used in an in-place operation"
REFUSED_VIEW = "a view of a leaf Variable that requires grad is being used in an in-place operation"


def find(story: Story) -> Iterator[Diagnosis]:
    """One diagnosis for each refusal."""
    for raised in story.raises:
        if raised.message.startswith((REFUSED, REFUSED_VIEW)):
            yield _diagnosis(story, raised)


def _diagnosis(story: Story, raised: RaiseEvent) -> Diagnosis:
    view = raised.message.startswith(REFUSED_VIEW)
    tensor = _edited(story, raised, view)
    name = (story.names.of(tensor, raised.index) if tensor else None) or dotted_owner(story, raised.line)
    base = story.tensors[tensor].base if tensor and view else None
    params: dict[str, Param] = {
        "line": raised.line,
        "code": story.source.line(raised.line),
        "op": raised.op,
        "named": name is not None,
        "name": name or "",
        "is_view": view,
        "base": (story.names.of(base, raised.index) if base else None) or "",
        "based": base is not None and story.names.of(base, raised.index) is not None,
    }
    return Diagnosis(
        kind="leaf_in_place",
        severity="error",
        raised=True,
        event=raised.index,
        line=raised.line,
        edit_line=raised.line,
        raise_line=raised.line,
        tensor=tensor,
        name=name,
        params=params,
        message=word("diagnosis-leaf_in_place", params),
        fixes=tuple(first_of_each_kind(under_no_grad(story.source, raised.line), new_name(story.source, raised.line))),
    )


def _edited(story: Story, raised: RaiseEvent, view: bool) -> str | None:
    """The leaf (or view of one) among what the refused call was given; by name where the trace does not say."""
    given = raised.inputs
    if not given and (name := dotted_owner(story, raised.line)) and (bound := story.names.bound(name, raised.index)):
        given = (bound,)
    for tensor in given:
        known = story.tensors.get(tensor)
        if known and (
            known.base is not None if view else story.is_leaf(tensor, raised.index) and story.requires_grad(tensor, raised.index)
        ):
            return tensor
    return None


def _is_view(story: Story, tensor: str) -> bool:
    return tensor in story.tensors and story.tensors[tensor].base is not None


def dotted_owner(story: Story, line: int | None) -> str | None:
    """What the statement at a line edits, as the snippet writes it."""
    edited = owner(story.source.statement(line))
    return dotted(edited) if edited is not None else None
