"""Bounds how much of the server's own time one client may take: see ``prices.py``."""

from __future__ import annotations

import math
import time

from limits import parse
from limits.storage import MemoryStorage
from limits.strategies import SlidingWindowCounterRateLimiter

from app.errors import TooManyRequests


class Budget:
    """What each client has left; in this server's memory, whose time it is."""

    def __init__(self, notation: str | None) -> None:
        """``notation`` is that of the ``limits`` library, in units; None for no limit. Raises ``ValueError`` when it cannot be read."""
        self._item = None if notation is None else parse(notation)
        self._limiter = SlidingWindowCounterRateLimiter(MemoryStorage())

    def spend(self, client: str, units: int) -> None:
        """Take ``units`` from what a client has; raise ``TooManyRequests`` where that is less."""
        if self._item is None or units == 0 or self._limiter.hit(self._item, client, cost=min(units, self._item.amount)):
            return
        raise self._spent(client)

    def charge(self, client: str, units: float) -> None:
        """Take what has been used already, as far as there is so much."""
        if self._item is None:
            return
        left = self._limiter.get_window_stats(self._item, client).remaining
        if taken := min(math.ceil(units), left):
            self._limiter.hit(self._item, client, cost=taken)

    def _spent(self, client: str) -> TooManyRequests:
        assert self._item is not None
        reset_s = self._limiter.get_window_stats(self._item, client).reset_time - time.time()
        error = TooManyRequests("This client has asked for more than this server's share for one: try again in a while.")
        error.retry_after_s = max(1, math.ceil(min(reset_s, self._item.get_expiry())))
        return error
