"""Turns snippets into runs on this machine: queue ─▶ sandbox ─▶ validate ─▶ diagnose ─▶ Run."""

from __future__ import annotations

import asyncio
import logging
import os
import re
from collections.abc import Callable
from typing import ParamSpec, TypeVar

from app.errors import SandboxUnavailable
from app.runner.code import encoded
from app.runner.control import Fidelity, Twins
from app.runner.expected import with_expected
from app.runner.protocol import Health
from app.runner.queue import FairQueue
from app.sandbox.report.answer import ResultInvalid, validate
from app.sandbox.report.hints import explain
from app.sandbox.report.verdict import stopped
from app.sandbox.server.pool import Answer, Pool
from app.settings import Settings
from gradreel.diagnose import diagnose
from gradreel.ids import snippet_id
from gradreel.trace import Diagnosis, Engine, Failure, Outcome, Recording, Run
from gradreel.version import VERSION

PROBE = """import torch
x = torch.ones(2, requires_grad=True)
(x * x).sum().backward()
assert x.grad.tolist() == [2.0, 2.0]
"""

LARGE_BYTES = 256 * 1024
"""Reading and diagnosing this much takes about 30 ms."""

P = ParamSpec("P")
T = TypeVar("T")

log = logging.getLogger(__name__)


class LocalRunner:
    """``Runner`` over a pool of jailed children."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._queue = FairQueue(
            settings.concurrent_runs or os.cpu_count() or 1, settings.queue_runs, settings.queue_wait_s, settings.max_client_runs
        )
        self.pool = Pool(settings, runs_are_queued=lambda: self._queue.queued > 0)
        self._twins = Twins(self.pool, settings)
        self._ready = False

    async def start(self) -> None:
        """Launch the sandbox and run a snippet in it; raises ``SandboxUnavailable`` if that does not work."""
        try:
            await self.pool.start()
            stopped("internal", self._settings)  # the first sentence reads the catalogue: 40 ms that no visitor is to wait for
            run = await self.submit(PROBE, client="start")
        except BaseException:
            await self.pool.aclose()
            raise
        if run.outcome.status != "completed":
            await self.pool.aclose()
            raise SandboxUnavailable(f"The sandbox started, but a first snippet failed in it: {run.outcome.failure}")
        self._ready = True

    async def aclose(self) -> None:
        """Kill all runs and children."""
        self._ready = False
        await self.pool.aclose()

    async def submit(self, code: str, client: str, ticket: str | None = None, patient: bool = False) -> Run:
        """Wait for a slot, run ``code`` in a child of its own, and say what happened; ``patient`` when nobody waits for it."""
        encoded(code, self._settings.code_bytes)
        async with self._queue.slot(client, ticket):
            twin = self._twins.begin(code, self._queue.queued > 0, patient)
            try:
                answer = await self.pool.run(code)
                recording, failure = await _aside(answer, self._read, answer)
                if failure is None:
                    recording = await with_expected(code, recording, self.pool)
                fidelity = await self._twins.fidelity(twin, code, recording, answer, patient)
            finally:
                if twin is not None:
                    twin.cancel()
        return await _aside(answer, self._assemble, code, answer, recording, failure, fidelity)

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
            ready=self._ready and (self.pool.waiting + self.pool.running > 0 or self.pool.zygote_pid is not None),
        )

    def _assemble(self, code: str, answer: Answer, recording: Recording, failure: Failure | None, fidelity: Fidelity) -> Run:
        outcome = _stopped_at(failure, recording) if failure else self._reworded(recording.outcome, code)
        recording = recording.model_copy(update={"outcome": outcome})
        return Run(
            id=snippet_id(code),
            code=code,
            engine=self._engine(),
            stdout=answer.stdout.decode(errors="replace"),
            elapsed_ms=answer.elapsed_ms,
            diagnoses=_diagnosed(code, recording),
            fidelity=fidelity,
            **{name: getattr(recording, name) for name in Recording.model_fields if name in Run.model_fields},
        )

    def _read(self, answer: Answer) -> tuple[Recording, Failure | None]:
        if answer.result is not None:
            try:
                return validate(answer.result), answer.failure
            except ResultInvalid as error:
                # What follows the first word may quote the answer.
                log.warning("result refused for its %s; it has %d bytes", re.split("[.:]", str(error))[0], len(answer.result))
                return self._nothing(), answer.failure or stopped("result_invalid", self._settings)
        return self._nothing(), answer.failure or stopped("no_result", self._settings)

    def _reworded(self, outcome: Outcome, code: str) -> Outcome:
        """Put our own words in place of what the child says about a limit, and add what the jail has to do with an error."""
        failure = outcome.failure
        if failure is None:
            return outcome
        if failure.kind == "python_error":
            return outcome.model_copy(update={"failure": explain(failure, code, self._settings)})
        ours = stopped(failure.kind, self._settings, **({"status": _exit_status(failure)} if failure.kind == "exit" else {}))
        return outcome.model_copy(update={"failure": ours.model_copy(update={"line": failure.line, "event": failure.event})})

    def _engine(self) -> Engine:
        info = self.pool.info
        return Engine(gradreel=VERSION, torch=info.torch if info else "", python=info.python if info else "")

    def _nothing(self) -> Recording:
        engine = self._engine()
        return Recording(torch=engine.torch, python=engine.python, outcome=Outcome(status="stopped"))


def _exit_status(failure: Failure) -> int:
    """The status that the child says it ended with, where that is one: a child may say anything."""
    status = failure.params.get("status")
    return status if isinstance(status, int) and not isinstance(status, bool) else 0


async def _aside(answer: Answer, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Do ``work``; in a thread if the answer is large, so that others are served meanwhile."""
    if len(answer.result or b"") < LARGE_BYTES:
        return work(*args, **kwargs)
    return await asyncio.to_thread(work, *args, **kwargs)


def _diagnosed(code: str, recording: Recording) -> tuple[Diagnosis, ...]:
    """A recording may be forged so as to make no sense; a film without a diagnosis is then better than none."""
    try:
        return diagnose(code, recording)
    except Exception:
        log.exception("no diagnosis")
        return ()


def _stopped_at(failure: Failure, recording: Recording) -> Outcome:
    """The server says why; where, only the recording can know."""
    seen = recording.outcome.failure
    place = {"line": seen.line, "event": seen.event} if seen else {}
    return Outcome(status="stopped", failure=failure.model_copy(update=place))
