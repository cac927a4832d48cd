"""Where the local trace functions of frames are kept, and what calls them: Python's own tracing, or ``sys.monitoring`` from 3.12 on.

A local trace function is called with a frame, "line", "exception" or "return", and what goes with that, as by ``sys.settrace``. Under
``sys.monitoring`` the tracer has a tool of its own beside debuggers and coverage. Only functions of the program and those that are watched
cost anything: others are switched off when they are first entered.
"""

from __future__ import annotations

import sys
import types
from collections.abc import Callable, Collection
from threading import get_ident
from typing import Any

Trace = Callable[[types.FrameType, str, Any], Any]

_monitoring: Any = getattr(sys, "monitoring", None)
TOOL_IDS = (4, 3)
"""Those that Python gives to no kind of tool."""
NAME = "gradreel"
MAX_FRAMES_BETWEEN = 64
"""Frames of libraries between two of the program that are looked at."""


class InFrames:
    """Local trace functions as Python's own tracing keeps them: in the frames."""

    def get(self, frame: types.FrameType) -> Trace | None:
        """Return what a frame is traced with."""
        return frame.f_trace

    def put(self, frame: types.FrameType, trace: Trace | None, lines: bool) -> None:
        """Trace a running frame; ``lines``: also when a line begins."""
        frame.f_trace = trace
        frame.f_trace_lines = lines


class Monitor:
    """A tool of ``sys.monitoring``, for the thread that starts it."""

    def __init__(self, op: types.CodeType, library: Collection[types.CodeType]) -> None:
        """``op``: the code inside which PyTorch's ops run; ``library``: what runs Python functions of PyTorch inside of it.

        What an op calls back, such as a hook of saved tensors, is a part of the op: no trace function would see it either.
        """
        self._op = op
        self._library = library
        self._tool: int | None = None
        self._thread = 0
        self._enter: Trace = lambda _frame, _event, _arg: None
        self._is_wanted: Callable[[types.CodeType], bool] = lambda _code: False
        self._frames: dict[int, tuple[types.CodeType, Trace]] = {}
        """By the address of a frame: a frame that is kept would keep its tensors. An entry leaves when its frame does."""
        self._codes: dict[int, tuple[types.CodeType, int]] = {}
        """Address of a function's code → the code, and the events that are on for it."""
        self._callbacks: dict[str, Callable[..., Any]] = {
            "PY_START": self._begin,
            "PY_RESUME": self._begin,
            "PY_THROW": self._throw,
            "LINE": self._line,
            "PY_RETURN": self._end,
            "PY_YIELD": self._yield,
            "PY_UNWIND": self._unwind,
            "RAISE": self._raise,
        }

    def start(self, enter: Trace, is_wanted: Callable[[types.CodeType], bool]) -> bool:
        """Call ``enter`` with each frame that begins; it returns the frame's local trace function. Return False where no tool is free.

        ``is_wanted`` tells of code whose frames ``enter`` has no use for now whether it may have later.
        """
        tool = next((each for each in TOOL_IDS if _monitoring.get_tool(each) is None), None)
        if tool is None:
            return False
        self._tool, self._thread, self._enter, self._is_wanted = tool, get_ident(), enter, is_wanted
        _monitoring.use_tool_id(tool, NAME)
        events = _monitoring.events
        for name, call in self._callbacks.items():
            _monitoring.register_callback(tool, getattr(events, name), call)
        _monitoring.set_events(tool, events.PY_START | events.PY_THROW | events.PY_UNWIND | events.RAISE)
        _monitoring.restart_events()
        return True

    def stop(self) -> None:
        """Give the tool back."""
        tool, self._tool = self._tool, None
        if tool is None:
            return
        _monitoring.set_events(tool, 0)
        for code, _ in self._codes.values():
            _monitoring.set_local_events(tool, code, 0)
        for name in self._callbacks:
            _monitoring.register_callback(tool, getattr(_monitoring.events, name), None)
        _monitoring.free_tool_id(tool)
        self._frames.clear()
        self._codes.clear()

    def restart(self) -> None:
        """Look again at functions that were switched off: one of them is wanted now."""
        if self._tool is not None:
            _monitoring.restart_events()

    def get(self, frame: types.FrameType) -> Trace | None:
        """Return what a frame is traced with."""
        code, trace = self._frames.get(id(frame), (None, None))
        return trace if code is frame.f_code else None

    def put(self, frame: types.FrameType, trace: Trace | None, lines: bool) -> None:
        """Trace a running frame; ``lines``: also when a line begins."""
        if trace is None:
            self._frames.pop(id(frame), None)
            return
        self._frames[id(frame)] = (frame.f_code, trace)
        self._turn_on(frame.f_code, lines)

    def _turn_on(self, code: types.CodeType, lines: bool) -> None:
        events = _monitoring.events
        wanted = events.PY_RETURN | (events.LINE | events.PY_YIELD | events.PY_RESUME if lines else 0)
        known = self._codes.get(id(code))
        if self._tool is not None and (known is None or known[1] | wanted != known[1]):
            wanted |= known[1] if known is not None else 0
            self._codes[id(code)] = (code, wanted)
            _monitoring.set_local_events(self._tool, code, wanted)

    def _begin(self, code: types.CodeType, _offset: int) -> Any:
        return self._begin_in(sys._getframe(1), code) if get_ident() == self._thread else None

    def _begin_in(self, frame: types.FrameType, code: types.CodeType) -> Any:
        if self._is_called_by_op(frame.f_back):
            return None
        trace = self._enter(frame, "call", None)
        if trace is not None:
            self._frames[id(frame)] = (code, trace)
            self._turn_on(code, frame.f_trace_lines)
            return None
        return None if self._is_wanted(code) else _monitoring.DISABLE

    def _is_called_by_op(self, frame: types.FrameType | None) -> bool:
        for _ in range(MAX_FRAMES_BETWEEN):
            if frame is None or id(frame) in self._frames or frame.f_code in self._library:
                return False
            if frame.f_code is self._op:
                return True
            frame = frame.f_back
        return False

    def _throw(self, code: types.CodeType, _offset: int, _error: BaseException) -> None:
        frame = sys._getframe(1)
        if get_ident() == self._thread and id(frame) in self._frames:
            self._begin_in(frame, code)

    def _tell(self, event: str, arg: Any, ends: bool) -> None:
        frame = sys._getframe(2)
        known = self._frames.get(id(frame))
        if known is not None and known[0] is frame.f_code:
            if ends:
                del self._frames[id(frame)]
            known[1](frame, event, arg)

    def _line(self, _code: types.CodeType, _line: int) -> None:
        self._tell("line", None, False)

    def _end(self, _code: types.CodeType, _offset: int, given: Any) -> None:
        self._tell("return", given, True)

    def _yield(self, _code: types.CodeType, _offset: int, given: Any) -> None:
        self._tell("return", given, False)

    def _unwind(self, _code: types.CodeType, _offset: int, _error: BaseException) -> None:
        self._tell("return", None, True)

    def _raise(self, _code: types.CodeType, _offset: int, error: BaseException) -> None:
        self._tell("exception", (type(error), error, error.__traceback__), False)
