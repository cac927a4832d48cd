"""States the cells of a run: where they are, the code says; how they ended, the child's answer, with the server's words for a stop."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from gradreel.cells import cells_of
from gradreel.trace import Cell, Failure

Word = Callable[[Failure], Failure]


def stated_cells(code: str, told: tuple[Cell, ...], stop: Failure | None, word: Word) -> tuple[Cell, ...]:
    """Return the cells of ``code``, each with what was ``told`` of it.

    ``stop`` is what the server knows of why the program was stopped; ``word`` words a failure that the child reports. Of a child that
    told nothing, or of other cells, it is not known how far it came: nothing is said to have been run.
    """
    texts = cells_of(code)
    if [cell.kind for cell in told] != [text.kind for text in texts]:
        told = tuple(Cell(index=None, kind=text.kind, line=1, end_line=1, status=_unknown(text.kind)) for text in texts)
    found = []
    for cell, text in zip(told, texts, strict=True):
        place: dict[str, Any] = {"index": text.index, "title": text.title, "line": text.line, "end_line": text.end_line, "file": 0}
        if cell.failure is not None:
            place["failure"] = _stopped(cell.failure, stop) if stop and cell.status == "stopped" else word(cell.failure)
        found.append(cell.model_copy(update=place))
    return tuple(found)


def _unknown(kind: str) -> str:
    return "completed" if kind == "text" else "skipped"


def _stopped(seen: Failure, stop: Failure) -> Failure:
    return stop.model_copy(update={"line": seen.line, "event": seen.event})
