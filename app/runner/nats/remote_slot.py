"""A slot on a runner, from the web replica's side.

    first run ─▶ job to a runner by name ─▶ SlotTaken ─▶ program ─▶ answer      further runs ─▶ the same runner
                      ▲      │ full, gone                  │ silent for too long, or its answer is none
                      └──────┴──────── to another ─────────┘ after MAX_LOST such runners: RunLost

A job is an offer without the program: only a runner that has taken it is told the program, and is then to blame if it does not answer.
What is run to be compared with the first run is run in its ``twin``: a slot on another runner, where there is one.
"""

from __future__ import annotations

import asyncio
import logging
import time
from dataclasses import dataclass, replace
from typing import Protocol

from app.errors import RunLost, ServiceError
from app.runner.nats.attempt import Attempt, ConnectionCut, RunnerSilent
from app.runner.nats.chunks import AnswerInvalid
from app.runner.nats.dispatch import Dispatch
from app.runner.nats.messages import LeaveSlot, Message, RunAsked, StopRun
from app.runner.nats.roster import Roster
from app.runner.nats.silences import Silences
from app.sandbox.protocol.messages import ZygoteReady
from app.sandbox.protocol.modes import Mode
from app.sandbox.server.pool import Answer
from app.settings import Settings

MAX_LOST = 3
RUNS_MARGIN_S = 10.0

LOST = "The runners that ran this were lost. Nothing is wrong with the code: try again in a moment."

log = logging.getLogger(__name__)


class Link(Protocol):
    """What a slot needs of the connection."""

    @property
    def dispatch(self) -> Dispatch:
        """Chooses runners."""

    @property
    def roster(self) -> Roster:
        """Knows them."""

    @property
    def passes(self) -> bool:
        """Whether messages pass now: a runner that is not heard is only then to blame."""

    def attempt(self, runner: str) -> Attempt:
        """Begin an attempt at a runner."""

    async def hand(self, attempt: Attempt, run: RunAsked) -> None:
        """Hand a job to the attempt's runner, and listen to what it says; a connection that is lost is waited for elsewhere."""

    async def end(self, attempt: Attempt) -> None:
        """Listen to it no longer."""

    def answer_to(self, attempt: Attempt) -> str:
        """Subject on which it is heard."""

    async def tell(self, runner: str, message: Message) -> None:
        """Tell a runner something."""

    def took(self, seconds: float) -> None:
        """Note how long a job waited for the runner that took it."""


@dataclass(frozen=True)
class Wish:
    """What is asked of a slot."""

    patient: bool = False
    """Nobody waits for it: it gives way to those that somebody waits for."""
    stays: bool = False
    """Its film does: what it is compared with is waited for."""
    alone: bool = False
    """What it is compared with is run by the same runner."""
    shunned: frozenset[str] = frozenset()
    """Runners that are taken only where there are no others."""
    twin: str = ""
    """The runner that it is to be compared with, if that is there and another one; empty for any."""


