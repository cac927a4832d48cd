"""Keeps what belongs to one frame of the program that is running: its line, how often each line began, its names."""

from __future__ import annotations

import dis
import re
import sys
import types
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from gradreel.tracer.loops import Paths, Rounds
from gradreel.tracer.program.call_tree import Call

COMPREHENSIONS = frozenset(("<listcomp>", "<setcomp>", "<dictcomp>", "<genexpr>"))
_STORES = frozenset(("STORE_NAME", "STORE_FAST", "STORE_GLOBAL", "STORE_DEREF"))
_LOADS = frozenset(("LOAD_NAME", "LOAD_FAST", "LOAD_GLOBAL", "LOAD_DEREF"))
METHOD = "LOAD_METHOD" if sys.version_info < (3, 12) else "LOAD_ATTR"
"""What looks a method up that is called."""
# Other forms of the same, of later versions of Python.
_SAME = {"LOAD_FAST_CHECK": "LOAD_FAST", "LOAD_FAST_BORROW": "LOAD_FAST", "STORE_FAST_MAYBE_NULL": "STORE_FAST"}
_NOTHING = frozenset(("PUSH_NULL", "NOP", "CACHE", "EXTENDED_ARG"))
PARTS = frozenset(("real", "imag"))
_FILLS = frozenset(("append", "extend", "insert", "appendleft", "update", "setdefault"))

Path = tuple[str, ...]
"""A name and the attributes that follow it: ``("self", "states")``."""


class Outline:
    """What a code object says about its lines: which names each of them binds, and what it may put a tensor into."""

    def __init__(self, code: types.CodeType, loops_of: Callable[[types.CodeType], Paths]) -> None:
        self.code = code
        self.silent = code.co_name in COMPREHENSIONS
        self.arguments = code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]
        stores: dict[int, dict[str, None]] = {}
        paths: dict[int, dict[Path, None]] = {}
        instructions = _instructions(code)
        for position, instruction in enumerate(instructions):
            if instruction.positions is None or (line := instruction.positions.lineno) is None:
                continue
            if instruction.opname in _STORES:
                stores.setdefault(line, {})[instruction.argval] = None
            else:
                paths.setdefault(line, {}).update(dict.fromkeys(_filled(instructions, position)))
        self.yields = frozenset(each.offset for each in instructions if each.opname == "YIELD_VALUE")
        """Where a generator or coroutine gives a value and is suspended."""
        self.names = {line: tuple(names) for line, names in stores.items()}
        self.paths = {line: tuple(found) for line, found in paths.items() if found}
        self.parts = {line: parts for line, found in self.paths.items() if (parts := tuple(path for path in found if path[-1] in PARTS))}
        """What each line may assign the real or the imaginary part of, which passes through no function mode."""
        loops = any(each.opname == "FOR_ITER" or "JUMP_BACKWARD" in each.opname for each in instructions)
        self.loops = loops_of(code) if loops and not self.silent else {}


class Instruction(NamedTuple):
    """One instruction that puts at most one value on the stack or takes one off, or any other."""

    opname: str
    argval: Any
    offset: int
    positions: dis.Positions | None
    effect: int
    """By how much it makes the stack longer."""


def _instructions(code: types.CodeType) -> list[Instruction]:
    """Return the instructions; those that do two things to names at once, of Python 3.13 and later, as two."""
    found: list[Instruction] = []
    for each in dis.get_instructions(code):
        parts = [(each.opname, each.argval)]
        if type(each.argval) is tuple and each.opname.count("_FAST") >= 2:
            kinds = re.findall("(?:LOAD|STORE)_FAST", each.opname)
            parts = list(zip(kinds, each.argval, strict=True))
        for name, value in parts:
            name = _SAME.get(name, name)
            effect = 1 if name == "LOAD_FAST" else -1 if name == "STORE_FAST" else dis.stack_effect(each.opcode, each.arg, jump=False)
            found.append(Instruction(name, value, each.offset, each.positions, effect))
    return found


