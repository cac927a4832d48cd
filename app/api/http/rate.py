"""Limits how often one client may do something: a moving window per client, told in response headers.

Servers that share a PostgreSQL database count together, in it; a server by itself, or while the database is silent, in its own memory.
"""

from __future__ import annotations

import math
import time

from limits import parse
from limits.storage import MemoryStorage
from limits.strategies import MovingWindowRateLimiter

from app.errors import Busy, TooManyRequests
from app.store.rates import Rates, Window

ALL = "all"
"""As whom all clients together are counted."""
CLOCK_S = 5.0
"""By which the clock may be put right without that counting as a jump."""


class Rate:
    """Limits one thing that clients do."""

    def __init__(self, what: str, notation: str | None, shared: Rates) -> None:
        """``what`` is a plural noun for messages and headers; ``notation`` is that of the ``limits`` library, None for no limit.

        Raises ``ValueError`` when ``notation`` cannot be read.
        """
        self._what = what
        self._item = None if notation is None else parse(notation)
        self._shared = shared
        self._limiter = MovingWindowRateLimiter(MemoryStorage())

    async def take(self, client: str) -> dict[str, str]:
        """Count one, and return the headers that tell what is left; raise ``TooManyRequests`` when there are too many."""
        if self._item is None:
            return {}
        window = await self._shared.hit(self._what, client, self._item.amount, self._item.get_expiry()) or self._own(client)
        wait_s = max(1, math.ceil(window.reset_s))
        headers = {
            "RateLimit-Policy": f'"{self._what}";q={self._item.amount};w={self._item.get_expiry()}',
            "RateLimit": f'"{self._what}";r={window.left};t={wait_s}',
        }
        if window.allowed:
            return headers
        bound = f"{self._item.amount} {self._what} in {self._item.get_expiry()} s"
        error = TooManyRequests(f"This client may ask for {bound}, and has: try again in {wait_s} s.")
        error.retry_after_s, error.headers = wait_s, headers
        raise error

    async def take_for_all(self) -> None:
        """Count one for all clients together; raise ``Busy`` when there are too many."""
        try:
            await self.take(ALL)
        except TooManyRequests as error:
            assert self._item is not None
            full = Busy(f"All clients together may ask for {self._item.amount} {self._what} in {self._item.get_expiry()} s, and have.")
            full.retry_after_s = error.retry_after_s or full.retry_after_s
            raise full from None

    def _own(self, client: str) -> Window:
        """Count in this server's memory."""
        assert self._item is not None
        if self._limiter.get_window_stats(self._item, client).reset_time - time.time() > self._item.get_expiry() + CLOCK_S:
            # The clock was put back: what is counted in its future would be held against the client until then.
            self._limiter.storage.reset()
        allowed = self._limiter.hit(self._item, client)
        reset_time, left = self._limiter.get_window_stats(self._item, client)
        return Window(allowed, left, reset_time - time.time())


def with_room(headers: dict[str, str], limit: int | None, left: int | None) -> dict[str, str]:
    """Add to a rate's headers how many snippets the client may have stored, and how many more that are; None leaves it out."""
    if not headers or limit is None or left is None:
        return headers
    told = {"RateLimit-Policy": f'"stored";q={limit}', "RateLimit": f'"stored";r={left}'}
    return {name: f"{headers[name]}, {told[name]}" for name in headers}
