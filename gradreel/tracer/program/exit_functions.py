"""Runs what the program has registered with ``atexit`` when it ends, as Python does: the process that records it ends in another way."""

from __future__ import annotations

import atexit
import sys
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from gradreel.tracer.program.source import is_snippet
from gradreel.tracer.safety.timer import TimeOver

Function = Callable[..., Any]


class ExitFunctions:
    """The functions that one program has registered; those of libraries stay with Python."""

    def __init__(self, register: Function, unregister: Function) -> None:
        self._register = register
        self._unregister = unregister
        self._registered: list[tuple[Function, tuple[Any, ...], dict[str, Any]]] = []

    def register(self, func: Function, /, *args: Any, **kwargs: Any) -> Function:
        """Stand in for ``atexit.register``."""
        if not callable(func) or not is_snippet(sys._getframe(1).f_code):
            function: Function = self._register(func, *args, **kwargs)
            return function
        self._registered.append((func, args, kwargs))
        return func

    def unregister(self, func: Function, /) -> None:
        """Stand in for ``atexit.unregister``."""
        self._registered = [each for each in self._registered if each[0] != func]
        self._unregister(func)

    def run(self) -> None:
        """Call them, the last registered first. Python ignores what they raise, and says so."""
        while self._registered:
            func, args, kwargs = self._registered.pop()
            try:
                func(*args, **kwargs)
            except TimeOver:
                raise
            except BaseException as error:
                print(f"Exception ignored in atexit callback: {func!r}", file=sys.stderr)  # noqa: T201 - what Python itself does
                traceback.print_exception(type(error), error, error.__traceback__ and error.__traceback__.tb_next)


@contextmanager
def exit_functions() -> Iterator[ExitFunctions]:
    """Keep what the program registers."""
    before = atexit.register, atexit.unregister
    functions = ExitFunctions(*before)
    atexit.register, atexit.unregister = functions.register, functions.unregister
    try:
        yield functions
    finally:
        atexit.register, atexit.unregister = before
