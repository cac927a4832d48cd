"""A slot from the runner's side: the runs that one job asked for, until whoever asked has no more use for it.

The job itself holds no program: whoever takes it is told the program then, so that a runner that refuses jobs reads none.
A web replica says every second that it still wants the slot. When it does not, because it has died or cannot be reached, what runs is
killed: nobody would see the answer. A slot that is told no program is given back.
"""

from __future__ import annotations

import asyncio
import logging
import time
from contextlib import suppress

import nats.errors

from app.errors import RunLost, SandboxUnavailable
from app.runner.nats.chunks import chunks_of
from app.runner.nats.messages import HoldSlot, LeaveSlot, Message, RunAsked, RunRefused, SlotTaken, SlotWorking, StopRun, pack
from app.runner.nats.owner import Owner
from app.runner.nats.silences import Silences
from app.sandbox.server.pool import Answer
from gradreel.errors import GradreelError

log = logging.getLogger(__name__)


class HeldSlot:
    """One slot that a job has taken."""

    def __init__(self, owner: Owner, first: RunAsked, silences: Silences) -> None:
        """``first``: the job, which says what kind of run comes first."""
        self.key = first.key
        self._owner = owner
        self._first = first
        self._silences = silences
        self._runs: dict[int, asyncio.Task[None]] = {}
        self._left = asyncio.Event()
        self._wanted_until_s = time.monotonic() + self._silences.first_hold_s

    async def serve(self) -> None:
        """Run what is asked for until the slot is left."""
        info = self._owner.pool.info
        tier, layers, torch, python = (info.tier, info.layers, info.torch, info.python) if info else ("none", (), "", "")
        await self._say(SlotTaken(self.key, tier, layers, torch, python))
        told_until_s = time.monotonic() + self._silences.first_hold_s
        try:
            while not self._left.is_set() and time.monotonic() < self._wanted_until_s:
                with suppress(TimeoutError):
                    async with asyncio.timeout(self._silences.working_s):
                        await self._left.wait()
                if not self._runs and time.monotonic() > told_until_s:
                    await self._say(RunRefused(self.key, self._first.number, "lost"))
                    return
                if not self._left.is_set():
                    await self._say(SlotWorking(self.key))
        finally:
            for task in list(self._runs.values()):
                task.cancel()
            await asyncio.gather(*self._runs.values(), return_exceptions=True)

    async def hear(self, message: Message) -> None:
        """Take what a web replica says of this slot."""
        self._wanted_until_s = time.monotonic() + self._silences.unwanted_s
        if isinstance(message, LeaveSlot):
            self._left.set()
        elif isinstance(message, StopRun):
            if task := self._runs.get(message.number):
                task.cancel()
        elif isinstance(message, RunAsked) and message.number not in self._runs:
            self._start(message)
        else:
            assert isinstance(message, HoldSlot | RunAsked)

    def _start(self, asked: RunAsked) -> None:
        self._runs[asked.number] = asyncio.ensure_future(self._run(asked))

    async def _run(self, asked: RunAsked) -> None:
        try:
            with self._owner.counted(asked) as allowed:
                if not allowed:
                    await self._say(RunRefused(self.key, asked.number, "busy"))
                    return
                answer = await self._owner.pool.run(asked.body.decode(), asked.mode)
            await self._hand_over(answer, asked.number)
        except RunLost:
            await self._say(RunRefused(self.key, asked.number, "lost"))
        except SandboxUnavailable:
            await self._say(RunRefused(self.key, asked.number, "unavailable"))
        except (GradreelError, ValueError) as error:
            log.warning("a run was refused: %s", type(error).__name__)
            await self._say(RunRefused(self.key, asked.number, "unavailable"))

    async def _hand_over(self, answer: Answer, number: int) -> None:
        for chunk in chunks_of(answer, self.key, number):
            await self._say(chunk)

    async def _say(self, message: Message) -> None:
        """Tell whoever asked; what cannot be said is lost, and asked for again."""
        try:
            await self._owner.client.publish(self._first.answer_to, pack(message))
        except nats.errors.Error as error:
            log.warning("nothing can be said to a web replica: %s", type(error).__name__)
