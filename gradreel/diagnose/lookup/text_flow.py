"""Follows plain numbers through the text of a program: from the statements that took them out of tensors to those that use them.

A statement that loads a name uses what earlier statements stored under it; statements that take numbers out are heard wherever they
stand, since a loop may come back to what is above them. Names of tensors are left out: tensors are followed op by op.
"""

from __future__ import annotations

import ast
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from gradreel.diagnose.lookup.source import Source, bare_call, own_nodes

PUTS_IN = frozenset({"append", "extend", "insert", "appendleft", "update"})
"""Methods of Python's containers that put their arguments into them."""
SIMPLE = (ast.Assign, ast.AugAssign, ast.AnnAssign, ast.Return, ast.Expr)


class TextFlow:
    """The statements of a program, by the names that they store and load."""

    def __init__(self, source: Source, is_tensor: Callable[[str], bool], lines: Sequence[int]) -> None:
        """``lines``: those that take numbers out of tensors."""
        statements = sorted(source.statements, key=lambda stmt: stmt.lineno)
        number = {id(stmt): position for position, stmt in enumerate(statements)}
        self.loaded = [_loaded(stmt) for stmt in statements]
        self.at_line: dict[int, list[int]] = defaultdict(list)
        self.storing: dict[str, list[int]] = defaultdict(list)
        """By name that is no tensor's: the statements that store it, in order."""
        self.taking: dict[str, list[int]] = defaultdict(list)
        """By name: the statements that store it and take numbers out."""
        self.lines_taken_at: dict[int, list[int]] = defaultdict(list)
        for line in dict.fromkeys(lines):
            stmt = source.statement(line)
            if isinstance(stmt, SIMPLE):
                self.lines_taken_at[number[id(stmt)]].append(line)
        for position, stmt in enumerate(statements):
            for line in _lines(stmt):
                self.at_line[line].append(position)
            for name in _stored(stmt):
                if position in self.lines_taken_at:
                    self.taking[name].append(position)
                if not is_tensor(name):
                    self.storing[name].append(position)


@dataclass
class Search:
    """One search backward through the text: no statement is looked at twice."""

    flow: TextFlow
    _seen: set[int] = field(default_factory=set)
    _seen_lines: set[int] = field(default_factory=set)
    _looked_up: dict[str, int] = field(default_factory=dict)
    """By name: how many of the statements that store it have been looked at."""

    def lines_reaching(self, line: int) -> Iterator[int]:
        """The lines whose numbers reach a line, besides those that were found before."""
        if line in self._seen_lines:
            return
        self._seen_lines.add(line)
        todo = list(self.flow.at_line.get(line, ()))
        while todo:
            statement = todo.pop()
            if statement in self._seen:
                continue
            self._seen.add(statement)
            yield from self.flow.lines_taken_at.get(statement, ())
            for name in self.flow.loaded[statement]:
                todo.extend(self._stored_before(name, statement))

    def _stored_before(self, name: str, statement: int) -> Iterator[int]:
        if name not in self._looked_up:
            yield from self.flow.taking.get(name, ())
        storing, done = self.flow.storing.get(name, ()), self._looked_up.get(name, 0)
        reached = max(done, bisect_left(storing, statement))
        self._looked_up[name] = reached
        yield from storing[done:reached]


def _lines(stmt: ast.stmt) -> range:
    end = stmt.lineno if hasattr(stmt, "body") else stmt.end_lineno or stmt.lineno
    return range(stmt.lineno, end + 1)


def _stored(stmt: ast.stmt) -> set[str]:
    """Names that a statement gives something to, or puts something into: ``losses.append(loss.item())``, ``logs["loss"] = …``."""
    found = {node.id for node in own_nodes(stmt) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
    filled: list[ast.expr] = [node.value for node in own_nodes(stmt) if isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Store)]
    call = bare_call(stmt)
    if call is not None and isinstance(call.func, ast.Attribute) and call.func.attr in PUTS_IN:
        filled.append(call.func.value)
    return found | {node.id for node in filled if isinstance(node, ast.Name)}


def _loaded(stmt: ast.stmt) -> set[str]:
    return {node.id for node in own_nodes(stmt) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load)}
