"""Finds what the optimizers of a program update, by the text that makes them, where a line that calls ``step()`` ran.

opt = Adam([*enc.parameters(), w])   …   opt.step()      ─▶  the modules ``enc``, the name ``w``
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass

from gradreel.diagnose.lookup.history import History
from gradreel.diagnose.lookup.source import Source, dotted
from gradreel.trace import LineEvent

HANDS_OUT = frozenset({"parameters", "named_parameters"})


@dataclass(frozen=True)
class Optimized:
    """Modules, by the last part of their name, and names of tensors; empty where no optimizer took a step."""

    modules: frozenset[str]
    names: frozenset[str]

    def updates(self, history: History, tensor: str) -> bool:
        """Whether a tensor is, by one of its names, among what is updated."""
        for name in history.tensors[tensor].names:
            if name in self.names or name.rpartition(".")[2] in self.names:
                return True
            if self.modules.intersection(name.replace("[", ".").split(".")[:-1]):
                return True
        return False


def optimized(history: History, only: str | None = None) -> Optimized:
    """Read the program's optimizers, or the one that has a name; one whose ``step()`` no executed line calls is none."""
    stepping = _stepping(history)
    return _read(history.source, stepping & {only.rpartition(".")[2]} if only is not None else stepping)


def never_stepped(history: History) -> Optimized:
    """Read the optimizers whose ``step()`` stands in the program, and no executed line calls it."""
    text = {name for stmt in history.source.statements if not hasattr(stmt, "body") for name in _stepped(stmt)}
    return _read(history.source, text - _stepping(history))


def constructions(history: History) -> list[ast.Assign]:
    """The statements that make the optimizers that step."""
    stepping = _stepping(history)
    assigned = (stmt for stmt in history.source.statements if isinstance(stmt, ast.Assign) and isinstance(stmt.value, ast.Call))
    return [stmt for stmt in assigned if stepping & _slots(stmt)]


def _stepping(history: History) -> set[str]:
    return {name for stmt in _executed(history) for name in _stepped(stmt)} if ".step(" in history.source.code else set()


def _read(source: Source, stepping: set[str]) -> Optimized:
    values = [stmt.value for stmt in source.statements if isinstance(stmt, ast.Assign) and stepping & _slots(stmt)]
    nodes = [node for value in values for node in _with_named(source, value)]
    given = {name for node in nodes if isinstance(node, ast.Call) and (name := _of_module(node))}
    names = {name.rpartition(".")[2] for node in nodes if isinstance(node, ast.Name | ast.Attribute) and (name := dotted(node))}
    return Optimized(frozenset(given), frozenset(names - HANDS_OUT - given))


def _executed(history: History) -> Iterator[ast.stmt]:
    lines = {event.line for event in history.events if isinstance(event, LineEvent)}
    return (stmt for stmt in history.source.statements if not hasattr(stmt, "body") and stmt.lineno in lines)


def _stepped(stmt: ast.stmt) -> Iterator[str]:
    """``opt`` of ``opt.step()``, ``self.opt.step()`` and ``scaler.step(opt)``."""
    for node in ast.walk(stmt):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "step":
            for each in (node.func.value, *node.args[:1]):
                if name := dotted(each):
                    yield name.rpartition(".")[2]


def _slots(stmt: ast.Assign) -> set[str]:
    named = (dotted(node) for target in stmt.targets for node in ast.walk(target))
    return {name.rpartition(".")[2] for name in named if name}


def _with_named(source: Source, value: ast.expr) -> Iterator[ast.AST]:
    """An expression's parts, and those of what the names in it were given: ``params = list(net.parameters())``."""
    yield from ast.walk(value)
    names = {node.id for node in ast.walk(value) if isinstance(node, ast.Name)}
    for stmt in source.statements:
        if isinstance(stmt, ast.Assign) and any(isinstance(target, ast.Name) and target.id in names for target in stmt.targets):
            yield from (node for node in ast.walk(stmt.value) if isinstance(node, ast.Call))


def _of_module(call: ast.Call) -> str | None:
    if not isinstance(call.func, ast.Attribute) or call.func.attr not in HANDS_OUT:
        return None
    name = dotted(call.func.value)
    return name.rpartition(".")[2] if name else None
