"""A hostile runner: it takes the jobs that bear its name as a real one does, and answers as it likes."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager, suppress
from dataclasses import replace
from typing import Any

import nats
from nats.aio.client import Client
from nats.aio.msg import Msg

from app.runner.engine import SOURCES, sources_hash
from app.runner.nats import subjects
from app.runner.nats.messages import AnswerChunk, Beat, Message, RunAsked, RunRefused, SlotTaken, pack, unpack

ENGINE = "0.0.hostile"


Answers = Callable[["HostileRunner", RunAsked, str], Coroutine[None, None, None]]


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
        self.answering: list[asyncio.Task[None]] = []

    async def say(self, subject: str, *messages: Message) -> None:
        """Say something to anybody."""
        for message in messages:
            await self._client.publish(subject, pack(message))

    async def beat(self, changes: dict[str, Any]) -> None:
        """Pretend to be well, but for ``changes``."""
        well = Beat(self.engine, sources_hash(SOURCES), "99.0", "3.11", "N", ("seccomp",), 8, 0, 9, ready=True)
        while True:
            await self.say(subjects.beat(self.name), replace(well, **changes))
            await asyncio.sleep(0.2)

    async def work(self) -> None:
        """Take jobs."""
        await self._client.subscribe(subjects.jobs(self.name), cb=self._take)

    async def _take(self, message: Msg) -> None:
        job = unpack(message.data)
        assert isinstance(job, RunAsked)
        if not self.pulls.is_set():
            await self.say(job.answer_to, RunRefused(job.key, job.number, "full"))
            return
        self.jobs.append(job)
        await self.say(job.answer_to, SlotTaken(job.key, "N", ("seccomp",), "99.0", "3.11"))
        # Beside the next one: what it answers may take long.
        self.answering.append(asyncio.create_task(self._answers(self, job, job.key)))


@asynccontextmanager
async def hostile_runner(
    url: str, answers: Answers, name: str = "hostile", engine: str = ENGINE, **changes: Any
) -> AsyncIterator[HostileRunner]:
    """Connect it, and have it work; ``changes`` are what it says of itself."""
    client = await nats.connect(url)
    runner = HostileRunner(client, name, engine, answers)
    await runner.work()
    beating = asyncio.create_task(runner.beat(changes))
    try:
        yield runner
    finally:
        tasks = [beating, *runner.answering]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        with suppress(Exception):
            await client.close()


def chunk(key: str, body: bytes = b"", **changes: object) -> AnswerChunk:
    """An answer in one piece."""
    given: dict[str, object] = {"number": 0, "index": 0, "sizes": f"{len(body)} 0 0", "has_result": True, "failure": "", "elapsed_ms": 1.0}
    return AnswerChunk(key=key, body=body, **{**given, **changes})  # type: ignore[arg-type]
