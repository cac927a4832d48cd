"""Names the files of a trace for sentences: ``train.py``, and ``a/utils.py`` where there is a ``b/utils.py`` as well."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence

from gradreel.trace.base import Param
from gradreel.trace.run import SourceFile

MAX_NAME_CHARACTERS = 60


def named(files: Sequence[SourceFile]) -> tuple[SourceFile, ...]:
    """Give each file its name; a file that is alone needs none."""
    if len(files) < 2:
        return tuple(files)
    names = _names([file.path for file in files])
    return tuple(file.model_copy(update={"name": name}) for file, name in zip(files, names, strict=True))


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
