"""Hears when the program sets a trace function of its own, and keeps the tracer's frames out of its sight.

Python also takes a trace function away by itself, when it runs out of stack while calling it. Only who knows what the program has set
can tell the one from the other: after the second, and when the program has switched its own off again, the tracer steps on.
"""

from __future__ import annotations

import bdb
import os
import sys
import threading
import types
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from torch import overrides

from gradreel.tracer.safety.tracebacks import BEGINS

Trace = Callable[[types.FrameType, str, Any], Any]
_settrace, _gettrace = sys.settrace, sys.gettrace
_OWN = str(Path(__file__).parents[2]) + os.sep
"""The whole package: the block that is recorded begins and ends in it as well."""
_OVERRIDES = overrides.__file__


class OwnTrace:
    """The trace function that the program has set for its main thread."""

    def __init__(self, set_by_program: Callable[[], None]) -> None:
        self._set_by_program = set_by_program
        self.function: Trace | None = None

    @contextmanager
    def heard(self) -> Iterator[None]:
        """Stand in for ``sys.settrace`` and ``sys.gettrace``."""
        module: Any = sys
        before = module.settrace, module.gettrace
        main = threading.get_ident()

        def settrace(function: Trace | None, /) -> None:
            if threading.get_ident() != main:
                _settrace(function)
                return
            self.function = function
            if function is not None:
                self._set_by_program()
                _untraced(sys._getframe(1))
            _settrace(self._see if callable(function) else function)

        def gettrace() -> Any:
            return self.function if threading.get_ident() == main else _gettrace()

        module.settrace, module.gettrace = settrace, gettrace
        try:
            with _stacks_without_own():
                yield
        finally:
            module.settrace, module.gettrace = before

    @contextmanager
    def shielded(self) -> Iterator[None]:
        """Hide the tracer's frames from a trace function that is there, or is set meanwhile, where the tracer itself needs none.

        One that is written in C, such as coverage's, is left alone: it asks for no frame's name, and sets itself anew.
        """
        before: Any = _gettrace()
        self.function = before
        if isinstance(before, types.FunctionType | types.MethodType):
            _settrace(self._see)
        try:
            with self.heard():
                yield
        finally:
            if getattr(_gettrace(), "__self__", None) is self:
                _settrace(self.function)

    def _see(self, frame: types.FrameType, event: str, arg: Any) -> Any:
        """The program's trace function, for the frames that there are without the tracer."""
        if self.function is None:
            return None
        if _is_hidden(frame):
            frame.f_trace = None  # a generator that it saw begin: it is not told how this ends
            return None
        return self.function(frame, event, arg)


def _untraced(frame: types.FrameType | None) -> None:
    """Take back what ``pdb`` has set on every frame of the stack: it would stop in the recorder once the program has ended."""
    below = False
    while frame is not None:
        if below or _is_hidden(frame):
            frame.f_trace = None
        below = below or frame.f_code.co_filename in BEGINS
        frame = frame.f_back


def _is_hidden(frame: types.FrameType) -> bool:
    """Whether a frame is the tracer's, or one of those in which PyTorch hands a call to it."""
    file, back = frame.f_code.co_filename, frame.f_back
    return file.startswith(_OWN) or _OVERRIDES in (file, back and back.f_code.co_filename)


@contextmanager
def _stacks_without_own() -> Iterator[None]:
    """Have ``pdb``, and what derives from it, show the stack without the tracer's frames: ``where``, ``up`` and ``down``."""
    debugger: Any = bdb.Bdb
    real = debugger.get_stack

    def get_stack(self: Any, frame: types.FrameType | None, traceback: types.TracebackType | None) -> Any:
        stack, index = real(self, frame, traceback)
        below = max((place + 1 for place, entry in enumerate(stack) if entry[0].f_code.co_filename in BEGINS), default=0)
        stack, index = stack[below:], max(0, index - below)
        hands_over = [inner[0].f_code.co_filename == _OVERRIDES for inner in (*stack[1:], stack[-1])] if stack else []
        shown = [entry for entry, passes in zip(stack, hands_over, strict=True) if not (passes or _is_hidden(entry[0]))]
        place = next((place for place, entry in enumerate(shown) if index < len(stack) and entry is stack[index]), max(0, len(shown) - 1))
        return shown, place

    debugger.get_stack = get_stack
    try:
        yield
    finally:
        if debugger.get_stack is get_stack:
            debugger.get_stack = real