def _filled(instructions: list[Instruction], position: int) -> Iterator[Path]:
    """Yield what one instruction may put something into: ``xs`` of ``xs.append``, ``d`` of ``d[k] = …``, ``self.h`` of ``self.h = …``."""
    instruction = instructions[position]
    if instruction.opname == METHOD and instruction.argval in _FILLS:
        yield from _path_before(instructions, position)
    elif instruction.opname == "STORE_SUBSCR":
        yield from _path_before(instructions, _start_of_value(instructions, _end_of_target(instructions, position)))
    elif instruction.opname == "STORE_ATTR":
        for path in _path_before(instructions, _end_of_target(instructions, position)):
            yield (*path, instruction.argval)


def _end_of_target(instructions: list[Instruction], store: int) -> int:
    """Return where the instructions end that put the target of a store on the stack: ``self.h += x`` copies it first of all."""
    if instructions[store - 1].opname != "SWAP":
        return store
    line = instructions[store].positions
    copies = (place for place in range(store) if instructions[place].opname == "COPY" and instructions[place].positions == line)
    return next(copies, store)


def _start_of_value(instructions: list[Instruction], end: int) -> int:
    """Return where the instructions begin that put one value on the stack, the last of them before ``end``."""
    depth = 0
    for position in range(end - 1, -1, -1):
        instruction = instructions[position]
        depth += instruction.effect
        if depth == 1:
            return position
    return 0


def _path_before(instructions: list[Instruction], end: int) -> Iterator[Path]:
    attributes: list[str] = []
    for position in range(end - 1, -1, -1):
        instruction = instructions[position]
        if instruction.opname in _LOADS:
            yield (instruction.argval, *reversed(attributes))
            return
        if instruction.opname != "LOAD_ATTR":
            if instruction.opname in _NOTHING:
                continue
            return
        attributes.append(instruction.argval)


class Scope:
    """One frame of the program that has not been left."""

    def __init__(self, frame: types.FrameType, outline: Outline, base: int) -> None:
        self.frame: types.FrameType | None = frame
        """None while the call is not running: its trace function holds the scope, and a cycle would keep its locals alive."""
        self.outline = outline
        self.base = base
        """What is added to its lines: see NOTE [Lines of several files]."""
        self.function = frame.f_code.co_qualname
        self.call: Call | None = None
        """The call that its names belong to; None at the top level."""
        self.raising = False
        """Whether an exception has been raised in it and no line has begun since."""
        self.at_end: Callable[..., None] | None = None
        """What is to be done when it is left: see ``Stepping.watch``."""
        self.begun: dict[int, int] = {}
        self.rounds = Rounds(outline.loops) if outline.loops else None
        """None for code without loops; a comprehension has those of the frame around it."""
        self.line: int | None = None
        """The line whose bindings are not yet looked at."""
        self.bound: dict[str, object] = {}
        """Name → what it was last seen to refer to: a tensor's id, or the address of something else."""

    def begin(self, line: int) -> int:
        """Count the beginning of a line; return how many times it has begun."""
        count = self.begun[line] = self.begun.get(line, 0) + 1
        if self.outline.loops:
            self.reach(line)
        return count

    def reach(self, line: int) -> None:
        """Count the rounds of loops at a line of the frame."""
        if self.rounds is not None:
            self.rounds.reach(line, self.frame.f_lasti if self.frame is not None else None)

    def running_rounds(self) -> tuple[int, ...]:
        """Return the rounds that are running, of each loop around the line, outermost first."""
        return self.rounds.numbers if self.rounds is not None else ()

    def fresh_names(self) -> tuple[str, ...]:
        """Return the names that may have been bound since the last call."""
        if self.line is None:
            return self.outline.arguments
        return self.outline.names.get(self.line, ())

    def fresh_paths(self) -> tuple[Path, ...]:
        """Return what may have had a tensor put into it since the last call."""
        return self.outline.paths.get(self.line, ()) if self.line is not None else ()

    def is_suspended(self, frame: types.FrameType, given: Any) -> bool:
        """Tell whether a frame that is being left has yielded ``given``, rather than returned it or raised."""
        return frame.f_lasti in self.outline.yields and (given is not None or not self.raising)
