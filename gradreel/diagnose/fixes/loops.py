"""Fixes for a loop that goes backward through an earlier iteration's graph: detach what one iteration leaves to the next."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from itertools import islice

from gradreel.diagnose.fixes.fix import fix
from gradreel.diagnose.fixes.rewrite import inserted_after
from gradreel.diagnose.lookup.history import History
from gradreel.diagnose.lookup.source import Source, bare_call, dotted, own_nodes, pairs
from gradreel.trace import Fix, Line

MAX_NAMES = 10_000
"""Names that are looked through for the keys of a dict."""
MAX_KEYS = 8


def fresh_graph(history: History, raise_line: Line | None, event: int) -> Fix:
    """``hidden = hidden.detach()`` for everything with a graph that one round leaves to the next.

    Below the backward pass, or below the statement that gives it to the next round where that comes later.
    """
    source = history.source
    stmt, around = source.calling(raise_line, "backward"), source.loop_at(raise_line) or source.function_at(raise_line)
    carried = dict(carried_names(history, raise_line, event))
    carried |= {name: text for name, text in carried_attributes(history, event) if text not in carried.values()}
    below: dict[ast.stmt, list[str]] = {}
    if stmt is not None and not hasattr(stmt, "body"):
        for name, text in carried.items():
            below.setdefault(_given_later(around, name, stmt) or stmt, []).append(text)
    rewrite = inserted_after(source, *((each, "; ".join(texts)) for each, texts in below.items()))
    return fix("fresh_graph", rewrite, line=raise_line)


def carried_names(history: History, raise_line: Line | None, event: int) -> Iterator[tuple[str, str]]:
    """Names, and attributes inside a function, that leave something with a graph to the next round, each with how to detach it."""
    around = history.source.loop_at(raise_line) or history.source.function_at(raise_line)
    for name in _carried(around) if around is not None else ():
        if text := _detached(history, name, event):
            yield name, text


def _given_later(around: ast.stmt | None, name: str, stmt: ast.stmt) -> ast.stmt | None:
    """The last assignment of a name below a statement, in the same loop body: ``hidden = new_hidden``."""
    if not isinstance(around, ast.For | ast.While):
        return None
    later = (each for each in around.body if isinstance(each, ast.Assign) and each.lineno > stmt.lineno)
    stored = [each for each in later if any(dotted(node) == name and _is_stored(node) for node in own_nodes(each))]
    return stored[-1] if stored else None


def _is_stored(node: ast.AST) -> bool:
    return isinstance(getattr(node, "ctx", None), ast.Store)


def stepped(source: Source, edit_line: Line | None, raise_line: Line | None) -> bool:
    """Whether, in a loop, an optimizer's step comes after the backward that fails: the graph of an earlier round is still in use."""
    call = bare_call(source.calling(edit_line, "step"))
    is_step = call is not None and isinstance(call.func, ast.Attribute) and call.func.attr == "step"
    return bool(is_step and edit_line and raise_line and raise_line <= edit_line)


def another_steps(source: Source, edit_line: Line | None, raise_line: Line | None) -> bool:
    """Whether below the backward that fails another optimizer steps than above it."""
    first, backward = source.calling(edit_line, "step"), source.calling(raise_line, "backward")
    around = source.function_at(raise_line) or source.tree
    if first is None or backward is None or around is None:
        return False
    below = [node for node in ast.walk(around) if isinstance(node, ast.Expr) and node.lineno >= backward.lineno]
    steps = {name for stmt in below if (name := _stepping(stmt))}
    return bool(steps) and _stepping(first) not in steps


def _stepping(stmt: ast.stmt) -> str | None:
    call = bare_call(stmt)
    is_step = call is not None and isinstance(call.func, ast.Attribute) and call.func.attr == "step"
    return dotted(call.func.value) if is_step and call is not None and isinstance(call.func, ast.Attribute) else None


