"""Keeps what belongs to one running call of a function of the snippet: its line, how often each line began, its names."""

from __future__ import annotations

import dis
import types

COMPREHENSIONS = frozenset(("<listcomp>", "<setcomp>", "<dictcomp>", "<genexpr>"))
_STORES = frozenset(("STORE_NAME", "STORE_FAST", "STORE_GLOBAL", "STORE_DEREF"))


class Outline:
    """What a code object says about its lines: which names each of them binds."""

    def __init__(self, code: types.CodeType) -> None:
        self.code = code
        self.silent = code.co_name in COMPREHENSIONS
        self.arguments = code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]
        self.names: dict[int, tuple[str, ...]] = {}
        stores: dict[int, dict[str, None]] = {}
        for instruction in dis.get_instructions(code):
            if instruction.opname in _STORES and instruction.positions is not None and instruction.positions.lineno is not None:
                stores.setdefault(instruction.positions.lineno, {})[instruction.argval] = None
        self.names = {line: tuple(names) for line, names in stores.items()}


class Scope:
    """One call of a function of the snippet that has not returned."""

    def __init__(self, frame: types.FrameType, outline: Outline) -> None:
        self.frame: types.FrameType | None = frame
        """None while the call is not running: its trace function holds the scope, and a cycle would keep its locals alive."""
        self.outline = outline
        self.function = frame.f_code.co_qualname
        self.begun: dict[int, int] = {}
        self.line: int | None = None
        """The line whose bindings are not yet looked at."""
        self.bound: dict[str, object] = {}
        """Name → what it was last seen to refer to: a tensor's id, or the address of something else."""

    def begin(self, line: int) -> int:
        """Count the beginning of a line; return how many times it has begun."""
        count = self.begun[line] = self.begun.get(line, 0) + 1
        return count

    def fresh_names(self) -> tuple[str, ...]:
        """Return the names that may have been bound since the last call."""
        if self.line is None:
            return self.outline.arguments
        return self.outline.names.get(self.line, ())
