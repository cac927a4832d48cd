"""Notes how each cell of a program ended, and states that as the contract does: the cells of a Recording, or those of a control run."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import orjson

from gradreel.cells import CellText, cells_of
from gradreel.tracer.journal import JSON_OPTIONS, Journal
from gradreel.tracer.limits import TracerLimits
from gradreel.tracer.numbering import Numbering

Record = dict[str, Any]
OutcomeOf = Callable[[BaseException | None], Record]
SHARE = 1 / 16
"""Of what a film may hold: what the gradients of its cells may take."""
EXITED: Record = {"kind": "exit", "message": "", "params": {"status": 0}}


class CellNotes:
    """What became of each cell of code, in the order in which they ran."""

    def __init__(self, outcome_of: OutcomeOf) -> None:
        self._outcome_of = outcome_of
        self._ended: dict[int, Record] = {}
        self._outcomes: list[Record] = []
        self._stop: BaseException | None = None

    def note(self, cell: CellText, error: BaseException | None, echo: str | None) -> Record:
        """Note how a cell ended; return what is noted, to which more can be added."""
        outcome = self._outcome_of(error)
        failure, status = outcome["failure"], outcome["status"]
        if error is not None and not isinstance(error, Exception):
            status, failure, self._stop = "stopped", failure or EXITED, error
        self._outcomes.append(outcome)
        ended = self._ended[cell.index or 0] = {"status": status, "failure": failure, "echo": echo}
        return ended

    def outcome(self, stop: BaseException | None) -> Record:
        """Tell how the program ended, which ``stop`` stopped: as the first cell that did not complete, or by what stopped it."""
        noted = stop is None or stop is self._stop
        outcomes = self._outcomes if noted else [*self._outcomes, self._outcome_of(stop)]
        exited = any(outcome.get("exited", False) for outcome in outcomes)
        for status in ("stopped", "raised", "completed"):
            found = next((outcome for outcome in outcomes if outcome["status"] == status), None)
            if found is not None:
                return {**found, "exited": exited}
        return {"status": "completed", "failure": None}

    def of_control_run(self, code: str) -> list[Record]:
        """Return the cells of code of a control run."""
        return [self._ended.get(cell.index or 0, {"status": "skipped"}) for cell in cells_of(code) if cell.kind == "code"]

    def of_recording(self, code: str, numbering: Numbering | None) -> list[Record]:
        """Return all cells of a Recording, whose events may have other places than numbers."""
        return [{**_text(cell), **self._recorded(cell, numbering)} for cell in cells_of(code)]

    def _recorded(self, cell: CellText, numbering: Numbering | None) -> Record:
        if cell.kind == "text":
            return {"status": "completed"}
        ended = dict(self._ended.get(cell.index or 0, {"status": "skipped"}))
        if numbering is not None and (events := ended.get("events")) is not None:
            first, after = numbering.place(events[0]), numbering.place(events[1] + 1)
            ended["events"] = [first, after - 1] if first < after else None
        failure = ended.get("failure")
        if numbering is not None and failure is not None and failure.get("event") is not None:
            ended["failure"] = {**failure, "event": numbering.place(failure["event"])}
        return ended


def _text(cell: CellText) -> Record:
    return {"index": cell.index, "title": cell.title, "kind": cell.kind, "line": cell.line, "end_line": cell.end_line}


class RecordedCells:
    """The cells of a Recording: where their events are, and the gradients at their ends."""

    def __init__(self, journal: Journal, limits: TracerLimits, outcome_of: OutcomeOf, gradients: Callable[[], list[Record]]) -> None:
        self._journal = journal
        self._gradients = gradients
        self._left = int(limits.trace_bytes * SHARE)
        self._begun = 0
        self.notes = CellNotes(outcome_of)

    def end(self, cell: CellText, error: BaseException | None, echo: str | None, more: Record) -> None:
        """Note a cell that is over; what ended it has been recorded by now."""
        ended = self.notes.note(cell, error, echo)
        after = self._journal.next_index()
        ended |= more
        ended["events"] = [self._begun, after - 1] if self._begun < after else None
        ended["gradients"] = self._affordable(self._gradients())
        self._begun = after
        self._journal.count(len(orjson.dumps(ended, option=JSON_OPTIONS)))

    def _affordable(self, gradients: list[Record]) -> list[Record]:
        """None from the cell on in which all of them together take too much."""
        if self._left > 0:
            self._left -= len(orjson.dumps(gradients, option=JSON_OPTIONS))
        return gradients if self._left > 0 else []

    def fields(self, code: str, numbering: Numbering | None) -> Record:
        """Return the fields of a Recording that are about cells."""
        fingerprints = [ended.pop("fingerprint", {}) for ended in self.notes.of_control_run(code)]
        return {"cells": self.notes.of_recording(code, numbering), "cell_fingerprints": fingerprints}
