"""Answers whether a name is all that leads to a tensor: only then may a fix put a new tensor under the name in place of an edit."""

from __future__ import annotations

import ast

from gradreel.diagnose.lookup.history import History, OpWrite
from gradreel.diagnose.lookup.source import Source


def stands_alone(history: History, made: OpWrite, name: str | None) -> bool:
    """Whether nothing else shows what a write changed: no other name, no view or base that is named or read later."""
    event, tensor = made.op.index, made.write.tensor
    if name is None or is_of_loop(history.source, made.op.line, name):
        return False
    if "." not in name and history.names.bound(name, event) is None and not history.source.makes_beside(made.op.line, name):
        return False  # a container of which no name is known
    others = {_slot(each) for each in live_names(history, tensor, event)} - {_slot(name)}
    if others:
        return False
    for alias in made.op.aliases:
        if alias.tensor == tensor:
            continue
        if live_names(history, alias.tensor, event) or history.last_read.get(alias.tensor, -1) > event:
            return False
    return True


def live_names(history: History, tensor: str, event: int) -> list[str]:
    """The names that refer to a tensor at an event, without those of calls that have ended."""
    return [name for name in history.names.at(tensor, event) if not _is_gone(history, name, event)]


def is_detached(history: History, made: OpWrite) -> bool:
    """Whether what a write went through is no part of the graph, while a tensor of the same memory is: ``d = a.detach()``."""
    event = made.op.index
    if history.requires_grad(made.write.tensor, event):
        return False
    return any(history.requires_grad(alias.tensor, event) for alias in made.op.aliases if alias.tensor in history.tensors)


def is_of_loop(source: Source, line: int | None, name: str) -> bool:
    """Whether a loop around a line hands out what the name refers to there, and the program keeps it elsewhere."""
    loop = source.loop_at(line)
    if not isinstance(loop, ast.For) or line is None:
        return False
    handed_out = {node.id for node in ast.walk(loop.target) if isinstance(node, ast.Name)}
    stored = (node for stmt in loop.body for node in ast.walk(stmt) if isinstance(node, ast.Assign) and node.lineno < line)
    made_anew = {target.id for node in stored for target in node.targets if isinstance(target, ast.Name)}
    return name in handed_out - made_anew


def _is_gone(history: History, name: str, event: int) -> bool:
    if "." in name or "[" in name:
        return False  # an object outlives the call in which it was looked at
    binds = [bind for bind in history.names.binds(name) if bind.index <= event]
    call = binds[-1].call if binds else None
    return call is not None and history.returned.get(call, event + 1) <= event


def _slot(name: str) -> str:
    """``h`` for ``self.h`` and for ``cell.h``: one attribute, by whatever name its object goes."""
    return name.rpartition(".")[2]
