"""Finds the loops of a program in its syntax tree, and counts their rounds while its lines are reached in order.

    text ─▶ paths_in: for each function, the loops around each line ─▶ Rounds: which round of each is running

Plain Python: films of earlier versions are given their loops by the same reading (``gradreel.film.upgrade_loops``).
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import NamedTuple

from gradreel.cells import parsed

MAX_PARSED_CHARACTERS = 1_000_000
MAX_DEPTH = 20
"""Loops around a line that are counted, as many as Python can compile."""


class Loop(NamedTuple):
    """A ``for`` or a ``while``."""

    header: int
    """The line of the keyword."""
    body: int
    """The first line of its body; the same as ``header`` where all stands on one line."""
    last: int
    """The last line of its body; an ``else`` is outside."""
    endless: bool
    """``while True``: some versions of Python reach its header once, and each further round begins at its body."""


Path = tuple[Loop, ...]
"""The loops around a line, outermost first; a header belongs to its own loop."""
Paths = dict[int, Path]
"""By line."""
Function = tuple[str, int]
"""The name of a code object, and its first line."""
MODULE: Function = ("<module>", 0)
_Blocks = ast.stmt | ast.excepthandler | ast.match_case


def paths_in(text: str) -> dict[Function, Paths]:
    """Return the loops of each function, class body and of the module itself; nothing for what is not Python."""
    if len(text) > MAX_PARSED_CHARACTERS:
        return {}
    tree = parsed(text)
    if tree is None:
        return {}
    found: dict[Function, Paths] = {}
    waiting: list[tuple[ast.AST, Function, Path]] = [(tree, MODULE, ())]
    while waiting:
        node, function, path = waiting.pop()
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            _leave_out(found.get(function), node)
            function, path = (node.name, min([node.lineno, *(each.lineno for each in node.decorator_list)])), ()
        elif isinstance(node, ast.For | ast.AsyncFor | ast.While) and len(path) < MAX_DEPTH:
            waiting += [(each, function, path) for each in node.orelse]
            loop = Loop(node.lineno, node.body[0].lineno, node.body[-1].end_lineno or node.lineno, _is_endless(node))
            path = (*path, loop)
            paths = found.setdefault(function, {})
            for line in range(loop.header, loop.last + 1):
                if len(paths.get(line, ())) < len(path):
                    paths[line] = path
            waiting += [(each, function, path) for each in node.body]
            continue
        waiting += [(each, function, path) for each in _inside(node)]
    return found


def _leave_out(paths: Paths | None, node: ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) -> None:
    """What is defined in a loop does not run in it."""
    for line in range(max(node.body[0].lineno, node.lineno + 1), (node.end_lineno or 0) + 1):
        if paths:
            paths.pop(line, None)


def _is_endless(node: ast.For | ast.AsyncFor | ast.While) -> bool:
    return isinstance(node, ast.While) and isinstance(node.test, ast.Constant) and bool(node.test.value)


def _inside(node: ast.AST) -> Iterator[_Blocks]:
    """Yield the statements in a block; expressions hold none."""
    for name in ("body", "orelse", "finalbody", "handlers", "cases"):
        blocks = getattr(node, name, ())
        if isinstance(blocks, list):
            yield from blocks


class _Running:
    """A loop that is running."""

    __slots__ = ("inside", "loop", "number", "start")

    def __init__(self, loop: Loop) -> None:
        self.loop = loop
        self.number = 1
        self.inside = False
        """Whether a line of its body has been reached in this round."""
        self.start: int | None = None
        """Of an endless loop: where its body begins, as an offset into the code."""

    def begins_again(self, line: int, offset: int | None) -> bool:
        """Tell whether reaching this line begins the next round."""
        loop = self.loop
        if line == loop.header:
            return self.inside or loop.body == loop.header
        if not loop.endless or line != loop.body:
            return False
        if self.start is None:
            self.start = offset
        return offset is not None and self.inside and offset == self.start


class Rounds:
    """Which rounds of loops one call of a function is in."""

    __slots__ = ("_path", "_paths", "_running", "numbers")

    def __init__(self, paths: Paths) -> None:
        self._paths = paths
        self._path: Path = ()
        self._running: list[_Running] = []
        self.numbers: tuple[int, ...] = ()
        """Of each loop that is running, outermost first, from 1."""

    def reach(self, line: int, offset: int | None) -> None:
        """A line begins, at this offset into the code."""
        path, running = self._paths.get(line, ()), self._running
        kept = len(path) if path is self._path else _common(path, self._path)
        changed = path is not self._path
        for depth in range(kept):
            each = running[depth]
            if each.begins_again(line, offset):
                each.number += 1
                each.inside = False
                kept, changed = depth + 1, True
                break
        if changed:
            running[kept:] = [_Running(loop) for loop in path[kept:]]
            for each in running[kept:]:
                each.begins_again(line, offset)
            self._path = path
            self.numbers = tuple([each.number for each in running])
        for each in running:
            if line >= each.loop.body and line != each.loop.header:
                each.inside = True


def _common(one: Path, other: Path) -> int:
    count = 0
    for left, right in zip(one, other, strict=False):
        if left is not right:
            break
        count += 1
    return count
