"""A slot on a runner, from the web replica's side.

    first run ─▶ job in the stream ─▶ SlotTaken ─▶ answer      further runs ─▶ the same runner
                        ▲                 │ silent for SILENCE_S, or its answer is none
                        └──── once more ──┘ then RunLost

What a runner sends is believed no more than what a snippet sends. It can spoil the runs that it was given, and no others: it does not
know the token of any other slot.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Protocol

from app.errors import Busy, RunLost
from app.runner.nats import subjects
from app.runner.nats.chunks import AnswerInvalid, Assembly
from app.runner.nats.messages import AnswerChunk, LeaveSlot, Message, RunAsked, RunRefused, SlotTaken, SlotWorking, StopRun
from app.runner.nats.roster import is_possible
from app.runner.nats.stream import MAX_DELIVER
from app.sandbox.protocol.messages import ZygoteReady
from app.sandbox.protocol.modes import Mode
from app.sandbox.server.pool import Answer
from app.settings import Settings

SILENCE_S = 5.0
"""After which a runner that holds a slot is given up: longer than a job that is delivered once more takes."""
CHECK_S = 0.25
MAX_ATTEMPTS = 2
RUNS_MARGIN_S = 10.0

LOST = "The runner that ran this was lost, twice. Nothing is wrong with the code: try again in a moment."

log = logging.getLogger(__name__)


class Link(Protocol):
    """What a slot needs of the connection."""

    async def ask(self, message: RunAsked) -> Callable[[], Awaitable[None]]:
        """Put a job into the stream; returns how to take it out again. Raises ``Busy`` or ``TooManyRequests``."""

    async def tell(self, runner: str, message: Message) -> None:
        """Tell a runner something."""

    def took(self, seconds: float) -> None:
        """Note how long a job lay in the stream."""


@dataclass
class _Run:
    message: RunAsked
    assembly: Assembly
    answer: asyncio.Future[Answer] = field(default_factory=lambda: asyncio.get_running_loop().create_future())

    def fail(self, error: Exception) -> None:
        if not self.answer.done():
            self.answer.set_exception(error)

    def end(self) -> None:
        """Forget the answer; asyncio complains of exceptions that nobody has looked at."""
        if not self.answer.cancel() and not self.answer.cancelled():
            self.answer.exception()


class RemoteSlot:
    """One slot; its runs are those of one request."""

    def __init__(self, link: Link, settings: Settings, answer_to: str, *, patient: bool) -> None:
        self._link = link
        self._settings = settings
        self._answer_to = answer_to
        self._patient = patient
        self._runs: dict[int, _Run] = {}
        self._numbers = 0
        self._attempts = 0
        self._takings = 0
        """Of the present job. No more than it is delivered, or a runner that takes it again and again would hold it for ever."""
        self._asked_s = 0.0
        self._taken_s: float | None = None
        self._heard_s = 0.0
        self._holder = asyncio.Event()
        self._taken: SlotTaken | None = None
        self._withdraw: Callable[[], Awaitable[None]] | None = None
        self._closed = False

    @property
    def place(self) -> str:
        """Name of the runner that holds it; empty until one does."""
        return self._taken.runner if self._taken else ""

    @property
    def info(self) -> ZygoteReady | None:
        """What that runner says of its jail and its versions."""
        taken = self._taken
        return ZygoteReady(taken.tier, taken.layers, taken.torch, taken.python) if taken else None

    @property
    def key(self) -> str:
        """The present taking; empty while there is none."""
        return self._taken.key if self._taken else ""

    @property
    def waiting_since_s(self) -> float | None:
        """Since when its job has been lying in the stream, by the monotonic clock; None if it does not."""
        return self._asked_s if self._attempts and self._taken is None and not self._closed else None

    async def run(self, code: str, mode: Mode = "traced") -> Answer:
        """Run a program in this slot; cancelling kills the run.

        Raises ``Busy`` when no runner takes the slot in time, ``RunLost`` when two were lost with it.
        """
        number, self._numbers = self._numbers, self._numbers + 1
        run = _Run(RunAsked(self._answer_to, "", number, mode, self._patient, code.encode()), Assembly(self._settings))
        self._runs[number] = run
        try:
            if number == 0:
                await self._ask(run)
                return await self._first(run)
            return await self._further(run)
        finally:
            del self._runs[number]
            if self._taken is not None and not run.answer.done():
                await self._link.tell(self._taken.runner, StopRun(self.key, number))
            run.end()

    async def receive(self, message: Message) -> None:
        """Take what a runner says of this slot."""
        if isinstance(message, SlotTaken):
            await self._take(message)
        elif isinstance(message, SlotWorking | AnswerChunk | RunRefused) and message.key == self.key:
            self._heard_s = time.monotonic()
            if not isinstance(message, SlotWorking) and (run := self._runs.get(message.number)):
                self._answer(run, message)

    async def ask_again(self) -> None:
        """Ask once more for what the server may have lost: the job, if nobody has taken it, else the answer of the runner that did."""
        if (first := self._runs.get(0)) is None or not self._attempts:
            return
        if self._taken is None:
            await self._ask(first, again=False)
        else:
            self._lose_further()
            first.fail(RunLost("the connection was lost while it ran"))

    async def close(self) -> None:
        """Give the slot back; what still runs in it is killed."""
        self._closed = True
        if self._taken is not None:
            await self._link.tell(self._taken.runner, LeaveSlot(self.key))
        elif self._withdraw is not None:
            await self._withdraw()

    async def _ask(self, run: _Run, *, again: bool = True) -> None:
        self._attempts += again
        self._taken = None
        self._takings = 0
        self._holder.clear()
        self._asked_s = time.monotonic()
        run.assembly = Assembly(self._settings)
        self._withdraw = await self._link.ask(run.message)

    async def _take(self, taken: SlotTaken) -> None:
        first = self._runs.get(0)
        if not subjects.is_name(taken.runner) or not is_possible(taken.tier, taken.layers, taken.torch, taken.python):
            return
        self._takings += 1
        if first is None or first.answer.done() or self._takings > MAX_DELIVER:
            if taken.key != self.key:
                await self._link.tell(taken.runner, LeaveSlot(taken.key))
            return
        if self._taken is None:
            self._link.took(time.monotonic() - self._asked_s)
        self._lose_further()
        first.assembly = Assembly(self._settings)
        self._taken, self._taken_s = taken, time.monotonic()
        self._heard_s = self._taken_s
        self._holder.set()

    def _answer(self, run: _Run, message: AnswerChunk | RunRefused) -> None:
        if isinstance(message, RunRefused):
            # Another runner may be able to make the first run; without the others a film can do.
            run.fail(RunLost(f"the runner refused it: {message.reason[:20]}"))
            return
        try:
            answer = run.assembly.add(message)
        except AnswerInvalid as error:
            log.warning("runner %s sent %s", self.place, error)
            run.fail(error)
        else:
            if answer is not None and not run.answer.done():
                run.answer.set_result(answer)

    async def _first(self, run: _Run) -> Answer:
        """Wait for the answer of the first run, and ask another runner if it does not come."""
        while True:
            await asyncio.wait({run.answer}, timeout=CHECK_S)
            try:
                if run.answer.done():
                    return run.answer.result()
                self._check()
            except (AnswerInvalid, _Silent, RunLost) as error:
                log.warning("a run was lost at runner %s: %s", self.place, str(error) or "nothing was heard of it")
                if self._attempts >= MAX_ATTEMPTS:
                    raise RunLost(LOST) from None
                if self._taken is not None:
                    await self._link.tell(self._taken.runner, LeaveSlot(self.key))
                self._lose_further()
                run.end()
                run.answer = asyncio.get_running_loop().create_future()
                await self._ask(run)

    def _check(self) -> None:
        now = time.monotonic()
        if self._taken is None:
            if now - self._asked_s > self._settings.queue_wait_s:
                raise Busy(f"No runner was free for {self._settings.queue_wait_s:g} s. Try again in a moment.")
            return
        if now - self._heard_s > SILENCE_S or now - (self._taken_s or now) > self._longest_s:
            raise _Silent

    @property
    def _longest_s(self) -> float:
        """Longest that a runner may take for one run, of which it tries a lost one again itself."""
        return 2 * (self._settings.wall_time_s + self._settings.grace_s) + RUNS_MARGIN_S

    async def _further(self, run: _Run) -> Answer:
        """Ask the runner that holds the slot; if that is lost meanwhile, so is this run."""
        await self._holder.wait()
        assert self._taken is not None
        message, key, began_s = run.message, self.key, time.monotonic()
        await self._link.tell(
            self._taken.runner, RunAsked(self._answer_to, key, message.number, message.mode_name, self._patient, message.body)
        )
        while True:
            await asyncio.wait({run.answer}, timeout=CHECK_S)
            if run.answer.done():
                try:
                    return run.answer.result()
                except AnswerInvalid:
                    raise RunLost(LOST) from None
            now = time.monotonic()
            if self.key != key or now - self._heard_s > SILENCE_S or now - began_s > self._longest_s:
                raise RunLost(LOST)

    def _lose_further(self) -> None:
        for number, run in self._runs.items():
            if number and self.key:
                run.fail(RunLost(LOST))


class _Silent(Exception):
    """Nothing was heard of a runner."""
