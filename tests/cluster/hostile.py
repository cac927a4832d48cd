"""A hostile runner: it takes jobs as a real one does, and answers as it likes."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress

import nats
from nats.aio.client import Client

from app.runner.engine import SOURCES, sources_hash
from app.runner.nats import subjects
from app.runner.nats.messages import AnswerChunk, Beat, Message, RunAsked, SlotTaken, pack, unpack
from app.runner.nats.pull import Puller

ENGINE = "0.0.hostile"


class HostileRunner:
    """Says what ``answers`` makes of each job."""

    def __init__(self, client: Client, answers: Callable[[HostileRunner, RunAsked, str], Awaitable[None]]) -> None:
        self._client = client
        self._answers = answers
        self.jobs: list[RunAsked] = []
        self.ended = False
        """Said besides cancelling: a wait of Python 3.11 that has just ended passes cancellation over."""

    async def say(self, subject: str, *messages: Message) -> None:
        """Say something to anybody."""
        for message in messages:
            await self._client.publish(subject, pack(message))

    async def beat(self) -> None:
        """Pretend to be well."""
        while True:
            beat = Beat(ENGINE, sources_hash(SOURCES), "99.0", "3.11", "N", ("seccomp",), 8, 0, 9, ready=True)
            await self.say("beat.hostile", beat)
            await asyncio.sleep(0.2)

    async def work(self) -> None:
        """Take jobs."""
        puller = await Puller.of(self._client, "runner.hostile.inbox.slot.0")
        while not self.ended:
            message = await puller.next(subjects.consumer(ENGINE, quiet=False), 0.5)
            if message is None:
                continue
            await message.ack()
            job = unpack(message.data)
            assert isinstance(job, RunAsked)
            self.jobs.append(job)
            key = secrets.token_hex(16)
            await self.say(job.answer_to, SlotTaken(key, "hostile", "N", ("seccomp",), "99.0", "3.11"))
            await self._answers(self, job, key)


@asynccontextmanager
async def hostile_runner(url: str, answers: Callable[[HostileRunner, RunAsked, str], Awaitable[None]]) -> AsyncIterator[HostileRunner]:
    """Connect it, and have it work."""
    client = await nats.connect(url)
    runner = HostileRunner(client, answers)
    tasks = [asyncio.create_task(runner.beat()), asyncio.create_task(runner.work())]
    try:
        yield runner
    finally:
        runner.ended = True
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        with suppress(Exception):
            await client.close()


def chunk(key: str, body: bytes = b"", **changes: object) -> AnswerChunk:
    """An answer in one piece."""
    given: dict[str, object] = {"number": 0, "index": 0, "sizes": f"{len(body)} 0 0", "has_result": True, "failure": "", "elapsed_ms": 1.0}
    return AnswerChunk(key=key, body=body, **{**given, **changes})  # type: ignore[arg-type]
