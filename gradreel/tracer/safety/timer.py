"""Interrupts a program from within when its time is over, so that the recording so far is kept."""

from __future__ import annotations

import signal
import threading
import types
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from torch import overrides

# A snippet that catches the interruption is interrupted again, until the parent's own deadline ends it.
AGAIN_S = 0.1
# NOTE [Not in the middle] An exception between two of the tracer's own statements leaves a tensor whose event is missing. The alarm
# is delayed, for this long at a time, until the snippet itself, or a library that it called, is running. One that struck while the
# timer itself was being removed would even leave it set: it would then raise again and again.
DELAY_S = 0.001
TRACER = str(Path(__file__).parent.parent)
# Here torch pops the function mode, the tracer's, from its stack for a moment.
POPS_MODES = overrides.__file__
# Functions of the tracer in which the main thread does nothing but wait for the snippet.
WAITS_FOR_SNIPPET = frozenset({"compile_snippet", "compile_cell", "echo_of", "join_threads"})


class TimeOver(BaseException):
    """A soft time limit has passed: ``kind`` is ``wall_time`` or ``cpu_time``."""

    def __init__(self, kind: str) -> None:
        self.kind = kind


@contextmanager
def soft_timer(seconds: float | None, is_snippet: Callable[[types.CodeType], bool]) -> Iterator[None]:
    """Raise TimeOver in the main thread after ``seconds`` of wall-clock time, and again while it is caught; also at SIGXCPU.

    ``is_snippet`` tells whether a code object is the snippet's.
    """
    if seconds is None or threading.current_thread() is not threading.main_thread():
        yield
        return
    kinds: list[str] = []
    over = False

    def interrupt(number: int, frame: types.FrameType | None) -> None:
        if over:
            return
        kinds.append("wall_time" if number == signal.SIGALRM else "cpu_time")
        if _interrupts_tracer(frame, is_snippet):
            signal.setitimer(signal.ITIMER_REAL, DELAY_S, AGAIN_S)
            return
        raise TimeOver(kinds[0])

    before = {number: signal.signal(number, interrupt) for number in (signal.SIGALRM, signal.SIGXCPU)}
    signal.setitimer(signal.ITIMER_REAL, seconds, AGAIN_S)
    try:
        yield
    finally:
        # First of all: an alarm from here on must neither raise nor set the timer again.
        over = True
        signal.pthread_sigmask(signal.SIG_BLOCK, before)
        signal.setitimer(signal.ITIMER_REAL, 0)
        for number, handler in before.items():
            signal.signal(number, handler)
        while signal.sigtimedwait(before, 0):
            continue  # one that waited behind the mask is not for the earlier handler
        signal.pthread_sigmask(signal.SIG_UNBLOCK, before)


def _interrupts_tracer(frame: types.FrameType | None, is_snippet: Callable[[types.CodeType], bool]) -> bool:
    """Would an exception here interrupt the tracer, or whatever it has called, rather than the snippet?"""
    while frame is not None:
        if is_snippet(frame.f_code):
            return False
        if frame.f_code.co_filename == POPS_MODES:
            return True
        if frame.f_code.co_filename.startswith(TRACER):
            return frame.f_code.co_name not in WAITS_FOR_SNIPPET
        frame = frame.f_back
    return True
