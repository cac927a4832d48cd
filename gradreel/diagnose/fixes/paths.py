"""Fixes for a statement that cut the graph or used it up: keep the gradient flowing."""

from __future__ import annotations

import ast
from collections.abc import Callable

from gradreel.diagnose.fixes.fix import fix
from gradreel.diagnose.fixes.rewrite import Rewrite, patched, removed, replaced
from gradreel.diagnose.lookup.source import Source, bare_edit, dotted, last_name, own_nodes
from gradreel.trace import Fix

FROM_NUMBERS = frozenset({"tensor", "as_tensor", "new_tensor", "asarray", "Tensor", "FloatTensor", "from_numpy"})

CUTS = frozenset({"detach", "item", "clone", "tolist", "numpy", "cpu"})
"""Methods whose result has the values of a tensor, which can stand there itself."""
LOSES_GRAPH = frozenset({"detach", "item", "tolist", "numpy", "float", "int", "list", "map", "tuple"})
DRAW_DECISIONS = frozenset({"multinomial", "bernoulli", "poisson", "binomial"})
"""Ops whose distributions have no ``rsample``."""


def copies_numbers(op: str) -> bool:
    """Whether an op makes a new leaf from numbers."""
    return op.rsplit(".", 1)[-1] in FROM_NUMBERS


def keep_path(source: Source, line: int | None, how: str) -> Fix | None:
    """Leave out ``.detach()``, ``.item()`` or ``.data``."""
    stmt = source.statement(line)
    if stmt is None or how not in ("detach", "item", "data") or ".numpy(" in source.segment(stmt) or _becomes_numbers(source, stmt):
        return None
    cuts = [(source.dot(cut), source.span(node)[1], "") for node in own_nodes(stmt) if (cut := _cut(node, how)) is not None]
    rewrite = patched(source, cuts)
    return fix("keep_path", rewrite, line=line, op=".data" if how == "data" else f".{how}()") if rewrite else None


def no_new_leaf(source: Source, line: int | None, is_tensor: Callable[[str], bool] = lambda _: True) -> Fix | None:
    """``h`` for ``torch.tensor(h.data, requires_grad=True)`` and ``h.detach().requires_grad_()``; of a list, ``torch.stack(losses)``."""
    stmt = source.statement(line)
    for node in own_nodes(stmt) if stmt else ():
        given = _given_new_leaf(node) if isinstance(node, ast.Call) else None
        if given is None:
            continue
        value = _uncut(given)
        if isinstance(value, ast.List | ast.ListComp):
            text = _stacked_whole(source, value, is_tensor)
        elif not _has_graph(value):
            return None
        else:
            text = source.segment(value) if is_tensor(source.called(value) or "") else _stacked(source, value, is_tensor)
            text = text or (source.segment(value) if isinstance(value, ast.Call | ast.BinOp | ast.Attribute) else None)
        if text and isinstance(stmt, ast.Assign) and stmt.value is node and [dotted(target) for target in stmt.targets] == [text]:
            rewrite = removed(source, stmt)  # ``h = h``
        else:
            rewrite = replaced(source, node, text if not isinstance(value, ast.BinOp) else f"({text})") if text else None
        return fix("no_new_leaf", rewrite, line=line, code=text) if rewrite else None
    return None


def is_new_leaf(source: Source, line: int | None) -> bool:
    """Whether a statement makes a new leaf that requires grad of what another tensor holds."""
    stmt = source.statement(line)
    return any(isinstance(node, ast.Call) and _given_new_leaf(node) is not None for node in own_nodes(stmt)) if stmt else False


def _stacked_whole(source: Source, value: ast.List | ast.ListComp, is_tensor: Callable[[str], bool]) -> str | None:
    """``torch.stack([o for o in out])`` for ``[o.item() for o in out]``: a list whose elements are cut nowhere else."""
    elements = [value.elt] if isinstance(value, ast.ListComp) else value.elts
    kept = {element: _uncut(element) for element in elements}
    if all(element is whole for element, whole in kept.items()):
        return _stacked(source, value, is_tensor)
    if not all(map(_has_graph, kept.values())):
        return None
    start = source.span(value)[0]
    text = source.bytes[start : source.span(value)[1]]
    for element, whole in reversed(kept.items()):
        begin, end = source.span(element)
        text = text[: begin - start] + source.segment(whole).encode() + text[end - start :]
    return f"torch.stack({text.decode()})"


