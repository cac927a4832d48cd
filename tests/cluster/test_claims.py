"""The runs that are counted at all replicas together: one client's, and everybody's."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from typing import Any

import nats

from app.errors import ServiceError
from app.runner.nats.messages import RunAsked, SlotWorking
from app.runner.nats.runner import NatsRunner
from app.runner.nats.subjects import CLAIM_STREAM
from app.settings import Settings
from tests.cluster.conftest import until
from tests.cluster.hostile import Answers, HostileRunner, chunk, hostile_runner
from tests.cluster.nats_server import NatsServer
from tests.conftest import PATIENCE_S

GIVEN: dict[str, Any] = {"queue_wait_s": 20.0, "wall_time_s": 20.0, "twin_runs": 0, "canary_pause_s": 600.0, "client_runs": 2}


@asynccontextmanager
async def replicas(server: NatsServer, count: int, **settings: Any) -> AsyncIterator[list[NatsRunner]]:
    """So many of them."""
    async with AsyncExitStack() as stack:
        made = []
        for _ in range(count):
            runner = NatsRunner(Settings.model_validate({**GIVEN, "nats_url": server.url, **settings}))
            stack.push_async_callback(runner.aclose)
            await runner.start()
            made.append(runner)
        yield made


def answering_at(word: asyncio.Event) -> Answers:
    """Show life until the word is given, and answer then."""

    async def answer(runner: HostileRunner, job: RunAsked, key: str) -> None:
        while not word.is_set():
            await runner.say(job.answer_to, SlotWorking(key))
            with suppress(TimeoutError):
                async with asyncio.timeout(0.2):
                    await word.wait()
        await runner.say(job.answer_to, chunk(key, b"no trace"))

    return answer


async def counted(server: NatsServer) -> int:
    """How many runs under way the server counts."""
    async with await nats.connect(server.url) as client:
        return (await client.jetstream().stream_info(CLAIM_STREAM)).state.messages


async def counts(server: NatsServer, runs: int) -> None:
    """Wait until it counts so many."""
    async with asyncio.timeout(PATIENCE_S):
        while await counted(server) != runs:  # noqa: ASYNC110 - nothing tells of it
            await asyncio.sleep(0.05)


async def ended(*runs: asyncio.Future[Any]) -> Counter[str]:
    """How they ended: by the status of their error, or answered."""
    found = await asyncio.gather(*runs, return_exceptions=True)
    return Counter(str(each.status) if isinstance(each, ServiceError) else "answered" for each in found)


async def test_client_s_third_run_is_refused_though_it_asks_another_replica(nats_server: NatsServer) -> None:
    word = asyncio.Event()
    async with hostile_runner(nats_server.url, answering_at(word)), replicas(nats_server, 2) as (first, second):
        for each in (first, second):
            await until(lambda each=each: each.health().ready)  # type: ignore[misc]
        two = [asyncio.ensure_future(each.submit(f"x = {number}", "one client")) for number, each in enumerate((first, second))]
        await counts(nats_server, 2)
        third = asyncio.ensure_future(second.submit("x = 3", "one client"))
        other = asyncio.ensure_future(second.submit("x = 4", "another client"))
        assert await ended(third) == {"429": 1}
        word.set()
        assert await ended(*two, other) == {"answered": 3}
        assert await ended(asyncio.ensure_future(first.submit("x = 5", "one client"))) == {"answered": 1}


async def test_runs_beyond_what_the_broker_counts_are_answered_503_and_others_pass_when_it_has_room(nats_server: NatsServer) -> None:
    word = asyncio.Event()
    async with (
        hostile_runner(nats_server.url, answering_at(word)),
        replicas(nats_server, 2, nats_jobs=2, rate_limit="off") as (first, second),
    ):
        for each in (first, second):
            await until(lambda each=each: each.health().ready)  # type: ignore[misc]
        runs = [asyncio.ensure_future(each.submit(f"x = {number}", f"client {number}")) for number in range(2) for each in (first, second)]
        await asyncio.wait(runs, timeout=PATIENCE_S, return_when=asyncio.FIRST_COMPLETED)
        word.set()
        found = await ended(*runs)
        assert found["503"] >= 1
        assert found["answered"] >= 2
        assert found.total() == len(runs)
        assert await ended(asyncio.ensure_future(first.submit("x = 9", "later"))) == {"answered": 1}