class RemoteSlot:
    """One slot; its runs are those of one request."""

    def __init__(self, link: Link, settings: Settings, wish: Wish, beside: RemoteSlot | None = None) -> None:
        """``beside``: the slot that this one is the twin of."""
        self._link = link
        self._settings = settings
        self._silences = Silences(settings.nats_silence_s)
        self._wish = wish
        self._beside = beside
        self._attempt: Attempt | None = None
        self._numbers = 0
        self._held = asyncio.Event()
        self._began_s: float | None = None
        """Since when it is waiting for a runner."""
        self._failed: set[str] = set()
        """Runners that did not take the job, or did not answer it."""
        self._lost = 0
        """How often it was taken and not answered."""
        self._doubted: list[str] = []
        """Those of them that refused it, which may be the program's doing."""
        self._refused: ServiceError | None = None
        self._twin: RemoteSlot | None = None

    @property
    def place(self) -> str:
        """Name of the runner that holds it; empty until one does."""
        return self._attempt.runner if self._attempt else ""

    @property
    def info(self) -> ZygoteReady | None:
        """What that runner says of its jail and its versions."""
        taken = self._attempt.taken if self._attempt else None
        return ZygoteReady(taken.tier, taken.layers, taken.torch, taken.python) if taken else None

    @property
    def held(self) -> Attempt | None:
        """The attempt whose runner holds it."""
        attempt = self._attempt
        return attempt if attempt and attempt.taken and not attempt.over else None

    @property
    def twin(self) -> RemoteSlot:
        """Where programs are run whose results are compared with those of this slot."""
        if self._twin is None:
            others = len(self._link.roster.present) > 1 and not self._wish.alone
            self._twin = RemoteSlot(self._link, self._settings, self._wish, beside=self) if others else self
        return self._twin

    @property
    def waiting_since_s(self) -> float | None:
        """Since when no runner has taken it, by the monotonic clock; None if one has."""
        return self._began_s

    async def run(self, code: str, mode: Mode = "traced") -> Answer:
        """Run a program in this slot; cancelling kills the run.

        Raises ``Busy`` when no runner takes the slot in time, ``RunLost`` when several were lost with it.
        """
        number, self._numbers = self._numbers, self._numbers + 1
        run = RunAsked("", "", number, mode, self._wish.stays, code.encode())
        return await (self._further(run) if number else self._first(run))

    def refuse(self, error: ServiceError) -> None:
        """Have the run fail: its client has too many."""
        self._refused = error
        if self._attempt is not None:
            self._attempt.lose(error)

    async def close(self) -> None:
        """Give the slot back; what still runs in it is killed."""
        if self._twin is not None and self._twin is not self:
            await self._twin.close()
        await self._leave()

    async def _first(self, run: RunAsked) -> Answer:
        """Wait for the answer of the first run, and ask another runner if it does not come."""
        while True:
            attempt = await self._taken(run)
            try:
                await self._ask(attempt, run)
                answer = await self._wait(attempt, 0)
            except (AnswerInvalid, RunnerSilent, ConnectionCut, RunLost) as error:
                log.warning("a run was lost at runner %s: %s", attempt.runner, str(error) or type(error).__name__)
                self._blame(attempt.runner, error)
                await self._leave()
                self._lost += 1
                if self._lost >= MAX_LOST:
                    raise RunLost(LOST) from None
                continue
            self._link.roster.answered(attempt.runner)
            for runner in self._doubted:
                self._fault(runner)
            return answer

    async def _taken(self, run: RunAsked) -> Attempt:
        """Hand the job to one runner after the other until one takes it."""
        self._began_s = time.monotonic()
        try:
            while True:
                attempt = self._attempt = self._link.attempt(await self._lease())
                attempt.expect(0)
                if self._refused is not None:
                    attempt.lose(self._refused)
                await self._link.hand(attempt, replace(run, body=b""))
                if await self._decided(attempt):
                    self._link.took(time.monotonic() - self._began_s)
                    self._held.set()
                    return attempt
                await self._leave()
        finally:
            self._began_s = None

    async def _lease(self) -> str:
        assert self._began_s is not None
        left_s = self._began_s + self._settings.queue_wait_s - time.monotonic()
        if self._beside is None:
            return await self._link.dispatch.lease({*self._wish.shunned, *self._failed}, patient=self._wish.patient, wait_s=left_s)
        await self._beside._held.wait()
        return await self._link.dispatch.lease_beside(
            {self._beside.place, *self._failed}, self._wish.twin, wait_s=left_s if self._wish.stays else 0.0
        )

    async def _decided(self, attempt: Attempt) -> bool:
        """Wait until a runner has said whether it takes a job."""
        if not attempt.over:
            try:
                async with asyncio.timeout(self._silences.take_s):
                    await attempt.decided.wait()
            except TimeoutError:
                if self._link.passes:
                    log.warning("runner %s did not say whether it takes a job", attempt.runner)
                    self._fault(attempt.runner)
                    self._failed.add(attempt.runner)
        if self._refused is not None:
            raise self._refused
        if attempt.refused == "full":
            self._link.dispatch.full(attempt.runner)
            if self._beside is not None and not self._wish.stays:
                self._failed.add(attempt.runner)
        elif attempt.refused:
            self._link.roster.forget(attempt.runner)
        return attempt.taken is not None and not attempt.over

    async def _wait(self, attempt: Attempt, number: int) -> Answer:
        """Wait for the answer of a run, for as long as its runner shows life."""
        answer, began_s = attempt.answer(number), time.monotonic()
        try:
            while True:
                await asyncio.wait({answer}, timeout=self._silences.check_s)
                if answer.done():
                    return answer.result()
                now = time.monotonic()
                if not self._link.passes:
                    attempt.heard_s = now
                if now - attempt.heard_s > self._silences.silence_s or now - began_s > self._longest_s:
                    attempt.lose(RunnerSilent("nothing was heard of it"))
        finally:
            if not attempt.forget(number) and not attempt.over:
                await self._link.tell(attempt.runner, StopRun(attempt.key, number))

    @property
    def _longest_s(self) -> float:
        """Longest that a runner may take for one run, of which it tries a lost one again itself."""
        return 2 * (self._settings.wall_time_s + self._settings.grace_s) + RUNS_MARGIN_S

    async def _further(self, run: RunAsked) -> Answer:
        """Ask the runner that holds the slot; if that is lost meanwhile, so is this run."""
        await self._held.wait()
        attempt = self._attempt
        if attempt is None or attempt.over:
            raise RunLost(LOST)
        attempt.expect(run.number)
        await self._ask(attempt, run)
        try:
            return await self._wait(attempt, run.number)
        except (AnswerInvalid, RunnerSilent, ConnectionCut) as error:
            if not isinstance(error, ConnectionCut):
                self._fault(attempt.runner)
            raise RunLost(LOST) from None

    async def _ask(self, attempt: Attempt, run: RunAsked) -> None:
        """Tell the runner that holds the slot what to run in it."""
        asked = RunAsked(self._link.answer_to(attempt), attempt.key, run.number, run.mode_name, run.patient, run.body)
        await self._link.tell(attempt.runner, asked)

    def _blame(self, runner: str, error: Exception) -> None:
        """Note that a runner did not answer, unless this replica was cut off; what it refused may be the program's doing."""
        self._failed.add(runner)
        if isinstance(error, RunLost):
            self._doubted.append(runner)
        elif not isinstance(error, ConnectionCut):
            self._fault(runner)

    def _fault(self, runner: str) -> None:
        if self._link.roster.failed(runner):
            log.error("runner %s takes runs and does not answer them: it is given none for a while", runner)

    async def _leave(self) -> None:
        """Give up the attempt, if there is one."""
        attempt, self._attempt = self._attempt, None
        self._held.clear()
        if attempt is None:
            return
        self._link.dispatch.release(attempt.runner, beside=self._beside is not None)
        attempt.lose(RunLost(LOST))
        await self._link.end(attempt)
        if attempt.refused != "full":
            await self._link.tell(attempt.runner, LeaveSlot(attempt.key))
