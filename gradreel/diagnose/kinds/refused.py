"""Turns an in-place edit that PyTorch refused at once into a diagnosis: what was edited, how the line calls it, the ways out."""

from __future__ import annotations

from collections.abc import Mapping

from gradreel.diagnose.fixes.fix import first_of_each_kind
from gradreel.diagnose.lookup.history import Story
from gradreel.locale import word
from gradreel.trace import Diagnosis, DiagnosisKind, Fix, Param, RaiseEvent


def refusal(
    story: Story,
    kind: DiagnosisKind,
    raised: RaiseEvent,
    tensor: str | None,
    name: str | None,
    params: Mapping[str, Param],
    *fixes: Fix | None,
) -> Diagnosis:
    """Word the refusal: it is an error that raised in the line that edits, and that is the frame to look at."""
    told: dict[str, Param] = {
        "line": raised.line,
        "code": story.source.line(raised.line),
        "named": name is not None,
        "name": name or "",
        **params,
    }
    return Diagnosis(
        kind=kind,
        severity="error",
        raised=True,
        event=raised.index,
        line=raised.line,
        edit_line=raised.line,
        raise_line=raised.line,
        tensor=tensor,
        name=name,
        params=told,
        message=word(f"diagnosis-{kind}", told),
        fixes=tuple(first_of_each_kind(*fixes)),
    )


def given(story: Story, raised: RaiseEvent) -> tuple[str, ...]:
    """The tensors that the refused call was given; by name where the trace does not say."""
    name = written(story, raised.line)
    bound = story.names.bound(name, raised.index) if name else None
    return raised.inputs or ((bound,) if bound else ())


def written(story: Story, line: int | None) -> str | None:
    """What the statement at a line edits, as the snippet writes it."""
    return story.source.called(story.source.edited(story.source.statement(line)))
