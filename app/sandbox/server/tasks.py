"""Background tasks of one owner: the event loop itself keeps weak references only."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine


class Tasks:
    """Holds on to its tasks and cancels them together."""

    def __init__(self) -> None:
        self._running: set[asyncio.Task[None]] = set()

    def start(self, work: Coroutine[None, None, None]) -> asyncio.Task[None]:
        """Start a task."""
        task = asyncio.ensure_future(work)
        self._running.add(task)
        task.add_done_callback(self._running.discard)
        return task

    async def cancel(self) -> None:
        """Cancel all, and wait for their ends."""
        for task in list(self._running):
            task.cancel()
        await asyncio.gather(*self._running, return_exceptions=True)
