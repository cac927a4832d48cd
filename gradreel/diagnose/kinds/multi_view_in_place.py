"""Turns a refused in-place edit of one view out of a bundle into a diagnosis."""

from __future__ import annotations

from collections.abc import Iterator

from gradreel.diagnose.fixes.edits import edit_a_clone, out_of_place
from gradreel.diagnose.kinds.refused import given, refusal, written
from gradreel.diagnose.lookup.history import Story
from gradreel.trace import Diagnosis, Param, RaiseEvent

REFUSED = "This view is the output of a function that returns multiple views"


def find(story: Story) -> Iterator[Diagnosis]:
    """One diagnosis for each refusal."""
    for raised in story.raises:
        if REFUSED in raised.message:
            yield _diagnosis(story, raised)


def _diagnosis(story: Story, raised: RaiseEvent) -> Diagnosis:
    tensor = _edited(story, raised)
    maker = story.maker.get(tensor) if tensor else None
    name = (story.names.of(tensor, raised.index) if tensor else None) or written(story, raised.line)
    params: dict[str, Param] = {"made": maker is not None, "op": maker.name if maker else "", "made_line": maker.line if maker else None}
    fixes = out_of_place(story.source, raised.line), edit_a_clone(story.source, raised.line)
    return refusal(story, "multi_view_in_place", raised, tensor, name, params, *fixes)


def _edited(story: Story, raised: RaiseEvent) -> str | None:
    """The first of the call's inputs that came in a bundle."""
    inputs = given(story, raised)
    bundled = [tensor for tensor in inputs if tensor in story.maker and len(story.maker[tensor].outputs) > 1]
    return next(iter([*bundled, *inputs]), None)
