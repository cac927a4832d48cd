"""Fixes for a name that refers to the wrong tensor, memory or device."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from gradreel.diagnose.fixes.fix import fix
from gradreel.diagnose.fixes.rewrite import inserted_after, patched
from gradreel.diagnose.lookup.source import Source, dotted, exchanges_data, own_nodes
from gradreel.trace import Fix

TAKES = frozenset({"numpy", "untyped_storage", "storage", "__array__", "asarray", "from_numpy", "from_dlpack", "data", "detach"})
SIGNS: dict[type[ast.operator], str] = {ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.Div: "/"}
SIMPLE = (ast.Name, ast.Call, ast.Attribute, ast.Subscript)


def retain_grad(source: Source, *made: tuple[int | None, str | None]) -> Fix | None:
    """``h.retain_grad()`` below the line that made h, for each of them."""
    below: dict[ast.stmt, list[str]] = {}
    for line, name in made:
        stmt = _assignment(source, line, name)
        if stmt is None:
            return None
        below.setdefault(stmt, []).append(f"{name}.retain_grad()")
    added: list[tuple[ast.stmt, *tuple[str, ...]]] = [(stmt, *texts) for stmt, texts in below.items()]
    rewrite = inserted_after(source, *added)
    names = [name or "" for _, name in made]
    told = {"name": names[0], "line": made[0][0], "several": len(made) > 1, "others": ", ".join(names[1:])}
    return fix("retain_grad", rewrite, **told) if rewrite else None


def in_place_update(source: Source, line: int | None, name: str | None) -> Fix | None:
    """``w -= lr * g`` for ``w = w - lr * g`` under no_grad, there and in the statements beside it."""
    stmt = _assignment(source, line, name)
    text = _in_place(source, stmt) if stmt is not None else None
    if stmt is None or text is None:
        return None
    block = [(each, changed) for each in source.block(stmt) if isinstance(each, ast.Assign) and (changed := _in_place(source, each))]
    rewrite = patched(source, [(*source.span(each), changed) for each, changed in block])
    return fix("in_place_update", rewrite, name=name, line=line, code=text, more=len(block) - 1) if rewrite else None


def update_by_hand(source: Source, line: int | None, name: str | None) -> Fix | None:
    """``with torch.no_grad(): w -= lr * w.grad`` and ``w.grad = None`` for ``w = w - lr * w.grad``, and for the updates right below it."""
    stmt = _assignment(source, line, name)
    updates = list(_updates_from(source, stmt)) if stmt is not None else []
    if stmt is None or not updates or not source.in_one_cell(stmt, updates[-1][0]):
        return None
    indent = " " * stmt.col_offset
    texts = ["with torch.no_grad():", *(f"{indent}    {changed}" for _, changed in updates)]
    named = [dotted(each.targets[0]) for each, _ in updates]
    cleared = [f"{indent}{each}.grad = None" for each in named if each and not _is_cleared(source, each)]
    rewrite = patched(source, [(source.span(stmt)[0], source.span(updates[-1][0])[1], "\n".join([*texts, *cleared]))])
    told = {"name": name, "line": line, "code": updates[0][1], "more": len(updates) - 1, "clears": bool(cleared)}
    return fix("update_by_hand", rewrite, **told) if rewrite else None


def _updates_from(source: Source, first: ast.Assign) -> Iterator[tuple[ast.Assign, str]]:
    """A statement that takes something of a gradient away from its tensor, and those right below it that do, as edits in place."""
    block = source.block(first)
    line = first.lineno
    for each in block[block.index(first) :]:
        changed = _in_place(source, each) if isinstance(each, ast.Assign) and each.lineno == line and each.end_lineno == line else None
        alone = source.lines[line - 1].partition("#")[0].strip() == source.segment(each).strip()
        if changed is None or not isinstance(each, ast.Assign) or not alone or not _reads_gradient(each, dotted(each.targets[0])):
            return
        yield each, changed
        line += 1


def _reads_gradient(stmt: ast.stmt, name: str | None) -> bool:
    grads = (node.value for node in own_nodes(stmt) if isinstance(node, ast.Attribute) and node.attr == "grad")
    return name is not None and any(dotted(value) == name for value in grads)


def _is_cleared(source: Source, name: str) -> bool:
    """Whether the program makes a gradient None or zero itself."""
    for node in source.nodes:
        if isinstance(node, ast.Assign) and f"{name}.grad" in map(dotted, node.targets):
            return True
        zeroed = node.func if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "zero_" else None
        if zeroed is not None and (dotted(zeroed.value) or "").removesuffix(".data") == f"{name}.grad":
            return True
    return False


def _in_place(source: Source, stmt: ast.Assign) -> str | None:
    name, value = dotted(stmt.targets[0]) if len(stmt.targets) == 1 else None, stmt.value
    if name is None or not isinstance(value, ast.BinOp) or dotted(value.left) != name or type(value.op) not in SIGNS:
        return None
    sign = SIGNS[type(value.op)]
    operation = source.bytes[source.span(value.left)[1] : source.span(value)[1]].decode().strip()  # brackets belong to no operand
    return f"{name} {sign}= {operation.removeprefix(sign).lstrip()}" if operation.startswith(sign) else None


def keep_leaf_name(source: Source, made: int | None, read: int | None, name: str | None) -> Fix | None:
    """Give the leaf a name that stays, and read the gradient there."""
    stmt, reader = _assignment(source, made, name), source.statement(read)
    if stmt is None or reader is None or name is None or stmt.col_offset != 0 or reader is stmt:
        return None
    leaf = f"{name}_leaf"
    if leaf in source.text:
        return None
    grads = [node for node in own_nodes(reader) if isinstance(node, ast.Attribute) and node.attr == "grad"]
    reads = [(*source.span(node.value), leaf) for node in grads if dotted(node.value) == name]
    start = source.line_start(stmt.lineno)
    rewrite = patched(source, [(start, start, f"{leaf} = {name}\n"), *reads])
    return fix("keep_leaf_name", rewrite, name=name, leaf=leaf, line=made) if rewrite else None


def alias_of(source: Source, line: int | None) -> tuple[int | None, str | None]:
    """The line above an edit that gave some memory the name which the edit uses, and that name."""
    name = source.called(source.edited(source.statement(line)))
    name = name.removesuffix(".data") if name else None
    above = [stmt for stmt in source.statements if line and stmt.lineno < line and _assignment(source, stmt.lineno, name) is stmt]
    return (max(stmt.lineno for stmt in above), name) if above and name else (None, None)


def no_requires_grad(source: Source, line: int | None, name: str | None) -> Fix | None:
    """``total = torch.zeros(1)`` for ``total = torch.zeros(1, requires_grad=True)``: what is summed up in it brings its gradients along."""
    stmt = _assignment(source, line, name)
    call = stmt.value if stmt is not None else None
    flags = [keyword for keyword in call.keywords if keyword.arg == "requires_grad"] if isinstance(call, ast.Call) else []
    if not flags or not isinstance(call, ast.Call):
        return None
    start, end = source.span(flags[0])
    before = source.bytes[source.span(call)[0] : start].rstrip()
    if before.endswith(b","):
        start = source.span(call)[0] + len(before) - 1
    rewrite = patched(source, [(start, end, "")])
    return fix("no_requires_grad", rewrite, name=name, line=line) if rewrite else None


def shares(source: Source, line: int | None) -> bool:
    """Whether a statement takes memory out of a tensor, rather than makes memory that a tensor then takes."""
    stmt = source.statement(line)
    return stmt is not None and any(isinstance(node, ast.Attribute) and node.attr in TAKES for node in own_nodes(stmt))


def clone_alias(source: Source, line: int | None, name: str | None) -> Fix | None:
    """Let the second name have memory of its own."""
    stmt = _assignment(source, line, name)
    if not isinstance(stmt, ast.Assign) or not isinstance(stmt.value, SIMPLE):
        return None
    call = stmt.value
    array = isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) and call.func.attr == "numpy"
    end = source.span(stmt.value)[1]
    rewrite = patched(source, [(end, end, ".copy()" if array else ".clone()")])
    return fix("clone_alias", rewrite, name=name, line=line, array=array) if rewrite else None


def clone_of_gradient(source: Source, line: int | None, name: str | None) -> Fix | None:
    """``g = p.grad.clone()`` for ``g = p.grad``, where that stands above a line."""
    given = (stmt for stmt in source.statements if isinstance(stmt, ast.Assign) and line and stmt.lineno < line)
    named = [stmt for stmt in given if isinstance(stmt.value, ast.Attribute) and stmt.value.attr == "grad"]
    found = [stmt for stmt in named if name is not None and [dotted(target) for target in stmt.targets] == [name]]
    return clone_alias(source, found[-1].lineno, name) if found else None


def detach_not_data(source: Source, line: int | None) -> Fix | None:
    """``.detach()`` for ``.data``: the version check then sees the edit."""
    stmt = source.statement(line)
    if stmt is None or exchanges_data(stmt):
        return None
    found = [node for node in own_nodes(stmt) if isinstance(node, ast.Attribute) and node.attr == "data"]
    # Told, not made: the program then fails where it used to go wrong in silence.
    return fix("detach_not_data", line=line) if found else None


def _assignment(source: Source, line: int | None, name: str | None) -> ast.Assign | None:
    """The statement of a line, if all that it does is to give something this name."""
    stmt = source.statement(line)
    if not isinstance(stmt, ast.Assign) or len(stmt.targets) != 1 or dotted(stmt.targets[0]) != name:
        return None
    return stmt
