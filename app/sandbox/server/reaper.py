"""Kills children that are done with, in the background, and counts those that could not be removed."""

from __future__ import annotations

import asyncio
import logging

from app.sandbox.server.child import Child

log = logging.getLogger(__name__)


class Reaper:
    """Children that have been killed and are not yet known to be gone."""

    def __init__(self) -> None:
        self._pending: set[asyncio.Future[None]] = set()
        self.leftovers = 0
        """Children of which something was still there when it should have been gone: must stay 0."""

    def __len__(self) -> int:
        return len(self._pending)

    def remove(self, child: Child) -> None:
        """Kill a child now, and wait in the background until it is gone."""
        child.kill()
        pending = asyncio.ensure_future(self._remove(child))
        self._pending.add(pending)
        pending.add_done_callback(self._pending.discard)

    async def wait(self) -> None:
        """Wait until all are gone."""
        await asyncio.gather(*self._pending, return_exceptions=True)

    async def _remove(self, child: Child) -> None:
        if not await child.remove():
            self.leftovers += 1
            log.error("a child did not die")
