"""A hostile runner: it takes jobs as a real one does, and answers as it likes."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import replace
from typing import Any

import nats
from nats.aio.client import Client

from app.runner.engine import SOURCES, sources_hash
from app.runner.nats import subjects
from app.runner.nats.messages import AnswerChunk, Beat, Message, RunAsked, SlotTaken, pack, unpack
from app.runner.nats.pull import Puller

ENGINE = "0.0.hostile"


Answers = Callable[["HostileRunner", RunAsked, str], Awaitable[None]]


class HostileRunner:
    """Says what ``answers`` makes of each job."""

    def __init__(self, client: Client, name: str, engine: str, answers: Answers) -> None:
        self._client = client
        self._answers = answers
        self.name = name
        self.engine = engine
        self.pulls = asyncio.Event()
        """It takes jobs while this is set."""
        self.pulls.set()
        self.jobs: list[RunAsked] = []
        self.ended = False
        """Said besides cancelling: a wait of Python 3.11 that has just ended passes cancellation over."""

    async def say(self, subject: str, *messages: Message) -> None:
        """Say something to anybody."""
        for message in messages:
            await self._client.publish(subject, pack(message))

    async def beat(self, changes: dict[str, Any]) -> None:
        """Pretend to be well, but for ``changes``."""
        well = Beat(self.engine, sources_hash(SOURCES), "99.0", "3.11", "N", ("seccomp",), 8, 0, 9, ready=True)
        while True:
            await self.say(f"beat.{self.name}", replace(well, **changes))
            await asyncio.sleep(0.2)

    async def work(self) -> None:
        """Take jobs."""
        puller = await Puller.of(self._client, f"runner.{self.name}.inbox.slot.0")
        while not self.ended:
            await self.pulls.wait()
            message = await puller.next(subjects.consumer(self.engine, quiet=False), 0.5)
            if message is None:
                continue
            await message.ack()
            job = unpack(message.data)
            assert isinstance(job, RunAsked)
            self.jobs.append(job)
            key = secrets.token_hex(16)
            await self.say(job.answer_to, SlotTaken(key, self.name, "N", ("seccomp",), "99.0", "3.11"))
            await self._answers(self, job, key)


@asynccontextmanager
async def hostile_runner(
    url: str, answers: Answers, name: str = "hostile", engine: str = ENGINE, **changes: Any
) -> AsyncIterator[HostileRunner]:
    """Connect it, and have it work; ``changes`` are what it says of itself."""
    client = await nats.connect(url)
    runner = HostileRunner(client, name, engine, answers)
    tasks = [asyncio.create_task(runner.beat(changes)), asyncio.create_task(runner.work())]
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