def carried_attributes(history: History, event: int) -> Iterator[tuple[str, str]]:
    """Attributes in which a method keeps something with a graph from one call to the next, each with how to detach it: ``net.h``."""
    source = history.source
    for owner in source.classes:
        methods = (stmt for stmt in owner.body if isinstance(stmt, ast.FunctionDef))
        kept = dict.fromkeys(name for method in methods for name in _carried(method) if name.startswith("self."))
        objects = _objects(source, owner.name) if kept else []
        for name in kept if len(objects) == 1 else ():
            outside = name.replace("self", objects[0], 1)  # by which of the two the film knows it depends on who was met first
            if text := _detached(history, name, event) or _detached(history, outside, event):
                yield outside, text.replace("self.", f"{objects[0]}.")


def _objects(source: Source, owner: str) -> list[str]:
    """The names of the module that are given a new object of a class."""
    assigned = [stmt for stmt in (source.tree.body if source.tree else ()) if isinstance(stmt, ast.Assign)]
    made = [pair for stmt in assigned for pair in pairs(stmt.targets[0], stmt.value)]
    calls = [(target, value) for target, value in made if isinstance(value, ast.Call) and dotted(value.func) == owner]
    return [target.id for target, _ in calls if isinstance(target, ast.Name)]


def _carried(around: ast.For | ast.While | ast.FunctionDef | ast.AsyncFunctionDef) -> list[str]:
    """What the body reads before it gives it something new: in a loop names as well, in a method only attributes outlive the call."""
    is_loop = isinstance(around, ast.For | ast.While)
    read: dict[str, int] = {}
    """Names, with the order in which they were first read."""
    stored: set[str] = set()
    carried: dict[str, None] = {}
    for stmt in _in_order(around):
        kinds = (ast.Name, ast.Attribute) if is_loop else (ast.Attribute,)
        nodes = [(name, node.ctx) for node in own_nodes(stmt) if isinstance(node, kinds) and (name := dotted(node))]
        fresh = {name for name, context in nodes if isinstance(context, ast.Store)}
        written = {name for node in own_nodes(stmt) if (name := _written_into(node)) and (is_loop or "." in name)}
        carried.update(dict.fromkeys(sorted(written - stored)))
        loaded = [name for name, context in nodes if isinstance(context, ast.Load) and name not in stored]
        for name in (*loaded, *(sorted(fresh - stored) if isinstance(stmt, ast.AugAssign) else ())):
            read.setdefault(name, len(read))
        carried.update(dict.fromkeys(sorted(fresh & read.keys(), key=lambda name: read[name])))
        stored |= fresh
    return list(carried)


def _written_into(node: ast.AST) -> str | None:
    """What keeps its other elements, and their graph: ``buffer`` of ``buffer[i] = x``."""
    is_part = isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Store)
    return dotted(node.value) if is_part and isinstance(node, ast.Subscript) else None


def _in_order(around: ast.stmt) -> Iterator[ast.stmt]:
    inside = [node for node in ast.walk(around) if isinstance(node, ast.stmt) and node is not around]
    return iter(sorted(inside, key=lambda stmt: (stmt.lineno, stmt.col_offset)))


def _detached(history: History, name: str, event: int) -> str | None:
    tensor = history.names.bound(name, event)
    parts = [history.names.bound(f"{name}[{position}]", event) for position in range(2)]
    keys = [each for each in islice(history.names.known, MAX_NAMES) if each.startswith((f"{name}['", f'{name}["')) and each.endswith("]")]
    if tensor is not None and history.requires_grad(tensor, event) and not history.is_leaf(tensor, event):
        return f"{name} = {name}.detach()"
    if any(part is not None and history.requires_grad(part, event) for part in parts):
        if _is_list(history.source, name):
            return f"{name} = [each.detach() for each in {name}]"
        return f"{name} = tuple(each.detach() for each in {name})"
    held = [key for key in keys[:MAX_KEYS] if (part := history.names.bound(key, event)) and history.requires_grad(part, event)]
    return "; ".join(f"{key} = {key}.detach()" for key in held) or None


def _is_list(source: Source, name: str) -> bool:
    """Whether the program writes into elements of what has this name, or gives it a list."""
    if any(_written_into(node) == name for node in source.nodes):
        return True
    given = [
        value
        for stmt in source.statements
        if isinstance(stmt, ast.Assign)
        for target, value in pairs(stmt.targets[0], stmt.value)
        if dotted(target) == name
    ]
    return bool(given) and all(isinstance(value, ast.List | ast.ListComp) for value in given)
