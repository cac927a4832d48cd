"""Fixes for a statement that cut the graph or used it up: keep the gradient flowing."""

from __future__ import annotations

import ast

from gradreel.diagnose.fixes.fix import fix
from gradreel.diagnose.fixes.rewrite import Rewrite, patched, replaced
from gradreel.diagnose.lookup.source import Source, dotted, own_nodes
from gradreel.trace import Fix

FROM_NUMBERS = frozenset({"tensor", "as_tensor", "new_tensor", "asarray", "Tensor", "FloatTensor", "from_numpy"})


def copies_numbers(op: str) -> bool:
    """Whether an op makes a new leaf from numbers."""
    return op.rsplit(".", 1)[-1] in FROM_NUMBERS


def keep_path(source: Source, line: int | None, how: str) -> Fix | None:
    """Leave out ``.detach()``, ``.item()`` or ``.data``."""
    stmt = source.statement(line)
    if stmt is None or how not in ("detach", "item", "data") or ".numpy(" in source.segment(stmt):
        return None
    cuts = [(source.dot(cut), source.span(node)[1], "") for node in own_nodes(stmt) if (cut := _cut(node, how)) is not None]
    rewrite = patched(source, cuts)
    return fix("keep_path", rewrite, line=line, op=".data" if how == "data" else f".{how}()") if rewrite else None


def _cut(node: ast.AST, how: str) -> ast.Attribute | None:
    """The ``.data`` that an expression is, or the ``.detach`` that it calls."""
    if how == "data":
        return node if isinstance(node, ast.Attribute) and node.attr == "data" and isinstance(node.ctx, ast.Load) else None
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == how and not node.args:
        return node.func
    return None


def stack(source: Source, line: int | None) -> Fix | None:
    """``torch.stack([a, b])`` for ``torch.tensor([a, b])``."""
    stmt = source.statement(line)
    calls = [node for node in own_nodes(stmt) if isinstance(node, ast.Call)] if stmt else []
    for call in calls:
        listed = len(call.args) == 1 and isinstance(call.args[0], ast.List | ast.Tuple) and not call.keywords
        if listed and dotted(call.func) == "torch.tensor":
            rewrite = replaced(source, call.func, "torch.stack")
            return fix("stack", rewrite, line=line) if rewrite else None
    return None


def enable_grad(source: Source, line: int | None) -> Fix | None:
    """``torch.enable_grad()`` for the ``torch.no_grad()`` that a statement stands in."""
    if line is None:
        return None
    around = [
        item.context_expr
        for node in source.nodes
        if isinstance(node, ast.With) and node.lineno <= line <= (node.end_lineno or node.lineno)
        for item in node.items
        if isinstance(item.context_expr, ast.Call) and dotted(item.context_expr.func) == "torch.no_grad"
    ]
    if not around:
        return None
    block = max(around, key=lambda call: call.lineno)
    rewrite = replaced(source, block, "torch.enable_grad()")
    return fix("enable_grad", rewrite, line=block.lineno) if rewrite else None


def retain_graph(source: Source, line: int | None) -> Fix | None:
    """``retain_graph=True`` on the backward call of a line."""
    rewrite = _engine_call_with(source, line, "retain_graph")
    return fix("retain_graph", rewrite, line=line) if rewrite else None


def create_graph(source: Source, line: int | None) -> Fix | None:
    """``create_graph=True`` on the call of ``torch.autograd.grad`` of a line."""
    rewrite = _engine_call_with(source, line, "create_graph")
    return fix("create_graph", rewrite, line=line) if rewrite else None


def _engine_call_with(source: Source, line: int | None, flag: str) -> Rewrite | None:
    stmt = source.statement(line)
    calls = [node for node in own_nodes(stmt) if isinstance(node, ast.Call)] if stmt else []
    for call in calls:
        name = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
        if name in ("backward", "grad") and not any(keyword.arg == flag for keyword in call.keywords):
            end = source.span(call)[1] - 1
            inside = source.bytes[source.span(call.func)[1] + 1 : end].decode().rstrip()
            comma = "" if not inside or inside.endswith(",") else ", "
            return patched(source, [(end, end, f"{comma}{flag}=True")])
    return None


def no_grad_mode(source: Source) -> Fix | None:
    """``torch.no_grad()`` for ``torch.inference_mode()``: what it makes are ordinary tensors."""
    calls = [node for node in source.nodes if isinstance(node, ast.Call) and dotted(node.func) == "torch.inference_mode"]
    plain = [call for call in calls if not call.args and not call.keywords]
    rewrite = patched(source, [(*source.span(call.func), "torch.no_grad") for call in plain])
    return fix("no_grad_mode", rewrite) if rewrite else None
