"""Runs a program under plain PyTorch and returns how it ends: the outcome and the fingerprint, nothing recorded."""

from __future__ import annotations

import types
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from typing import Any

import orjson

from gradreel.cells import CellText
from gradreel.tracer.cell_records import CellNotes
from gradreel.tracer.control.fingerprint import GradientDigests, fingerprint
from gradreel.tracer.journal import JSON_OPTIONS, Journal
from gradreel.tracer.limits import TracerLimits
from gradreel.tracer.program.cells import code_cells, run_cells
from gradreel.tracer.program.outcome import outcome_of
from gradreel.tracer.program.raises import Raises
from gradreel.tracer.program.run import run_program
from gradreel.tracer.program.source import main_module, snippet_files
from gradreel.tracer.record import AtEnd
from gradreel.tracer.safety.headroom import take_headroom


def run_plain(
    code: str,
    limits: TracerLimits,
    hand_in: Callable[[bytes], None] | None = None,
    around: AbstractContextManager[object] | None = None,
    at_end: AtEnd | None = None,
    at_cell: AtEnd | None = None,
) -> bytes:
    """Run the program untraced, inside ``around``, and return a ControlRun as a line of JSON.

    ``at_end`` may add fields from the program's module, ``at_cell`` further ones to each cell. ``hand_in`` gets it earlier: see NOTE
    [Hand in].
    """

    def told(error: BaseException | None) -> dict[str, Any]:
        return _without_event(outcome_of(error, Raises(Journal(limits)), limits.soft_time_s, snippet_files()))

    with main_module(code) as module:
        ended = _run(code, module, limits, around or nullcontext(), told, at_cell)
        if hand_in is not None:
            take_headroom()
        found = {**ended, "fingerprint": fingerprint(module), **(at_end(module) if at_end else {})}
        text = orjson.dumps(found, option=JSON_OPTIONS | orjson.OPT_APPEND_NEWLINE)
        if hand_in is not None:
            hand_in(text)
        return text


def _run(
    code: str,
    module: types.ModuleType,
    limits: TracerLimits,
    around: AbstractContextManager[object],
    told: Callable[[BaseException | None], dict[str, Any]],
    at_cell: AtEnd | None,
) -> dict[str, Any]:
    """Run the program, cell by cell where it has cells, and tell how it ended."""
    cells = code_cells(code)
    if not cells:
        return {"outcome": told(run_program(code, module, limits.soft_time_s, around))}
    notes, digests = CellNotes(told), GradientDigests()

    def ended(cell: CellText, error: BaseException | None, echo: str | None) -> None:
        notes.note(cell, error, echo).update({**digests.look(module), **(at_cell(module) if at_cell else {})})

    stop = run_cells(cells, module, limits.soft_time_s, around, ended)
    return {"outcome": notes.outcome(stop), "cells": notes.of_control_run(code)}


def fingerprint_at_end(take_memory: bool) -> AtEnd:
    """Return what adds the fingerprint to a Recording; ``take_memory``: with the memory that was kept back (NOTE [Headroom])."""

    def look(module: types.ModuleType) -> dict[str, Any]:
        if take_memory:
            take_headroom()
        return {"fingerprint": fingerprint(module)}

    return look


def _without_event(outcome: dict[str, Any]) -> dict[str, Any]:
    """A control run records no events: there is none to point at."""
    return outcome if outcome["failure"] is None else {**outcome, "failure": {**outcome["failure"], "event": None}}
