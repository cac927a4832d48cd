"""Keeps warm, jailed children waiting and gives each one snippet.

    launch ─▶ zygote ─spawn─▶ waiting (a queue) ─take─▶ running ─▶ buried in the background, and counted
                 ▲                 ▲  refilled when a run has ended, so that forking does not compete with it
                 └── replaced after N children, after a crash, and when it dies; its children live on until they have run

A run that is lost through our fault (its process vanished without a word) is tried once more.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
from collections.abc import Coroutine
from dataclasses import dataclass, replace
from typing import Literal

from app.errors import SandboxUnavailable
from app.sandbox.handle import Bounds, Child, Collected
from app.sandbox.launch import Hello, Zygote, launch
from app.sandbox.verdict import decide
from app.settings import Settings
from app.trace import Failure

READY_S = 20.0
BYTES_PER_CHILD = 64 * 1024**2
MOST_CHILDREN = 16
RELAUNCH_S = 1.0

Mode = Literal["t", "p", "u"]

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

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._bounds = Bounds(settings.wall_time_s, settings.grace_s, settings.output_bytes, settings.trace_bytes)
        self._size = settings.pool_children or children_for(os.cpu_count() or 1)
        self._zygote: Zygote | None = None
        self._waiting: asyncio.Queue[Child] = asyncio.Queue()
        self._starting: set[Child] = set()
        self._running: set[Child] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        self._graves: set[asyncio.Future[None]] = set()
        self._wake = asyncio.Event()
        self._replacing: asyncio.Task[None] | None = None
        self._distrusted = False
        self._closing = False
        self.leftovers = 0
        """Runs of which something was still there when it should have been gone: must stay 0."""

    @property
    def hello(self) -> Hello | None:
        """What the present zygote said about itself; None before the start."""
        return self._zygote.hello if self._zygote else None

    @property
    def zygote_pid(self) -> int | None:
        """Process id of the present zygote."""
        return self._zygote.pid if self._zygote and self._zygote.alive else None

    @property
    def size(self) -> int:
        """Children that wait when nothing runs."""
        return self._size

    @property
    def waiting(self) -> int:
        """Children ready for a snippet."""
        return self._waiting.qsize()

    @property
    def running(self) -> int:
        """Children with a snippet."""
        return len(self._running)

    @property
    def children(self) -> int:
        """All that are getting ready, waiting or running."""
        return len(self._starting) + self.waiting + self.running

    @property
    def dying(self) -> int:
        """Children that have been killed and are not yet known to be gone."""
        return len(self._graves)

    async def start(self) -> None:
        """Launch the zygote and its first children; raises ``SandboxUnavailable``."""
        await self._launch()
        await self._launch_first_child()
        self._go(self._keep())
        self._wake.set()

    async def aclose(self) -> None:
        """Kill everything and wait until it is gone."""
        self._closing = True
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, *self._graves, return_exceptions=True)
        children = [*self._starting, *self._running]
        while not self._waiting.empty():
            children.append(self._waiting.get_nowait())
        if self._zygote is not None:
            await self._zygote.close()
        await asyncio.gather(*(child.bury() for child in children))

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
        for _ in range(self._size + 1):
            child = await self._take()
            self._running.add(child)
            try:
                collected = await child.run(code, self._bounds)
            finally:
                self._running.discard(child)
                self._bury(child)
                self._wake.set()
            if collected.begun or collected.evidence.timed_out:
                break
        return self._judge(collected)

    def _judge(self, collected: Collected) -> Answer:
        if collected.evidence.broke_something:
            self._distrusted = True
        evidence = collected.evidence if collected.begun else replace(collected.evidence, status=None)
        failure = decide(evidence, bool(collected.result), self._settings)
        return Answer(collected.result or None, collected.stdout, collected.stderr, failure, collected.elapsed_ms)

    async def _take(self) -> Child:
        if self._waiting.empty():
            self._wake.set()
        try:
            async with asyncio.timeout(self._settings.queue_wait_s):
                while (child := await self._waiting.get()).lost:
                    self._bury(child)
        except TimeoutError:
            raise SandboxUnavailable("No sandboxed process is ready, and none became so in time. Try again in a moment.") from None
        return child

    def _bury(self, child: Child) -> None:
        """Kill a child now, and wait in the background until it is gone."""
        child.kill()

        async def watch() -> None:
            if not await child.bury():
                self.leftovers += 1
                log.error("a child did not die")

        grave = asyncio.ensure_future(watch())
        self._graves.add(grave)
        grave.add_done_callback(self._graves.discard)

    async def _keep(self) -> None:
        """Keep the zygote alive and the queue full, for ever."""
        while True:
            await self._wake.wait()
            self._wake.clear()
            self._drop_lost()
            if self._worn and (self._replacing is None or self._replacing.done()):
                self._replacing = self._go(self._replace_zygote())
            if not self._refill():
                await asyncio.sleep(RELAUNCH_S)
                self._wake.set()

    @property
    def _worn(self) -> bool:
        """Is it time for a new zygote? The old one goes on serving until that has come up."""
        zygote = self._zygote
        return zygote is None or not zygote.alive or self._distrusted or zygote.spawned >= self._settings.zygote_runs

    def _refill(self) -> bool:
        """Ask for as many children as are missing; False if the zygote cannot be asked."""
        while self._zygote is not None and self._zygote.alive and self._waiting.qsize() + len(self._starting) < self._size:
            try:
                child = self._zygote.spawn(self._wake.set)
            except OSError as error:
                log.warning("spawn failed: %s", error)
                return False
            self._starting.add(child)
            self._go(self._admit(child))
        return True

    async def _launch_first_child(self) -> None:
        assert self._zygote is not None
        child = self._zygote.spawn(self._wake.set)
        if await self._becomes_ready(child):
            self._waiting.put_nowait(child)
            return
        trouble = (child.trouble or "it ended without a word").strip()
        await child.bury()
        await self._zygote.close()
        raise SandboxUnavailable(f"The sandbox did not start: its first child failed. {trouble.splitlines()[-1]}")

    async def _launch(self) -> None:
        self._zygote = zygote = await launch(self._settings)

        async def notice() -> None:
            await zygote.ended()
            self._wake.set()

        self._go(notice())

    async def _replace_zygote(self) -> None:
        old, drop, self._distrusted = self._zygote, self._distrusted, False
        try:
            await self._launch()
        except SandboxUnavailable as error:
            log.error("zygote did not come back: %s", error)
            self._distrusted = self._distrusted or drop
            await asyncio.sleep(RELAUNCH_S)
            self._replacing = None
            self._wake.set()
            return
        if old is not None:
            self._go(old.close())
        while drop and not self._waiting.empty():
            self._bury(self._waiting.get_nowait())
        self._wake.set()

    def _drop_lost(self) -> None:
        for _ in range(self._waiting.qsize()):
            child = self._waiting.get_nowait()
            if child.lost:
                self._bury(child)
            else:
                self._waiting.put_nowait(child)

    async def _admit(self, child: Child) -> None:
        """Move a child from starting to waiting once it is jailed."""
        ready = await self._becomes_ready(child)
        self._starting.discard(child)
        if ready:
            self._waiting.put_nowait(child)
            return
        log.error("a child did not get ready: %s", child.trouble or "no word from it")
        self._distrusted = True
        self._bury(child)
        await asyncio.sleep(RELAUNCH_S)
        self._wake.set()

    async def _becomes_ready(self, child: Child) -> bool:
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(READY_S):
                return await asyncio.shield(child.ready)
        return False

    def _go(self, work: Coroutine[None, None, None]) -> asyncio.Task[None]:
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task


def children_for(cores: int) -> int:
    """How many children to keep waiting: enough for a burst of two per core, as far as memory goes."""
    memory = os.sysconf("SC_PAGESIZE") * os.sysconf("SC_PHYS_PAGES")
    return max(1, min(2 * cores, MOST_CHILDREN, memory // 4 // BYTES_PER_CHILD))
