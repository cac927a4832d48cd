"""Keeps warm, jailed children waiting and gives each one snippet.

    launch ─▶ zygote ─spawn─▶ waiting (a queue) ─take─▶ running ─▶ buried in the background, and counted
                 ▲                 ▲  refilled when a run has ended, so that forking does not compete with it
                 └── replaced after N children, after a crash, and when it dies

After a crash, those of the old zygote are discarded as soon as there are others; otherwise they live on until they have run.

A run that is lost through our fault (its process vanished without a word) is tried once more.
"""

from __future__ import annotations

import asyncio
import logging
import os
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Literal

from app.errors import SandboxUnavailable
from app.sandbox.report.verdict import decide
from app.sandbox.server import cgroup
from app.sandbox.server.backoff import Restarts
from app.sandbox.server.child import Bounds, Child, Collected
from app.sandbox.server.ready import Stock
from app.sandbox.server.reaper import Graves
from app.sandbox.server.tasks import Tasks
from app.sandbox.server.zygote import Hello, Zygote, launch, plan_of
from app.settings import Settings
from gradreel.trace import Failure

BYTES_PER_CHILD = 64 * 1024**2
MOST_CHILDREN = 16
RELAUNCH_S = 1.0

Mode = Literal["t", "p", "s", "u"]

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Answer:
    """What came out of one run: a result that is still hostile, or why there is none."""

    result: bytes | None
    stdout: bytes
    stderr: bytes
    failure: Failure | None
    elapsed_ms: float


