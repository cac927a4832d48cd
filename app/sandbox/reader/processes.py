"""As many processes of one kind as work goes on at once, each given one piece of it at a time.

    killed from outside      the same once more, by another process
    failed                   ``ReaderFailed``; the process is replaced
    has grown large          replaced

If they fail again and again, replacements wait longer and longer.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

from app.errors import RunLost, SandboxUnavailable
from app.sandbox.reader import process
from app.sandbox.reader.process import Reader, ReaderFailed
from app.sandbox.server.backoff import Backoff
from app.sandbox.server.tasks import Tasks
from app.settings import Settings

RESTART_S = 1.0

T = TypeVar("T")

log = logging.getLogger(__name__)


class Processes:
    """Processes that wait for work, and those at it."""

    def __init__(self, settings: Settings, size: int, program: str) -> None:
        """``program`` is what Python executes in each of them: see ``process.start``."""
        self._settings = settings
        self._size = size
        self._program = program
        # Last in, first out: what the process that worked last has in the processor's caches is still there.
        self._idle: asyncio.LifoQueue[Reader] = asyncio.LifoQueue()
        self._all: set[Reader] = set()
        self._tasks = Tasks()
        self._backoff = Backoff(settings.restart_pause_s)
        self.replaced = 0
        """Processes that had to be replaced, since the start."""

    @property
    def ready(self) -> int:
        """Processes that wait for work."""
        return self._idle.qsize()

    @property
    def readers(self) -> tuple[Reader, ...]:
        """All that run, for tests."""
        return tuple(self._all)

    async def start(self) -> None:
        """Start all; raises ``SandboxUnavailable``."""
        await asyncio.gather(*(self._add() for _ in range(self._size)))

    async def aclose(self) -> None:
        """Kill all and wait until they are gone."""
        await self._tasks.cancel()
        await asyncio.gather(*(reader.aclose() for reader in self._all))

    async def use(self, work: Callable[[Reader], Coroutine[None, None, T]]) -> T:
        """Have a process do ``work``, and another one if something outside kills it.

        Raises ``ReaderFailed``, ``SandboxUnavailable`` if no process can be had, ``RunLost`` if all that were had were killed from outside.
        """
        # Whatever killed one may have killed the others as well, and they are not known to be dead at once.
        for _ in range(self._size + 1):
            reader = await self._take()
            working = asyncio.ensure_future(work(reader))
            # A client that leaves does not cost a reader: it finishes in the background.
            self._tasks.start(self._put_back(reader, working))
            try:
                return await asyncio.shield(working)
            except ReaderFailed as failed:
                if not failed.killed:
                    raise
                log.warning("a process was killed from outside; another one takes its place")
        raise RunLost("The processes that read this answer were ended from outside. Nothing is wrong with the code: try again in a moment.")

    async def _put_back(self, reader: Reader, working: asyncio.Future[Any]) -> None:
        """Have the reader wait for the next answer when it has done with this one, or put another one in its place."""
        await asyncio.wait({working})
        if working.cancelled() or working.exception() is not None:
            await self._replace(reader, pause=True)
        elif reader.spent:
            await self._replace(reader, pause=False)
        else:
            self._idle.put_nowait(reader)

    async def _take(self) -> Reader:
        try:
            async with asyncio.timeout(self._settings.queue_wait_s):
                while True:
                    reader = await self._idle.get()
                    if reader.alive:
                        return reader
                    self._tasks.start(self._replace(reader, pause=True))
        except TimeoutError:
            raise SandboxUnavailable("No process that reads answers is ready. Try again in a moment.") from None

    async def _replace(self, reader: Reader, *, pause: bool) -> None:
        """Put another reader in the place of this one; not at once if readers keep failing and others wait."""
        loop = asyncio.get_running_loop()
        self.replaced += 1
        await reader.aclose()
        self._all.discard(reader)
        while True:
            if pause and self.ready:
                await asyncio.sleep(self._backoff.wait_s(loop.time(), urgent=False))
            self._backoff.begin(loop.time())
            try:
                return await self._add()
            except SandboxUnavailable as error:
                log.error("%s", error)
                await asyncio.sleep(RESTART_S)

    async def _add(self) -> None:
        reader = await process.start(self._settings, self._settings.zygote_start_s, self._program)
        self._all.add(reader)
        self._idle.put_nowait(reader)
