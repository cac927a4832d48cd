"""Fixes for a forward pass that an optimizer's step comes too early for: compute it with the new weights, after the step."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator

from gradreel.diagnose.fixes.fix import fix
from gradreel.diagnose.fixes.rewrite import inserted_after, moved_behind
from gradreel.diagnose.lookup.history import History
from gradreel.diagnose.lookup.source import bare_call, last_name
from gradreel.trace import Fix, Line, OpEvent, Saved


def forward_after_step(history: History, saved: Saved, step_line: Line | None) -> Fix | None:
    """Move ``g_loss = loss(D(fake), real)``, and what is computed from it, below ``opt_d.step()``."""
    source, op = history.source, history.op_at(saved.event)
    step = source.statement(step_line)
    call = bare_call(step)
    if step is None or op is None or call is None or last_name(call.func) != "step":
        return None
    block = source.block(step)
    forward = _in_block(history, op, block)
    if forward is None or forward.lineno >= step.lineno:
        return None
    between = block[block.index(forward) : block.index(step)]
    moved = _with_followers(between)
    if moved is None:
        return None
    names = sorted(_stored(moved[-1]))
    rewrite = moved_behind(source, moved[0], step, *moved[1:])
    return fix("forward_after_step", rewrite, name=names[0], line=step_line) if rewrite else None


def forward_again(history: History, saved: Saved, step_line: Line | None, raise_line: Line | None) -> Fix | None:
    """``score = D(fake)`` once more below ``opt_d.step()``, and what the failing pass needs of what was computed from it before that."""
    source, op = history.source, history.op_at(saved.event)
    step, backward = source.statement(step_line), source.statement(raise_line)
    call = bare_call(step)
    if op is None or step is None or backward is None or call is None or last_name(call.func) != "step":
        return None
    block = source.block(step)
    if not any(stmt is backward for stmt in block) or backward.lineno < step.lineno:
        return None
    forward = _in_block(history, op, block)
    if forward is None or forward.lineno >= step.lineno:
        return None
    needed = _needed(block[block.index(forward) : block.index(backward) + 1], forward)
    again = [stmt for stmt in needed if stmt.lineno < step.lineno]
    if not all(_is_assignment(stmt) and stmt.end_lineno == stmt.lineno for stmt in again):
        return None
    rewrite = inserted_after(source, (step, *(source.segment(stmt) for stmt in again)))
    return fix("forward_again", rewrite, name=sorted(_stored(again[-1]))[0], line=step_line) if rewrite and again else None


def _in_block(history: History, op: OpEvent, block: list[ast.stmt]) -> ast.stmt | None:
    """The statement of a block in which an op ran."""
    lines = [where.line for where in history.outermost_first(op)]
    return next((stmt for line in lines for stmt in block if line and stmt.lineno <= line <= (stmt.end_lineno or 0)), None)


def _needed(stmts: list[ast.stmt], forward: ast.stmt) -> list[ast.stmt]:
    """Of statements up to a backward call: those that lead from ``forward`` to what it begins from, in order."""
    wanted = _loaded(stmts[-1])
    leading: list[ast.stmt] = []
    for stmt in reversed(stmts[:-1]):
        if _stored(stmt) & wanted:
            leading.append(stmt)
            wanted |= _loaded(stmt)
    derived: list[ast.stmt] = []
    for stmt in reversed(leading):
        if stmt is forward or _stored_by(derived) & _loaded(stmt):
            derived.append(stmt)
    return derived if derived[:1] == [forward] else []


def _is_assignment(stmt: ast.stmt) -> bool:
    return isinstance(stmt, ast.Assign) and all(isinstance(target, ast.Name | ast.Tuple) for target in stmt.targets)


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
