"""Interrupts a snippet from within when its time is over, so that the recording so far survives."""

from __future__ import annotations

import signal
import threading
import types
from collections.abc import Iterator
from contextlib import contextmanager

# A snippet that swallows the interruption gets it again, until the parent's own deadline ends it.
AGAIN_S = 0.1


class TimeOver(BaseException):
    """A soft time limit has passed: ``kind`` is ``wall_time`` or ``cpu_time``."""

    def __init__(self, kind: str) -> None:
        self.kind = kind


@contextmanager
def soft_timer(seconds: float | None) -> Iterator[None]:
    """Raise TimeOver in the main thread after ``seconds`` of wall-clock time, and again while it is ignored; also at each SIGXCPU."""
    if seconds is None or threading.current_thread() is not threading.main_thread():
        yield
        return

    def ring(number: int, _frame: types.FrameType | None) -> None:
        raise TimeOver("wall_time" if number == signal.SIGALRM else "cpu_time")

    before = signal.signal(signal.SIGALRM, ring)
    before_cpu = signal.signal(signal.SIGXCPU, ring)
    signal.setitimer(signal.ITIMER_REAL, seconds, AGAIN_S)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
        signal.signal(signal.SIGXCPU, before_cpu)