def _has_graph(value: ast.expr) -> bool:
    """Whether nothing in an expression is known to give numbers without a graph."""
    for node in ast.walk(value):
        if isinstance(node, ast.Call) and (last_name(node.func) in LOSES_GRAPH or _is_of_numbers(node.func)):
            return False
        if isinstance(node, ast.Attribute) and node.attr == "data":
            return False
    return True


def _is_of_numbers(function: ast.expr) -> bool:
    """Whether a function is one of a library that knows no graph."""
    return (dotted(function) or "").partition(".")[0] in ("np", "numpy", "math", "statistics")


def _becomes_numbers(source: Source, stmt: ast.stmt) -> bool:
    """Whether what a statement assigns is made into numbers elsewhere, so that no gradient comes through it anyway."""
    targets = stmt.targets if isinstance(stmt, ast.Assign) else []
    names = {target.id for target in targets if isinstance(target, ast.Name)}
    calls = (node for node in source.nodes if isinstance(node, ast.Call) and names)
    makers = (call for call in calls if _is_of_numbers(call.func) or last_name(call.func) in FROM_NUMBERS)
    return any(isinstance(node, ast.Name) and node.id in names for call in makers for each in call.args for node in ast.walk(each))


def makes_leaf(stmt: ast.stmt) -> bool:
    """Whether a statement makes a new tensor of numbers: ``torch.tensor(loss.item())``."""
    return any(isinstance(node, ast.Call) and last_name(node.func) in FROM_NUMBERS | {"Variable"} for node in own_nodes(stmt))


def _given_new_leaf(call: ast.Call) -> ast.expr | None:
    """What a call makes a new leaf of that requires grad."""
    if isinstance(call.func, ast.Attribute) and call.func.attr == "requires_grad_" and not (call.args and not _is_true(call.args[0])):
        made = call.func.value
        if isinstance(made, ast.Call) and last_name(made.func) in FROM_NUMBERS and len(made.args) == 1 and not made.keywords:
            return made.args[0]
        return made if _uncut(made) is not made else None
    named = last_name(call.func) in FROM_NUMBERS | {"Variable"}
    flagged = any(keyword.arg == "requires_grad" and _is_true(keyword.value) for keyword in call.keywords)
    return call.args[0] if named and flagged and len(call.args) == 1 else None


