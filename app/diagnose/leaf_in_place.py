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
    tensor = _edited(story, raised)
    view = raised.message.startswith(REFUSED_VIEW) and not (tensor and story.is_parameter(tensor, raised.index))
    name = _name(story, raised, tensor)
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


def _edited(story: Story, raised: RaiseEvent) -> str | None:
    """The leaf, or the view of one, among what the refused call was given; by name where the trace does not say.

    ``w[0] = 1`` is refused as an edit of a view, but what it was given is the leaf.
    """
    given = raised.inputs
    if not given and (name := dotted_owner(story, raised.line)) and (bound := story.names.bound(name, raised.index)):
        given = (bound,)
    views = [tensor for tensor in given if tensor in story.tensors and story.tensors[tensor].base is not None]
    leaves = [tensor for tensor in given if story.is_parameter(tensor, raised.index)]
    found = [*views, *leaves] if raised.message.startswith(REFUSED_VIEW) else leaves
    return found[0] if found else None


def _name(story: Story, raised: RaiseEvent, tensor: str | None) -> str | None:
    """The name that the line uses, else any other."""
    written = dotted_owner(story, raised.line)
    if tensor is None or written in story.names.at(tensor, raised.index):
        return written
    return story.names.of(tensor, raised.index)


def dotted_owner(story: Story, line: int | None) -> str | None:
    """What the statement at a line edits, as the snippet writes it."""
    edited = owner(story.source.statement(line))
    return dotted(edited) if edited is not None else None
