"""Runs a program as ``python`` would run a file: compiled on its own, under a time limit, its threads and exit functions waited for."""

from __future__ import annotations

import threading
import types
from contextlib import AbstractContextManager

from gradreel.tracer.program.exit_functions import exit_functions
from gradreel.tracer.program.source import compile_snippet, is_snippet
from gradreel.tracer.program.threads import join_threads
from gradreel.tracer.safety.timer import Late, TimeOver, soft_timer


def run_program(
    code: str, module: types.ModuleType, soft_time_s: float | None, around: AbstractContextManager[object], late: Late | None = None
) -> BaseException | None:
    """Run a program in ``module``, inside ``around``; return the exception that left it, whatever it is. ``late``: see ``soft_timer``."""
    threads = set(threading.enumerate())
    error: BaseException | None = None
    try:
        with soft_timer(soft_time_s, is_snippet, late):
            compiled = compile_snippet(code)
            with around, exit_functions() as registered:
                error = _executed(compiled, module)
                if error is None:
                    join_threads(threads)
                registered.run()
    except BaseException as interrupted:
        return interrupted
    return error


def _executed(compiled: types.CodeType, module: types.ModuleType) -> BaseException | None:
    """Run the program's code; return the exception that left it."""
    try:
        exec(compiled, module.__dict__)  # noqa: S102 - the program; in a sandbox the operating system confines it
    except TimeOver:
        raise
    except BaseException as error:
        return error
    return None
