"""Turns the running of the snippet's lines into line events, and says where the program is.

One trace function for the main thread: it steps only through frames of the snippet, watches the calls of ``Module.__call__`` and
``Function.apply`` for their begin and end, and leaves every other frame at once. It never raises into the program.
"""

from __future__ import annotations

import sys
import threading
import types
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple, Protocol

import torch
from torch import nn
from torch.autograd.function import Function

from gradreel.tracer.hooks.compiled import compiled_call
from gradreel.tracer.hooks.fastpath import takes_fast_path
from gradreel.tracer.hooks.opaque import is_opaque
from gradreel.tracer.journal import Film
from gradreel.tracer.program.bindings import Names
from gradreel.tracer.program.call_tree import Call, CallTree
from gradreel.tracer.program.modules import Modules
from gradreel.tracer.program.scopes import Outline, Scope
from gradreel.tracer.program.source import FILENAME, snippet_frame
from gradreel.tracer.safety.guard import guarded
from gradreel.tracer.safety.tracebacks import cleanse
from gradreel.tracer.tensors.external_writes import Foreign
from gradreel.tracer.tensors.identity import Tensors

# A line that begins again and again says less each time: its ops are still recorded, with their iteration.
LINE_VISITS = 100


class Place(NamedTuple):
    """Where the program is."""

    line: int | None
    function: str = "<module>"
    iteration: int = 1
    call: str | None = None


class Applications(Protocol):
    """Who wants to know of calls that pass through no function mode, or must not."""

    def begin_apply(self, name: str, arguments: Any) -> None: ...
    def end_apply(self, result: Any) -> None: ...
    def step_aside(self) -> bool: ...
    def step_back(self) -> None: ...


