"""Remembers how long each client has held slots of late, so that whoever asks for little need not wait for those who take all they can."""

from __future__ import annotations

import time
from collections.abc import Callable

from cachetools import TTLCache

FORGIVEN_SHARE = 0.1
"""Of the time that passes: so much use is forgotten."""
MAX_CLIENTS = 10_000
KEPT_S = 600.0


class RecentUse:
    """Seconds of slots by client; a client that has used more than ``light_s`` of late is heavy."""

    def __init__(self, light_s: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._light_s = light_s
        self._clock = clock
        self._used: TTLCache[str, tuple[float, float]] = TTLCache(MAX_CLIENTS, KEPT_S)
        """By client: seconds, and when that was."""

    def add(self, client: str, seconds: float) -> None:
        """Note that a client has held a slot."""
        self._used[client] = self._left(client) + seconds, self._clock()

    def is_heavy(self, client: str) -> bool:
        """Whether a client has used much of late."""
        return self._left(client) > self._light_s

    def _left(self, client: str) -> float:
        seconds, then = self._used.get(client, (0.0, 0.0))
        return max(0.0, seconds - FORGIVEN_SHARE * (self._clock() - then))
