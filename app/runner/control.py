"""Compares a traced run with the same snippet under plain PyTorch: ``equal``, ``different`` or ``unchecked``.

    traced  ───────────────▶ recording, stdout ─┐
    plain   ───────────▶ twin, stdout ──────────┴─▶ same? ─▶ equal
                                                     └ no ─▶ plain once more ─▶ the two plain runs differ too: unchecked
                                                                              └ they agree: different

A snippet that prints the time differs from itself, which says nothing about the tracer. The second plain run gets memory with other
leftovers: tensors that differ in it hold what nobody wrote, and only the others are compared. The comparison is left out when
others wait for a child or the pool is still filling up after other runs, and given up when it takes longer than ``twin_wait_s``.
A patient run, which nobody waits for, is compared all the same, and for as long as a run may take: its film stays.
"""

from __future__ import annotations

import asyncio
import logging
import re
from dataclasses import dataclass, replace
from typing import Literal

from app.sandbox.protocol.modes import Mode
from app.sandbox.report.answer import ResultInvalid, validate_twin
from app.sandbox.server.pool import Answer, Pool
from app.settings import Settings
from gradreel.errors import GradreelError
from gradreel.trace import Outcome, Recording

Fidelity = Literal["equal", "different", "unchecked"]
# As `repr` prints one, and as `id` and `data_ptr` do: where Linux on 64 bits keeps mappings and the heap.
ADDRESS = re.compile(r"\b(0x[0-9a-f]{6,16}|1[34][0-9]{13}|9[34][0-9]{12})\b")
SPARE_CHILDREN = 2

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Ending:
    """What two runs of one snippet must agree on."""

    status: str
    exception_type: str | None
    message: str | None
    line: int | None
    stdout: str
    residue: tuple[tuple[str, str], ...]


class Twins:
    """Runs comparisons beside the runs that people wait for."""

    def __init__(self, pool: Pool, settings: Settings) -> None:
        self._pool = pool
        self._settings = settings
        self._running = 0

    def begin(self, code: str, busy: bool, patient: bool) -> asyncio.Task[Ending | None] | None:
        """Start the plain run of ``code``, unless there is other work for its child."""
        needed = busy or self._pool.waiting < max(SPARE_CHILDREN, self._pool.size - 1)
        if self._running >= self._settings.twin_runs or (needed and not patient):
            return None
        return asyncio.ensure_future(self._plain(code))

    async def fidelity(
        self, twin: asyncio.Task[Ending | None] | None, code: str, recording: Recording, answer: Answer, patient: bool
    ) -> Fidelity:
        """Wait for the plain run, for a moment, and compare."""
        if twin is None or recording.outcome.status == "stopped" or answer.failure is not None:
            return "unchecked"
        traced = ending(recording.outcome, recording.residue, answer.stdout)
        try:
            async with asyncio.timeout(self._settings.wall_time_s if patient else self._settings.twin_wait_s):
                plain = await twin
                if plain is None:
                    return "unchecked"
                if plain == traced:
                    return "equal"
                again = await self._plain(code, "perturbed")
        except TimeoutError:
            return "unchecked"
        fidelity = judge(traced, plain, again) if again else "unchecked"
        if fidelity == "different":
            log.error("tracing changed a run: %s", _differences(plain, traced))
        return fidelity

    async def _plain(self, code: str, mode: Mode = "plain") -> Ending | None:
        self._running += 1
        try:
            answer = await self._pool.run(code, mode)
            if answer.result is None or answer.failure is not None:
                return None
            twin = validate_twin(answer.result)
        except (GradreelError, ResultInvalid):
            return None
        finally:
            self._running -= 1
        return None if twin.outcome.status == "stopped" else ending(twin.outcome, twin.residue, answer.stdout)


def ending(outcome: Outcome, residue: dict[str, str], stdout: bytes) -> Ending:
    """Reduce a run to what must agree, with addresses of this process blanked out."""
    failure = outcome.failure
    return Ending(
        outcome.status,
        failure.exception_type if failure else None,
        ADDRESS.sub("address", failure.message) if failure else None,
        failure.line if failure else None,
        ADDRESS.sub("address", stdout.decode(errors="replace")),
        tuple(sorted(residue.items())),
    )


def judge(traced: Ending, plain: Ending, again: Ending) -> Fidelity:
    """Compare what a run defines: ``again`` is a plain run in memory with other leftovers."""
    unwritten = {name for name, _ in {*plain.residue} ^ {*again.residue}}
    written = [replace(each, residue=tuple(item for item in each.residue if item[0] not in unwritten)) for each in (traced, plain, again)]
    if written[1] != written[2]:
        return "unchecked"
    return "equal" if written[0] == written[1] else "different"


def _differences(plain: Ending, traced: Ending) -> str:
    """Name the fields that differ; never their values, which are the snippet's."""
    return ", ".join(name for name in vars(plain) if getattr(plain, name) != getattr(traced, name))
