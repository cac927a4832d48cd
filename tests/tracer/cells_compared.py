"""Compares what programs in percent format do under the tracer and as plain Python, cell by cell.

``python -m tests.tracer.cells_compared [NAME …]`` counts the cells of the corpus that are equal, and tells of the others.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, Self

from tests.tracer.cells_seen import Cell

ROOT = Path(__file__).parents[2]
PROGRAMS = Path(__file__).parent / "cell_programs"
LONG_LINES, LONG_CELLS = 60, 8
"""A program is long from this many lines on, and this many markers of cells."""
RUNNER = re.compile(r'  File "(?:<frozen runpy>|[^"\n]*/tests/tracer/cells_\w+\.py)", line \d+, in .*\n(?:    .*\n)?')
"""Frames of ``cells_plain`` below the program's; those of the tracer must not be seen."""
COMPARED_CHARACTERS = 9_000
"""Of the text of an exception, which a recording cuts."""
TOLD_CHARACTERS = 400
How = Literal["plain", "traced"]


@dataclass(frozen=True)
class Difference:
    """What differs after one cell."""

    cell: int
    what: str
    expected: Any
    got: Any

    def told(self) -> str:
        """Tell of it in one line."""
        return f"expected {self.expected!r:.{TOLD_CHARACTERS}}, got {self.got!r:.{TOLD_CHARACTERS}}"


def programs() -> list[Path]:
    """All programs of the corpus."""
    return sorted(PROGRAMS.glob("*.py"))


def is_long(path: Path) -> bool:
    """Tell whether a program is as long as a notebook."""
    code = path.read_text(encoding="utf-8")
    return len(code.splitlines()) >= LONG_LINES and ("\n" + code).count("\n# %%") >= LONG_CELLS


class Runner:
    """A process that has imported torch and runs each program in a fork of itself."""

    def __init__(self, how: How) -> None:
        command = [sys.executable, "-W", "ignore", "-m", f"tests.tracer.cells_{how}"]
        self._how = how
        self._process = subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def cells(self, path: Path) -> list[Cell]:
        """Run a program, and return what was seen after each of its cells; the last of these is the end of the program."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(f"{path}\n")
        self._process.stdin.flush()
        found: list[Cell] | None = json.loads(self._process.stdout.readline())
        if found is None:
            raise RuntimeError(f"{path.name} could not be run {self._how}: see what was written to stderr")
        return found

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._process.kill()  # it has nothing to finish
        self._process.communicate()


def differences(expected: list[Cell], got: list[Cell]) -> list[Difference]:
    """Everything in which two runs differ, cell by cell."""
    found = [] if len(expected) == len(got) else [Difference(0, "number of cells", len(expected), len(got))]
    for number, (one, other) in enumerate(zip(expected, got, strict=False), start=1):
        flat, flat_other = _flat(one), _flat(other)
        found += [
            Difference(number, key, flat.get(key), flat_other.get(key))
            for key in (flat | flat_other)
            if key not in flat or key not in flat_other or flat[key] != flat_other[key]
        ]
    return found


def _flat(cell: Cell) -> dict[str, Any]:
    """A cell in parts, without what depends on how deep the frames of whoever runs it are."""
    flat = {key: value for key, value in cell.items() if key != "names"}
    for stream in ("stdout", "stderr"):
        if stream in flat:
            flat[stream] = RUNNER.sub("", flat[stream])
    if flat.get("error") and flat["error"][0] == "RecursionError":
        flat |= {"error": "RecursionError", "line": None}
    elif flat.get("error"):
        flat["error"] = [flat["error"][0], flat["error"][1][:COMPARED_CHARACTERS]]
    return {**flat, **{f"name {key}": value for key, value in cell.get("names", {}).items()}}


def counted(paths: Sequence[Path]) -> tuple[Counter[str], list[str]]:
    """Count the cells of programs that are equal, different and not repeatable; tell of each that is not equal."""
    counts, told = Counter({"equal": 0, "different": 0, "not repeatable": 0}), []
    with Runner("plain") as plain, Runner("plain") as again, Runner("traced") as traced:
        for path in paths:
            expected = plain.cells(path)
            unstable = {each.cell for each in differences(expected, again.cells(path))}
            wrong = differences(expected, traced.cells(path))
            for number, cell in enumerate(expected, start=1):
                found = [each for each in wrong if each.cell in (number, 0)]
                outcome = "not repeatable" if number in unstable else "different" if found else "equal"
                if cell["status"] == "ended" and outcome == "equal":
                    continue  # no cell, but what threads and exit functions do after the last one
                counts[outcome] += 1
                told += [f"{path.stem}: cell {number}: {outcome}: {each.what}: {each.told()}" for each in found]
                if outcome == "not repeatable" and not found:
                    told.append(f"{path.stem}: cell {number}: {outcome}")
    return counts, told


if __name__ == "__main__":
    chosen = [path for path in programs() if not sys.argv[1:] or path.stem in sys.argv[1:]]
    numbers, lines = counted(chosen)
    print(*lines, f"{len(chosen)} programs, {sum(map(is_long, chosen))} of them long: {dict(numbers)}", sep="\n")
