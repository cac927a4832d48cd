"""Steps through the program: records the lines that it reaches, and knows where it is.

One trace function for the main thread. It steps only through frames of the program; of all other frames it looks at those whose code
somebody asked for (``watch``) and leaves the rest at once. It never raises into the program.
"""

from __future__ import annotations

import sys
import types
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from sys import gettrace, settrace
from typing import Any, NamedTuple, cast

from gradreel.tracer.files import Files
from gradreel.tracer.journal import Journal
from gradreel.tracer.program.bindings import Bindings
from gradreel.tracer.program.call_tree import Call, CallTree
from gradreel.tracer.program.chained import Both, Chained, Trace, own_part
from gradreel.tracer.program.file_loops import FileLoops
from gradreel.tracer.program.monitoring import InFrames, Monitor
from gradreel.tracer.program.own_trace import OwnTrace
from gradreel.tracer.program.scopes import Outline, Scope
from gradreel.tracer.program.written_code import written_code
from gradreel.tracer.safety.guard import guarded
from gradreel.tracer.safety.tracebacks import cleanse
from gradreel.tracer.tensors.external_writes import ExternalWrites

# A line that begins again and again says less each time: its ops are still recorded, with their iteration.
MAX_VISITS_OF_A_LINE = 100
MAX_WRITTEN = 4_096

Begin = Callable[[types.FrameType], Any]
"""Called with a frame that is entered; returns None, or a local trace function that is called when the frame is left."""


class Place(NamedTuple):
    """Where the program is."""

    line: int | None
    function: str = "<module>"
    iteration: int = 1
    call: str | None = None
    rounds: tuple[int, ...] = ()
    frame: types.FrameType | None = None


