"""Turns a refused in-place edit of one view out of a bundle into a diagnosis."""

from __future__ import annotations

from collections.abc import Iterator

from app.diagnose.fix_edits import edit_a_clone, out_of_place
from app.diagnose.fixes import first_of_each_kind
from app.diagnose.leaf_in_place import dotted_owner
from app.diagnose.story import Story
from app.locale import word
from app.trace import Diagnosis, Param, RaiseEvent

REFUSED = "This view is the output of a function that returns multiple views"


def find(story: Story) -> Iterator[Diagnosis]:
    """One diagnosis for each refusal."""
    for raised in story.raises:
        if REFUSED in raised.message:
            yield _diagnosis(story, raised)


def _diagnosis(story: Story, raised: RaiseEvent) -> Diagnosis:
    tensor = _edited(story, raised)
    maker = story.maker.get(tensor) if tensor else None
    name = (story.names.of(tensor, raised.index) if tensor else None) or dotted_owner(story, raised.line)
    params: dict[str, Param] = {
        "named": name is not None,
        "name": name or "",
        "line": raised.line,
        "code": story.source.line(raised.line),
        "made": maker is not None,
        "op": maker.name if maker else "",
        "made_line": maker.line if maker else None,
    }
    return Diagnosis(
        kind="multi_view_in_place",
        severity="error",
        raised=True,
        event=raised.index,
        line=raised.line,
        edit_line=raised.line,
        raise_line=raised.line,
        tensor=tensor,
        name=name,
        params=params,
        message=word("diagnosis-multi_view_in_place", params),
        fixes=tuple(first_of_each_kind(out_of_place(story.source, raised.line), edit_a_clone(story.source, raised.line))),
    )


def _edited(story: Story, raised: RaiseEvent) -> str | None:
    """The first of the call's inputs that came in a bundle; by name where the trace does not say."""
    name = dotted_owner(story, raised.line)
    given = raised.inputs or tuple(filter(None, [story.names.bound(name, raised.index) if name else None]))
    bundled = [tensor for tensor in given if tensor in story.maker and len(story.maker[tensor].outputs) > 1]
    return next(iter([*bundled, *given]), None)
