"""Runs a program as ``python`` would run a file: compiled on its own, under a time limit, its threads waited for."""

from __future__ import annotations

import threading
import types
from contextlib import AbstractContextManager

from gradreel.tracer.program.source import compile_snippet, is_snippet
from gradreel.tracer.program.threads import join_threads
from gradreel.tracer.safety.timer import soft_timer


def run_program(
    code: str, module: types.ModuleType, soft_time_s: float | None, around: AbstractContextManager[object]
) -> BaseException | None:
    """Run a program in ``module``, inside ``around``; return the exception that left it, whatever it is."""
    threads = set(threading.enumerate())
    try:
        with soft_timer(soft_time_s, is_snippet):
            compiled = compile_snippet(code)
            with around:
                exec(compiled, module.__dict__)  # noqa: S102 - the program; in a sandbox the operating system confines it
            join_threads(threads)
    except BaseException as error:
        return error
    return None
