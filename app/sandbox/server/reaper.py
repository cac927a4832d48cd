"""Turns children that are of no use any more into nothing, in the background, and counts those of which something stayed."""

from __future__ import annotations

import asyncio
import logging

from app.sandbox.server.child import Child

log = logging.getLogger(__name__)


class Graves:
    """Children that have been killed and are not yet known to be gone."""

    def __init__(self) -> None:
        self._open: set[asyncio.Future[None]] = set()
        self.leftovers = 0
        """Children of which something was still there when it should have been gone: must stay 0."""

    def __len__(self) -> int:
        return len(self._open)

    def bury(self, child: Child) -> None:
        """Kill a child now, and wait in the background until it is gone."""
        child.kill()
        grave = asyncio.ensure_future(self._watch(child))
        self._open.add(grave)
        grave.add_done_callback(self._open.discard)

    async def closed(self) -> None:
        """Wait for all."""
        await asyncio.gather(*self._open, return_exceptions=True)

    async def _watch(self, child: Child) -> None:
        if not await child.bury():
            self.leftovers += 1
            log.error("a child did not die")
