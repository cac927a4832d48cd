"""Keeps jailed children ready and gives each one snippet.

    start ─▶ zygote ─spawn─▶ ready (a queue) ─take─▶ running ─▶ removed in the background
                ▲                 ▲  refilled when a run has ended, so that forking does not compete with it
                └── replaced after N children, after a crash, and when it dies

After a crash, waiting children of the old zygote are removed as soon as there are others; otherwise they are used up.

A run that something other than the snippet ended (its process vanished or was killed from outside) is tried once more, and then refused.
"""

from __future__ import annotations

import asyncio
import logging
import os
from collections.abc import Callable
from dataclasses import dataclass, replace

from app.errors import RunLost, SandboxUnavailable
from app.sandbox.protocol.messages import Snippet, ZygoteReady
from app.sandbox.protocol.modes import Mode
from app.sandbox.report.verdict import decide
from app.sandbox.server import cgroup, zygote
from app.sandbox.server.backoff import Backoff
from app.sandbox.server.child import Bounds, Child, Collected
from app.sandbox.server.ready import ReadyChildren
from app.sandbox.server.reaper import Reaper
from app.sandbox.server.tasks import Tasks
from app.sandbox.server.zygote import Zygote, plan_of
from app.settings import Settings
from gradreel.trace import Failure

BYTES_PER_CHILD = 64 * 1024**2
MAX_CHILDREN = 16
RESTART_S = 1.0
STOP_CHECK_S = 1.0

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Answer:
    """What came out of one run: a result that is still untrusted, or why there is none."""

    result: bytes | None
    stdout: bytes
    stderr: bytes
    failure: Failure | None
    elapsed_ms: float