class Lines:
    """The trace function of one run."""

    def __init__(self, film: Film, tensors: Tensors, names: Names, modules: Modules, calls: CallTree) -> None:
        self.film = film
        self._calls = calls
        self._tensors = tensors
        self._names = names
        self._modules = modules
        self._scopes: list[Scope] = []
        self._outlines: dict[int, Outline] = {}
        self._visits: dict[int, int] = {}
        self.foreign: Foreign | None = None
        self.applications: Applications | None = None
        # Bound once: a bound method is a new object each time it is looked up, and settrace compares by identity.
        self.trace = self._call
        self._compiler = torch.compile.__code__
        self._watched: list[types.CodeType] = []
        """Keeps the addresses in ``_begins`` from being used again."""
        self._begins: dict[int, Callable[[types.FrameType], Any]] = {}
        """Address of a library function's code → what to do when it is called. Most calls are none of these: one look tells."""
        self.watch(nn.Module._call_impl.__code__, self._begin_module)
        self.watch(Function.__dict__["apply"].__func__.__code__, self._begin_function)
        self.watch(torch.utils.swap_tensors.__code__, self._begin_swap)
        self.watch(self._compiler, self._begin_compile)
        self._start = threading.Thread.start.__code__

    @contextmanager
    def installed(self) -> Iterator[None]:
        """Step through the snippet."""
        before = sys.gettrace()
        sys.settrace(self.trace)
        try:
            yield
        finally:
            if sys.gettrace() is not self.trace:
                self.film.unshown.add("settrace", "", None)
            sys.settrace(before)
            self.lose()

    def place(self, op: str) -> Place:
        """Return where the program is, for an op that is about to be recorded; the call that it happens in is recorded first."""
        if self._scopes:
            scope = self._scopes[-1]
            if scope.frame is not None:
                line = scope.frame.f_lineno
                return Place(line, scope.function, scope.begun.get(line, 1), self._calls.current(scope.frame, op))
        frame = snippet_frame(sys._getframe(1))
        call = self._calls.current(None, op)
        return Place(frame.f_lineno, frame.f_code.co_qualname, call=call) if frame is not None else Place(None, call=call)

    def lose(self) -> None:
        """Forget where the program is: it has set a trace function, or Python took this one away when it ran out of stack."""
        self._scopes.clear()
        self._calls.clear()

    def line(self) -> int | None:
        """Return the innermost line of the snippet on the stack."""
        frame = snippet_frame(sys._getframe(1))
        return frame.f_lineno if frame is not None else None

    def _call(self, frame: types.FrameType, _event: str, _arg: Any) -> Any:
        code = frame.f_code
        if code.co_filename == FILENAME:
            return self._guarded(self._begin, frame)
        begin = self._begins.get(id(code))
        if begin is not None:
            return self._guarded(begin, frame)
        if code is self._start:
            self.film.unshown.starting(frame.f_locals["self"], self.line())
        return None

    def watch(self, code: types.CodeType, begin: Callable[[types.FrameType], Any]) -> None:
        """Have ``begin`` called with each frame of this code; what it returns is called when the frame is left, as a trace function."""
        self._watched.append(code)
        self._begins[id(code)] = begin

    def _guarded(self, call: Any, *arguments: Any) -> Any:
        return guarded(self.film, call, *arguments) if self.film.open else None

    def _begin(self, frame: types.FrameType) -> Any:
        resumed = getattr(frame.f_trace, "__self__", None)
        scope = resumed._scope if isinstance(resumed, _Steps) else None
        if scope is None:
            scope = Scope(frame, self._outline(frame.f_code))
        scope.frame = frame
        scope.raising = False
        self._enter_call(scope, frame)
        self._scopes.append(scope)
        begin = self._begins.get(id(frame.f_code))
        scope.at_end = begin(frame) if begin is not None else None
        return _Steps(self, scope).step

    def _enter_call(self, scope: Scope, frame: types.FrameType) -> None:
        """A frame of the program begins, or goes on: comprehensions, and the module itself, belong to the call around them."""
        if scope.outline.silent or frame.f_code.co_name == "<module>":
            scope.call = self._calls.top
            return
        if scope.call is None:
            scope.call = Call("function", scope.function, frame)
        scope.call.frame = frame
        self._calls.push(scope.call)

    def _outline(self, code: types.CodeType) -> Outline:
        outline = self._outlines.get(id(code))
        if outline is None or outline.code is not code:
            outline = self._outlines[id(code)] = Outline(code)
        return outline

    def step(self, scope: Scope, frame: types.FrameType, event: str, arg: Any) -> None:
        """Take note of one step of a snippet's frame."""
        if event == "line":
            self._guarded(self._line, scope, frame.f_lineno)
        elif event == "return":
            if not scope.outline.silent:
                self._guarded(self._look, scope)
            if scope.at_end is not None:
                self._guarded(scope.at_end, frame, event, arg)
                scope.at_end = None
            self._guarded(self._leave_call, scope, frame, arg)
            scope.frame = None
            while self._scopes and self._scopes.pop() is not scope:
                pass

    def _leave_call(self, scope: Scope, frame: types.FrameType, arg: Any) -> None:
        call = scope.call
        if call is None or call.frame is not frame:
            self._calls.unwind(call)
        elif scope.is_suspended(frame, arg):
            self._calls.suspend(call)
        else:
            self._calls.end(call, frame.f_lineno)

    def _look(self, scope: Scope) -> None:
        if self.foreign is not None and self.foreign.watching:
            self.foreign.check(scope.line)
        if scope.frame is not None:
            self._names.look(scope, scope.frame, scope.fresh_names(), scope.fresh_paths(), scope.line or scope.frame.f_lineno)

    def _line(self, scope: Scope, line: int) -> None:
        scope.begin(line)
        scope.raising = False
        if self._calls.top is not scope.call:
            self._calls.unwind(scope.call)
        if scope.outline.silent or line < 1:  # an empty module begins in line 0
            return
        self._look(scope)
        scope.line = line
        visits = self._visits[line] = self._visits.get(line, 0) + 1
        if visits <= LINE_VISITS:
            more = {"call": call} if (call := self._calls.current()) is not None else {}
            self.film.add("line", line, function=scope.function, depth=len(self._scopes) - 1, **more)

    def _begin_module(self, frame: types.FrameType) -> Any:
        module = frame.f_locals.get("self")
        if not isinstance(module, nn.Module):
            return None
        self._modules.enter(module)
        self._calls.push(Call("module", type(module).__name__, frame, self._modules.innermost()))
        frame.f_trace_lines = False
        if takes_fast_path(module) and self.applications is not None and self.applications.step_aside():
            self.film.unshown.add("fused", type(module).__name__, self.line())
            self.applications.begin_apply(type(module).__name__, (frame.f_locals.get("args"), frame.f_locals.get("kwargs")))
            return self._end_fast_path
        return self._end_module

    def _end_module(self, frame: types.FrameType, event: str, _arg: Any) -> None:
        if event == "return":
            self._guarded(self._calls.end_frame, frame)
            self._modules.leave()

    def _end_fast_path(self, frame: types.FrameType, event: str, arg: Any) -> None:
        if event == "return" and self.applications is not None:
            self.applications.step_back()
            self._guarded(self.applications.end_apply, arg)
            self._end_module(frame, event, arg)

    def _begin_compile(self, frame: types.FrameType) -> Any:
        """``torch.compile`` is called, or, once it was, what it returned."""
        if frame.f_code is self._compiler:
            del self._begins[id(self._compiler)]
            if (code := compiled_call()) is not None:
                self.watch(code, self._begin_compile)
            return None
        if self.applications is None or not self.applications.step_aside():
            return None
        function = frame.f_locals.get("fn")
        self.film.unshown.add("compiled", function.__name__ if type(function) is types.FunctionType else "", self.line())
        frame.f_trace_lines = False
        return self._end_compiled

    def _end_compiled(self, _frame: types.FrameType, event: str, _arg: Any) -> None:
        if event == "return" and self.applications is not None:
            self.applications.step_back()

    def _begin_swap(self, frame: types.FrameType) -> Any:
        unpinned = self._tensors.unpinned(frame.f_locals["t1"], frame.f_locals["t2"])
        unpinned.__enter__()
        frame.f_trace_lines = False

        def end(_frame: types.FrameType, event: str, _arg: Any) -> None:
            if event == "return":
                self._guarded(unpinned.__exit__, None, None, None)

        return end

    def _begin_function(self, frame: types.FrameType) -> Any:
        if self.applications is None or is_opaque():
            return None
        self.applications.begin_apply(f"{frame.f_locals['cls'].__name__}.apply", frame.f_locals.get("args", ()))
        frame.f_trace_lines = False
        return self._end_function

    def _end_function(self, _frame: types.FrameType, event: str, arg: Any) -> None:
        if event == "return" and self.applications is not None:
            self._guarded(self.applications.end_apply, arg)


class _Steps:
    """The local trace function of one frame; a generator's frame finds its scope again through it."""

    def __init__(self, lines: Lines, scope: Scope) -> None:
        self._lines = lines
        self._scope = scope

    def step(self, frame: types.FrameType, event: str, arg: Any) -> None:
        if event == "exception":
            self._scope.raising = True
            guarded(self._lines.film, cleanse, arg[2])
            return
        self._lines.step(self._scope, frame, event, arg)
