"""The parts of a replica that need no server: which runners count, one run for several askers, a queue that grows."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

from app.runner.nats.flights import Flights
from app.runner.nats.messages import AnswerChunk, Beat, Message, RunAsked, RunRefused, SlotTaken, StopRun, Waiting, pack, unpack
from app.runner.nats.roster import FORGOTTEN_S, Roster
from app.runner.queue import FairQueue
from app.sandbox.protocol.fields import MessageInvalid

BEAT = Beat("0.2.a-torch2.13.0", "ours", "2.13.0", "3.11.2", "N", ("seccomp",), 2, 0, 4, ready=True)


class Clock:
    """Time that a test moves."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def test_runner_that_falls_silent_is_forgotten() -> None:
    clock = Clock()
    roster = Roster("ours", clock)
    roster.hear("a", BEAT)
    assert list(roster.present) == ["a"]
    clock.now += FORGOTTEN_S + 0.1
    assert (roster.present, roster.engine) == ({}, "")


def test_engine_that_most_runners_have_is_the_present_one_and_the_newest_among_equals() -> None:
    newer = replace(BEAT, engine="0.2.a-torch2.20.0", torch="2.20.0")
    roster = Roster("ours")
    for name, beat in (("a", BEAT), ("b", BEAT), ("c", newer)):
        roster.hear(name, beat)
    assert roster.engine == BEAT.engine
    roster.hear("d", newer)
    assert roster.engine == newer.engine
    assert sorted(roster.present) == ["c", "d"]


@pytest.mark.parametrize(
    "lie",
    [
        {"slots": 10**9},
        {"slots": 0},
        {"running": -1},
        {"tier": "Z"},
        {"engine": "x" * 500},
        {"torch": "2.13\n"},
        {"layers": ("x",) * 1000},
        {"sources": "of another version"},
        {"ready": False},
    ],
    ids=str,
)
def test_runner_that_says_what_cannot_be_or_is_no_use_gets_no_runs(lie: dict[str, object]) -> None:
    roster = Roster("ours")
    roster.hear("a", replace(BEAT, **lie))  # type: ignore[arg-type]
    assert not roster.present


async def test_run_that_several_ask_for_at_once_is_made_once_and_ends_with_the_last_asker() -> None:
    flights: Flights[str] = Flights()
    begun, ended, gate = 0, 0, asyncio.Event()

    async def run() -> str:
        nonlocal begun, ended
        begun += 1
        try:
            await gate.wait()
        finally:
            ended += 1
        return "film"

    askers = [asyncio.create_task(flights.join("code", f"ticket {n}", run)) for n in range(3)]
    await asyncio.sleep(0)
    assert flights.first_ticket("ticket 2") == "ticket 0"
    askers[0].cancel()
    await asyncio.gather(askers[0], return_exceptions=True)
    assert (begun, ended) == (1, 0)
    gate.set()
    assert await asyncio.gather(*askers[1:]) == ["film", "film"]
    gate.clear()
    last = asyncio.create_task(flights.join("code", None, run))
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    last.cancel()
    await asyncio.gather(last, return_exceptions=True)
    assert (begun, ended) == (2, 2)


async def test_queue_that_grows_serves_those_who_wait_and_one_that_shrinks_takes_no_slot_away() -> None:
    queue = FairQueue(slots=1, length=8, wait_s=10, per_client=None)
    entered: list[int] = []
    gate = asyncio.Event()

    async def use(number: int) -> None:
        async with queue.slot(f"client {number}"):
            entered.append(number)
            await gate.wait()

    users = [asyncio.create_task(use(number)) for number in range(4)]
    await asyncio.sleep(0.02)
    assert (entered, queue.queued) == ([0], 3)
    assert queue.oldest_s >= 0.01
    queue.resize(3)
    await asyncio.sleep(0.02)
    assert (entered, queue.queued) == ([0, 1, 2], 1)
    queue.resize(1)
    gate.set()
    await asyncio.gather(*users)
    assert entered == [0, 1, 2, 3]
    assert queue.oldest_s == 0


MESSAGES: list[Message] = [
    RunAsked("web.a.slot.b", "", 0, "traced", patient=False, body="x = 'ü'\n".encode()),
    RunAsked("web.a.slot.b", "key", 1, "plain", patient=True, body=b""),
    StopRun("key", 1),
    SlotTaken("key", "runner", "N", ("seccomp", "ü"), "2.13.0", "3.11"),
    RunRefused("key", 2, "busy"),
    AnswerChunk("key", 0, 0, "3 0 0", has_result=True, failure="", elapsed_ms=1.5, body=b"\n\0\xff"),
    BEAT,
    Waiting(("ticket 3",)),
]


@pytest.mark.parametrize("message", MESSAGES, ids=lambda message: type(message).__name__)
def test_message_is_read_as_it_was_written(message: Message) -> None:
    assert unpack(pack(message)) == message


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\n",
        b"{}\n",
        b'{"type":"StopRun","key":"a"}\n',
        b'{"type":"StopRun","key":"a","number":1,"more":1}\n',
        b'{"type":"StopRun","key":1,"number":1}\n',
    ],
)
def test_message_that_is_none_is_refused(data: bytes) -> None:
    with pytest.raises(MessageInvalid):
        unpack(data)


def test_message_without_a_body_may_have_nothing_behind_its_line() -> None:
    with pytest.raises(MessageInvalid):
        unpack(pack(StopRun("key", 1)) + b"x")


def test_run_of_a_mode_that_there_is_none_of_is_refused() -> None:
    with pytest.raises(MessageInvalid):
        _ = RunAsked("web.a.slot.b", "", 0, "backwards", patient=False, body=b"").mode
