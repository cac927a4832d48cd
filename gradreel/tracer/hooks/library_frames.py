"""Watches calls of library functions that pass through no function mode, or that must not see one.

The forward of a module, ``Function.apply``, ``torch.compile``, ``torch.utils.swap_tensors`` and the start of a thread: the trace function
sees their frames, and says when they begin and when they are left.
"""

from __future__ import annotations

import sys
import threading
import types
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any

import torch
from torch import nn
from torch.autograd.grad_mode import _unsafe_preserve_version_counter

from gradreel.tracer.hooks.compiled import DYNAMO, compiled_call, keep_tracer_out
from gradreel.tracer.hooks.fastpath import takes_fast_path
from gradreel.tracer.hooks.function_mode import FunctionMode
from gradreel.tracer.journal import Journal
from gradreel.tracer.program.call_tree import Call, CallTree
from gradreel.tracer.program.custom_functions import APPLY
from gradreel.tracer.program.modules import Modules
from gradreel.tracer.program.stepping import Stepping
from gradreel.tracer.program.threads import Threads, tensors_within
from gradreel.tracer.safety.guard import guarded
from gradreel.tracer.safety.opaque import is_compiling, is_opaque
from gradreel.tracer.tensors.external_writes import THREAD, ExternalWrites
from gradreel.tracer.tensors.identity import Tensors


class LibraryFrames:
    """The library functions that are watched in one run."""

    def __init__(
        self,
        journal: Journal,
        stepping: Stepping,
        mode: FunctionMode,
        calls: CallTree,
        modules: Modules,
        tensors: Tensors,
        threads: Threads,
        external_writes: ExternalWrites,
    ) -> None:
        self._external_writes = external_writes
        self._journal = journal
        self._stepping = stepping
        self._mode = mode
        self._calls = calls
        self._modules = modules
        self._tensors = tensors
        self._threads = threads
        self._compiler = torch.compile.__code__
        # Bound once: a module's frame is left as often as it is entered.
        self._leave_module = self._end_module
        stepping.watch(vars(nn.Module)["_call_impl"].__code__, self._begin_module)
        stepping.watch(APPLY.__code__, self._begin_function)
        stepping.watch(torch.utils.swap_tensors.__code__, self._begin_swap)
        self._marked = False
        self._watch_compiled()
        stepping.watch(threading.Thread.start.__code__, self._begin_thread)
        stepping.watch(ThreadPoolExecutor.submit.__code__, self._begin_task)
        stepping.watch(vars(_unsafe_preserve_version_counter)["__enter__"].__code__, self._begin_preserved)
        stepping.watch(vars(_unsafe_preserve_version_counter)["__exit__"].__code__, self._end_preserved)

    def _guarded(self, call: Any, *arguments: Any) -> None:
        if self._journal.open:
            guarded(self._journal, call, *arguments)

    def _begin_thread(self, frame: types.FrameType) -> None:
        thread = frame.f_locals["self"]
        self._threads.starting(thread, self._stepping.line())
        given = vars(thread)
        self._hand_to_thread(given.get("_target"), given.get("_args"), given.get("_kwargs"))

    def _begin_task(self, frame: types.FrameType) -> None:
        given = frame.f_locals
        self._hand_to_thread(given.get("fn"), given.get("args"), given.get("kwargs"))

    def _hand_to_thread(self, function: Any, arguments: Any, named: Any) -> None:
        """Watch the memory of the tensors that a function in another thread can reach: what it does to them is not recorded."""
        for tensor in tensors_within(function, arguments, named):
            self._external_writes.watch(tensor, THREAD, self._stepping.line())

    def _begin_preserved(self, frame: types.FrameType) -> None:
        """The version counters of some tensors are about to be set back when a block ends."""
        block = frame.f_locals["self"]
        for tensor, version in zip(block.tensors, block.prev_versions, strict=True):
            counter = self._tensors.meet(tensor, self._stepping.line()).counter
            if counter is not None:
                self._tensors.preserved.setdefault(counter, version)

    def _end_preserved(self, frame: types.FrameType) -> None:
        for tensor in frame.f_locals["self"].tensors:
            self._tensors.preserved.pop(self._tensors.meet(tensor, self._stepping.line()).counter or "", None)

    def _begin_module(self, frame: types.FrameType) -> Any:
        module = frame.f_locals.get("self")
        if not isinstance(module, nn.Module):
            return None
        self._modules.enter(module)
        self._calls.push(Call("module", type(module).__name__, frame, self._modules.innermost()))
        frame.f_trace_lines = False
        if takes_fast_path(module) and self._mode.suspend():
            self._journal.coverage.add("fused", type(module).__name__, self._stepping.line())
            self._mode.begin_apply(type(module).__name__, (frame.f_locals.get("args"), frame.f_locals.get("kwargs")))
            return self._end_fast_path
        return self._leave_module

    def _end_module(self, frame: types.FrameType, event: str, _arg: Any) -> None:
        if event == "return":
            if self._journal.open:
                guarded(self._journal, self._calls.end_frame, frame)
            else:
                self._calls.clear()
            self._modules.leave()

    def _end_fast_path(self, frame: types.FrameType, event: str, arg: Any) -> None:
        if event == "return":
            self._mode.resume()
            self._guarded(self._mode.end_apply, arg)
            self._end_module(frame, event, arg)

    def _watch_compiled(self) -> None:
        """Watch the calls of compiled functions, also of those that were compiled before; of ``torch.compile``, until that has run."""
        if DYNAMO in sys.modules and (code := compiled_call()) is not None:
            self._stepping.watch(code, self._begin_compiled)
        else:
            self._stepping.watch(self._compiler, self._begin_compile)

    def _begin_compile(self, _frame: types.FrameType) -> None:
        self._stepping.unwatch(self._compiler)
        if (code := compiled_call()) is not None:
            self._stepping.watch(code, self._begin_compiled)

    def _begin_compiled(self, frame: types.FrameType) -> Any:
        """A compiled function is called."""
        if (depth := self._mode.step_aside()) is None:
            return None
        if not self._marked:
            self._marked = True
            keep_tracer_out()
        function = frame.f_locals.get("fn")
        name = function.__name__ if type(function) is types.FunctionType else ""
        self._journal.coverage.add("compiled", name, self._stepping.line())
        self._stepping.compiled += 1
        frame.f_trace_lines = False
        return partial(self._end_compiled, depth)

    def _end_compiled(self, depth: int, _frame: types.FrameType, event: str, _arg: Any) -> None:
        if event == "return":
            self._stepping.compiled -= 1
            self._mode.step_back(depth)

    def _begin_swap(self, frame: types.FrameType) -> Any:
        unpinned = self._tensors.unpinned(frame.f_locals["t1"], frame.f_locals["t2"])
        unpinned.__enter__()
        frame.f_trace_lines = False

        def end(_frame: types.FrameType, event: str, _arg: Any) -> None:
            if event == "return":
                self._guarded(unpinned.__exit__, None, None, None)

        return end

    def _begin_function(self, frame: types.FrameType) -> Any:
        if is_opaque() or is_compiling():
            return None
        self._mode.begin_apply(f"{frame.f_locals['cls'].__name__}.apply", frame.f_locals.get("args", ()))
        frame.f_trace_lines = False
        return self._end_function

    def _end_function(self, _frame: types.FrameType, event: str, arg: Any) -> None:
        if event == "return":
            self._guarded(self._mode.end_apply, arg)
