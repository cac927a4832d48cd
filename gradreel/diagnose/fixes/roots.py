"""Fixes for a backward call whose root has several elements: make one number of them, or say how much each counts."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from gradreel.diagnose.fixes.fix import fix
from gradreel.diagnose.fixes.rewrite import patched
from gradreel.diagnose.lookup.source import Source, dotted, own_nodes
from gradreel.trace import Fix

SIMPLE = (ast.Name, ast.Attribute, ast.Subscript, ast.Call)


def reduced(source: Source, line: int | None, *, is_loss: bool) -> Iterator[Fix | None]:
    """``loss.sum().backward()`` for ``loss.backward()``, ``grad(y.sum(), x)`` for ``grad(y, x)``; or the mean.

    The mean comes first for a loss: a sum grows with the size of the batch.
    """
    root = _root(source, line)
    reductions = (("mean_root", ".mean()"), ("sum_root", ".sum()"))
    for kind, method in reductions if is_loss else reversed(reductions):
        rewrite = patched(source, _called(source, root, method)) if root is not None else None
        yield fix(kind, rewrite, line=line) if rewrite else None


def _called(source: Source, root: ast.expr, method: str) -> list[tuple[int, int, str]]:
    start, end = source.span(root)
    if isinstance(root, SIMPLE):
        return [(end, end, method)]
    if source.bytes[start - 1 : start] == b"(" and source.bytes[end : end + 1] == b")":  # brackets around it are there already
        return [(end + 1, end + 1, method)]
    return [(start, start, "("), (end, end, f"){method}")]


def ones_as_gradient(source: Source, line: int | None) -> Fix | None:
    """``y.backward(gradient=torch.ones_like(y))``: every element counts as much as any other, as in the sum."""
    root, call = _root(source, line), _call(source, line)
    if not isinstance(root, ast.Name) or call is None or not isinstance(call.func, ast.Attribute) or call.func.attr != "backward":
        return None
    end = source.span(call)[1] - 1
    comma = ", " if call.args or call.keywords else ""
    rewrite = patched(source, [(end, end, f"{comma}gradient=torch.ones_like({root.id})")])
    return fix("gradient_argument", rewrite, line=line, name=root.id) if rewrite else None


def _root(source: Source, line: int | None) -> ast.expr | None:
    """What the one call of the engine in a statement starts from."""
    call = _call(source, line)
    if call is None:
        return None
    if isinstance(call.func, ast.Attribute) and call.func.attr == "backward" and dotted(call.func) != "torch.autograd.backward":
        return call.func.value
    first = call.args[0] if call.args else None
    return first if isinstance(first, ast.expr) and not isinstance(first, ast.List | ast.Tuple | ast.Starred) else None


def _call(source: Source, line: int | None) -> ast.Call | None:
    stmt = source.statement(line)
    calls = [node for node in own_nodes(stmt) if isinstance(node, ast.Call)] if stmt else []
    engine = [call for call in calls if (isinstance(call.func, ast.Attribute) and call.func.attr in ("backward", "grad"))]
    return engine[0] if len(engine) == 1 else None
