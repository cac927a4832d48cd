"""A runner is believed no more than a snippet: what it answers spoils the run that it was given, and nothing else."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace
from typing import Any

import pytest

from app.errors import RunLost, ServiceError
from app.runner.nats import remote_slot
from app.runner.nats.messages import RunAsked, SlotTaken, SlotWorking
from app.runner.nats.remote_slot import MAX_LOST
from app.runner.nats.runner import NatsRunner
from app.settings import Settings
from tests.cluster.hostile import HostileRunner, chunk, hostile_runner
from tests.cluster.nats_server import NatsServer
from tests.conftest import PATIENCE_S

SETTINGS = {"queue_wait_s": 5.0, "wall_time_s": 2.0, "grace_s": 0.5, "rate_limit": "off", "twin_runs": 0, "canary_pause_s": 600.0}
HUGE = 10**12
HONEST = b"no trace, but what the right one sent"
FORGED = '{"kind":"exit","params":{"status":3}}'


async def nothing(_runner: HostileRunner, _job: RunAsked, _key: str) -> None:
    """Say nothing to a job."""


@pytest.fixture(scope="module")
async def replica(nats_server: NatsServer) -> AsyncIterator[NatsRunner]:
    """A web replica, which has heard of a runner at its start; those of the tests come later."""
    runner = NatsRunner(Settings.model_validate({**SETTINGS, "nats_url": nats_server.url}))
    async with hostile_runner(nats_server.url, nothing):
        await runner.start()
    yield runner
    await runner.aclose()


async def test_answers_that_are_none_end_in_an_error_of_ours_and_no_film(replica: NatsRunner, nats_server: NatsServer) -> None:
    kinds = {
        "too large": lambda key: chunk(key, b"x", sizes=f"{HUGE} 0 0"),
        "larger than it said": lambda key: chunk(key, b"xyz", sizes="1 0 0"),
        "negative": lambda key: chunk(key, b"x", sizes="-5 6 0"),
        "no sizes": lambda key: chunk(key, b"x", sizes="many"),
        "second piece first": lambda key: chunk(key, b"x", index=1),
        "impossible time": lambda key: chunk(key, b"x", elapsed_ms=float("nan")),
        "failure that is none": lambda key: chunk(key, failure='{"kind":"<script>"}'),
        "failure of ours": lambda key: chunk(key, failure='{"kind":"internal","params":{}}'),
    }
    current = ""

    async def lie(runner: HostileRunner, job: RunAsked, key: str) -> None:
        await runner.say(job.answer_to, kinds[current](key))

    async with hostile_runner(nats_server.url, lie) as hostile:
        for current in kinds:  # noqa: B007 - read by ``lie``
            with pytest.raises(RunLost):
                await replica.submit("x = 1", "a")
        assert len(hostile.jobs) == MAX_LOST * len(kinds)


async def test_result_that_breaks_the_contract_is_refused_by_the_reader(replica: NatsRunner, nats_server: NatsServer) -> None:
    async def forge(runner: HostileRunner, job: RunAsked, key: str) -> None:
        await runner.say(job.answer_to, chunk(key, b'{"events":"all of them"}\n'))

    async with hostile_runner(nats_server.url, forge):
        run = await replica.submit("x = 1", "a")
    assert (run.status, run.failure_kind) == ("stopped", "result_invalid")


async def test_words_of_a_failure_are_our_own(replica: NatsRunner, nats_server: NatsServer) -> None:
    async def forge(runner: HostileRunner, job: RunAsked, key: str) -> None:
        told = '{"kind":"exit","params":{"status":259,"message":"call 0800"},"message":"call 0800"}'
        await runner.say(job.answer_to, chunk(key, failure=told, has_result=False))

    async with hostile_runner(nats_server.url, forge):
        failure = (await replica.submit("x = 1", "a")).film.run().outcome.failure
    assert failure is not None
    assert "status 3," in failure.message
    assert "0800" not in failure.model_dump_json()


@pytest.mark.long
async def test_runner_that_says_nothing_or_works_for_ever_is_given_up(replica: NatsRunner, nats_server: NatsServer) -> None:
    async def work(runner: HostileRunner, job: RunAsked, key: str) -> None:
        if len(runner.jobs) < MAX_LOST:
            return  # at first nothing is said, the last time it never ends
        for _ in range(200):
            await runner.say(job.answer_to, SlotWorking(key))
            await asyncio.sleep(0.2)

    async with hostile_runner(nats_server.url, work):
        async with asyncio.timeout(2 * PATIENCE_S):
            with pytest.raises(ServiceError) as error:
                await replica.submit("x = 1", "a")
    assert error.value.retry_after_s


@pytest.mark.long
async def test_runner_that_takes_its_job_again_and_again_is_given_up(
    replica: NatsRunner, nats_server: NatsServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(remote_slot, "RUNS_MARGIN_S", 0.5)

    async def take(runner: HostileRunner, job: RunAsked, key: str) -> None:
        async def again_and_again() -> None:
            for _ in range(1000):
                await runner.say(job.answer_to, SlotTaken(key, "N", (), "99.0", "3.11"), SlotWorking(key))
                await asyncio.sleep(0.1)

        tasks.create_task(again_and_again())

    with pytest.raises(ExceptionGroup) as ended:
        async with asyncio.timeout(2 * PATIENCE_S), asyncio.TaskGroup() as tasks, hostile_runner(nats_server.url, take):
            await replica.submit("x = 1", "a")
    assert isinstance(ended.value.exceptions[0], RunLost)


@pytest.mark.parametrize(
    "lie",
    [{"tier": "Z"}, {"torch": "9" * 10_000}, {"python": "3\n"}, {"layers": ("x",) * 1000}],
    ids=lambda lie: next(iter(lie)),
)
async def test_taking_that_says_what_cannot_be_is_not_heard(lie: dict[str, Any], replica: NatsRunner, nats_server: NatsServer) -> None:
    async def answer(runner: HostileRunner, job: RunAsked, key: str) -> None:
        await runner.say(job.answer_to, replace(SlotTaken(key, "N", (), "98.0", "3.11"), **lie))
        await runner.say(job.answer_to, chunk(key, HONEST))

    async with hostile_runner(nats_server.url, answer):
        run = await replica.submit("x = 1", "a")
    assert run.film.run().engine.torch == "99.0"


async def test_answer_of_a_runner_that_was_given_up_is_not_heard(replica: NatsRunner, nats_server: NatsServer) -> None:
    """It says nothing until the job has been given anew, and then answers the first one first."""
    first: list[RunAsked] = []

    async def answer(runner: HostileRunner, job: RunAsked, key: str) -> None:
        first.append(job)
        if len(first) == 2:
            await runner.say(first[0].answer_to, chunk(first[0].key, failure=FORGED, has_result=False))
            await runner.say(job.answer_to, chunk(first[0].key, failure=FORGED, has_result=False), chunk(key, HONEST))

    async with hostile_runner(nats_server.url, answer):
        run = await replica.submit("x = 1", "a")
    assert len(first) == 2
    assert run.failure_kind == "result_invalid"  # of the second one, whose bytes are no trace


async def test_flood_of_large_messages_spoils_no_run_of_another_runner(replica: NatsRunner, nats_server: NatsServer) -> None:
    async def flood(runner: HostileRunner, job: RunAsked, key: str) -> None:
        for number in range(12):  # three at once are less than the broker holds for a replica
            await runner.say(job.answer_to, chunk(f"key {number}", b"x" * 500_000), chunk(key, b"x" * 500_000, number=number + 1))
        await runner.say(job.answer_to, chunk(key, HONEST))

    async with hostile_runner(nats_server.url, flood):
        runs = await asyncio.gather(*(replica.submit(f"x = {n}", f"client {n}") for n in range(3)))
    assert {run.failure_kind for run in runs} == {"result_invalid"}


async def test_answers_for_others_and_late_ones_and_second_ones_are_not_heard(replica: NatsRunner, nats_server: NatsServer) -> None:
    """The honest answer comes after three others: to a key of its own making, to another slot, and of a run that nobody asked for."""
    forged, honest = b'{"events":[]}', b"forged by the right one"

    async def answer(runner: HostileRunner, job: RunAsked, key: str) -> None:
        replica_name, other = job.answer_to.split(".")[1], f"web.{job.answer_to.split('.')[1]}.slot.guessed"
        assert replica_name == replica.link.replica
        await runner.say(job.answer_to, chunk("another key", forged), chunk(key, forged, number=7))
        await runner.say(other, chunk(key, forged))
        await runner.say(job.answer_to, chunk(key, honest), chunk(key, honest), chunk(key, forged))
        await asyncio.sleep(0.2)
        await runner.say(job.answer_to, chunk(key, forged))

    async with hostile_runner(nats_server.url, answer) as hostile:
        runs = await asyncio.gather(*(replica.submit(f"x = {n}", f"client {n}") for n in range(3)))
        assert {run.failure_kind for run in runs} == {"result_invalid"}
        assert len(hostile.jobs) == 3


async def test_bytes_that_are_no_messages_are_passed_over(replica: NatsRunner, nats_server: NatsServer) -> None:
    async def noise(runner: HostileRunner, job: RunAsked, key: str) -> None:
        for data in (b"", b"\n", b"{}\n", b"[" * 70_000, b'{"type":"AnswerChunk"}\n', b'{"type":"Beat"}\nx', b"\xff\n"):
            await runner._client.publish(job.answer_to, data)
            await runner._client.publish("beat.hostile", data)
        await runner.say(job.answer_to, chunk(key, b"x"))

    async with hostile_runner(nats_server.url, noise):
        run = await replica.submit("x = 1", "a")
    assert run.failure_kind == "result_invalid"


async def test_runner_of_other_sources_is_given_nothing(nats_server: NatsServer) -> None:
    runner = NatsRunner(Settings.model_validate({**SETTINGS, "nats_url": nats_server.url, "nats_silence_s": 0.5}))
    runner._roster._sources = "of another version"
    await runner.start()
    try:
        async with hostile_runner(nats_server.url, nothing) as hostile:
            with pytest.raises(ServiceError, match="No runner"):
                await runner.submit("x = 1", "a")
            assert not hostile.jobs
            assert not runner.health().ready
    finally:
        await runner.aclose()
