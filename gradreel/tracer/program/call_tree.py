"""Records which call everything happens in: functions of the program, forwards of modules, library functions.

    line of the program ─▶ library function ─▶ module ─▶ function of the program ─▶ op        each "call" is the parent of the next

A call is recorded when the first line, op or name inside it is, not when it begins: a call in which nothing is recorded, such as
``print()``, costs no event. Functions and modules are pushed when they begin (``stepping.py``). A library function is looked for only
when something is recorded: it is the frame that the innermost frame of the program has called, and all that runs in it belongs to it.
"""

from __future__ import annotations

import contextlib
import functools
import sys
import types
from collections.abc import Callable
from pathlib import Path
from typing import Any, Literal, Protocol, runtime_checkable

import torch
from torch import nn

from gradreel.tracer.files import Files
from gradreel.tracer.journal import Journal
from gradreel.tracer.program.chained import own_part
from gradreel.tracer.program.custom_functions import APPLY
from gradreel.tracer.program.monitoring import InFrames, Monitor
from gradreel.tracer.safety.guard import guarded

TRACER = str(Path(__file__).parent.parent)
# Files whose functions only pass a call on to a function of the program, or to an op.
PASS_ON = frozenset((contextlib.__file__, functools.__file__, torch._tensor.__file__, torch.utils._contextlib.__file__))
# Functions of PyTorch that are recorded in other ways: as calls of modules, as ops, as runs of the engine.
RECORDED_ELSEWHERE = frozenset(
    function.__code__
    for function in (
        vars(nn.Module)["_wrapped_call_impl"],
        vars(nn.Module)["_call_impl"],
        APPLY,
        torch.Tensor.backward,
        torch.autograd.backward,
        torch.autograd.grad,
        torch.compile,
    )
)


What = Literal["function", "module", "library"]


@runtime_checkable
class _InLoops(Protocol):
    """What follows a frame of the program."""

    def running_rounds(self) -> tuple[int, ...]: ...


class Call:
    """One call that has not ended."""

    __slots__ = ("ended", "frame", "id", "line", "module", "name", "rounds", "what")

    def __init__(
        self, what: Literal["function", "module", "library"], name: str, frame: types.FrameType, module: str | None = None
    ) -> None:
        self.what = what
        self.name = name
        self.module = module
        self.frame: types.FrameType | None = frame
        """None while a generator is suspended, and when the call has ended: a frame holds the tensors of its function."""
        self.id: str | None = None
        """None until something inside it is recorded."""
        self.line: int | None = None
        self.rounds: tuple[int, ...] = ()
        """Of the loops around that line."""
        self.ended = False


