"""The children that are ready: jailed, warmed up, each waiting for one snippet.

spawn ─▶ starting ─ready─▶ waiting ─take─▶ a run
             └── setup fails, or its zygote is not trusted any more ──▶ removed
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from contextlib import suppress

from app.errors import SandboxUnavailable
from app.sandbox.server.cgroup import Cgroups
from app.sandbox.server.child import Child
from app.sandbox.server.reaper import Reaper
from app.sandbox.server.tasks import Tasks
from app.sandbox.server.zygote import Zygote

READY_S = 20.0
RETRY_S = 1.0

log = logging.getLogger(__name__)


class ReadyChildren:
    """Children of the present zygote, and of earlier ones as long as those are trusted."""

    def __init__(self, size: int, reaper: Reaper, tasks: Tasks, on_change: Callable[[], None]) -> None:
        self.size = size
        self.cgroups: Cgroups | None = None
        """Where children get their cgroups; None where there are none."""
        self.zygote: Zygote | None = None
        """Where new children come from."""
        self._reaper = reaper
        self._tasks = tasks
        self._on_change = on_change
        self._queue: asyncio.Queue[Child] = asyncio.Queue()
        self._waiting: set[Child] = set()
        """The same children as in the queue."""
        self._starting: set[Child] = set()
        self._takers = 0

    @property
    def awaited(self) -> bool:
        """Does a run wait for a child?"""
        return self._takers > 0

    @property
    def waiting(self) -> int:
        """Children ready for a snippet."""
        return len(self._waiting)

    @property
    def starting(self) -> int:
        """Children that are being set up."""
        return len(self._starting)

    async def take(self, timeout_s: float) -> Child:
        """Take the child that has waited longest; raises ``SandboxUnavailable`` if there is none in time."""
        self._takers += 1
        if not self._waiting:
            self._on_change()
        try:
            async with asyncio.timeout(timeout_s):
                while True:
                    child = await self._queue.get()
                    self._waiting.discard(child)
                    if not child.lost:
                        return child
                    self._reaper.remove(child)
        except TimeoutError:
            raise SandboxUnavailable(f"No sandboxed process became ready within {timeout_s:g} s. Try again in a moment.") from None
        finally:
            self._takers -= 1

    def refill(self, *, defer_warmup: bool = False) -> bool:
        """Ask for as many children as are missing; False if the zygote could not be asked."""
        zygote = self.zygote
        while zygote is not None and zygote.alive and self._usable() < self.size:
            try:
                child = zygote.spawn(self._on_change, defer_warmup=defer_warmup)
            except OSError as error:
                log.warning("spawn failed: %s", error)
                return False
            self._starting.add(child)
            self._tasks.start(self._admit(child))
        return True

    def discard(self) -> None:
        """Remove those that have died, and those of a zygote that is not trusted once there are others."""
        children = [self._queue.get_nowait() for _ in range(self._queue.qsize())]
        self._waiting.clear()
        has_fresh = any(not self._stale(child) and not child.lost for child in children)
        for child in children:
            if child.lost or (has_fresh and self._stale(child)):
                self._reaper.remove(child)
            else:
                self._put(child)

    async def first(self) -> None:
        """Make one child and wait for it; raises ``SandboxUnavailable`` with what went wrong."""
        assert self.zygote is not None
        child = self.zygote.spawn(self._on_change)
        if await _becomes_ready(child) and self._enqueue(child):
            return
        error = (child.error or "it ended without saying why").strip()
        await child.remove()
        raise SandboxUnavailable(f"The sandbox did not start: its first child failed. {error.splitlines()[-1]}")

    async def clear(self) -> None:
        """Remove all, and wait until they are gone."""
        await asyncio.gather(*(child.remove() for child in (*self._starting, *self._waiting)))

    def _enqueue(self, child: Child) -> bool:
        """Put a child into its cgroup and have it wait; False if it has died meanwhile."""
        if self.cgroups is not None:
            try:
                child.join_group(self.cgroups.make())
            except ProcessLookupError:
                return False
            except OSError as error:
                log.warning("a child without a cgroup: %s", error)
        self._put(child)
        return True

    def _put(self, child: Child) -> None:
        self._waiting.add(child)
        self._queue.put_nowait(child)

    def _usable(self) -> int:
        return sum(not self._stale(child) for child in (*self._waiting, *self._starting))

    def _stale(self, child: Child) -> bool:
        """Does it come from a zygote that was replaced because it is not trusted?"""
        return child.zygote is not self.zygote and not child.zygote.trusted

    async def _admit(self, child: Child) -> None:
        """Move a child from starting to waiting once it is jailed."""
        ready = await _becomes_ready(child)
        self._starting.discard(child)
        if ready and not self._stale(child) and self._enqueue(child):
            self._on_change()
            return
        self._reaper.remove(child)
        if not ready and child.zygote is self.zygote and child.zygote.alive:
            log.error("a child did not become ready: %s", child.error or "it did not say why")
            child.zygote.trusted = False
            await asyncio.sleep(RETRY_S)
        self._on_change()


async def _becomes_ready(child: Child) -> bool:
    with suppress(TimeoutError):
        async with asyncio.timeout(READY_S):
            return await asyncio.shield(child.ready)
    return False
