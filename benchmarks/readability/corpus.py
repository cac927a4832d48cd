"""The programs whose pictures are measured, and what plain torch does with each.

``programs/<name>.py`` are training loops and models as people write them; ``expected.csv`` says of each which error plain torch raises (a
part of its message), which kind of diagnosis that calls for, and the lines of the edit, of the op that saved, and of the innermost line of
the program in the exception's traceback. Empty columns: a program that works has no kind, a silent overwrite raises nothing.
"""

from __future__ import annotations

import csv
from dataclasses import dataclass
from pathlib import Path

FOLDER = Path(__file__).parent


@dataclass(frozen=True)
class RealisticProgram:
    """A program and what plain torch does with it."""

    name: str
    code: str
    raises: str
    kind: str
    edit_line: int | None
    saved_line: int | None
    failing_line: int | None


def realistic_programs() -> list[RealisticProgram]:
    """Read all programs, in the order of their names."""
    with (FOLDER / "expected.csv").open(encoding="utf-8", newline="") as table:
        return [_program(row) for row in csv.DictReader(table)]


def _program(row: dict[str, str]) -> RealisticProgram:
    code = (FOLDER / "programs" / f"{row['program']}.py").read_text(encoding="utf-8")
    edit, saved, failing = (_line(row[column]) for column in ("edit_line", "saved_line", "failing_line"))
    return RealisticProgram(row["program"], code, row["raises"], row["kind"], edit, saved, failing)


def _line(text: str) -> int | None:
    return int(text) if text else None
