"""Runs programs in percent format under the tracer: ``python -m tests.tracer.cells_traced < PATHS``. See ``cells_seen``."""

from __future__ import annotations

import os
import types
from typing import Any

from gradreel.trace import Recording
from gradreel.tracer.record import record
from tests.tracer.cells_seen import Cell, Look, answer
from tests.tracer.oracle import LIMITS


class Looks:
    """What was seen after each cell. A program that is run again (NOTE [Unseen writes]) must do then what it did before."""

    def __init__(self, look: Look) -> None:
        self._look = look
        self._modules: list[types.ModuleType] = []
        self._seen: list[list[Cell]] = []

    def at_cell(self, module: types.ModuleType) -> dict[str, Any]:
        """Look at the program after a cell; nothing is added to the recording."""
        if self._modules[-1:] != [module]:
            self._modules.append(module)
            self._seen.append([])
        written = self._look.written() if len(self._seen) == 1 else {}
        self._seen[-1].append(self._look.names(module) | written)
        return {}

    def first(self) -> list[Cell]:
        """What was seen in the first run, with that of the second where they differ."""
        first, *others = self._seen
        for again in others:
            assert len(again) == len(first), "the second run had other cells"
            for cell, other in zip(first, again, strict=True):
                cell |= {"again": other} if other != {name: cell[name] for name in other} else {}
        return first


def run(code: str, look: Look) -> list[Cell]:
    """Record a program, and look at it after each cell."""
    looks = Looks(look)
    recording = Recording.model_validate_json(record(code, LIMITS, looks.at_cell, None, looks.at_cell))
    if recording.truncated is not None:
        raise AssertionError(f"the recording is not whole: {recording.truncated}")
    *seen, end = looks.first()
    found: list[Cell] = []
    for cell in recording.cells:
        if cell.kind == "text":
            continue
        if cell.status == "skipped":
            found.append({"status": "skipped"})
            continue
        failure = cell.failure
        told = None if failure is None or failure.kind == "exit" else [failure.exception_type or failure.kind, failure.message]
        line = None if failure is None or told is None else failure.line
        found.append({"status": cell.status, "error": told, "line": line, "echo": cell.echo, **seen[len(found)]})
    return [*found, {"status": "ended", **end}]


if __name__ == "__main__":
    os.environ["GRADREEL_TRACER_FAULTS"] = "1"
    answer(run)
