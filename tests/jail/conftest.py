"""Two jails for the whole session, tier N and tier L, and the checks that an attack has left no trace."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import AsyncIterator, Iterable, Iterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from app.runner.local import LocalRunner
from app.settings import Settings
from gradreel.trace import Run
from tests.conftest import run_of
from tests.jail.attack import Attack

# Nothing here is to be ended by a clock, however busy the machine is: what is endless has a jail of its own.
SETTINGS = Settings(
    rate_limit="off",
    wall_time_s=60.0,
    cpu_time_s=3,
    grace_s=2.0,
    memory_bytes=512 * 1024**2,
    pool_children=3,
    concurrent_runs=3,
    queue_wait_s=60.0,
    zygote_start_s=200.0,
    twin_runs=0,
    restart_pause_s=0.0,
)
# For what attacks: crash upon crash would start a zygote each; that one is replaced after a crash is for tests/jail/test_faults.py.
ATTACKED = SETTINGS.model_copy(update={"restart_pause_s": 1000.0})
HURRIED = ATTACKED.model_copy(update={"wall_time_s": 2.0, "cpu_time_s": 1, "grace_s": 0.5})

CANARY = "import torch\nx = torch.ones(2, requires_grad=True)\n(x * x).sum().backward()\nprint(x.grad.tolist())\n"
ESCAPED = Path("/tmp/gradreel-escaped")
"""Where attacks try to leave a file."""
SETTLED_S = 120.0


EVERY = 5
"""Of the attacks on tier L, which are those on tier N, each fifth always runs; the others are long (tests/long.py)."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark those others."""
    again = [item for item in items if isinstance(item, pytest.Function) and _tier(item) == "L"]
    for number, item in enumerate(again):
        if number % EVERY:
            item.add_marker(pytest.mark.long)


def _tier(item: pytest.Function) -> object:
    callspec = getattr(item, "callspec", None)
    return callspec.params.get("jail") if callspec else None


class Jail:
    """A runner, with what the tests want to know about its machine."""

    def __init__(self, runner: LocalRunner, tier: str) -> None:
        self.runner = runner
        self.tier = tier
        self._sessions: set[int] = set()

    async def run(self, code: str) -> Run:
        """Run a snippet."""
        return await run_of(self.runner, code, client="attacker")

    async def check_untouched(self) -> None:
        """The next run works, nothing was written, no process is left over."""
        await self.check_next_run()
        await self.calm_down()
        assert self.runner.pool.leftovers == 0

    async def check_next_run(self) -> None:
        """The next run works, and nothing was written."""
        run = await self.run(CANARY)
        assert run.outcome.status == "completed", run.outcome
        assert run.stdout == "[2.0, 2.0]\n"
        assert not escaped()

    def processes(self) -> list[int]:
        """Every process of every zygote that was seen here: its session outlives it."""
        if self.runner.pool.zygote_pid is not None:
            self._sessions.add(self.runner.pool.zygote_pid)
        return session_of(*self._sessions)

    async def calm_down(self) -> None:
        """Wait until nothing is left of what has run; those that get ready meanwhile may not have forked yet."""
        pool = self.runner.pool
        for _ in range(int(SETTLED_S / 0.01)):
            if not pool.running and not pool.terminating and len(self.processes()) <= 1 + 2 * pool.children:
                return
            await asyncio.sleep(0.01)
        raise AssertionError(f"{self.processes()} are alive; {pool.children} children should be")

    async def settle(self) -> None:
        """Wait until only the zygote and its waiting children are there: one process each, and one init each."""
        expected = 1 + 2 * SETTINGS.pool_children
        for _ in range(int(SETTLED_S / 0.02)):
            full = self.runner.health().children_waiting == SETTINGS.pool_children
            if full and not self.runner.pool.terminating and len(self.processes()) == expected:
                return
            await asyncio.sleep(0.02)
        raise AssertionError(f"{self.processes()} are alive, {expected} processes were expected; {self.runner.health()}")

    async def settle_with_zygote_other_than(self, pid: int | None) -> None:
        """Wait for the zygote's successor."""
        for _ in range(int(SETTLED_S / 0.02)):
            if self.runner.pool.zygote_pid not in (None, pid):
                self.processes()
                return
            await asyncio.sleep(0.02)
        raise AssertionError(f"zygote {pid} was not replaced")

    def signal_zygote(self, number: signal.Signals) -> int:
        """Send it to the zygote, and return whose process id that was."""
        zygote = self.runner.pool.zygote_pid
        assert zygote is not None
        os.kill(zygote, number)
        return zygote

    async def see_off(self, zygote: int) -> None:
        """Wait until nothing of a zygote's session is left."""
        for _ in range(int(SETTLED_S / 0.02)):
            if not session_of(zygote):
                return
            await asyncio.sleep(0.02)
        raise AssertionError(f"{session_of(zygote)} are left of zygote {zygote}")


class Volley:
    """Attacks on one jail that are run side by side, since they mostly wait; each is followed by a run that must be as good as ever.

    What is left of them all is for ``check_untouched``, when the last has ended.
    """

    def __init__(self, jail: Jail, attacks: Iterable[Attack]) -> None:
        self.jail = jail
        self._turn = asyncio.Semaphore(SETTINGS.concurrent_runs)
        self._runs = {attack.name: asyncio.ensure_future(self._run(attack)) for attack in attacks}

    async def of(self, attack: Attack) -> Run:
        """Return how an attack ended, once the run after it was fine."""
        return await self._runs[attack.name]

    async def check_untouched(self) -> None:
        """Nothing is left of any of them."""
        await asyncio.gather(*self._runs.values(), return_exceptions=True)
        await self.jail.check_untouched()

    async def _run(self, attack: Attack) -> Run:
        async with self._turn:
            run = await self.jail.run(attack.code)
            await self.jail.check_next_run()
        return run


def escaped() -> bool:
    """Has an attack left its file, or a link of that name?"""
    return os.path.lexists(ESCAPED)


def session_of(*leaders: int) -> list[int]:
    """Processes of these zygotes' sessions; no snippet can leave its own, since setsid is refused."""
    found = []
    for entry in os.listdir("/proc"):
        if entry.isdigit():
            try:
                fields = Path(f"/proc/{entry}/stat").read_text().rpartition(")")[2].split()
            except (FileNotFoundError, ProcessLookupError):
                continue
            if int(fields[3]) in leaders and fields[0] != "Z":
                found.append(int(entry))
    return found


@asynccontextmanager
async def jail_of(settings: Settings, tier: str) -> AsyncIterator[Jail]:
    """Start a sandbox of a tier; nothing may be left over at its end."""
    runner = LocalRunner(settings.model_copy(update={"sandbox_tier": tier}))
    await runner.start()
    try:
        assert runner.health().tier == tier, "this machine offers no namespaces: run where unprivileged user namespaces are allowed"
        jail = Jail(runner, tier)
        yield jail
        await jail.settle()
    finally:
        await runner.aclose()


@pytest.fixture(scope="session", params=["N", "L"])
async def jail(request: pytest.FixtureRequest) -> AsyncIterator[Jail]:
    """A running sandbox of each tier."""
    async with jail_of(ATTACKED, request.param) as jail:
        yield jail


@pytest.fixture
async def attacked(jail: Jail) -> AsyncIterator[Jail]:
    """The jail, which must be as good as new after the test."""
    yield jail
    await jail.check_untouched()


@pytest.fixture(scope="session", autouse=True)
def no_escape_left_over() -> Iterator[None]:
    """Start and end without the file that attacks try to write."""
    ESCAPED.unlink(missing_ok=True)
    yield
    assert not escaped()
