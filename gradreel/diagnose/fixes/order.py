"""Fixes for a forward pass that an optimizer's step comes too early for: compute it with the new weights, after the step."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator

from gradreel.diagnose.fixes.fix import fix
from gradreel.diagnose.fixes.rewrite import moved_behind
from gradreel.diagnose.lookup.history import History
from gradreel.diagnose.lookup.source import bare_call, last_name
from gradreel.trace import Fix, Line, Saved


def forward_after_step(history: History, saved: Saved, step_line: Line | None) -> Fix | None:
    """Move ``g_loss = loss(D(fake), real)``, and what is computed from it, below ``opt_d.step()``."""
    source, op = history.source, history.op_at(saved.event)
    step = source.statement(step_line)
    call = bare_call(step)
    if step is None or op is None or call is None or last_name(call.func) != "step":
        return None
    block = source.block(step)
    lines = [where.line for where in history.outermost_first(op) if where.file == 0]
    forward = next((stmt for line in lines for stmt in block if line and stmt.lineno <= line <= (stmt.end_lineno or 0)), None)
    if forward is None or forward.lineno >= step.lineno:
        return None
    between = block[block.index(forward) : block.index(step)]
    moved = _with_followers(between)
    if moved is None:
        return None
    names = sorted(_stored(moved[-1]))
    rewrite = moved_behind(source, moved[0], step, *moved[1:])
    return fix("forward_after_step", rewrite, name=names[0], line=step_line) if rewrite else None


def _with_followers(stmts: list[ast.stmt]) -> list[ast.stmt] | None:
    """The first assignment, and those below that use what it gives; None where they cannot be taken out of the order."""
    moved: list[ast.stmt] = []
    for stmt in stmts:
        if moved and not _stored_by(moved) & _loaded(stmt):
            if _stored(stmt) & (_loaded_by(moved) | _stored_by(moved)):
                return None
        elif isinstance(stmt, ast.Assign | ast.AnnAssign) and all(isinstance(target, ast.Name | ast.Tuple) for target in _targets(stmt)):
            moved.append(stmt)
        else:
            return None
    return moved


def _targets(stmt: ast.Assign | ast.AnnAssign) -> list[ast.expr]:
    return stmt.targets if isinstance(stmt, ast.Assign) else [stmt.target]


def _names(stmt: ast.stmt, context: type[ast.expr_context]) -> Iterator[str]:
    return (node.id for node in ast.walk(stmt) if isinstance(node, ast.Name) and isinstance(node.ctx, context))


def _stored(stmt: ast.stmt) -> set[str]:
    return set(_names(stmt, ast.Store))


def _loaded(stmt: ast.stmt) -> set[str]:
    return set(_names(stmt, ast.Load))


def _stored_by(stmts: Iterable[ast.stmt]) -> set[str]:
    return {name for stmt in stmts for name in _stored(stmt)}


def _loaded_by(stmts: Iterable[ast.stmt]) -> set[str]:
    return {name for stmt in stmts for name in _loaded(stmt)}
