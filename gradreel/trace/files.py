"""Names the files of a trace for sentences: ``train.py``, and ``a/utils.py`` where there is a ``b/utils.py`` as well."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from gradreel.trace.base import Param
from gradreel.trace.events import CallEvent, LineEvent, ReturnEvent
from gradreel.trace.run import Recording, SourceFile

MAX_NAME_CHARACTERS = 60


def named(files: Sequence[SourceFile]) -> tuple[SourceFile, ...]:
    """Give each file its name; a file that is alone needs none."""
    if len(files) < 2:
        return tuple(files)
    names = _names([file.path for file in files])
    return tuple(file.model_copy(update={"name": name}) for file, name in zip(files, names, strict=True))


def touched(recording: Recording) -> Recording:
    """Leave out files that no record points into, such as those of code that only called the recorded block; file 0 stays."""
    records = ("events", "tensors", "nodes", "saved", "not_shown")
    used = {0, *(record.file for name in records for record in getattr(recording, name))}
    failure = recording.outcome.failure
    if failure:
        used.add(failure.file)
    kept = [file for file in range(len(recording.files)) if file in used]
    if len(kept) == len(recording.files):
        return recording
    numbers = {file: number for number, file in enumerate(kept)}

    def renumbered(record: Any) -> Any:
        number = numbers.get(record.file, 0)
        return record if number == record.file else record.model_copy(update={"file": number})

    parts = {name: tuple(map(renumbered, getattr(recording, name))) for name in records}
    outcome = recording.outcome.model_copy(update={"failure": renumbered(failure)}) if failure else recording.outcome
    loops = recording.loops and tuple(renumbered(loop) for loop in recording.loops if loop.file in numbers)
    files = tuple(recording.files[file] for file in kept)
    return recording.model_copy(update={**parts, "loops": loops, "outcome": outcome, "files": files})


def without_texts_of_others(recording: Recording) -> Recording:
    """Leave out the texts of files in which the film shows no event, such as a module of settings that was only imported; file 0 keeps its.

    Lines that were executed, and calls in which nothing else happened, are no events that a film shows.
    """
    shown = _shown(recording)
    if shown.issuperset(range(len(recording.files))):
        return recording
    files = (file if number in shown else file.model_copy(update={"text": ""}) for number, file in enumerate(recording.files))
    return recording.model_copy(update={"files": tuple(files)})


def _shown(recording: Recording) -> set[int]:
    parents = {event.call: event.parent for event in recording.events if isinstance(event, CallEvent)}
    events = [event for event in recording.events if not isinstance(event, LineEvent | CallEvent | ReturnEvent)]
    around: set[str | None] = {None}
    for event in events:
        call = getattr(event, "call", None)
        while call not in around:
            around.add(call)
            call = parents.get(call) if call else None
    calls = (event for event in recording.events if isinstance(event, CallEvent) and event.call in around)
    failure = recording.outcome.failure
    records = (events, calls, recording.tensors, recording.nodes, recording.saved, recording.not_shown, (failure,) if failure else ())
    return {0, *(record.file for each in records for record in each)}


def place(files: Sequence[SourceFile], line: int | None, file: int, part: str = "") -> dict[str, Param]:
    """The parameters that word a line, with its file where there are several: ``edit_line`` and ``edit_file`` for the part ``edit_``."""
    known = files[file] if len(files) > 1 and file < len(files) else None
    return {f"{part}line": line, **({f"{part}file": known.name or known.path} if known and line is not None else {})}


def _names(paths: list[str]) -> list[str]:
    """The shortest end of each path, in whole parts, that no other one has."""
    ends = [list(_ends(path)) for path in paths]
    shared = Counter(end for each in ends for end in dict.fromkeys(each))
    return [_kept(next((end for end in each if shared[end] == 1), path)) for each, path in zip(ends, paths, strict=True)]


def _ends(path: str) -> Iterator[str]:
    parts = [part for part in re.split(r"[/\\\\]", path) if part]
    for start in range(len(parts) - 1, -1, -1):
        yield "/".join(parts[start:])


def _kept(name: str) -> str:
    return name if len(name) <= MAX_NAME_CHARACTERS else f"…{name[1 - MAX_NAME_CHARACTERS :]}"
