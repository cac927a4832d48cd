"""What every runner does with the slots it has: queue ─▶ slot ─▶ reader ─▶ film. This process moves bytes only; it never parses an answer.

``LocalRunner`` has slots on this machine, ``NatsRunner`` on others. Queueing, control runs, reading answers, trying fixes and the canary
are the same for both.
"""

from __future__ import annotations

import asyncio
import json
import logging
import math
from abc import ABC, abstractmethod
from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager

from app.errors import Busy, RunLost, SandboxUnavailable, ServiceError
from app.runner.code import encoded
from app.runner.control import ControlRuns, SnippetControl
from app.runner.fixes import FixTrials
from app.runner.protocol import FinishedRun, FixResult, Health, IntendedRun, ProposedFix
from app.runner.queue import FairQueue
from app.runner.slots import Slot, Spare
from app.runner.threads import is_refused_thread, needs_threads
from app.sandbox.reader.frames import FinishedFilm, ReadAnswer
from app.sandbox.reader.pool import ReaderPool
from app.sandbox.server.pool import Answer
from app.sandbox.server.tasks import Tasks
from app.settings import Settings
from gradreel.film.film import Film

PROBE = """import torch
x = torch.ones(2, requires_grad=True)
(x * x).sum().backward()
assert x.grad.tolist() == [2.0, 2.0]
"""

log = logging.getLogger(__name__)


