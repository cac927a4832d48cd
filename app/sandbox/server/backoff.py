"""Turns a history of zygotes that had to be replaced into how long the next replacement must wait.

A zygote imports torch for a second of processor time. Somebody who crashes on purpose, again and again, would otherwise have that
second from everybody else each time: so the second replacement waits a little, the next one twice as long, until it has been quiet.
"""

from __future__ import annotations

LONGEST_S = 60.0
QUIET = 2
"""After so many times the last pause without a replacement, pauses are short again."""


class Restarts:
    """All times are of one monotonic clock, in seconds."""

    def __init__(self, pause_s: float) -> None:
        self._shortest_s = pause_s
        self._pause_s = 0.0
        self._last_s = float("-inf")

    def wait_s(self, now_s: float, urgent: bool) -> float:
        """Say how long to wait before the next replacement; ``urgent``: nothing can be forked meanwhile."""
        pause_s = min(self._pause_s, self._shortest_s) if urgent else self._pause_s
        return max(0.0, self._last_s + pause_s - now_s)

    def begin(self, now_s: float) -> None:
        """Note that a replacement begins."""
        is_quiet = now_s - self._last_s > QUIET * self._pause_s
        self._pause_s = self._shortest_s if is_quiet else min(2 * self._pause_s, LONGEST_S)
        self._last_s = now_s