class Pool:
    """A zygote, its waiting children, and the runs under way."""

    def __init__(self, settings: Settings, crowded: Callable[[], bool] = lambda: False) -> None:
        """``crowded`` says whether snippets wait in line; each child is then to be had as soon as can be."""
        self._settings = settings
        self._crowded = crowded
        self._bounds = Bounds(settings.wall_time_s, settings.grace_s, settings.output_bytes, settings.trace_bytes)
        self._wake = asyncio.Event()
        self._tasks = Tasks()
        self._graves = Graves()
        self._stock = Stock(settings.pool_children or children_for(os.cpu_count() or 1), self._graves, self._tasks, self._wake.set)
        self._running: set[Child] = set()
        self._restarts = Restarts(settings.restart_pause_s)
        self._replacing: asyncio.Task[None] | None = None
        self._alarm: asyncio.TimerHandle | None = None
        self._closing = False

    @property
    def hello(self) -> Hello | None:
        """What the present zygote said about itself; None before the start."""
        if self._stock.zygote is None:
            return None
        hello, cgroups = self._stock.zygote.hello, self._stock.cgroups
        return hello if cgroups is None else replace(hello, layers=(*hello.layers, f"ceilings of {', '.join(cgroups.controllers)}"))

    @property
    def zygote_pid(self) -> int | None:
        """Process id of the present zygote."""
        zygote = self._stock.zygote
        return zygote.pid if zygote and zygote.alive else None

    @property
    def size(self) -> int:
        """Children that wait when nothing runs."""
        return self._stock.size

    @property
    def waiting(self) -> int:
        """Children ready for a snippet."""
        return self._stock.waiting

    @property
    def running(self) -> int:
        """Children with a snippet."""
        return len(self._running)

    @property
    def at_work(self) -> tuple[Child, ...]:
        """The children with a snippet."""
        return tuple(self._running)

    @property
    def children(self) -> int:
        """All that are getting ready, waiting or running."""
        return self._stock.starting + self.waiting + self.running

    @property
    def dying(self) -> int:
        """Children that have been killed and are not yet known to be gone."""
        return len(self._graves)

    @property
    def leftovers(self) -> int:
        """Children of which something was still there when it should have been gone: must stay 0."""
        return self._graves.leftovers

    async def start(self) -> None:
        """Launch the zygote and its first child; raises ``SandboxUnavailable``."""
        zygote = await self._launch()
        self._stock.cgroups = cgroup.find(self._settings, plan_of(self._settings).headroom_bytes)
        try:
            await self._stock.first()
        except SandboxUnavailable:
            await zygote.close()
            raise
        self._tasks.go(self._keep())
        self._wake.set()

    async def aclose(self) -> None:
        """Kill everything and wait until it is gone."""
        self._closing = True
        if self._alarm is not None:
            self._alarm.cancel()
        await self._tasks.cancel()
        await self._graves.closed()
        if self._stock.zygote is not None:
            await self._stock.zygote.close()
        await asyncio.gather(self._stock.clear(), *(child.bury() for child in self._running))

    async def run(self, code: bytes, mode: Mode = "t") -> Answer:
        """Run one snippet in a child of its own: ``t`` traced, ``p`` plain, ``u`` plain with its saved tensors unharmed."""
        code = mode.encode() + code
        answer = await self._attempt(code)
        if answer.failure is not None and answer.failure.kind == "internal" and not self._closing:
            log.warning("run lost, trying once more")
            answer = await self._attempt(code)
        return answer

    async def _attempt(self, code: bytes) -> Answer:
        # Children that died while they waited are no reason to give up; as many may have died as were waiting.
        for _ in range(self.size + 1):
            child = await self._stock.take(self._settings.queue_wait_s)
            self._running.add(child)
            try:
                collected = await child.run(code, self._bounds)
            finally:
                self._running.discard(child)
                self._graves.bury(child)
                self._wake.set()
            if collected.begun or collected.evidence.timed_out:
                break
        if collected.evidence.broke_something:
            child.zygote.trusted = False
        return self._judge(collected)

    def _judge(self, collected: Collected) -> Answer:
        evidence = collected.evidence if collected.begun else replace(collected.evidence, status=None)
        failure = decide(evidence, bool(collected.result), self._settings)
        return Answer(collected.result or None, collected.stdout, collected.stderr, failure, collected.elapsed_ms)

    async def _keep(self) -> None:
        """Keep the zygote alive and the stock full, for ever."""
        while True:
            await self._wake.wait()
            self._wake.clear()
            self._stock.discard()
            self._renew()
            if not self._stock.refill(hasty=self._crowded()):
                await asyncio.sleep(RELAUNCH_S)
                self._wake.set()

    def _renew(self) -> None:
        """Begin to replace the zygote if it is time to. The old one goes on serving until the new one has come up."""
        zygote = self._stock.zygote
        if zygote is None or (self._replacing is not None and not self._replacing.done()):
            return
        if not (zygote.alive and zygote.trusted):
            loop = asyncio.get_running_loop()
            if wait_s := self._restarts.wait_s(loop.time(), urgent=not zygote.alive):
                if self._alarm is not None:
                    self._alarm.cancel()
                self._alarm = loop.call_later(wait_s, self._wake.set)
                return
            self._restarts.begin(loop.time())
        elif zygote.spawned < self._settings.zygote_runs:
            return
        self._replacing = self._tasks.go(self._replace(zygote))

    async def _replace(self, old: Zygote) -> None:
        try:
            await self._launch()
        except SandboxUnavailable as error:
            log.error("zygote did not come back: %s", error)
            await asyncio.sleep(RELAUNCH_S)
        else:
            self._tasks.go(old.close())
        self._replacing = None
        self._wake.set()

    async def _launch(self) -> Zygote:
        self._stock.zygote = zygote = await launch(self._settings)

        async def notice() -> None:
            await zygote.ended()
            self._wake.set()

        self._tasks.go(notice())
        return zygote


def children_for(cores: int) -> int:
    """How many children to keep waiting: enough for a burst of two per core, as far as memory goes."""
    memory = os.sysconf("SC_PAGESIZE") * os.sysconf("SC_PHYS_PAGES")
    return max(1, min(2 * cores, MOST_CHILDREN, memory // 4 // BYTES_PER_CHILD))
