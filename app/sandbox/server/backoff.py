"""How long to wait before the next replacement of a process that keeps failing.

A zygote imports torch for a second of processor time. Somebody who crashes it on purpose, again and again, would take that second
from everybody else each time: so the second replacement waits a little, each further one twice as long, until failures stop.
"""

from __future__ import annotations

MAX_PAUSE_S = 60.0
QUIET_PAUSES = 2
"""After this many times the last pause without a replacement, pauses are short again."""


class Backoff:
    """All times are of one monotonic clock, in seconds."""

    def __init__(self, pause_s: float) -> None:
        self._min_pause_s = pause_s
        self._pause_s = 0.0
        self._last_s = float("-inf")

    def wait_s(self, now_s: float, urgent: bool) -> float:
        """Say how long to wait before the next replacement; ``urgent``: nothing works until then."""
        pause_s = min(self._pause_s, self._min_pause_s) if urgent else self._pause_s
        return max(0.0, self._last_s + pause_s - now_s)

    def begin(self, now_s: float) -> None:
        """Note that a replacement begins."""
        is_quiet = now_s - self._last_s > QUIET_PAUSES * self._pause_s
        self._pause_s = self._min_pause_s if is_quiet else min(2 * self._pause_s, MAX_PAUSE_S)
        self._last_s = now_s
