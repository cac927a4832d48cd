"""The line in front of the sandbox: bounded, fair, and nobody's slot is lost."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable

import pytest

from app.errors import Busy, TooManyRequests
from app.runner.queue import FairQueue
from app.runner.recent_use import RecentUse


async def enter(queue: FairQueue, client: str, log: list[str], name: str, leave: asyncio.Event) -> None:
    """Hold a slot until told to leave."""
    async with queue.slot(client, name):
        log.append(name)
        await leave.wait()


async def settle() -> None:
    """Let every task run until it waits."""
    for _ in range(10):
        await asyncio.sleep(0)


class Crowd:
    """Clients that enter one queue, and what came of it."""

    def __init__(self, queue: FairQueue) -> None:
        self.queue = queue
        self.log: list[str] = []
        self.leave: dict[str, asyncio.Event] = {}
        self.tasks: dict[str, asyncio.Task[None]] = {}

    async def come(self, *names: str) -> None:
        """Each name is a client's letter and a number."""
        for name in names:
            self.leave[name] = asyncio.Event()
            self.tasks[name] = asyncio.ensure_future(enter(self.queue, name[0], self.log, name, self.leave[name]))
            await settle()

    async def go(self, *names: str) -> None:
        """Free their slots."""
        for name in names:
            self.leave[name].set()
            await settle()


@pytest.fixture
async def crowd() -> AsyncIterator[Callable[..., Crowd]]:
    """Make a crowd before a queue of one slot; whoever is still there afterwards is sent home."""
    crowds: list[Crowd] = []

    def make(slots: int = 1, length: int = 10, wait_s: float = 60.0, per_client: int | None = None, light_s: float = 60.0) -> Crowd:
        crowds.append(Crowd(FairQueue(slots, length, wait_s, per_client, light_s)))
        return crowds[-1]

    yield make
    tasks = [task for made in crowds for task in made.tasks.values()]
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


async def test_free_slot_is_taken_at_once(crowd: Callable[..., Crowd]) -> None:
    made = crowd(slots=2)
    await made.come("a1", "a2", "a3")
    assert made.log == ["a1", "a2"]
    assert made.queue.queued == 1


async def test_clients_take_turns_whoever_came_first_with_many(crowd: Callable[..., Crowd]) -> None:
    made = crowd()
    await made.come("a1", "a2", "a3", "a4", "b1", "c1", "b2")
    for _ in range(7):
        await made.go(made.log[-1])
    assert made.log == ["a1", "a2", "b1", "c1", "a3", "b2", "a4"]


async def test_client_that_held_slots_for_long_waits_behind_the_others(crowd: Callable[..., Crowd]) -> None:
    made = crowd(light_s=0.0)
    await made.come("a1", "a2", "a3", "b1", "c1")
    made.queue._use.add("a", 1.0)
    assert [made.queue.ahead(name) for name in ("a2", "a3", "b1", "c1")] == [2, 3, 0, 1]
    for _ in range(5):
        await made.go(made.log[-1])
    assert made.log == ["a1", "b1", "c1", "a2", "a3"]


def test_use_is_forgotten_in_time() -> None:
    now_s = 0.0
    use = RecentUse(5.0, lambda: now_s)
    use.add("a", 6.0)
    assert (use.is_heavy("a"), use.is_heavy("b")) == (True, False)
    now_s = 11.0
    assert not use.is_heavy("a")
    use.add("a", 1.0)
    assert use.is_heavy("a")


async def test_full_line_turns_the_next_one_away(crowd: Callable[..., Crowd]) -> None:
    made = crowd(length=2)
    await made.come("a1", "b1", "c1", "d1")
    with pytest.raises(Busy, match="2 runs are waiting"):
        await made.tasks["d1"]


async def test_flood_of_one_client_makes_room_for_another(crowd: Callable[..., Crowd]) -> None:
    made = crowd(length=3)
    await made.come("a1", "a2", "a3", "a4", "b1")
    with pytest.raises(Busy, match="your runs filled the line"):
        await made.tasks["a4"]
    await made.go("a1", "a2", "b1", "a3")
    assert made.log == ["a1", "a2", "b1", "a3"]


async def test_client_with_as_many_as_allowed_is_told_so(crowd: Callable[..., Crowd]) -> None:
    made = crowd(slots=1, per_client=2)
    await made.come("a1", "a2", "a3", "b1")
    with pytest.raises(TooManyRequests, match="2 runs under way"):
        await made.tasks["a3"]
    await made.go("a1")
    await made.come("a4")
    await made.go("a2", "b1", "a4")
    assert made.log == ["a1", "a2", "b1", "a4"]


async def test_waiting_too_long_is_busy_and_leaves_the_line(crowd: Callable[..., Crowd]) -> None:
    made = crowd(wait_s=0.05)
    await made.come("a1", "b1")
    with pytest.raises(Busy, match=r"Nothing was free for 0\.05 s"):
        await made.tasks["b1"]
    assert made.queue.queued == 0
    await made.go("a1")
    await made.come("c1")
    assert made.log == ["a1", "c1"]


@pytest.mark.parametrize("when", ["waiting", "running", "just_called"])
async def test_cancelled_asker_gives_its_place_back(crowd: Callable[..., Crowd], when: str) -> None:
    made = crowd()
    await made.come("a1", "b1", "c1")
    if when == "running":
        made.tasks["a1"].cancel()
    elif when == "waiting":
        made.tasks["b1"].cancel()
        await settle()
        await made.go("a1")
    else:
        made.leave["a1"].set()
        await asyncio.sleep(0)
        made.tasks["b1"].cancel()
    await settle()
    await finish(made)
    assert made.queue.queued == 0
    await made.come("d1")
    assert made.log[-1] == "d1"


async def finish(made: Crowd) -> None:
    """Let everybody leave."""
    for event in made.leave.values():
        event.set()
    await asyncio.gather(*made.tasks.values(), return_exceptions=True)


async def test_slot_is_given_back_when_the_work_raises() -> None:
    queue = FairQueue(1, 1, 1.0, 1)

    async def fail() -> None:
        async with queue.slot("a"):
            raise ValueError

    work: list[Callable[[], Awaitable[None]]] = [fail, fail, fail]
    for each in work:
        with pytest.raises(ValueError):
            await each()
    async with queue.slot("a"):
        assert queue.queued == 0


async def test_several_clients_wait_ahead_foretells_the_order_of_their_turns(crowd: Callable[..., Crowd]) -> None:
    line = crowd()
    names = ("a1", "a2", "a3", "a4", "b1", "b2", "c1")
    await line.come("z1", *names)
    foretold = {name: line.queue.ahead(name) for name in names}
    assert line.queue.ahead("z1") is None
    await line.go("z1", "a1", "b1", "c1", "a2", "b2", "a3", "a4")
    assert {name: place for place, name in enumerate(line.log[1:])} == foretold


async def test_run_given_up_while_waiting_is_forgotten_and_the_others_move_up(crowd: Callable[..., Crowd]) -> None:
    line = crowd()
    await line.come("z1", "a1", "a2")
    assert line.queue.ahead("a2") == 1
    line.tasks["a1"].cancel()
    await settle()
    assert (line.queue.ahead("a1"), line.queue.ahead("a2")) == (None, 0)
    await line.go("z1", "a2")
    assert line.queue.ahead("a2") is None
