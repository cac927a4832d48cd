"""Runs snippets on this machine: queue ─▶ child ─▶ reader ─▶ film. This process moves bytes only; it never parses an answer."""

from __future__ import annotations

import asyncio
import json
import logging
import math
import os
from contextlib import suppress
from pathlib import Path

from app.errors import Busy, RunLost, SandboxUnavailable, ServiceError
from app.runner.code import encoded
from app.runner.control import ControlRuns, SnippetControl
from app.runner.fixes import FixTrials
from app.runner.protocol import FinishedRun, FixResult, Health, IntendedRun, ProposedFix
from app.runner.queue import FairQueue
from app.runner.threads import is_refused_thread, needs_threads
from app.sandbox.reader.frames import FinishedFilm, ReadAnswer
from app.sandbox.reader.pool import ReaderPool
from app.sandbox.server.pool import Answer, Pool
from app.sandbox.server.tasks import Tasks
from app.settings import Settings
from gradreel.film.film import Film

PROBE = """import torch
x = torch.ones(2, requires_grad=True)
(x * x).sum().backward()
assert x.grad.tolist() == [2.0, 2.0]
"""

MEMORY_SHARE = 0.75
"""Of the machine's memory, what runs may take together."""

log = logging.getLogger(__name__)


class LocalRunner:
    """``Runner`` over a pool of jailed children."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        slots = settings.concurrent_runs or slots_for(os.cpu_count() or 1, memory_bytes(), settings.memory_bytes)
        light_s = settings.light_use_s if settings.limits_clients else math.inf
        self._queue = FairQueue(slots, settings.queue_runs, settings.queue_wait_s, settings.max_client_runs, light_s)
        self.pool = Pool(settings, runs_are_queued=lambda: self._queue.queued > 0)
        self._controls = ControlRuns(self.pool, settings)
        self._readers = ReaderPool(settings, slots + 1)
        self._fixes = FixTrials(self.pool, self._readers)
        self._ready = False
        self._tasks = Tasks()
        self._last_run_s = 0.0
        self._canary_failed = False

    async def start(self) -> None:
        """Launch the sandbox and run a snippet in it; raises ``SandboxUnavailable`` if that does not work."""
        try:
            # Of two errors the zygote's is told: it says what the machine lacks.
            for error in await asyncio.gather(self.pool.start(), self._readers.start(), return_exceptions=True):
                if error is not None:
                    raise error
            run = await self.submit(PROBE, client="start")
            if run.status != "completed":
                failure = run.film.run().outcome.failure
                told = failure.message if failure else run.status
                raise SandboxUnavailable(f"The sandbox started, but a first snippet failed in it: {told}")
        except BaseException:
            await self._close()
            raise
        self._ready = True
        self._tasks.start(self._run_canary())

    async def aclose(self) -> None:
        """Kill all runs and children."""
        self._ready = False
        await self._close()

    async def _close(self) -> None:
        await self._tasks.cancel()
        await self.pool.aclose()
        await self._readers.aclose()

    async def submit(self, code: str, client: str, ticket: str | None = None, patient: bool = False) -> FinishedRun:
        """Wait for a slot, run ``code`` in a child of its own, and have its film made; ``patient`` when nobody waits for it."""
        encoded(code, self._settings.code_bytes)
        async with self._queue.slot(client, ticket):
            film, refused_thread = await self._run(code, patient)
            if refused_thread:
                film, refused_thread = await self._run(code, patient)
            if refused_thread and not await self._has_threads():
                raise RunLost("This machine had no thread left for the run. Nothing is wrong with the code: try again in a moment.")
        self._canary_failed = False
        self._last_run_s = asyncio.get_running_loop().time()
        if film.differences:
            log.error("tracing changed a run: %s", ", ".join(film.differences))
        return _finished(film)

    async def _run(self, code: str, patient: bool) -> tuple[FinishedFilm, bool]:
        """Run ``code`` and have its film made; say also whether it seems to have been refused a thread."""
        control = self._controls.begin(code, self._queue.queued > 0, patient)
        try:
            answer = await self.pool.run(code)
            film = await self._readers.read(self._request(code, answer, control), control)
        finally:
            control.close()
        return film, is_refused_thread(film, answer)

    async def _has_threads(self) -> bool:
        """Would a snippet get the threads that it may have?"""
        film, _ = await self._run(needs_threads(self._settings.threads), patient=False)
        return film.status == "completed"

    async def run_intended(self, code: str, client: str) -> IntendedRun:
        """Wait for a slot and run ``code`` as it was meant, in a child of its own."""
        encoded(code, self._settings.code_bytes)
        async with self._queue.slot(client):
            return await self._fixes.run_intended(code)

    async def try_fix(self, intended: IntendedRun, fix: ProposedFix, client: str) -> FixResult:
        """Wait for a slot and run the fixed program in a child of its own."""
        encoded(fix.code, self._settings.code_bytes)
        async with self._queue.slot(client):
            return await self._fixes.judge(intended, fix)

    async def _run_canary(self) -> None:
        """Run a snippet of our own now and then when nobody else does: what cannot be run is not to be called healthy."""
        loop = asyncio.get_running_loop()
        while True:
            await asyncio.sleep(self._settings.canary_pause_s)
            if loop.time() - self._last_run_s < self._settings.canary_pause_s and not self._canary_failed:
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

    def _request(self, code: str, answer: Answer, control: SnippetControl) -> ReadAnswer:
        info, plain = self.pool.info, control.plain_answer
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

    async def renew(self, film: Film, snippet_id: str = "") -> Film:
        """Have a reader bring a stored film into the present form."""
        return await self._readers.renew(film, snippet_id)

    def ahead(self, ticket: str) -> int | None:
        """Say how many waiting runs come before the one with this ticket."""
        return self._queue.ahead(ticket)

    def health(self) -> Health:
        """Say how things are."""
        info = self.pool.info
        return Health(
            tier=info.tier if info else "?",
            layers=info.layers if info else (),
            children_waiting=self.pool.waiting,
            running=self.pool.running,
            queued=self._queue.queued,
            readers_waiting=self._readers.ready,
            readers_replaced=self._readers.replaced,
            film_parts_left_out=dict(self._readers.left_out),
            ready=self._ready
            and not self._canary_failed
            and (self.pool.waiting + self.pool.running > 0 or self.pool.zygote_pid is not None),
        )


def slots_for(cores: int, machine_bytes: int, run_bytes: int) -> int:
    """How many snippets may run at once: one per core, as far as the machine has memory if each takes all that it may."""
    return max(1, min(cores, int(machine_bytes * MEMORY_SHARE) // run_bytes))


def memory_bytes() -> int:
    """Memory of this machine, or of the container if that may have less."""
    found = [os.sysconf("SC_PAGESIZE") * os.sysconf("SC_PHYS_PAGES")]
    for name in ("/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes"):
        with suppress(OSError, ValueError):
            found.append(int(Path(name).read_text()))
    return min(found)


def _finished(film: FinishedFilm) -> FinishedRun:
    packed = Film(film.body, film.etag, film.reusable, json.loads(film.summary), film.kept)
    return FinishedRun(packed, film.status, film.failure_kind or None, film.fidelity)
