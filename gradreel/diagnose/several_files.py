"""Diagnoses a program of several files as one text, its files below each other, and then says every line with its own file.

    files ─▶ Joined: one text, one numbering of lines ─▶ kinds and fixes ─▶ by_file(): lines, sentences and edits of each file

So that no kind and no fix has to ask in which file a line is: a tensor that ``model.py`` saves and ``train.py`` edits is one cause. A file
that is too long for this is quoted, but not read as Python; a fix that would edit several files is left out.
"""

from __future__ import annotations

import ast
import re
import warnings
from bisect import bisect_right
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate
from typing import Any

from gradreel.locale import word
from gradreel.trace import Diagnosis, Edit, Fix, Param, Recording, SourceFile
from gradreel.trace.files import named, place

MAX_READ_CHARACTERS = 512 * 1024
"""Of all files that are read as Python together: to parse them takes about a second per megabyte, for every fix again."""
PARTS = ("", "saved_", "edit_", "raise_", "cut_", "birth_", "noticed_")
LINE_NAME = re.compile(r"(?<![^_])line$")


@dataclass(frozen=True)
class Joined:
    """A recording of several files as a recording of one."""

    files: tuple[SourceFile, ...]
    texts: tuple[str, ...]
    recording: Recording
    code: str
    unread: tuple[tuple[int, int], ...]
    """First and last line of what is not read as Python."""

    @cached_property
    def _lines_before(self) -> list[int]:
        return list(accumulate((_line_count(text) for text in self.texts), initial=0))[:-1]

    @cached_property
    def _characters_before(self) -> list[int]:
        return list(accumulate((len(_block(text)) for text in self.texts), initial=0))[:-1]

    def in_file(self, line: int | None) -> tuple[int | None, int]:
        """The line in its own file, and the file."""
        if line is None:
            return None, 0
        file = bisect_right(self._lines_before, line - 1) - 1
        return line - self._lines_before[file], file

    def by_file(self, diagnosis: Diagnosis) -> Diagnosis:
        """Say a diagnosis, without its fixes, by the files of its lines."""
        fields: dict[str, Any] = {}
        for part in PARTS:
            fields[f"{part}line"], fields[f"{part}file"] = self.in_file(getattr(diagnosis, f"{part}line"))
        params = self._params(diagnosis.params)
        return diagnosis.model_copy(update={**fields, "params": params, "message": word(f"diagnosis-{diagnosis.kind}", params)})

    def fix_by_file(self, fix: Fix) -> Fix | None:
        """Say a fix by the file that it edits; None where it would edit several."""
        params = self._params(fix.params)
        told = {"params": params, "message": word(f"fix-{fix.kind}", params)}
        if not fix.edits:
            return fix.model_copy(update=told)
        touched = {bisect_right(self._characters_before, edit.start) - 1 for edit in fix.edits}
        if len(touched) > 1:
            return None
        file = touched.pop()
        edits = tuple(self._edit(edit, file) for edit in fix.edits)
        return fix.model_copy(update={**told, "edits": edits, "code": _edited(self.texts[0], edits) if file == 0 else None})

    def _edit(self, edit: Edit, file: int) -> Edit:
        before = self._characters_before[file]
        return Edit(file=file, start=edit.start - before, end=edit.end - before, text=edit.text)

    def _params(self, params: Mapping[str, Param]) -> dict[str, Param]:
        told: dict[str, Param] = {}
        for name, value in params.items():
            if LINE_NAME.search(name) and isinstance(value, int):
                told |= place(self.files, *self.in_file(value), LINE_NAME.sub("", name))
            else:
                told[name] = value
        return told


def joined(code: str, recording: Recording) -> Joined:
    """Put the files of a recording below each other; ``code`` is the text of file 0."""
    texts = (code, *(file.text or "" for file in recording.files[1:]))
    before = list(accumulate((_line_count(text) for text in texts), initial=0))
    unread = tuple((before[file] + 1, before[file + 1]) for file in sorted(_unread(texts, recording)))
    return Joined(named(recording.files), texts, _renumbered(recording, before), "".join(map(_block, texts)), unread)


def _block(text: str) -> str:
    """A line of its own below each file: what is inserted at its end belongs to it."""
    return text + "\n\n"


def _line_count(text: str) -> int:
    return _block(text).replace("\r\n", "\n").replace("\r", "\n").count("\n")


def _renumbered(recording: Recording, before: list[int]) -> Recording:
    def moved(records: tuple[Any, ...]) -> tuple[Any, ...]:
        return tuple(_moved(record, before) if record.file else record for record in records)

    failure = recording.outcome.failure
    outcome = recording.outcome.model_copy(update={"failure": _moved(failure, before)}) if failure and failure.file else recording.outcome
    parts = {name: moved(getattr(recording, name)) for name in ("events", "tensors", "nodes", "saved", "not_shown")}
    return recording.model_copy(update={**parts, "outcome": outcome, "files": (SourceFile(path=""),)})


def _moved(record: Any, before: list[int]) -> Any:
    return record.model_copy(update={"file": 0, "line": None if record.line is None else record.line + before[record.file]})


def _unread(texts: tuple[str, ...], recording: Recording) -> set[int]:
    """Files that are no Python, and those for which there is no room: what the fewest events happened in."""
    happened = Counter(event.file for event in recording.events)
    unread: set[int] = set()
    left = MAX_READ_CHARACTERS
    for file in sorted(range(len(texts)), key=lambda file: (-happened[file], file)):
        left -= len(texts[file])
        if left < 0 or not _is_python(texts[file]):
            unread.add(file)
    return unread


def _is_python(text: str) -> bool:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            ast.parse(text.removeprefix("\ufeff"))
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return False
    return True


def _edited(text: str, edits: tuple[Edit, ...]) -> str:
    for edit in reversed(edits):
        text = text[: edit.start] + edit.text + text[edit.end :]
    return text
