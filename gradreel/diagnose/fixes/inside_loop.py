"""Fix for a loop whose every round goes backward through what was computed once above it: compute that in the loop.

l2 = penalty(model)                    for x in data:
for x in data:                  ─▶         l2 = penalty(model)
    loss = f(model(x)) + l2                loss = f(model(x)) + l2
"""

from __future__ import annotations

import ast
from collections.abc import Iterable

from gradreel.diagnose.fixes.fix import fix
from gradreel.diagnose.fixes.rewrite import moved_into
from gradreel.diagnose.lookup.history import History
from gradreel.trace import Fix, Line

MAX_MOVED = 8


def compute_in_loop(history: History, nodes: Iterable[str], raise_line: Line | None) -> Fix | None:
    """Move the assignments above a loop that made these nodes to the top of its body."""
    source = history.source
    loop = source.loop_at(raise_line)
    if loop is None:
        return None
    block = source.block(loop)
    above = block[: block.index(loop)] if loop in block else []
    lines = {line for node in nodes if (line := _line(history, node)) is not None}
    made = [stmt for stmt in above if any(stmt.lineno <= line <= (stmt.end_lineno or stmt.lineno) for line in lines)]
    if not made or len(made) > MAX_MOVED or not all(isinstance(stmt, ast.Assign) for stmt in made):
        return None
    names = [node.id for node in ast.walk(made[-1]) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)]
    rewrite = moved_into(source, loop, made)
    return fix("compute_in_loop", rewrite, name=names[0], line=made[-1].lineno) if rewrite and names else None


def _line(history: History, node: str) -> Line | None:
    """The line of the outermost call in which a node was made."""
    known = history.nodes.get(node)
    op = history.op_at(known.op) if known is not None and known.op is not None else None
    return history.outermost_first(op)[0].line if op is not None else None
