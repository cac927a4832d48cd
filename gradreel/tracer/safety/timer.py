"""Interrupts a program from within when its time is over, so that the recording so far is kept."""

from __future__ import annotations

import _thread
import os
import resource
import signal
import sys
import threading
import time
import types
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from torch import overrides

# A snippet that catches the interruption is interrupted again, until the parent's own deadline ends it.
AGAIN_S = 0.1
LATE_S = 0.4
"""After a limit, of wall-clock or of processor time; the parent's own deadline is a second after it."""
SHORTEST_S = 0.01
CORES = os.cpu_count() or 1
# NOTE [Not in the middle] An exception between two of the tracer's own statements leaves a tensor whose event is missing. The alarm
# is delayed, for this long at a time, until the snippet itself, or a library that it called, is running. One that struck while the
# timer itself was being removed would even leave it set: it would then raise again and again.
DELAY_S = 0.001
TRACER = str(Path(__file__).parent.parent)
# Here torch pops the function mode, the tracer's, from its stack for a moment.
POPS_MODES = overrides.__file__
# Functions of the tracer in which the main thread does nothing but wait for the snippet.
WAITS_FOR_SNIPPET = frozenset({"compile_snippet", "compile_cell", "echo_of", "join_threads"})


Late = Callable[["TimeOver"], None]
"""Hands in what was recorded until a limit, and ends the process."""


class TimeOver(BaseException):
    """A soft time limit has passed: ``kind`` is ``wall_time`` or ``cpu_time``."""

    def __init__(self, kind: str, frame: types.FrameType | None = None) -> None:
        """``frame``: what the main thread runs, where this is not raised in it."""
        self.kind = kind
        self.frame = frame


@contextmanager
def soft_timer(seconds: float | None, is_snippet: Callable[[types.CodeType], bool], late: Late | None = None) -> Iterator[None]:
    """Raise TimeOver in the main thread after ``seconds`` of wall-clock time, and again while it is caught; also at SIGXCPU.

    ``is_snippet`` tells whether a code object is the snippet's. ``late`` is called by another thread where the snippet goes on for
    ``LATE_S`` more: see NOTE [One long call].
    """
    if seconds is None or threading.current_thread() is not threading.main_thread():
        yield
        return
    kinds: list[str] = []
    over = False
    watch = _Watch(seconds, late) if late is not None else None

    def interrupt(number: int, frame: types.FrameType | None) -> None:
        if over:
            return
        kinds.append("wall_time" if number == signal.SIGALRM else "cpu_time")
        if _interrupts_tracer(frame, is_snippet):
            signal.setitimer(signal.ITIMER_REAL, DELAY_S, AGAIN_S)
            return
        if watch is not None and watch.begun:
            watch.stand_still()
        raise TimeOver(kinds[0])

    before = {number: signal.signal(number, interrupt) for number in (signal.SIGALRM, signal.SIGXCPU)}
    signal.setitimer(signal.ITIMER_REAL, seconds, AGAIN_S)
    try:
        yield
    finally:
        # First of all: an alarm from here on must neither raise nor set the timer again.
        over = True
        signal.pthread_sigmask(signal.SIG_BLOCK, before)
        if watch is not None:
            watch.end()
        signal.setitimer(signal.ITIMER_REAL, 0)
        for number, handler in before.items():
            signal.signal(number, handler)
        while signal.sigtimedwait(before, 0):
            continue  # one that waited behind the mask is not for the earlier handler
        signal.pthread_sigmask(signal.SIG_UNBLOCK, before)


class _Watch:
    """A thread that waits until the snippet should have been interrupted.

    NOTE [One long call] Python interrupts its own code only. A snippet that is in one long operation of torch, or that catches whatever
    is raised, would run until it is killed, and its recording with it. This thread hands in the recording then, while the main thread is
    in C code, or stands still in the handler of the alarm. Where the long call does not release Python's lock, nothing can.
    """

    def __init__(self, seconds: float, late: Late) -> None:
        self._until = time.monotonic() + seconds + LATE_S
        limit = resource.getrlimit(resource.RLIMIT_CPU)[0]
        self._cpu_until = limit + LATE_S if limit != resource.RLIM_INFINITY else None
        self._late = late
        self._main = threading.get_ident()
        self._over = _thread.allocate_lock()
        self._over.acquire()
        self._still = _thread.allocate_lock()
        self._still.acquire()
        self._claim = _thread.allocate_lock()
        self.begun = False
        # Not by ``threading``, which would count it among those of the program.
        with suppress(RuntimeError):  # no room for a thread
            _thread.start_new_thread(self._run, ())

    def end(self) -> None:
        """The snippet has ended; where the recording is being handed in by then, wait for the end of the process."""
        if not self._claim.acquire(blocking=False):
            self.stand_still()
        self._over.release()

    def stand_still(self) -> None:
        """Have the main thread do nothing more."""
        with suppress(RuntimeError):  # the second time
            self._still.release()
        while True:
            time.sleep(LATE_S)

    def _run(self) -> None:
        while (left := self._left()) > 0:
            if self._over.acquire(timeout=left):
                return
        if not self._claim.acquire(blocking=False):
            return
        self.begun = True
        self._still.acquire(timeout=AGAIN_S * 2)
        kind = "wall_time" if time.monotonic() >= self._until else "cpu_time"
        with suppress(BaseException):  # nothing is handed in then, as before; nobody is told on the snippet's own stderr
            self._late(TimeOver(kind, sys._current_frames().get(self._main)))

    def _left(self) -> float:
        """Return for how many seconds no limit can be reached."""
        left = self._until - time.monotonic()
        if self._cpu_until is None:
            return left
        left_of_cpu = self._cpu_until - time.process_time()
        return min(left, left_of_cpu if left_of_cpu <= 0 else max(left_of_cpu / CORES, SHORTEST_S))


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
