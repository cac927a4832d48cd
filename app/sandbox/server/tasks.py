"""Turns coroutines into work in the background that is held on to, and that ends with its owner."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine


class Tasks:
    """Tasks of one owner; the event loop itself keeps weak references only."""

    def __init__(self) -> None:
        self._open: set[asyncio.Task[None]] = set()

    def go(self, work: Coroutine[None, None, None]) -> asyncio.Task[None]:
        """Start."""
        task = asyncio.ensure_future(work)
        self._open.add(task)
        task.add_done_callback(self._open.discard)
        return task

    async def cancel(self) -> None:
        """Cancel all, and wait for their ends."""
        for task in list(self._open):
            task.cancel()
        await asyncio.gather(*self._open, return_exceptions=True)
