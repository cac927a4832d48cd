"""Counts the threads of the program, which are not recorded: each runs as under plain Python."""

from __future__ import annotations

import functools
import sys
import threading
import types
import weakref
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

from torch import Tensor

from gradreel.tracer.coverage import Coverage
from gradreel.tracer.files import Files
from gradreel.tracer.tensors.kinds import flatten


class Threads:
    """The threads that one program starts."""

    def __init__(self, coverage: Coverage, files: Files) -> None:
        self._coverage = coverage
        self._files = files
        self._started: weakref.WeakKeyDictionary[threading.Thread, int | None] = weakref.WeakKeyDictionary()

    def starting(self, thread: threading.Thread, line: int | None) -> None:
        """Remember which line started a thread."""
        self._started[thread] = line

    @contextmanager
    def counted(self) -> Iterator[None]:
        """Count every thread that comes to run code of the program; it is traced until then, and not any more from there on."""

        def look(frame: types.FrameType, _event: str, _arg: Any) -> None:
            if self._files.has(frame.f_code):
                sys.settrace(None)
                line = self._started.get(threading.current_thread())
                self._coverage.add("thread", frame.f_code.co_qualname, line or self._files.line(frame))

        module: Any = threading
        before, real = threading.gettrace(), threading.gettrace

        def gettrace() -> Any:
            function: Any = real()
            return before if function is look else function

        threading.settrace(look)
        module.gettrace = gettrace
        try:
            yield
        finally:
            module.gettrace = real
            module.settrace(before)


def tensors_within(function: Any, arguments: Any, named: Any) -> list[Tensor]:
    """Return the tensors that a call of a function can reach at once: its own, its arguments, and what its code names outside of it."""
    tensors: list[Tensor] = []
    flatten(arguments, tensors)
    flatten(named, tensors)
    if type(function) is functools.partial:
        return tensors + tensors_within(function.func, function.args, function.keywords)
    flatten(getattr(function, "__self__", None), tensors)
    if type(function) is types.MethodType:
        function = function.__func__
    if type(function) is types.FunctionType:
        flatten([function.__globals__.get(name) for name in function.__code__.co_names], tensors)
        for cell in function.__closure__ or ():
            with suppress(ValueError):  # not filled yet
                flatten(cell.cell_contents, tensors)
    return tensors


def join_threads(before: set[threading.Thread]) -> None:
    """Wait for the threads that the program has started, as Python does at its end."""
    for thread in threading.enumerate():
        if thread not in before and not thread.daemon:
            thread.join()
