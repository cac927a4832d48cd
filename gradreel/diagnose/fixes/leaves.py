"""Fixes for what only leaves can, and for what a graph stands in the way of: detach the result, or make a leaf of it."""

from __future__ import annotations

import ast

from gradreel.diagnose.fixes.fix import fix
from gradreel.diagnose.fixes.rewrite import patched, replaced
from gradreel.diagnose.lookup.history import History
from gradreel.diagnose.lookup.source import Source, bare_call, dotted, own_nodes
from gradreel.trace import Fix

MAKERS_OF_FLOATS = frozenset({"tensor", "arange", "ones", "zeros", "full", "ones_like", "zeros_like", "full_like", "eye", "empty"})
"""Calls that take a ``dtype``, and for which one of floats makes sense."""


def made_a_leaf(source: Source, line: int | None, name: str | None) -> Fix | None:
    """``z = (torch.randn(8, requires_grad=True) * 0.1).detach().requires_grad_()``: the leaf is what the computation gave."""
    stmt = source.statement(line)
    if not isinstance(stmt, ast.Assign) or name is None or [dotted(target) for target in stmt.targets] != [name]:
        return None
    start, end = source.span(stmt.value)
    text = ".detach().requires_grad_()"
    simple = isinstance(stmt.value, ast.Name | ast.Attribute | ast.Call | ast.Subscript)
    rewrite = patched(source, [(end, end, text)] if simple else [(start, start, "("), (end, end, f"){text}")])
    return fix("make_leaf", rewrite, line=line, name=name) if rewrite else None


def detached_array(source: Source, line: int | None, name: str | None) -> Fix | None:
    """``out.detach().numpy()`` for ``out.numpy()``."""
    stmt = source.statement(line)
    calls = [node.func for node in own_nodes(stmt) if isinstance(node, ast.Call)] if stmt else []
    arrays = [method for method in calls if isinstance(method, ast.Attribute) and method.attr == "numpy"]
    rewrite = patched(source, [(place := source.dot(method), place, ".detach()") for method in arrays])
    return fix("detach_first", rewrite, line=line, name=name or "")


def detached_name(source: Source, line: int | None) -> Fix | None:
    """``h = h.detach()`` for ``h.requires_grad = False`` and ``h.requires_grad_(False)``."""
    stmt = source.statement(line)
    flagged, value = _flag(stmt)
    name = dotted(flagged) if flagged is not None else None
    if stmt is None or name is None or not (isinstance(value, ast.Constant) and value.value is False):
        return None
    rewrite = replaced(source, stmt, f"{name} = {name}.detach()")
    return fix("detach_name", rewrite, line=line, name=name) if rewrite else None


def _flag(stmt: ast.stmt | None) -> tuple[ast.expr | None, ast.expr | None]:
    """What a statement sets ``requires_grad`` of, and to what."""
    if isinstance(stmt, ast.Assign) and len(stmt.targets) == 1 and isinstance(stmt.targets[0], ast.Attribute):
        target = stmt.targets[0]
        return (target.value, stmt.value) if target.attr == "requires_grad" else (None, None)
    call = bare_call(stmt)
    if call is not None and isinstance(call.func, ast.Attribute) and call.func.attr == "requires_grad_" and call.args:
        return call.func.value, call.args[0]
    return None, None


def cloned_instead(source: Source, line: int | None, name: str | None) -> Fix | None:
    """``h.detach().clone()`` for ``copy.deepcopy(h)``."""
    stmt = source.statement(line)
    calls = [node for node in own_nodes(stmt) if isinstance(node, ast.Call)] if stmt else []
    copies = [call for call in calls if dotted(call.func) in ("copy.deepcopy", "deepcopy") and len(call.args) == 1]
    if len(copies) != 1 or name is None or dotted(copies[0].args[0]) != name:
        return None
    rewrite = replaced(source, copies[0], f"{name}.detach().clone()")
    return fix("clone_not_copy", rewrite, line=line, name=name) if rewrite else None


def parametrized(history: History, tensor: str | None) -> Fix | None:
    """``nn.utils.parametrizations.weight_norm`` for ``nn.utils.weight_norm``, whose layer holds the weight of its last forward."""
    made = history.maker.get(tensor or "")
    if made is None or made.name != "_weight_norm":
        return None
    source = history.source
    places = [place for node in source.nodes if (place := _place_of_parametrizations(source, node)) is not None]
    rewrite = patched(source, [(place, place, ".parametrizations") for place in places])
    return fix("parametrized", rewrite) if rewrite else None


def _place_of_parametrizations(source: Source, node: ast.AST) -> int | None:
    if isinstance(node, ast.Attribute) and (dotted(node) or "").endswith("utils.weight_norm"):
        return source.dot(node)
    if isinstance(node, ast.ImportFrom) and node.module == "torch.nn.utils" and [alias.name for alias in node.names] == ["weight_norm"]:
        start, end = source.span(node)
        return source.bytes.index(b".utils", start, end) + len(b".utils")
    return None


def as_floats(source: Source, line: int | None) -> Fix | None:
    """``dtype=torch.float32`` for what is made with ``requires_grad=True``, ``x.float().requires_grad_()`` for what was made before."""
    stmt = source.statement(line)
    calls = [node for node in own_nodes(stmt) if isinstance(node, ast.Call)] if stmt else []
    for call in calls:
        flags = {keyword.arg: keyword for keyword in call.keywords}
        if "requires_grad" in flags and (dotted(call.func) or "").removeprefix("torch.") in MAKERS_OF_FLOATS:
            if dtype := flags.get("dtype"):
                rewrite = replaced(source, dtype.value, "torch.float32")
            else:
                place = source.span(flags["requires_grad"])[0]
                rewrite = patched(source, [(place, place, "dtype=torch.float32, ")])
            return fix("float_values", rewrite, line=line) if rewrite else None
    return _float_flag(source, stmt, line)


def _float_flag(source: Source, stmt: ast.stmt | None, line: int | None) -> Fix | None:
    flagged, _ = _flag(stmt)
    call = bare_call(stmt)
    if flagged is None and call is not None and isinstance(call.func, ast.Attribute) and call.func.attr == "requires_grad_":
        flagged = call.func.value
    if stmt is not None and flagged is not None and (name := dotted(flagged)):
        rewrite = replaced(source, stmt, f"{name} = {name}.float().requires_grad_()")
        return fix("float_values", rewrite, line=line) if rewrite else None
    for node in own_nodes(stmt) if stmt else ():
        if isinstance(node, ast.Attribute) and node.attr == "requires_grad_":
            place = source.dot(node)
            return fix("float_values", patched(source, [(place, place, ".float()")]), line=line)
    return fix("float_values", None, line=line)


def result_not_out(source: Source, line: int | None) -> Fix | None:
    """``c = torch.add(a, b)`` for ``torch.add(a, b, out=c)``."""
    stmt = source.statement(line)
    call = bare_call(stmt)
    out = next((keyword for keyword in call.keywords if keyword.arg == "out"), None) if call is not None else None
    name = dotted(out.value) if out is not None else None
    if stmt is None or call is None or out is None or name is None:
        return None
    begin, end = source.span(out)
    before = source.bytes[source.span(call)[0] : begin].rstrip()
    if before.endswith(b","):
        begin = source.span(call)[0] + len(before) - 1
    start = source.span(stmt)[0]
    rewrite = patched(source, [(start, start, f"{name} = "), (begin, end, "")])
    return fix("result_not_out", rewrite, line=line, name=name) if rewrite else None
