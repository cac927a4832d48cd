"""Bounds the time that reading a film takes: what does not end in time is given up, and the rest goes on."""

from __future__ import annotations

import ctypes
import threading
import time
from collections.abc import Callable
from typing import Any

GIVE_UP_S = 5.0
"""How long work that has been told to end is waited for; it ends at its next step in Python."""
_set_exception = ctypes.pythonapi.PyThreadState_SetAsyncExc


class _GivenUp(BaseException):
    """Ends work that takes too long; no ``except Exception`` on its way keeps it."""


class Bounded:
    """Calls functions, and has some time for all of them together."""

    def __init__(self, seconds: float) -> None:
        self._end = time.monotonic() + seconds

    def __call__(self, work: Callable[[], Any]) -> Any:
        """Return what ``work`` returns. Raise what it raises, and ``TimeoutError`` when the time is over."""
        task = _Task(work)
        try:
            task.thread.start()
        except RuntimeError:  # no threads here, such as in a browser
            return work()
        try:
            task.thread.join(max(0.0, self._end - time.monotonic()))
        finally:
            ended = not task.thread.is_alive() or task.give_up()
        if task.error is not None:
            raise task.error
        if not (ended and task.done):
            raise TimeoutError("took too long")
        return task.result


class _Task:
    """A function that runs in a thread of its own."""

    def __init__(self, work: Callable[[], Any]) -> None:
        self._work = work
        self.done = False
        self.result: Any = None
        self.error: Exception | None = None
        self.thread = threading.Thread(target=self._run, name="gradreel-reading", daemon=True)

    def _run(self) -> None:
        try:
            self.result = self._work()
            self.done = True
        except Exception as error:
            self.error = error
        except _GivenUp:
            pass

    def give_up(self) -> bool:
        """End the work where it is; return whether it has ended."""
        _set_exception(ctypes.c_ulong(self.thread.ident or 0), ctypes.py_object(_GivenUp))
        self.thread.join(GIVE_UP_S)
        return not self.thread.is_alive()