class CallTree:
    """The calls that are running now."""

    def __init__(self, journal: Journal, files: Files, traced: InFrames | Monitor) -> None:
        self._journal = journal
        self._files = files
        self._traced = traced
        self.running: list[Call] = []
        """Innermost last."""
        self._count = 0
        self._library_names: dict[int, tuple[types.CodeType, str | None]] = {}
        """Address of a function's code → the code, which keeps the address from being used again, and what its calls are named."""
        # Bound once: see Stepping.
        self._leave_library: Callable[..., None] = self._end_library

    @property
    def top(self) -> Call | None:
        """The innermost call."""
        return self.running[-1] if self.running else None

    def push(self, call: Call) -> None:
        """A call begins, or a generator goes on."""
        self.running.append(call)

    def current(self, innermost: types.FrameType | None = None, op: str = "") -> str | None:
        """Return the id of the innermost call, and record those that have not been.

        ``innermost``: the frame of the program that is running, where it is known; a library function that it has called directly is
        then recorded as well, unless it is the op of that name and nothing else.
        """
        running = self.running
        if innermost is not None and (not running or running[-1].what == "function"):
            self._find_library(innermost, op)
        if not running:
            return None
        if running[-1].id is None:
            self._begin_all(op)
        return running[-1].id or next((call.id for call in reversed(running) if call.id is not None), None)

    def id_of(self, call: Call | None) -> str | None:
        """Return the id of a running call, and record it and what it runs in where that has not been done."""
        if call is not None and call.id is None:
            self._begin_all("")
        return call.id if call is not None else None

    def unwind(self, call: Call | None) -> None:
        """End every call inside this one: whatever has not been seen to return was left behind by an exception."""
        running = self.running
        while running and running[-1] is not call:
            self._end(running.pop(), None)

    def end(self, call: Call, line: int | None) -> None:
        """A call ends, and with it every call inside it."""
        running = self.running
        if running and running[-1] is call:
            running.pop()
        elif call in running:
            self.unwind(call)
            running.pop()
        self._end(call, line)

    def end_frame(self, frame: types.FrameType) -> None:
        """The call that runs in this frame ends."""
        for call in reversed(self.running):
            if call.frame is frame:
                self.end(call, call.line)
                return

    def suspend(self, call: Call) -> None:
        """A generator gives a value: its call goes on later, perhaps inside another one."""
        if call in self.running:
            self.unwind(call)
            self.running.pop()
        call.frame = None

    def clear(self) -> None:
        """Forget every call: the program has ended."""
        for call in self.running:
            call.frame = None
        self.running.clear()

    def _end(self, call: Call, line: int | None) -> None:
        call.frame = None
        if call.id is not None and not call.ended and self._journal.open:
            self._journal.put({"kind": "return", "index": None, "line": call.line if line is None else line, "call": call.id})
        call.ended = True

    def _begin_all(self, op: str) -> None:
        """Record every running call that has not been, outermost first."""
        position, parent = 0, None
        while position < len(self.running) and self._journal.open:
            call = self.running[position]
            if call.id is None and call.frame is not None and not (op and call.what != "function" and _is_op(call.name, op)):
                if (parent is None or parent.what == "function") and (library := self._library_below(call)) is not None:
                    self.running.insert(position, library)
                    call = library
                self._begin(call, parent)
            if call.id is not None:
                parent = call
            position += 1

    def _begin(self, call: Call, parent: Call | None) -> None:
        if parent is not None and parent.what != "function":
            call.line, call.rounds = parent.line, parent.rounds
        elif call.frame is not None and (caller := self._files.frame(call.frame.f_back)) is not None:
            call.line = self._files.line(caller)
            scope = own_part(self._traced.get(caller))
            call.rounds = scope.running_rounds() if isinstance(scope, _InLoops) else ()
        self._count += 1
        call.id = f"k{self._count}"
        event: dict[str, Any] = {"kind": "call", "index": None, "line": call.line, "call": call.id, "what": call.what, "name": call.name}
        if parent is not None:
            event["parent"] = parent.id
        if call.module is not None:
            event["module"] = call.module
        if call.rounds:
            event["rounds"] = call.rounds
        self._journal.put(event)

    def _library_below(self, call: Call) -> Call | None:
        """Return the library function through which a frame of the program has made this call."""
        frame = call.frame
        assert frame is not None
        if call.what == "library" or frame.f_back is None or self._files.has(frame.f_back.f_code):
            return None
        return self._library(self._called_directly(frame.f_back), "")

    def _find_library(self, innermost: types.FrameType, op: str) -> None:
        frame: types.FrameType = sys._getframe(2)
        while (back := frame.f_back) is not innermost:
            if back is None:
                return
            frame = back
        library = self._library(frame, op)
        if library is not None:
            self.running.append(library)

    def _library(self, frame: types.FrameType | None, op: str) -> Call | None:
        """Return a call for a library function that a line of the program has called; None for what is not shown as one."""
        if frame is None:
            return None
        entry = self._library_names.get(id(frame.f_code))
        name = entry[1] if entry is not None else self._name_of(frame)
        if name is None or self._traced.get(frame) is not None or _is_op(name, op):
            return None
        self._traced.put(frame, self._leave_library, False)
        return Call("library", name, frame)

    def _name_of(self, frame: types.FrameType) -> str | None:
        code = frame.f_code
        file, name = code.co_filename, code.co_qualname
        if code in RECORDED_ELSEWHERE or file in PASS_ON or self._files.has(code) or file.startswith((TRACER, "<frozen")):
            self._library_names[id(code)] = (code, None)
            return None
        if code.co_freevars and "<locals>" in name:
            return self._name_of_wrapped(frame)
        self._library_names[id(code)] = (code, name)
        return name

    def _called_directly(self, frame: types.FrameType | None) -> types.FrameType | None:
        """Return the frame that the innermost frame of the program has called, of those that ``frame`` runs in."""
        while frame is not None and frame.f_back is not None and not self._files.has(frame.f_back.f_code):
            frame = frame.f_back
        return frame if frame is not None and frame.f_back is not None else None

    def _name_of_wrapped(self, frame: types.FrameType) -> str | None:
        """Return the name of the function that a decorator's inner function passes on to; None for one of the program."""
        values = frame.f_locals
        for name in frame.f_code.co_freevars:
            function = values.get(name)
            if type(function) is types.FunctionType:
                return None if self._files.has(function.__code__) else function.__qualname__.split("<locals>.")[-1]
        return frame.f_code.co_qualname.split("<locals>.")[-1]

    def _end_library(self, frame: types.FrameType, event: str, _arg: Any) -> None:
        if event == "return" and self._journal.open:
            guarded(self._journal, self.end_frame, frame)
        elif event == "return":
            self.clear()


@functools.lru_cache(maxsize=4096)
def _is_op(function: str, op: str) -> bool:
    """Tell whether a function is no more than the op: ``F.relu`` and ``relu``, ``F.cross_entropy`` and ``cross_entropy_loss``."""
    name, op = function.split(".")[-1].strip("_"), op.strip("_")
    return op == name or op.startswith(f"{name}_")