class Pool:
    """A zygote, its waiting children, and the runs under way."""

    def __init__(self, settings: Settings, runs_are_queued: Callable[[], bool] = lambda: False) -> None:
        """While ``runs_are_queued`` says so, or a run waits for a child, children are made ready early, without their warm-up run."""
        self._settings = settings
        self._runs_are_queued = runs_are_queued
        self._bounds = Bounds(settings.wall_time_s, settings.grace_s, settings.output_bytes, settings.trace_bytes)
        self._wake = asyncio.Event()
        self._tasks = Tasks()
        self._reaper = Reaper()
        self._ready = ReadyChildren(settings.pool_children or children_for(os.cpu_count() or 1), self._reaper, self._tasks, self._wake.set)
        self._running: set[Child] = set()
        self._backoff = Backoff(settings.restart_pause_s)
        self._replacing: asyncio.Task[None] | None = None
        self._replaced: set[Zygote] = set()
        """Zygotes that have a successor and are not yet known to be gone: a task that is cancelled before its first step closes none."""
        self._retry_timer: asyncio.TimerHandle | None = None
        self._closing = False

    @property
    def info(self) -> ZygoteReady | None:
        """What the present zygote found out about this machine; None before the start."""
        if self._ready.zygote is None:
            return None
        info, cgroups = self._ready.zygote.info, self._ready.cgroups
        return info if cgroups is None else replace(info, layers=(*info.layers, f"ceilings of {', '.join(cgroups.controllers)}"))

    @property
    def zygote_pid(self) -> int | None:
        """Process id of the present zygote."""
        current = self._ready.zygote
        return current.pid if current and current.alive else None

    @property
    def size(self) -> int:
        """Children that wait when nothing runs."""
        return self._ready.size

    @property
    def waiting(self) -> int:
        """Children ready for a snippet."""
        return self._ready.waiting

    @property
    def running(self) -> int:
        """Children with a snippet."""
        return len(self._running)

    @property
    def running_children(self) -> tuple[Child, ...]:
        """The children with a snippet."""
        return tuple(self._running)

    @property
    def children(self) -> int:
        """All that are starting, waiting or running."""
        return self._ready.starting + self.waiting + self.running

    @property
    def terminating(self) -> int:
        """Children that have been killed and are not yet known to be gone."""
        return len(self._reaper)

    @property
    def leftovers(self) -> int:
        """Children of which something was still there when it should have been gone: must stay 0."""
        return self._reaper.leftovers

    async def start(self) -> None:
        """Start the zygote and its first child; raises ``SandboxUnavailable``."""
        started = await self._start_zygote()
        if any("as user id 0" in layer for layer in started.info.layers):
            log.warning("snippets read files as user id 0: install Python where others may read it, or do not start the server as root")
        self._ready.cgroups = cgroup.find(self._settings, plan_of(self._settings).headroom_bytes)
        try:
            await self._ready.first()
        except SandboxUnavailable:
            await started.close()
            raise
        self._tasks.start(self._keep())
        self._tasks.start(self._look_for_stop())
        self._wake.set()

    async def aclose(self) -> None:
        """Kill everything and wait until it is gone."""
        self._closing = True
        if self._retry_timer is not None:
            self._retry_timer.cancel()
        await self._tasks.cancel()
        await self._reaper.wait()
        for each in (self._ready.zygote, *self._replaced):
            if each is not None:
                await each.close()
        await asyncio.gather(self._ready.clear(), *(child.remove() for child in self._running))

    async def run(self, code: str, mode: Mode = "traced") -> Answer:
        """Run one snippet in a child of its own; raises ``RunLost`` if it was ended from outside, twice."""
        snippet = Snippet(mode, code)
        answer = await self._attempt(snippet)
        if _is_lost(answer) and not self._closing:
            log.warning("a run was lost, trying once more")
            answer = await self._attempt(snippet)
        if _is_lost(answer):
            raise RunLost("The process that ran this was ended from outside, twice. Nothing is wrong with the code: try again in a moment.")
        return answer

    async def _attempt(self, snippet: Snippet) -> Answer:
        # A child may have died while it waited, and so may all of the others.
        for _ in range(self.size + 1):
            child = await self._ready.take(self._settings.queue_wait_s)
            self._running.add(child)
            try:
                collected = await child.run(snippet, self._bounds)
            finally:
                self._running.discard(child)
                self._reaper.remove(child)
                self._wake.set()
            if collected.snippet_read or collected.evidence.timed_out:
                break
        if collected.evidence.crashed:
            child.zygote.trusted = False
        return self._judge(collected)

    def _judge(self, collected: Collected) -> Answer:
        evidence = collected.evidence if collected.snippet_read else replace(collected.evidence, status=None)
        failure = decide(evidence, bool(collected.result), self._settings)
        return Answer(collected.result or None, collected.stdout, collected.stderr, failure, collected.elapsed_ms)

    async def _keep(self) -> None:
        """Keep the zygote alive and children ready, for ever."""
        while True:
            await self._wake.wait()
            self._wake.clear()
            self._ready.discard()
            self._replace_zygote()
            if not self._ready.refill(defer_warmup=self._ready.awaited or self._runs_are_queued()):
                await asyncio.sleep(RESTART_S)
                self._wake.set()

    async def _look_for_stop(self) -> None:
        """Replace a zygote that has been stopped: nothing else tells of that, and children that it should fork would not come."""
        while True:
            await asyncio.sleep(STOP_CHECK_S)
            current = self._ready.zygote
            if current is not None and current.alive and current.trusted and current.stopped:
                log.error("the zygote was stopped from outside; it is replaced")
                current.kill()
                self._wake.set()

    def _replace_zygote(self) -> None:
        """Start replacing the zygote if it is due. The old one is used until the new one has come up."""
        current = self._ready.zygote
        if current is None or (self._replacing is not None and not self._replacing.done()):
            return
        if not (current.alive and current.trusted):
            loop = asyncio.get_running_loop()
            if wait_s := self._backoff.wait_s(loop.time(), urgent=not current.alive):
                if self._retry_timer is not None:
                    self._retry_timer.cancel()
                self._retry_timer = loop.call_later(wait_s, self._wake.set)
                return
            self._backoff.begin(loop.time())
        elif current.spawned < self._settings.zygote_runs:
            return
        self._replacing = self._tasks.start(self._replace(current))

    async def _replace(self, old: Zygote) -> None:
        try:
            await self._start_zygote()
        except SandboxUnavailable as error:
            log.error("the zygote did not start again: %s", error)
            await asyncio.sleep(RESTART_S)
        else:
            self._replaced.add(old)
            self._tasks.start(self._close(old))
        self._replacing = None
        self._wake.set()

    async def _close(self, old: Zygote) -> None:
        await old.close()
        self._replaced.discard(old)

    async def _start_zygote(self) -> Zygote:
        self._ready.zygote = started = await zygote.start(self._settings)

        async def wake_at_end() -> None:
            await started.ended()
            self._wake.set()

        self._tasks.start(wake_at_end())
        return started


def _is_lost(answer: Answer) -> bool:
    return answer.failure is not None and answer.failure.kind == "internal"


def children_for(cores: int) -> int:
    """How many children to keep waiting: enough for a burst of two per core, as far as memory goes."""
    memory = os.sysconf("SC_PAGESIZE") * os.sysconf("SC_PHYS_PAGES")
    return max(1, min(2 * cores, MAX_CHILDREN, memory // 4 // BYTES_PER_CHILD))
