"""Turns an edit through one name that changed another name's values, behind the counter they share, into a warning."""

from __future__ import annotations

from collections.abc import Iterator

from app.diagnose.fix_names import alias_of, clone_alias
from app.diagnose.fixes import first_of_each_kind
from app.diagnose.memory import moved, origin, reaches, through, unseen
from app.diagnose.naming import operator
from app.diagnose.story import Made, Story
from app.locale import word
from app.trace import Diagnosis, Param

LISTED = 20


def find(story: Story) -> Iterator[Diagnosis]:
    """One diagnosis for each line and each name that it changed unseen."""
    told: set[tuple[int | None, str]] = set()
    for storage, writes in unseen(story).items():
        for made in writes:
            _, name = through(story, made)
            for victim, other in _changed(story, storage, made):
                if name and (made.op.line, other) not in told and len(told) < LISTED:
                    told.add((made.op.line, other))
                    yield _diagnosis(story, made, name, victim, other)


def _changed(story: Story, storage: str, made: Made) -> Iterator[tuple[str, str]]:
    """Tensors with a name of their own that the write changed, while their counter stood still.

    A parameter written through a name for its own ``.data`` is no news: that is how a parameter is set by hand.
    """
    family = set(origin(story, made.write.tensor))
    for tensor in story.stored(storage):
        names = story.names.at(tensor.id, made.op.index)
        if not names or tensor.id == made.write.tensor or moved(made, tensor.counter) or not reaches(made, tensor):
            continue
        parameter = story.is_parameter(tensor.id, made.op.index)
        if tensor.id not in family or (_is_named(story, made) and not parameter):
            yield tensor.id, names[0]


def _is_named(story: Story, made: Made) -> bool:
    """Whether the very tensor that was written has a name, so that the tensor it came from is another name's."""
    return made.write.via == "data" and bool(story.names.at(made.write.tensor, made.op.index))


def _diagnosis(story: Story, made: Made, name: str, victim: str, other: str) -> Diagnosis:
    params: dict[str, Param] = {
        "name": name,
        "other": other,
        "line": made.op.line,
        "code": story.source.line(made.op.line),
        "op": operator(made),
        "via": made.write.via,
    }
    return Diagnosis(
        kind="shared_storage_edit",
        severity="warning",
        raised=False,
        event=made.op.index,
        line=made.op.line,
        edit_line=made.op.line,
        tensor=victim,
        name=other,
        params=params,
        message=word("diagnosis-shared_storage_edit", params),
        fixes=tuple(first_of_each_kind(clone_alias(story.source, *alias_of(story.source, made.op.line)))),
    )