def _is_true(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value is True


def _uncut(node: ast.expr) -> ast.expr:
    """An expression without what it ends with that leaves its values: ``.data``, ``.detach()``, ``.tolist()``, ``float(…)``."""
    while True:
        if isinstance(node, ast.Attribute) and node.attr == "data":
            node = node.value
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in CUTS and not node.args:
            node = node.func.value
        elif isinstance(node, ast.Call) and dotted(node.func) == "float" and len(node.args) == 1:
            node = node.args[0]
        else:
            return node


def _cut(node: ast.AST, how: str) -> ast.Attribute | None:
    """The ``.data`` that an expression is, or the ``.detach`` that it calls."""
    if how == "data":
        return node if isinstance(node, ast.Attribute) and node.attr == "data" and isinstance(node.ctx, ast.Load) else None
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == how and not node.args:
        return node.func
    return None


def stack(source: Source, line: int | None, is_tensor: Callable[[str], bool] = lambda _: True) -> Fix | None:
    """``torch.stack([a, b])`` for ``torch.tensor([a, b])``; of what is not known to be a tensor, ``torch.as_tensor(…)``.

    ``is_tensor`` says of a name, or of a name with an index, whether it refers to a tensor.
    """
    stmt = source.statement(line)
    calls = [node for node in own_nodes(stmt) if isinstance(node, ast.Call)] if stmt else []
    for call in calls:
        if len(call.args) != 1 or dotted(call.func) != "torch.tensor":
            continue
        stacked = _stacked(source, call.args[0], is_tensor)
        kept = [keyword for keyword in call.keywords if keyword.arg == "dtype"]
        if stacked is None or len(kept) < len(call.keywords):
            return None
        rewrite = replaced(source, call, stacked + "".join(f".to({source.segment(keyword.value)})" for keyword in kept))
        return fix("stack", rewrite, line=line) if rewrite else None
    return None


def _stacked(source: Source, given: ast.expr, is_tensor: Callable[[str], bool]) -> str | None:
    """A list of tensors, or a list of such lists, as one tensor; None for anything else."""
    text = source.segment(given)
    if isinstance(given, ast.Name):
        return f"torch.stack({text})" if is_tensor(f"{text}[0]") else None
    if isinstance(given, ast.ListComp):
        return f"torch.stack({text})" if isinstance(given.elt, ast.Call | ast.BinOp | ast.Name) else None
    if not isinstance(given, ast.List | ast.Tuple) or any(isinstance(each, ast.Starred) for each in given.elts):
        return None
    parts: list[str] = []
    for each in given.elts:
        if isinstance(each, ast.List | ast.Tuple):
            part = _stacked(source, each, is_tensor)
            if part is None:
                return None
            parts.append(part)
        else:
            parts.append(source.segment(each) if _is_surely(each, is_tensor) else f"torch.as_tensor({source.segment(each)})")
    return f"torch.stack([{', '.join(parts)}])" if parts else None


def _is_surely(node: ast.expr, is_tensor: Callable[[str], bool]) -> bool:
    name = dotted(node)
    return is_tensor(name) if name is not None else isinstance(node, ast.Call | ast.BinOp | ast.Subscript)


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
        return _undecorated(source, line)
    block = max(around, key=lambda call: call.lineno)
    if any(_edits(stmt) for stmt in _body(source, block)):
        return None  # weights are edited by hand there, which needs it
    rewrite = replaced(source, block, "torch.enable_grad()")
    return fix("enable_grad", rewrite, line=block.lineno) if rewrite else None


def _body(source: Source, block: ast.expr) -> list[ast.stmt]:
    """The statements under a ``with``, however deep."""
    found = (node for node in source.nodes if isinstance(node, ast.With) and any(item.context_expr is block for item in node.items))
    return [node for around in found for node in ast.walk(around) if isinstance(node, ast.stmt)]


def _edits(stmt: ast.stmt) -> bool:
    if isinstance(stmt, ast.AugAssign):
        return not isinstance(stmt.value, ast.Constant)
    return bare_edit(stmt) or (isinstance(stmt, ast.Assign) and any(isinstance(target, ast.Subscript) for target in stmt.targets))


def _undecorated(source: Source, line: int) -> Fix | None:
    """The function that a statement stands in without its ``@torch.no_grad()``."""
    function = source.function_at(line)
    for decorator in function.decorator_list if function else ():
        called = decorator.func if isinstance(decorator, ast.Call) else decorator
        if dotted(called) == "torch.no_grad":
            start, end = source.line_start(decorator.lineno), source.line_start((decorator.end_lineno or decorator.lineno) + 1)
            rewrite = patched(source, [(start, end, "")])
            return fix("no_decorator", rewrite, line=decorator.lineno) if rewrite else None
    return None


def retain_graph(source: Source, line: int | None) -> Fix | None:
    """``retain_graph=True`` on the backward call of a line."""
    rewrite = _engine_call_with(source, line, "retain_graph")
    return fix("retain_graph", rewrite, line=line) if rewrite else None


def create_graph(source: Source, line: int | None) -> Fix | None:
    """``create_graph=True`` on the call of ``torch.autograd.grad`` of a line."""
    rewrite = _engine_call_with(source, line, "create_graph")
    return fix("create_graph", rewrite, line=line) if rewrite else None


def allow_unused(source: Source, line: int | None) -> Fix | None:
    """``allow_unused=True`` on the call of ``torch.autograd.grad`` of a line: what nothing depends on gets None."""
    rewrite = _engine_call_with(source, line, "allow_unused")
    return fix("allow_unused", rewrite, line=line)


def reparameterize(source: Source, line: int | None, op: str) -> Fix | None:
    """``rsample`` for each ``sample`` of a distribution that a statement calls: what ``op`` drew then depends on its parameters."""
    stmt = source.statement(line) if op not in DRAW_DECISIONS else None
    calls = [node for node in own_nodes(stmt) if isinstance(node, ast.Call)] if stmt else []
    names = [call.func for call in calls if isinstance(call.func, ast.Attribute) and call.func.attr == "sample"]
    rewrite = patched(source, [(source.span(name)[1] - len("sample"), source.span(name)[1], "rsample") for name in names])
    return fix("rsample", rewrite, line=line) if rewrite else None


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
