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

from gradreel.tracer.graph.backward import Backward
from gradreel.tracer.graph.copy_slices import Hidden
from gradreel.tracer.graph.engine_run import Parts
from gradreel.tracer.graph.gradients import gradients
from gradreel.tracer.graph.nodes import Nodes
from gradreel.tracer.graph.op_events import Ops
from gradreel.tracer.graph.saved import Saves
from gradreel.tracer.hooks.function_mode import Forward
from gradreel.tracer.hooks.gradient_hooks import GradientHooks
from gradreel.tracer.journal import JSON_OPTIONS, Film
from gradreel.tracer.limits import TracerLimits
from gradreel.tracer.program.bindings import Names
from gradreel.tracer.program.call_tree import CallTree
from gradreel.tracer.program.modules import Modules
from gradreel.tracer.program.output import Output
from gradreel.tracer.program.raises import Raises
from gradreel.tracer.program.source import compile_snippet, main_module
from gradreel.tracer.program.stepping import Lines
from gradreel.tracer.safety.outcome import COMPLETED, outcome_of
from gradreel.tracer.safety.repair import repaired
from gradreel.tracer.safety.timer import soft_timer
from gradreel.tracer.tensors.aliases import Aliases
from gradreel.tracer.tensors.external_writes import Foreign
from gradreel.tracer.tensors.identity import Tensors
from gradreel.tracer.tensors.tensor_set import set_heard
from gradreel.tracer.tensors.values import Values
from gradreel.tracer.tensors.writes import Writes


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
        calls = CallTree(self.film)
        names = Names(self.film, self.tensors, modules, calls)
        self.lines = Lines(self.film, self.tensors, names, modules, calls)
        aliases = Aliases(self.tensors, values)
        writes = Writes(self.tensors, values, aliases)
        self.foreign = Foreign(self.film, self.tensors, values, aliases)
        self.lines.foreign = names.foreign = self.foreign
        hidden = Hidden(self.film, self.lines, self.saves)
        ops = Ops(self.film, modules, self.tensors, self.nodes, self.saves, writes, hidden, self.foreign)
        self.forward = Forward(self.film, self.lines, self.tensors, ops, self.raises, hidden, self.foreign)
        self.lines.applications = self.forward
        parts = Parts(self.film, self.lines, self.tensors, self.nodes, self.saves, values, ops, self.raises, hidden, aliases, self.foreign)
        self.backward = Backward(parts)
        GradientHooks(self.film, self.lines, self.tensors, self.nodes, values)
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
                text = repaired(text)
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
