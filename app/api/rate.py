"""Client and moment in, permission to start a run out: a moving window per client."""

from __future__ import annotations

import math
import time

from limits import parse
from limits.storage import MemoryStorage
from limits.strategies import MovingWindowRateLimiter

from app.errors import TooManyRequests


class RunRate:
    """Bounds how many runs each client may start; ``notation`` is that of the ``limits`` library, or ``off``."""

    def __init__(self, notation: str) -> None:
        """Raise ``ValueError`` when ``notation`` cannot be read."""
        self._notation = notation
        self._item = None if notation == "off" else parse(notation)
        self._limiter = MovingWindowRateLimiter(MemoryStorage())

    def take(self, client: str) -> None:
        """Count one run of ``client``; raise ``TooManyRequests`` with the seconds to wait when there are too many."""
        if self._item is None or self._limiter.hit(self._item, client):
            return
        reset_time = self._limiter.get_window_stats(self._item, client).reset_time
        error = TooManyRequests(f"This client started more than {self._notation.replace('/', ' runs per ')}: wait and run again.")
        error.retry_after_s = max(1, math.ceil(reset_time - time.time()))
        raise error
