"""The parts of a replica that need no server: which runners count, one run for several askers, a queue that grows."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

from app.errors import Busy
from app.runner.nats.dispatch import Dispatch
from app.runner.nats.flights import Flights
from app.runner.nats.messages import AnswerChunk, Beat, Message, RunAsked, RunRefused, SlotTaken, StopRun, Waiting, pack, unpack
from app.runner.nats.roster import Roster
from app.runner.nats.silences import Silences
from app.runner.nats.trust import MAX_FAILURES, SHUT_OUT_S, Trust
from app.runner.queue import FairQueue
from app.sandbox.protocol.fields import MessageInvalid

BEAT = Beat("0.2.a-torch2.13.0", "ours", "2.13.0", "3.11.2", "N", ("seccomp",), 2, 0, 4, ready=True)
SILENCES = Silences(2.0)


class Clock:
    """Time that a test moves."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def test_runner_that_falls_silent_is_forgotten() -> None:
    clock = Clock()
    roster = Roster("ours", SILENCES, clock)
    roster.hear("a", BEAT)
    assert list(roster.present) == ["a"]
    clock.now += SILENCES.forgotten_s + 0.1
    assert (roster.present, roster.engine) == ({}, "")


def test_engine_that_most_runners_have_is_the_present_one_and_the_newest_among_equals_at_first() -> None:
    newer = replace(BEAT, engine="0.2.a-torch2.20.0", torch="2.20.0")
    roster = Roster("ours", SILENCES)
    for name, beat in (("a", BEAT), ("c", newer)):
        roster.hear(name, beat)
    assert roster.engine == newer.engine
    roster.hear("b", BEAT)
    assert roster.engine == BEAT.engine
    roster.hear("d", newer)
    assert roster.engine == BEAT.engine  # it was the present one, and no more runners have the other
    roster.hear("e", newer)
    assert roster.engine == newer.engine
    assert sorted(roster.present) == ["c", "d", "e"]


def test_engine_whose_runners_fail_runs_gives_way_to_another_of_as_many() -> None:
    """Or one key could say that it has the newest torch, and have all runs."""
    roster = Roster("ours", SILENCES)
    roster.hear("honest", BEAT)
    roster.hear("liar", replace(BEAT, engine="99", torch="99.0"))
    assert list(roster.present) == ["liar"]
    roster.failed("liar")
    assert list(roster.present) == ["honest"]


def test_runner_that_fails_three_of_its_runs_is_shut_out_while_there_is_another() -> None:
    clock = Clock()
    roster = Roster("ours", SILENCES, clock)
    roster.hear("a", BEAT)
    roster.hear("b", BEAT)
    assert [roster.failed("a") for _ in range(MAX_FAILURES)] == [False, False, True]
    assert (list(roster.present), roster.others, roster.shut_out) == (["b"], 1, 1)
    clock.now += 1
    roster.forget("b")
    assert list(roster.present) == ["a"]  # better than none


def test_runner_that_was_shut_out_is_tried_again_and_shut_out_for_twice_as_long() -> None:
    clock = Clock()
    trust = Trust(clock)
    for _ in range(MAX_FAILURES):
        trust.failed("a")
    clock.now += SHUT_OUT_S + 1
    assert not trust.is_shut_out("a")
    assert trust.at_once("a", 8) == 1
    assert trust.failed("a")
    clock.now += SHUT_OUT_S + 1
    assert trust.is_shut_out("a")
    clock.now += SHUT_OUT_S
    assert not trust.is_shut_out("a")


def test_runner_gets_one_run_more_at_once_with_each_that_it_answers_up_to_its_slots() -> None:
    trust = Trust()
    found = []
    for _ in range(4):
        found.append(trust.at_once("a", 4))
        trust.answered("a")
    assert found == [2, 3, 4, 4]
    trust.failed("a")
    assert trust.at_once("a", 4) == 1


async def test_job_goes_to_the_runner_with_the_most_room_and_never_beyond_it() -> None:
    roster = Roster("ours", SILENCES)
    roster.hear("small", replace(BEAT, slots=1))
    roster.hear("large", replace(BEAT, slots=4))
    dispatch = Dispatch(roster)
    taken = [await dispatch.lease((), patient=False, wait_s=0) for _ in range(3)]
    assert sorted(taken) == ["large", "large", "small"]  # as many as one that has answered nothing yet is given
    with pytest.raises(Busy):
        await dispatch.lease((), patient=False, wait_s=0)
    waiting = asyncio.create_task(dispatch.lease((), patient=False, wait_s=5))
    await asyncio.sleep(0)
    dispatch.release("small", beside=False)
    assert await waiting == "small"


async def test_job_that_a_runner_did_not_answer_waits_for_another_one_that_is_full_now() -> None:
    roster = Roster("ours", SILENCES)
    for name in ("a", "b"):
        roster.hear(name, replace(BEAT, slots=1))
    dispatch = Dispatch(roster)
    assert await dispatch.lease({"a"}, patient=False, wait_s=0) == "b"
    with pytest.raises(Busy):
        await dispatch.lease({"a"}, patient=False, wait_s=0)
    roster.forget("b")
    assert await dispatch.lease({"a"}, patient=False, wait_s=0) == "a"


async def test_job_that_nobody_waits_for_gives_way_to_one_that_somebody_waits_for() -> None:
    roster = Roster("ours", SILENCES)
    roster.hear("a", replace(BEAT, slots=1))
    dispatch = Dispatch(roster)
    await dispatch.lease((), patient=False, wait_s=0)
    order: list[str] = []

    async def wait(name: str, patient: bool) -> None:
        await dispatch.lease((), patient=patient, wait_s=5)
        order.append(name)

    waiting = [asyncio.create_task(wait("quiet", patient=True)), asyncio.create_task(wait("live", patient=False))]
    await asyncio.sleep(0)
    for _ in range(2):
        dispatch.release("a", beside=False)
        await asyncio.sleep(0.2)
    assert order == ["live", "quiet"]
    await asyncio.gather(*waiting)


async def test_comparison_is_run_beside_the_slots_of_another_runner() -> None:
    roster = Roster("ours", SILENCES)
    for name in ("a", "b"):
        roster.hear(name, replace(BEAT, slots=1))
    dispatch = Dispatch(roster)
    assert {await dispatch.lease((), patient=False, wait_s=0) for _ in range(2)} == {"a", "b"}
    assert [await dispatch.lease_beside({name}, "", wait_s=0) for name in ("a", "b")] == ["b", "a"]
    roster.forget("b")
    with pytest.raises(Busy):
        await dispatch.lease_beside({"a"}, "b", wait_s=0)


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
    roster = Roster("ours", SILENCES)
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
    SlotTaken("key", "N", ("seccomp", "ü"), "2.13.0", "3.11"),
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