class PooledRunner(ABC):
    """``Runner`` over slots that a subclass hands out."""

    def __init__(self, settings: Settings, slots: int, readers: int) -> None:
        self._settings = settings
        light_s = settings.light_use_s if settings.limits_clients else math.inf
        self._queue = FairQueue(slots, settings.queue_runs, settings.queue_wait_s, settings.max_client_runs, light_s)
        self._controls = ControlRuns(self._spare, settings, self._queue.charge)
        self._readers = ReaderPool(settings, readers)
        self._fixes = FixTrials(self._readers)
        self._tasks = Tasks()
        self._last_run_s = 0.0
        self._canary_failed = False

    @property
    @abstractmethod
    def engine(self) -> str:
        """As in ``Runner``."""

    @abstractmethod
    async def start(self) -> None:
        """As in ``Runner``."""

    @abstractmethod
    async def aclose(self) -> None:
        """As in ``Runner``."""

    @abstractmethod
    def health(self) -> Health:
        """As in ``Runner``."""

    @abstractmethod
    def _hold(self, client: str, patient: bool) -> AbstractAsyncContextManager[Slot]:
        """Hold a slot for a client whose turn has come."""

    @abstractmethod
    def _spare(self) -> Spare:
        """What there is for control runs now."""

    @property
    @abstractmethod
    def _can_run(self) -> bool:
        """Whether a run could be made now, as far as is known without making one."""

    @asynccontextmanager
    async def _slot(self, client: str, ticket: str | None = None, patient: bool = False) -> AsyncIterator[Slot]:
        """Wait for a turn and hold a slot."""
        async with self._queue.slot(client, ticket), self._hold(client, patient) as slot:
            yield slot

    async def submit(self, code: str, client: str, ticket: str | None = None, patient: bool = False, kept: bool = False) -> FinishedRun:
        """Wait for a slot, run ``code`` in a child of its own, and have its film made; ``patient`` when nobody waits for it."""
        encoded(code, self._settings.code_bytes)
        async with self._queue.slot(client, ticket):
            film, confirmed = await self._film(code, client, patient, kept)
        self._canary_failed = False
        self._last_run_s = asyncio.get_running_loop().time()
        if film.differences:
            log.error("tracing changed a run: %s", ", ".join(film.differences))
        return _finished(film, confirmed)

    async def _film(self, code: str, client: str, patient: bool, kept: bool) -> tuple[FinishedFilm, bool]:  # noqa: ARG002 - see ``confirmed``
        """Run ``code`` for a client whose turn has come, and have its film made; say also whether it is confirmed."""
        async with self._hold(client, patient) as slot:
            return await self._film_of(slot, code, client, patient), True

    async def _film_of(self, slot: Slot, code: str, client: str, stays: bool) -> FinishedFilm:
        film, refused_thread = await self._run(slot, code, client, stays)
        if refused_thread:
            film, refused_thread = await self._run(slot, code, client, stays)
        if refused_thread and not await self._has_threads(slot, client):
            raise RunLost("This machine had no thread left for the run. Nothing is wrong with the code: try again in a moment.")
        return film

    async def _run(self, slot: Slot, code: str, client: str, stays: bool) -> tuple[FinishedFilm, bool]:
        """Run ``code`` and have its film made; say also whether it seems to have been refused a thread."""
        control = self._controls.begin(slot, code, client, self._queue.queued > 0, stays)
        try:
            answer = await slot.run(code)
            film = await self._readers.read(_request(slot, code, answer, control), control)
        finally:
            control.close()
        return film, is_refused_thread(film, answer)

    async def _has_threads(self, slot: Slot, client: str) -> bool:
        """Would a snippet get the threads that it may have?"""
        film, _ = await self._run(slot, needs_threads(self._settings.threads), client, stays=False)
        return film.status == "completed"

    async def complete(self, code: str, film: Film, client: str) -> Film:
        """Wait for a slot, and find out by further runs what the film of ``code`` says is pending."""
        async with self._slot(client) as slot:
            control = self._controls.beside(slot, code, client)
            try:
                found = await self._readers.complete(film, control, control.expect)
            finally:
                control.close()
        if control.lost:
            raise RunLost("A run that this takes could not be made. Nothing is wrong with the code: try again in a moment.")
        return _packed(found) if found else film

    async def run_intended(self, code: str, client: str, cell: int | None = None) -> IntendedRun:
        """Wait for a slot and run ``code`` as it was meant, in a child of its own."""
        encoded(code, self._settings.code_bytes)
        async with self._slot(client) as slot:
            return await self._fixes.run_intended(slot, code, cell)

    async def try_fix(self, intended: IntendedRun, fix: ProposedFix, client: str) -> FixResult:
        """Wait for a slot and run the fixed program in a child of its own."""
        encoded(fix.code, self._settings.code_bytes)
        async with self._slot(client) as slot:
            return await self._fixes.judge(slot, intended, fix)

    async def _run_canary(self) -> None:
        """Run a snippet of our own now and then when nobody else does: what cannot be run is not to be called healthy."""
        loop = asyncio.get_running_loop()
        while True:
            await asyncio.sleep(self._settings.canary_pause_s)
            if loop.time() - self._last_run_s < self._settings.canary_pause_s and not self._canary_failed:
                continue
            if not self._can_run:
                continue
            try:
                async with asyncio.timeout(self._settings.canary_timeout_s):
                    failed = (await self.submit(PROBE, client="canary")).status != "completed"
            except Busy:
                continue  # others run: if they did not, their slots would not be taken for long
            except (TimeoutError, ServiceError):
                failed = True
            if failed:
                log.error("the canary run failed: no snippet can be run")
            self._canary_failed = failed

    async def _probe(self) -> None:
        """Run a snippet of our own; raises ``SandboxUnavailable`` if that does not work."""
        run = await self.submit(PROBE, client="start")
        if run.status != "completed":
            failure = run.film.run().outcome.failure
            told = failure.message if failure else run.status
            raise SandboxUnavailable(f"The sandbox started, but a first snippet failed in it: {told}")

    async def renew(self, film: Film, snippet_id: str = "") -> Film:
        """Have a reader bring a stored film into the present form."""
        return await self._readers.renew(film, snippet_id)

    def ahead(self, ticket: str) -> int | None:
        """Say how many waiting runs come before the one with this ticket."""
        return self._queue.ahead(ticket)


def _request(slot: Slot, code: str, answer: Answer, control: SnippetControl) -> ReadAnswer:
    info, plain = slot.info, control.plain_answer
    return ReadAnswer(
        code=code,
        result=answer.result or b"",
        stdout=answer.stdout,
        failure=answer.failure.model_dump_json().encode() if answer.failure else b"",
        elapsed_ms=answer.elapsed_ms,
        torch=info.torch if info else "",
        python=info.python if info else "",
        compare=control.compares,
        plainly=False,
        plain_ended=plain is not None,
        plain_result=plain.result if plain else b"",
        plain_stdout=plain.stdout if plain else b"",
    )


def _finished(film: FinishedFilm, confirmed: bool) -> FinishedRun:
    return FinishedRun(_packed(film), film.status, film.failure_kind or None, film.fidelity, confirmed)


def _packed(film: FinishedFilm) -> Film:
    return Film(film.body, film.etag, film.reusable, json.loads(film.summary), film.kept)
