"""Lets a trace function that was there before the recording go on: coverage, a debugger.

Python has one trace function per thread. While the tracer's is in that place, it hands every event to the other one as well, frame by
frame; a debugger does not see frames of the tracer itself. (Python 3.12 and later need none of this: see ``monitoring.py``.)

Coverage's tracer is written in C: it takes the place back whenever it is called, keeps a stack of the frames that it saw, and wants to
see each of them end.
"""

from __future__ import annotations

import types
from collections.abc import Callable
from pathlib import Path
from sys import gettrace, settrace
from typing import Any

Trace = Callable[[types.FrameType, str, Any], Any]
PACKAGE = str(Path(__file__).parent.parent.parent)


class Chained:
    """The other trace function, and the one that stands in its place."""

    def __init__(self, other: Trace, own: Trace) -> None:
        self._other = other
        self._own = own
        self._keeps_in_frames = isinstance(other, types.FunctionType | types.MethodType)
        """One that is written in C knows by the order of its calls which frame an event is about."""
        # Bound once, as Stepping.trace.
        self.trace: Trace = self._enter_frame

    def begin(self, frame: types.FrameType | None, caller: types.FrameType | None) -> None:
        """Have the other one see the end of every frame between this one and the program's, which it saw begin."""
        while frame is not None and frame is not caller:
            if frame.f_trace is None:
                frame.f_trace = self._see_end
                frame.f_trace_lines = False
            frame = frame.f_back

    def of_running(self, frame: types.FrameType) -> Trace | None:
        """Return what the other one traces a frame with that was running before."""
        return frame.f_trace or (None if self._keeps_in_frames else self._other)

    def both(self, ours: Trace | None, theirs: Trace | None) -> Trace | None:
        """Return what traces one frame for both."""
        if ours is None or theirs is None:
            return ours or theirs
        return Both(self, ours, theirs).step

    def _see_end(self, frame: types.FrameType, event: str, arg: Any) -> Any:
        if event == "return":
            self.tell(self._other, frame, event, arg)
        return self._see_end

    def _enter_frame(self, frame: types.FrameType, event: str, arg: Any) -> Any:
        if self._keeps_in_frames and frame.f_code.co_filename.startswith(PACKAGE):
            frame.f_trace = None  # a generator that the other one saw begin: it is not told how this ends
            return None
        theirs = self.tell(self._other, frame, event, arg)
        return self.both(self._own(frame, event, arg), theirs)

    def tell(self, trace: Trace, frame: types.FrameType, event: str, arg: Any) -> Trace | None:
        """Pass an event on; the tracer's trace function stays in its place."""
        place = gettrace()
        following: Trace | None = trace(frame, event, arg)
        if gettrace() is not place:
            settrace(place)
        return following


def own_part(trace: Trace | None) -> object:
    """Return the object whose method a local trace function of the tracer's is, also where it is chained to another one."""
    known = getattr(trace, "__self__", None)
    return getattr(known.ours, "__self__", None) if isinstance(known, Both) else known


class Both:
    """Two local trace functions of one frame."""

    def __init__(self, chained: Chained, ours: Trace, theirs: Trace) -> None:
        self._chained = chained
        self.ours = ours
        self._theirs: Trace | None = theirs

    def step(self, frame: types.FrameType, event: str, arg: Any) -> Any:
        """Hand an event to both."""
        self.ours(frame, event, arg)
        if self._theirs is not None:
            self._theirs = self._chained.tell(self._theirs, frame, event, arg)
        return self.step
