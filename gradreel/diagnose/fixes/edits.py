"""Fixes for a statement that edits in place: leave what was saved as it was."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from itertools import takewhile

from gradreel.diagnose.fixes.fix import fix
from gradreel.diagnose.fixes.rewrite import Patch, Rewrite, inserted_before, moved_behind, patched, wrapped, wrapped_line
from gradreel.diagnose.lookup.rebinding import drops, is_fixed
from gradreel.diagnose.lookup.source import (
    Source,
    bare_call,
    bare_edit,
    dotted,
    edits_in_place,
    exchanges_data,
    inplace_flag,
    last_name,
    own_nodes,
    shows_edit,
)
from gradreel.trace import Fix

NO_GRAD = "with torch.no_grad():"
PLAIN_OPERANDS = (ast.Name, ast.Constant, ast.Call, ast.Attribute, ast.Subscript)
OPERATORS: dict[type[ast.operator], str] = {
    ast.Add: "+",
    ast.Sub: "-",
    ast.Mult: "*",
    ast.Div: "/",
    ast.MatMult: "@",
    ast.Pow: "**",
    ast.Mod: "%",
    ast.FloorDiv: "//",
}
METADATA = frozenset({"shape", "dtype", "device", "ndim", "size", "dim", "numel", "requires_grad", "is_leaf", "grad_fn", "__class__"})
"""Attributes and methods that read no values."""
FILLING = frozenset(
    {
        *("zero_", "fill_", "copy_", "normal_", "uniform_", "random_", "bernoulli_", "exponential_", "cauchy_", "log_normal_"),
        *("geometric_", "set_", "resize_", "resize_as_", "requires_grad_", "share_memory_"),
        *("fill_diagonal_", "apply_", "map_", "map2_", "rename_", "data_"),
    }
)
"""Methods of which there is none without the underscore, or none that would do the same."""


def edit_a_clone(source: Source, line: int | None) -> Fix | None:
    """``d = d.clone()`` above the edit."""
    stmt = source.editing(line)
    name = _rebindable(source, stmt)
    if stmt is None or name is None:
        return None
    rewrite = inserted_before(source, stmt, f"{name} = {name}.clone()")
    return fix("edit_a_clone", rewrite, name=name, line=line) if rewrite else None


def out_of_place(source: Source, *lines: int | None) -> Fix | None:
    """``a = a + 1`` for ``a += 1``, ``a = a.mul(2)`` for ``a.mul_(2)``, ``b = a.mul(2)`` for ``b = a.mul_(2)``; of all lines or of none."""
    patches: dict[Patch, None] = {}
    texts: list[tuple[str | None, str]] = []
    for line in lines:
        stmt = source.editing(line)
        name = _rebindable(source, stmt)
        text = _out_of_place(source, stmt, name) if stmt is not None and name is not None else None
        if text is None and stmt is not None:
            name, text = None, _tuple_out_of_place(source, stmt) or _result_out_of_place(source, stmt)
        if stmt is None or text is None:
            return None
        patches[(*source.span(stmt), text)] = None
        texts.append((name, text))
    rewrite = patched(source, patches) if texts else None
    if rewrite is None:
        return None
    return fix("out_of_place", rewrite, name=texts[0][0], line=lines[0], code=texts[0][1], more=len(texts) - 1, of_leaf=False)


def out_of_place_inside(source: Source, *lines: int | None) -> Fix | None:
    """The same inside a transform, where gradients of the program as it was meant cannot be had: it refuses what would keep copies."""
    found = out_of_place(source, *lines)
    if found is None or found.code is None:
        return None
    return fix("out_of_place_inside", Rewrite(found.code, found.edits), **found.params)


def new_name(source: Source, line: int | None) -> Fix | None:
    """``a_new = a + 1`` for ``a += 1``, and ``a_new`` from there on: the leaf keeps its name, and ``a.grad`` stays where it is."""
    stmt = source.statement(line)
    edited = source.edited(stmt)
    if stmt is None or not isinstance(edited, ast.Name) or stmt.col_offset != 0:
        return None
    name, fresh = edited.id, f"{edited.id}_new"
    text = _out_of_place(source, stmt, name)
    later = [node for node in source.nodes if isinstance(node, ast.Name) and node.id == name and node.lineno > (stmt.end_lineno or 0)]
    if text is None or fresh in source.text or any(not isinstance(node.ctx, ast.Load) for node in later):
        return None
    kept = {id(node.value) for node in source.nodes if isinstance(node, ast.Attribute) and node.attr == "grad"}
    text = text.replace(name, fresh, 1)
    renamed = [(*source.span(node), fresh) for node in later if id(node) not in kept]
    rewrite = patched(source, [(*source.span(stmt), text), *renamed])
    return fix("out_of_place", rewrite, name=name, line=line, code=text, more=0, of_leaf=True) if rewrite else None


def _out_of_place(source: Source, stmt: ast.stmt, name: str) -> str | None:
    if isinstance(stmt, ast.AugAssign) and source.called(stmt.target) == name and type(stmt.op) in OPERATORS:
        value = source.segment(stmt.value)
        return f"{name} = {name} {OPERATORS[type(stmt.op)]} {value if isinstance(stmt.value, PLAIN_OPERANDS) else f'({value})'}"
    call = bare_call(stmt)
    if call is None or source.called(source.edited(stmt)) != name:
        return None
    method = last_name(call.func)
    arguments = source.segment(call)[len(source.segment(call.func)) :]
    if source.is_function(call.func):
        return _function_out_of_place(source, call, name)
    if not isinstance(call.func, ast.Attribute):
        return None
    if source.called(call.func.value) != name:
        return _chain_out_of_place(source, call, name)
    return None if method in FILLING else f"{name} = {name}.{method.removesuffix('_')}{arguments}"


def _tuple_out_of_place(source: Source, stmt: ast.stmt) -> str | None:
    """``a = (a[0].mul(2), *a[1:])`` for ``a[0].mul_(2)``, where ``a`` is a tuple that is read below: its items cannot be assigned."""
    item = source.edited(stmt)
    if not isinstance(item, ast.Subscript) or not isinstance(item.value, ast.Name) or not is_fixed(source, item):
        return None
    holder, name, place = item.value.id, source.called(item), item.slice.value if isinstance(item.slice, ast.Constant) else None
    inside = source.function_at(stmt.lineno) is not None
    text = _out_of_place(source, stmt, name) if name is not None else None
    if text is None or not isinstance(place, int) or place < 0 or (inside and drops(source, stmt, holder)):
        return None
    before = f"*{holder}[:{place}], " if place else ""
    return f"{holder} = ({before}{text.removeprefix(f'{name} = ')}, *{holder}[{place + 1}:])"


def _chain_out_of_place(source: Source, call: ast.Call, name: str) -> str | None:
    """``y = y.mul(2).sub(1)`` for ``y.mul_(2).sub_(1)``."""
    methods: list[ast.Attribute] = []
    inner: ast.expr = call
    while isinstance(inner, ast.Call) and isinstance(inner.func, ast.Attribute):
        methods.append(inner.func)
        inner = inner.func.value
    if source.called(inner) != name or any(method.attr in FILLING for method in methods):
        return None
    start, end = source.span(call)
    text = source.bytes[start:end]
    for method in methods:  # the last one first
        place = source.span(method)[1] - start
        if edits_in_place(method.attr):
            text = text[: place - 1] + text[place:]
    return f"{name} = {text.decode()}"


def _function_out_of_place(source: Source, call: ast.Call, name: str) -> str | None:
    """``y = torch.relu(y)`` for ``torch.relu_(y)``, ``y = F.relu(y)`` for ``F.relu(y, inplace=True)``."""
    function, text = source.segment(call.func), source.segment(call)
    flag = inplace_flag(call)
    if flag is not None:
        start, end = (place - source.span(call)[0] for place in source.span(flag))
        encoded = text.encode()
        before = encoded[:start].decode().rstrip()
        return f"{name} = {before.removesuffix(',')}{encoded[end:].decode()}"
    if ".init." in f".{function}" or last_name(call.func) in FILLING:
        return None
    return f"{name} = {function.removesuffix('_')}{text[len(function) :]}"


def _result_out_of_place(source: Source, stmt: ast.stmt) -> str | None:
    """A statement that uses what its in-place calls return, with the same calls out of place."""
    if hasattr(stmt, "body") or isinstance(stmt, ast.Expr):
        return None
    calls = [node.func for node in own_nodes(stmt) if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)]
    edits = [method for method in calls if edits_in_place(method.attr)]
    if any(method.attr in FILLING or source.segment(method.value).endswith("nn.init") for method in edits):
        return None
    start, end = source.span(stmt)
    text = source.bytes[start:end]
    for place in sorted((source.span(method)[1] - start for method in edits), reverse=True):
        text = text[: place - 1] + text[place:]
    return text.decode() if edits else None


def under_no_grad(source: Source, line: int | None, is_leaf: Callable[[str], bool] = lambda _: False) -> Fix | None:
    """``with torch.no_grad():`` around the statement, and around those that follow it and edit leaves as well.

    ``is_leaf`` says of a name whether it refers to a leaf.
    """
    stmt = source.statement(line)
    if line is not None and stmt is None:
        here = [each for each in source.statements if each.lineno == line]
        rewrite = wrapped_line(source, line, NO_GRAD) if all(_edits_leaf(source, each, is_leaf) for each in here) else None
        return fix("no_grad", rewrite, line=line) if rewrite else None
    if stmt is None or hasattr(stmt, "body"):
        return None
    block = source.block(stmt)
    below = block[block.index(stmt) + 1 :]
    edits = [stmt, *takewhile(lambda each: source.in_one_cell(stmt, each) and _edits_leaf(source, each, is_leaf), below)]
    for group in (edits, edits[:1]):
        if rewrite := wrapped(source, NO_GRAD, *group):
            last = group[-1].lineno
            return fix("no_grad_lines", rewrite, line=line, last_line=last) if last != line else fix("no_grad", rewrite, line=line)
    return None


def _edits_leaf(source: Source, stmt: ast.stmt, is_leaf: Callable[[str], bool]) -> bool:
    """Whether a statement edits a leaf; of what no name is known for, whether it looks like a step of gradient descent."""
    name = source.called(source.edited(stmt))
    if name is None or not (bare_edit(stmt) or isinstance(stmt, ast.Assign | ast.AugAssign)):
        return False
    return is_leaf(name) or any(isinstance(node, ast.Attribute) and node.attr == "grad" for node in own_nodes(stmt))


def save_a_clone(source: Source, line: int | None, name: str | None) -> Fix | None:
    """Give the line that saves a clone of the tensor, or of the part of it that it reads: ``states[t - 1].clone() * w``."""
    stmt = source.statement(line)
    if stmt is None or name is None or hasattr(stmt, "body") or isinstance(stmt, ast.AugAssign) or bare_edit(stmt):
        return None
    rewrite = patched(source, [(end := source.span(node)[1], end, ".clone()") for node in reads(source, stmt, name)])
    return fix("save_a_clone", rewrite, name=name, line=line) if rewrite else None


def reads(source: Source, stmt: ast.stmt, name: str) -> Iterator[ast.expr]:
    """Where a statement reads a tensor or a part of it, not inside an index."""
    todo: list[ast.AST] = [getattr(stmt, "value", None) or stmt]
    while todo:
        node = todo.pop()
        whole = node
        while isinstance(whole, ast.Subscript):
            whole = whole.value
        if isinstance(node, ast.expr) and (dotted(whole) == name or (isinstance(node, ast.Subscript) and source.segment(node) == name)):
            yield node
        elif not (isinstance(node, ast.Attribute) and node.attr in METADATA):
            todo.extend(ast.iter_child_nodes(node))


def self_referring(source: Source, line: int | None) -> bool:
    """Whether a statement edits the very tensor that it reads: ``states[t] = states[t - 1] * w``."""
    stmt = source.statement(line)
    name = source.called(source.edited(stmt))
    return isinstance(stmt, ast.Assign | ast.AugAssign) and name is not None and any(reads(source, stmt, name))


def step_after_backward(source: Source, edit_line: int | None, raise_line: int | None) -> Fix | None:
    """Move ``optimizer.step()`` behind the backward pass that still needed the old weights."""
    step, backward = source.calling(edit_line, "step"), source.calling(raise_line, "backward")
    call = bare_call(step)
    if step is None or backward is None or call is None or not isinstance(call.func, ast.Attribute) or call.func.attr != "step":
        return None
    block = source.block(step)
    if not any(stmt is backward for stmt in block) or backward.lineno < step.lineno:
        return None
    rewrite = moved_behind(source, step, backward)
    return fix("step_after_backward", rewrite, line=edit_line, raise_line=raise_line) if rewrite else None


def edit_after_backward(source: Source, edit_line: int | None, raise_line: int | None) -> Fix | None:
    """Move the statement that edits weights (``with torch.no_grad(): …``) behind the backward pass that still needed the old ones."""
    backward = source.statement(raise_line)
    if backward is None or not edit_line or backward.lineno < edit_line:
        return None
    block = source.block(backward)
    around = [stmt for stmt in block if stmt.lineno <= edit_line <= (stmt.end_lineno or stmt.lineno) and stmt.lineno < backward.lineno]
    if not around or not (isinstance(around[0], ast.With | ast.For | ast.If | ast.Expr | ast.AugAssign) or exchanges_data(around[0])):
        return None
    rewrite = moved_behind(source, around[0], backward)
    return fix("edit_after_backward", rewrite, line=edit_line, raise_line=raise_line) if rewrite else None


def inplace_off(source: Source, line: int | None) -> Fix | None:
    """``inplace=False`` on the line of the edit, or wherever a module was told to work in place, if the line shows no edit."""
    stmt = source.statement(line)
    if isinstance(stmt, ast.Expr):
        return None  # what the call returns is dropped, so that nothing would be left of it
    hidden = not shows_edit(stmt)
    nodes = source.nodes if hidden else own_nodes(stmt) if stmt else ()
    flags = [node.value for node in nodes if isinstance(node, ast.keyword) and node.arg == "inplace"]
    switched = [(*source.span(flag), "False") for flag in flags if isinstance(flag, ast.Constant) and flag.value is True]
    rewrite = patched(source, switched)
    return fix("inplace_off", rewrite) if rewrite else None


def _rebindable(source: Source, stmt: ast.stmt | None) -> str | None:
    """What is edited, if assigning it here means the same variable: a plain name inside a function must be one of its own already.

    None where a tuple holds it, and where it is an argument that the function does not read again: what a hook assigns nobody sees.
    """
    edited = source.edited(stmt)
    if stmt is None or edited is None or is_fixed(source, edited):
        return None
    function = source.function_at(stmt.lineno)
    if function is None or not isinstance(edited, ast.Name):
        return source.called(edited)
    arguments = {node.arg for node in ast.walk(function.args) if isinstance(node, ast.arg)}
    stored = {node.id for node in ast.walk(function) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
    if edited.id in arguments and drops(source, stmt, edited.id):
        return None
    return edited.id if edited.id in arguments | stored else None
