"""Tries fixes: runs a fixed program in a child of its own and has a reader compare it with the program before the fix, as it was meant.

    intended ─┐
    fixed ────┴─▶ works | raises | changes | unchecked
                                      └─▶ intended once more, in memory with other leftovers ─▶ the same as before: changes
                                                                                              └ another one: unchecked

Of a program in percent format both runs end with the cell that the fix is for. Where it works, all of the fixed program is run as well:
the other cells must end as before.

A program that is not seeded differs from itself, which says nothing about a fix.
"""

from __future__ import annotations

from typing import cast, get_args

from app.runner.protocol import FixResult, IntendedRun, ProposedFix, Verdict
from app.runner.slots import Slot
from app.sandbox.protocol.modes import Mode
from app.sandbox.reader.frames import JudgeFix
from app.sandbox.reader.pool import ReaderPool
from gradreel.cells import count_cells, through_cell

UNCHECKED = FixResult("unchecked")


class FixTrials:
    """The trials of one service."""

    def __init__(self, readers: ReaderPool) -> None:
        self._readers = readers

    async def run_intended(self, slot: Slot, code: str, cell: int | None = None) -> IntendedRun:
        """Run a program, or its cells up to one, as it was meant."""
        result = await _run(slot, _through(code, cell), "intended")
        before = b"" if cell is None else await _run(slot, code, "plain")
        return IntendedRun(code, result, slot.place, cell, before)

    async def judge(self, slot: Slot, intended: IntendedRun, fix: ProposedFix) -> FixResult:
        """Run a fixed program and judge it."""
        added = 0 if fix.cell is None else count_cells(fix.code) - count_cells(intended.code)
        fixed = await _run(slot, _through(fix.code, fix.cell, added), "fixed")
        if slot.place != intended.place:
            # Another kind of processor may round otherwise, which is no difference of the programs.
            intended = await self.run_intended(slot, intended.code, intended.cell)
        found = await self._judged(JudgeFix(fix.kind, fixed, intended.result, same_program=False))
        if found.verdict == "works" and fix.cell is not None:
            whole = await _run(slot, fix.code, "plain")
            return await self._judged(JudgeFix(fix.kind, whole, intended.before, same_program=False, all_cells=True))
        if found.verdict != "changes":
            return found
        again = await _run(slot, _through(intended.code, intended.cell), "intended_perturbed")
        repeated = await self._judged(JudgeFix(fix.kind, again, intended.result, same_program=True))
        return found if repeated.verdict == "works" else UNCHECKED

    async def _judged(self, request: JudgeFix) -> FixResult:
        judged = await self._readers.judge(request)
        if judged is None or judged.verdict not in get_args(Verdict):
            return UNCHECKED
        return FixResult(cast(Verdict, judged.verdict), judged.changed, judged.exception_type)


def _through(code: str, cell: int | None, added: int = 0) -> str:
    """Return a program, or its cells up to one, before which the fix has ``added`` others."""
    return code if cell is None else through_cell(code, cell + added)


async def _run(slot: Slot, code: str, mode: Mode) -> bytes:
    """The answer; empty where the run was stopped."""
    answer = await slot.run(code, mode)
    return b"" if answer.result is None or answer.failure is not None else answer.result
