"""Turns a snippet into how it ends under plain PyTorch: the outcome and the residue, nothing recorded."""

from __future__ import annotations

import threading
import types
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from typing import Any

import orjson

from gradreel.tracer.control.fingerprint import residue
from gradreel.tracer.journal import JSON_OPTIONS, Film
from gradreel.tracer.limits import TracerLimits
from gradreel.tracer.program.raises import Raises
from gradreel.tracer.program.source import compile_snippet, main_module
from gradreel.tracer.record import join_threads
from gradreel.tracer.safety.headroom import take_headroom
from gradreel.tracer.safety.outcome import COMPLETED, outcome_of
from gradreel.tracer.safety.timer import soft_timer

AtEnd = Callable[[types.ModuleType], dict[str, Any]]


def run_plain(
    code: str,
    limits: TracerLimits,
    hand_in: Callable[[bytes], None] | None = None,
    around: AbstractContextManager[object] | None = None,
    at_end: AtEnd | None = None,
) -> bytes:
    """Run the snippet untraced, inside ``around``, and return a Twin as a line of JSON.

    ``at_end`` may add fields from the snippet's module. ``hand_in`` gets it earlier: see NOTE [Hand in].
    """
    with main_module(code) as module:
        error = _run(code, module, limits, around or nullcontext())
        if hand_in is not None:
            take_headroom()
        found = {"residue": residue(module), **(at_end(module) if at_end else {})}
        outcome = COMPLETED if error is None else outcome_of(error, Raises(Film(limits)), limits.soft_time_s)
        if outcome["failure"]:
            outcome = {**outcome, "failure": {**outcome["failure"], "event": None}}
        text = orjson.dumps({"outcome": outcome, **found}, option=JSON_OPTIONS | orjson.OPT_APPEND_NEWLINE)
        if hand_in is not None:
            hand_in(text)
        return text


def _run(code: str, module: types.ModuleType, limits: TracerLimits, around: AbstractContextManager[object]) -> BaseException | None:
    threads = set(threading.enumerate())
    try:
        with soft_timer(limits.soft_time_s):
            compiled = compile_snippet(code)
            with around:
                exec(compiled, module.__dict__)  # noqa: S102 - the snippet; the operating system confines it
            join_threads(threads)
    except BaseException as error:
        return error
    return None
