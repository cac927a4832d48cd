"""Turns a snippet into a Recording: compile it, run it under the tracer, assemble what was seen.

    record ── Tracer ──┬─ Lines      trace function: lines, names, modules
                       ├─ Forward    function mode: ops, nodes, saved tensors, writes
                       ├─ Backward   engine: nodes with gradients, unpack, accumulate
                       └─ Output     stdout, stderr, warnings          all of them write to one Film

Everything that is installed is a context manager, and nothing of it is left when ``record`` returns.
"""

from __future__ import annotations

import platform
import threading
import types
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import orjson
import torch

from app.tracer.backward import Backward
from app.tracer.engine_run import Parts
from app.tracer.film import JSON_OPTIONS, Film
from app.tracer.foreign import Foreign
from app.tracer.forward import Forward
from app.tracer.gradients import gradients
from app.tracer.hidden import Hidden
from app.tracer.limits import TracerLimits
from app.tracer.lines import Lines
from app.tracer.mend import mended
from app.tracer.modules import Modules
from app.tracer.names import Names
from app.tracer.nodes import Nodes
from app.tracer.ops import Ops
from app.tracer.outcome import COMPLETED, outcome_of
from app.tracer.raises import Raises
from app.tracer.saved import Saves
from app.tracer.source import compile_snippet, main_module
from app.tracer.stdout import Output
from app.tracer.tensors import Tensors
from app.tracer.timer import soft_timer
from app.tracer.unheard import set_heard
from app.tracer.values import Values
from app.tracer.writes import Writes


class Tracer:
    """The parts of one recording, put together."""

    def __init__(self, limits: TracerLimits) -> None:
        self.film = Film(limits)
        values = Values()
        self.tensors = Tensors(self.film, values)
        self.nodes = Nodes(self.film, self.tensors)
        self.saves = Saves(self.film, self.tensors, self.nodes)
        self.raises = Raises(self.film)
        modules = Modules()
        names = Names(self.film, self.tensors, modules)
        self.lines = Lines(self.film, self.tensors, names, modules)
        writes = Writes(self.tensors, values)
        self.foreign = Foreign(self.film, self.tensors, values)
        self.lines.foreign = names.foreign = self.foreign
        hidden = Hidden(self.film, self.lines, self.saves)
        ops = Ops(self.film, modules, self.tensors, self.nodes, self.saves, writes, hidden, self.foreign)
        self.forward = Forward(self.film, self.lines, self.tensors, ops, self.raises, hidden, self.foreign)
        self.lines.applications = self.forward
        self.backward = Backward(Parts(self.film, self.lines, self.tensors, self.nodes, self.saves, values, ops, self.raises, hidden))
        self.output = Output(self.film, self.lines, lambda: self.forward.asked)
        self.values = values

    @contextmanager
    def installed(self) -> Iterator[None]:
        """Watch the program."""
        with self.output.installed(), self.backward.installed(), self.forward, set_heard(self.forward), self.lines.installed():
            yield


def record(
    code: str,
    limits: TracerLimits,
    at_end: Callable[[types.ModuleType], None] | None = None,
    hand_in: Callable[[bytes], None] | None = None,
) -> bytes:
    """Run a snippet and return the Recording, as JSON. ``at_end`` may look at the snippet's module when it has ended.

    NOTE [Hand in] ``hand_in`` gets the same while the snippet's tensors are still there. A process that is done then need not wait for
    a graph of a million nodes to be torn down.
    """
    tracer = Tracer(limits)
    try:
        with main_module(code) as module:
            error = _run(code, module, tracer, limits)
            if at_end is not None:
                at_end(module)
            outcome = COMPLETED if error is None else outcome_of(error, tracer.raises, limits.soft_time_s)
            # While the names and, after an exception, the frames still hold the tensors.
            text = _assemble(tracer, outcome, gradients(tracer.tensors, tracer.values))
            if tracer.film.fault is not None:
                text = mended(text)
            if hand_in is not None:
                hand_in(text)
            return text
    finally:
        tracer.foreign.close()
        tracer.tensors.close()


def _run(code: str, module: types.ModuleType, tracer: Tracer, limits: TracerLimits) -> BaseException | None:
    threads = set(threading.enumerate())
    try:
        with soft_timer(limits.soft_time_s), tracer.film.unshown.threads_watched():
            compiled = compile_snippet(code)
            with tracer.installed():
                exec(compiled, module.__dict__)  # noqa: S102 - the snippet; the operating system confines it
            join_threads(threads)
    except BaseException as error:
        return error
    return None


def join_threads(before: set[threading.Thread]) -> None:
    """Wait for the threads that the snippet has started, as Python does at its end."""
    for thread in threading.enumerate():
        if thread not in before and not thread.daemon:
            thread.join()


def _assemble(tracer: Tracer, outcome: dict[str, Any], grads: list[dict[str, Any]]) -> bytes:
    # The document is put together once: each further copy of megabytes costs as much as encoding them.
    pieces = [b'{"outcome":', orjson.dumps(outcome)]
    for name, texts in (
        (b"events", tracer.film.events()),
        (b"tensors", tracer.tensors.texts()),
        (b"nodes", tracer.nodes.texts()),
        (b"saved", tracer.saves.texts()),
    ):
        between = [b","] * max(0, 2 * len(texts) - 1)
        between[::2] = texts
        pieces += (b',"', name, b'":[', *between, b"]")
    pieces += (b',"gradients":', orjson.dumps(grads, option=JSON_OPTIONS), b',"truncated":', orjson.dumps(tracer.film.truncated))
    pieces += (b',"not_shown":', orjson.dumps(tracer.film.unshown.records()))
    pieces += (b',"torch":', orjson.dumps(torch.__version__), b',"python":', orjson.dumps(platform.python_version()), b"}")
    return b"".join(pieces)
