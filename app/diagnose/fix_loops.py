"""Turns a loop that goes backward through an earlier round's graph into one that cuts the graph between its rounds."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from app.diagnose.fixes import fix
from app.diagnose.rewrite import inserted_after
from app.diagnose.source import Source, bare_call, own_nodes
from app.diagnose.story import Story
from app.trace import Fix, Line


def fresh_graph(story: Story, raise_line: Line | None, event: int) -> Fix:
    """``hidden = hidden.detach()`` below the backward pass, for everything with a graph that one round leaves to the next."""
    source = story.source
    stmt, loop = source.statement(raise_line), source.loop_at(raise_line)
    carried = [text for name in _carried(loop) if (text := _detached(story, name, event))] if loop is not None else []
    code = inserted_after(source, stmt, "; ".join(carried)) if stmt is not None and carried and not hasattr(stmt, "body") else None
    return fix("fresh_graph", code, line=raise_line)


def stepped(source: Source, edit_line: Line | None, raise_line: Line | None) -> bool:
    """Whether, in a loop, an optimizer's step comes after the backward that fails: the graph of an earlier round is still in use."""
    call = bare_call(source.statement(edit_line))
    is_step = call is not None and isinstance(call.func, ast.Attribute) and call.func.attr == "step"
    return bool(is_step and edit_line and raise_line and raise_line <= edit_line)


def _carried(loop: ast.For | ast.While) -> list[str]:
    """Names that the body reads before it gives them something new."""
    read: dict[str, None] = {}
    stored: set[str] = set()
    carried: dict[str, None] = {}
    for stmt in _in_order(loop):
        names = [node for node in own_nodes(stmt) if isinstance(node, ast.Name)]
        read.update(dict.fromkeys(node.id for node in names if isinstance(node.ctx, ast.Load) and node.id not in stored))
        if isinstance(stmt, ast.AugAssign) and isinstance(stmt.target, ast.Name) and stmt.target.id not in stored:
            read[stmt.target.id] = None
        fresh = {node.id for node in names if isinstance(node.ctx, ast.Store)}
        carried.update(dict.fromkeys(name for name in read if name in fresh))
        stored |= fresh
    return list(carried)


def _in_order(loop: ast.For | ast.While) -> Iterator[ast.stmt]:
    inside = [node for node in ast.walk(loop) if isinstance(node, ast.stmt) and node is not loop]
    return iter(sorted(inside, key=lambda stmt: (stmt.lineno, stmt.col_offset)))


def _detached(story: Story, name: str, event: int) -> str | None:
    tensor = story.names.bound(name, event)
    parts = [story.names.bound(f"{name}[{position}]", event) for position in range(2)]
    if tensor is not None and story.requires_grad(tensor, event) and not story.is_leaf(tensor, event):
        return f"{name} = {name}.detach()"
    if any(part is not None and story.requires_grad(part, event) for part in parts):
        return f"{name} = tuple(each.detach() for each in {name})"
    return None
