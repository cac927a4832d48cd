"""Records the end of a program that raised after its recording had stopped: runs it again, and begins to record shortly before that.

first run    recorded ───────────────┤ full, or out of time: own speed ─────────────────────────────▶ raises at line N
second run   own speed ──────────────────────────────────────────────────┤ recorded ────────────────▶ raises at line N

NOTE [Lines] Both runs count the lines of the program that begin, which is the only clock they share: the second one starts to record
some lines before the number at which the first one raised. It begins with the same random numbers, prints nowhere, and is dropped
where it ends otherwise than the first one did, or would take too long.
"""

from __future__ import annotations

import contextlib
import io
import random
import sys
import time
import types
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch

from gradreel.tracer.limits import TracerLimits

SHARE = 1 / 3
"""Of what a film may hold: what the end is meant to take."""
SLACK = 1.3
"""Times as long as the first run the second one may take for the same lines."""
SETUP_S = 0.3

End = tuple[str, int | None]
"""The type of the exception that a program ended with, and the line."""
Trace = Callable[[types.FrameType, str, Any], Any]


@dataclass(frozen=True)
class FirstRun:
    """What the first run showed: how far it was recorded, and when it ended."""

    lines: int
    recorded_lines: int
    events: int
    bytes: int
    recorded_s: float
    total_s: float
    end: End

    def start(self, limits: TracerLimits) -> int:
        """Return the line, counted from the beginning of the program, at which the second run is to be recorded."""
        share = min(limits.events / max(1, self.events), limits.trace_bytes / max(1, self.bytes)) * SHARE
        return max(1, self.lines - int(self.recorded_lines * share))

    def events_before(self, limits: TracerLimits) -> int:
        """Estimate how many events there are before that line."""
        return max(1, self.events * self.start(limits) // max(1, self.recorded_lines))

    def needed_s(self, limits: TracerLimits) -> float:
        """Estimate how long the second run takes."""
        alone = self.lines - self.recorded_lines
        if alone <= 0:
            return float("inf")
        start = self.start(limits)
        at_own_speed = (self.total_s - self.recorded_s) / alone * start
        return SETUP_S + SLACK * (at_own_speed + self.recorded_s / max(1, self.recorded_lines) * (self.lines - start))


def is_worth_it(first: FirstRun, error: BaseException | None, limits: TracerLimits) -> bool:
    """Tell whether a program is to be run again: it raised, unrecorded, and there is time left."""
    if limits.again_s is None or not isinstance(error, Exception) or first.lines <= first.recorded_lines:
        return False
    used = max(first.total_s, time.process_time())
    return first.needed_s(limits) < limits.again_s - used


def is_worth_watching(total_s: float, limits: TracerLimits) -> bool:
    """Tell whether there is time left to run a program again that took so long, in seconds, with some of its tensors watched."""
    return limits.again_s is not None and SETUP_S + SLACK * total_s < limits.again_s - max(total_s, time.process_time())


class RandomState:
    """The random numbers that are to come."""

    def __init__(self) -> None:
        self._torch, self._numpy, self._python = torch.get_rng_state(), np.random.get_state(), random.getstate()

    def restore(self) -> None:
        """Have the same ones come again."""
        torch.set_rng_state(self._torch)
        np.random.set_state(self._numpy)
        random.setstate(self._python)


@contextmanager
def begun_at(line: int, is_program: Callable[[types.CodeType], bool], begin: Callable[[types.FrameType], Any]) -> Iterator[ExitStack]:
    """Let the block run at its own speed; enter ``begin(frame)`` when the program has begun this many lines, and leave it at the end."""
    count = 0
    with ExitStack() as begun:

        def counted(frame: types.FrameType, event: str, _arg: Any) -> Any:
            nonlocal count
            if event == "line":
                count += 1
                if count == line:
                    _stop_counting(frame)
                    begun.enter_context(begin(frame))
            return counted if count < line else frame.f_trace

        def entered(frame: types.FrameType, _event: str, _arg: Any) -> Any:
            return counted if is_program(frame.f_code) else None

        before = sys.gettrace()
        sys.settrace(entered)
        try:
            yield begun
        finally:
            begun.close()
            sys.settrace(before)


def _stop_counting(frame: types.FrameType | None) -> None:
    """Leave no trace function behind: whoever records next would tell it everything as well."""
    sys.settrace(None)
    while frame is not None:
        frame.f_trace = None
        frame = frame.f_back


@contextmanager
def silent() -> Iterator[None]:
    """Print nowhere: the first run has printed it."""
    with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
        yield
