"""Turns runs of the autograd engine into events: start, each node with its gradients, unpacked saved tensors, accumulation, end.

All of Python's ways to the engine (``backward``, ``grad``, checkpoint, a backward inside a hook) pass through one method,
``Variable._execution_engine.run_backward``; an object in its place lends it ears. Hooks are put on the nodes for the time of one run and
come off in any case (see engine_run.py).
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from sys import gettrace, settrace
from threading import get_ident
from typing import Any

import torch
from torch.autograd.graph import Node

from gradreel.tracer.graph.engine_run import EngineRun, Parts
from gradreel.tracer.safety.guard import guarded
from gradreel.tracer.safety.opaque import is_compiling, is_opaque
from gradreel.tracer.torch_features import has_accelerator


class Engine:
    """Stands in for ``Variable._execution_engine``."""

    def __init__(self, real: Any, backward: Backward) -> None:
        self._real = real
        self._backward = backward

    def __getattr__(self, name: str) -> Any:
        return getattr(self._real, name)

    def run_backward(self, *args: Any, **kwargs: Any) -> Any:
        """Run the engine and record it."""
        return self._backward.run(self._real.run_backward, args, kwargs)


class Backward:
    """Watches the engine for one run of a snippet."""

    def __init__(self, parts: Parts) -> None:
        self._parts = parts
        self._left = parts.limits.passes
        self._depth = 0
        self._spoiled = False
        self._running: list[EngineRun] = []

    @contextmanager
    def installed(self) -> Iterator[None]:
        """Listen to the engine."""
        variable: Any = torch.autograd.Variable
        real = variable._execution_engine
        variable._execution_engine = Engine(real, self)
        try:
            yield
        finally:
            variable._execution_engine = real

    def run(self, engine: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        """Run the engine between a start and an end event."""
        journal = self._parts.journal
        if not journal.open or is_opaque() or is_compiling() or (journal.thread is not None and journal.thread != get_ident()):
            return engine(*args, **kwargs)
        self._depth += 1
        try:
            result = self._run_alone(engine, args, kwargs)
        except Exception as error:
            if self._depth == 1 and self._parts.listeners.failed is not None:
                self._parts.listeners.failed(error)
            raise
        finally:
            self._depth -= 1
            if self._left is not None and self._depth == 0:
                self._count()
        if self._depth == 0:
            if self._spoiled and self._parts.listeners.spoiled is not None:
                self._parts.listeners.spoiled()
            self._spoiled = False
            guarded(journal, journal.end_step)
        return result

    def _count(self) -> None:
        """Stop recording after the last pass that is to be recorded."""
        assert self._left is not None
        self._left -= 1
        if self._left == 0:
            self._parts.journal.close("steps", self._parts.limits.passes or 0)
            self._parts.stepping.free = True

    def _run_alone(self, engine: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        # Nodes of an accelerator run in a thread of their own, where nothing is recorded. On a CPU the engine never spreads over threads.
        if not has_accelerator():
            return self.run_engine(engine, args, kwargs)
        with torch.autograd.set_multithreading_enabled(False):
            return self.run_engine(engine, args, kwargs)

    def run_engine(self, engine: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        """Run the engine with what records it in place; hooks are called from this frame."""
        trace = gettrace()
        settrace(None)
        run = EngineRun(self._parts)
        self._running.append(run)
        try:
            run.begin(args, kwargs)
            try:
                settrace(trace)
                result = engine(*args, **kwargs)
            finally:
                settrace(None)
        except BaseException as error:
            run.end(error)
            raise
        else:
            run.end(None, result)
            return result
        finally:
            self._spoiled |= self._running.pop().spoiled
            run.unhook()
            settrace(trace)

    def accumulated(self, node: Node) -> None:
        """A hook of the program's is about to run after a gradient was accumulated at this node."""
        if self._running:
            self._running[-1].accumulated(node)