class Stepping:
    """The trace function of one run."""

    def __init__(
        self,
        journal: Journal,
        files: Files,
        traced: InFrames | Monitor,
        bindings: Bindings,
        calls: CallTree,
        external_writes: ExternalWrites,
    ) -> None:
        self.journal = journal
        self.files = files
        self._traced = traced
        self._bindings = bindings
        self._calls = calls
        self._external_writes = external_writes
        self._chained: Chained | None = None
        self._monitor: Monitor | None = None
        """Set while ``sys.monitoring`` is what tells of frames."""
        self._scopes: list[Scope] = []
        self._joined: list[tuple[Scope, Any]] = []
        """Frames that were running before the recording began, and the trace function that each had."""
        self._outlines: dict[int, Outline] = {}
        self._modules: dict[int, Scope] = {}
        """By the address of a module's names: what is known of those that were bound before the recording began."""
        self.loops = FileLoops(files)
        self.compiled = 0  # calls of compiled functions that are running, one inside another
        self.free = False
        """Whether the program runs on without a trace function once the recording is closed."""
        self.lines = self.recorded_lines = 0
        """Lines that have begun; and those of them while the recording was open."""
        self._visits: dict[int, int] = {}
        self._written: dict[tuple[int, int], tuple[types.CodeType, str | None]] = {}
        """By the address of a code object and an offset into it: what wrote there."""
        self._watched: list[types.CodeType] = []
        """Keeps the addresses in ``_begins`` from being used again."""
        self._begins: dict[int, Begin] = {}
        """By the address of a function's code: hashing the code itself would cost every call in the process."""
        # Made once: a bound method is a new object each time it is looked up, and settrace compares by identity.
        self._enter_frame = self._entering()
        self.trace: Trace | None = self._enter_frame
        self._count: Trace = self._count_line

    @contextmanager
    def installed(self, caller: types.FrameType | None = None) -> Iterator[None]:
        """Step through the program; ``caller`` is the frame that it is running in already, None for a program that is yet to begin.

        A trace function that is there is told everything that it would be told without this one; at the end it is back in its place.
        """
        if isinstance(self._traced, Monitor) and self._traced.start(self._enter_frame, self._is_wanted):
            self._monitor, self.trace = self._traced, None
            try:
                with OwnTrace(lambda: None).shielded():
                    self._join(caller)
                    yield
            finally:
                self._traced.stop()
                self.lose()
            return
        before = gettrace()
        own = OwnTrace(self._replaced)
        if before is not None and caller is not None:
            self._chained = Chained(cast(Trace, before), self._enter_frame)
            self._chained.begin(sys._getframe(), caller)
            self.trace = self._chained.trace
        settrace(self.trace)
        try:
            with own.heard():
                self._join(caller)
                yield
        finally:
            settrace((caller and own.function) or before)
            self._leave_joined()

    def _is_wanted(self, code: types.CodeType) -> bool:
        """Tell whether frames of this code may be looked at."""
        return self.journal.open and (id(code) in self._begins or self.files.has(code))

    def _replaced(self) -> None:
        """The program sets a trace function of its own."""
        self.journal.coverage.add("settrace", "", None)

    def watch(self, code: types.CodeType, begin: Begin) -> None:
        """Have ``begin`` called with each frame of this code, of a library or of the program."""
        self._watched.append(code)
        self._begins[id(code)] = begin
        if self._monitor is not None:
            self._monitor.restart()

    def unwatch(self, code: types.CodeType) -> None:
        """Leave frames of this code alone from now on."""
        self._begins.pop(id(code), None)

    def place(self, op: str) -> Place:
        """Return where the program is, for an op that is about to be recorded; the call that it happens in is recorded first."""
        if self._scopes and not self.compiled:
            scope = self._scopes[-1]
            innermost = scope.frame
            if innermost is not None:
                line = innermost.f_lineno
                # NOTE [Called directly] Most ops are: then there is no library function to look for. In between stand place, _write_down,
                # guarded, _record, _leaf and __torch_function__; any other number of frames costs a walk, and no more.
                running = self._calls.running
                in_library = bool(running) and running[-1].what != "function"
                between = None if in_library or sys._getframe(6) is innermost else innermost
                call = self._calls.current(between, op)
                return Place(scope.base + line, scope.function, scope.begun.get(line, 1), call, scope.running_rounds(), innermost)
        frame = self._frame()
        call = self._calls.current(None, op)
        if frame is None:
            return Place(None, call=call)
        known = next((one for one in reversed(self._scopes) if one.frame is frame), None)
        begun, rounds = (known.begun.get(frame.f_lineno, 1), known.running_rounds()) if known is not None else (1, ())
        return Place(self.files.line(frame), frame.f_code.co_qualname, begun, call, rounds, frame)

    def written_code(self, frame: types.FrameType) -> str | None:
        """Return what wrote, of the line that a frame of the program is at; None where that is all that the line says."""
        key = (id(frame.f_code), frame.f_lasti)
        known = self._written.get(key)
        if known is None or known[0] is not frame.f_code:
            if len(self._written) >= MAX_WRITTEN:
                self._written.clear()
            known = self._written[key] = (frame.f_code, written_code(frame.f_code, frame.f_lasti))
        return known[1]

    def line(self) -> int | None:
        """Return the innermost line of the program on the stack."""
        frame = self._frame()
        return self.files.line(frame) if frame is not None else None

    def _frame(self) -> types.FrameType | None:
        frame = self.files.frame(sys._getframe(2))
        return self.files.outside_compiled(frame) if self.compiled else frame

    def found_without(self, trace: Any, frame: types.FrameType | None) -> Any:
        """Another trace function than this one was found, in place of which ``frame`` runs; return the one that is to be set again.

        It is the program's own, or there is none: the program has switched its own off, or Python took this one away when it ran out
        of stack. Then stepping goes on.
        """
        if self._monitor is not None:
            return trace
        scopes = {id(scope.frame): scope for scope in self._scopes}
        self.lose()
        if trace is not None or not self.journal.open:
            return trace
        for each in self._running(frame):
            guarded(self.journal, self._go_on, each, scopes.get(id(each)))
        return self.trace

    def _join(self, caller: types.FrameType | None) -> None:
        """Step on in the frames of the program that were running before the recording began: in this one and those that called it."""
        for frame in self._running(caller):
            before = self._traced.get(frame)
            theirs = self._chained.of_running(frame) if self._chained is not None else None
            scope = guarded(self.journal, self._go_on, frame, None)
            if scope is None:
                continue
            self._joined.append((scope, before))
            if self._chained is not None:
                frame.f_trace = self._chained.both(frame.f_trace, theirs)
            guarded(self.journal, self._look_at_all, scope, frame)

    def _running(self, frame: types.FrameType | None) -> list[types.FrameType]:
        """Return the frames of the program on the stack, outermost first."""
        running: list[types.FrameType] = []
        while (frame := self.files.frame(frame)) is not None:
            running.append(frame)
            frame = frame.f_back
        return running[::-1]

    def _look_at_all(self, scope: Scope, frame: types.FrameType) -> None:
        """Record every name that a frame has bound already."""
        code = frame.f_code
        names = (*code.co_varnames, *code.co_cellvars, *code.co_freevars, *code.co_names)
        self._bindings.look(scope, frame, names, (), scope.base + frame.f_lineno)

    def _leave_joined(self) -> None:
        """The recording is over: frames that run on are stepped through by whoever did so before, or by nobody."""
        for scope, before in self._joined:
            if scope.frame is not None and isinstance(getattr(scope.frame.f_trace, "__self__", None), _FrameTrace | Both):
                scope.frame.f_trace = before
        self._joined.clear()
        self.lose()

    def _go_on(self, frame: types.FrameType, known: Scope | None) -> Scope:
        """Step on in a frame that is running, whose lines have not been seen for a while."""
        scope = known if known is not None and known.frame is frame else self._scope(frame)
        scope.line = frame.f_lineno
        scope.reach(frame.f_lineno)
        self._enter_call(scope, frame)
        self._scopes.append(scope)
        self._traced.put(frame, _FrameTrace(self, scope).step, True)
        return scope

    def lose(self) -> None:
        """Forget where the program is."""
        self._scopes.clear()
        self._calls.clear()

    def begin_step(self) -> None:
        """Another training step begins, in which lines are counted from the start: where only the last steps are kept."""
        self._visits.clear()

    def _guarded(self, call: Callable[..., Any], *arguments: Any) -> Any:
        if self.journal.open:
            return guarded(self.journal, call, *arguments)
        if self.free:
            settrace(None)
        return None

    def _entering(self) -> Trace:
        """Return the global trace function: a frame is entered. Every call in the process runs it, so it looks nothing up in ``self``."""
        files, begin_of = self.files, self._begins.get

        def enter_frame(frame: types.FrameType, _event: str, _arg: Any) -> Any:
            code = frame.f_code
            if files[code.co_filename] is not None:
                return self._guarded(self._enter, frame) if self.journal.open or self.free else self._count
            begin = begin_of(id(code))
            return self._guarded(begin, frame) if begin is not None else None

        return enter_frame

    def _enter(self, frame: types.FrameType) -> Any:
        """A frame of the program begins, or a generator goes on."""
        scope = self._scope_of(frame) or self._scope(frame)
        scope.frame = frame
        scope.raising = False
        self._enter_call(scope, frame)
        self._scopes.append(scope)
        begin = self._begins.get(id(frame.f_code))
        scope.at_end = begin(frame) if begin is not None else None
        return _FrameTrace(self, scope).step

    def _scope_of(self, frame: types.FrameType) -> Scope | None:
        """Return the scope of a frame that is stepped through."""
        known = own_part(self._traced.get(frame))
        return known.scope if isinstance(known, _FrameTrace) else None

    def _count_line(self, _frame: types.FrameType, event: str, _arg: Any) -> Any:
        """The local trace function once the recording is closed: see NOTE [Lines] in ``ending.py``."""
        if event == "line":
            self.lines += 1
        return self._count

    def _scope(self, frame: types.FrameType) -> Scope:
        base = self.files[frame.f_code.co_filename] or 0
        outline = self._outlines.get(id(frame.f_code))
        if self._joined and frame.f_code.co_name != "<module>" and (outline is None or outline.code is not frame.f_code):
            self._name_globals(frame, base)
        return Scope(frame, self._outline(frame.f_code), base)

    def _name_globals(self, frame: types.FrameType, base: int) -> None:
        """Record the names of its module that a function uses: in a program that was running already, nobody has seen them being bound."""
        scope = self._modules.get(id(frame.f_globals))
        if scope is None:
            scope = self._modules[id(frame.f_globals)] = Scope(frame, self._outline(frame.f_code), base)
            scope.frame = None
        self._bindings.look(scope, frame, frame.f_code.co_names, (), base + frame.f_lineno)

    def _outline(self, code: types.CodeType) -> Outline:
        outline = self._outlines.get(id(code))
        if outline is None or outline.code is not code:
            outline = self._outlines[id(code)] = Outline(code, self.loops.of)
        return outline

    def _enter_call(self, scope: Scope, frame: types.FrameType) -> None:
        """Comprehensions, and the module itself, belong to the call around them."""
        if scope.outline.silent or frame.f_code.co_name == "<module>":
            scope.call = self._calls.top
            scope.rounds = self._scopes[-1].rounds if scope.outline.silent and self._scopes else scope.rounds
            return
        if scope.call is None:
            scope.call = Call("function", scope.function, frame)
        scope.call.frame = frame
        self._calls.push(scope.call)

    def step(self, scope: Scope, frame: types.FrameType, event: str, arg: Any) -> None:
        """The local trace function: a frame of the program begins a line, raises, or is left."""
        if event == "line":
            self.lines += 1
            self._guarded(self._begin_line, scope, frame.f_lineno)
        elif event == "exception":
            scope.raising = True
            guarded(self.journal, cleanse, arg[2])
        elif event == "return":
            self._guarded(self._leave, scope, frame, arg)
            if not self.journal.open:
                self._calls.clear()
            scope.frame = scope.at_end = None
            while self._scopes and self._scopes.pop() is not scope:
                pass

    def _begin_line(self, scope: Scope, line: int) -> None:
        self.recorded_lines = self.lines
        scope.begin(line)
        scope.raising = False
        running = self._calls.running
        if (running[-1] if running else None) is not scope.call:
            self._calls.unwind(scope.call)
        if scope.outline.silent or line < 1:  # an empty module begins in line 0
            return
        self._look_back(scope)
        scope.line = line
        if line in scope.outline.parts:
            self._bindings.watch_parts(scope, line)
        line += scope.base
        visits = self._visits[line] = self._visits.get(line, 0) + 1
        if visits <= MAX_VISITS_OF_A_LINE:
            more: dict[str, Any] = {"call": call} if (call := self._calls.current()) is not None else {}
            if rounds := scope.running_rounds():
                more["rounds"] = rounds
            self.journal.add("line", line, function=scope.function, depth=max(0, len(self._scopes) - 1), **more)

    def _look_back(self, scope: Scope) -> None:
        """Record what the line before has bound, and what was written past PyTorch meanwhile."""
        if self._external_writes.watching:
            self._external_writes.end_line(scope.base + scope.line if scope.line is not None else None)
        if scope.frame is not None:
            line = scope.base + (scope.line or scope.frame.f_lineno)
            self._bindings.look(scope, scope.frame, scope.fresh_names(), scope.fresh_paths(), line)

    def _leave(self, scope: Scope, frame: types.FrameType, given: Any) -> None:
        if not scope.outline.silent:
            self._look_back(scope)
        if scope.at_end is not None:
            scope.at_end(frame, "return", given)
        call = scope.call
        if call is None or call.frame is not frame:
            self._calls.unwind(call)
        elif scope.is_suspended(frame, given):
            self._calls.suspend(call)
        else:
            self._calls.end(call, scope.base + frame.f_lineno)


class _FrameTrace:
    """The local trace function of one frame; a generator's frame, and a call that is made in one, find the scope again through it."""

    def __init__(self, stepping: Stepping, scope: Scope) -> None:
        self._stepping = stepping
        self.scope = scope

    def step(self, frame: types.FrameType, event: str, arg: Any) -> None:
        self._stepping.step(self.scope, frame, event, arg)

    def running_rounds(self) -> tuple[int, ...]:
        """Return the rounds of loops that the frame is in."""
        return self.scope.running_rounds()
