"""Fixes for views that one call returned together: take them one by one, and autograd follows an in-place edit of each.

a, b = h.split(2)     ─▶  a, b = h[0:2], h[2:4]
for row in h.unbind():   ─▶  for row in (h[i] for i in range(len(h))):

What is split without a name is not computed twice: there each part gets memory of its own.

a, b = f(x).chunk(2)  ─▶  a, b = (part.clone() for part in f(x).chunk(2))
"""

from __future__ import annotations

import ast

from gradreel.diagnose.fixes.fix import fix
from gradreel.diagnose.fixes.rewrite import replaced
from gradreel.diagnose.lookup.history import History
from gradreel.diagnose.lookup.source import Source, dotted, last_name
from gradreel.trace import Fix, OpEvent

MAX_PARTS = 8
TOGETHER = frozenset({"chunk", "split", "unbind", "tensor_split", "hsplit", "vsplit", "dsplit", "unsafe_chunk", "split_with_sizes"})
"""Calls that return several views of one tensor."""


def single_views(history: History, maker: OpEvent | None) -> Fix | None:
    """Index the base once for each part, where the statement shows the base and the sizes are known."""
    source = history.source
    stmt = source.statement(maker.line) if maker is not None else None
    if maker is None or stmt is None:
        return None
    given = stmt.value if isinstance(stmt, ast.Assign) else stmt.iter if isinstance(stmt, ast.For) else None
    base = _base(source, given)
    if given is None or base is None or not maker.inputs:
        return None
    parts = _parts(history, maker, _dimension(given), base, in_loop=isinstance(stmt, ast.For))
    rewrite = replaced(source, given, parts) if parts else None
    return fix("single_views", rewrite, name=base, line=maker.line) if rewrite else None


def clone_parts(history: History, maker: OpEvent | None) -> Fix | None:
    """Clone each part, where the statement unpacks what the call returned and nothing else shows what was split."""
    if maker is None or not maker.inputs or _is_named(history, maker.inputs[0], maker.index):
        return None
    source = history.source
    stmt = source.statement(maker.line)
    if not isinstance(stmt, ast.Assign) or not isinstance(stmt.targets[0], ast.Tuple) or not isinstance(stmt.value, ast.Call):
        return None
    if last_name(stmt.value.func) not in TOGETHER or any(isinstance(each, ast.Starred) for each in stmt.targets[0].elts):
        return None
    rewrite = replaced(source, stmt.value, f"(part.clone() for part in {source.segment(stmt.value)})")
    return fix("clone_parts", rewrite, line=maker.line) if rewrite else None


def _is_named(history: History, tensor: str, event: int) -> bool:
    base = history.tensors[tensor].base
    return any(history.names.at(each, event) for each in (tensor, base) if each is not None)


def _base(source: Source, given: ast.expr | None) -> str | None:
    """What is split: a name, so that it can stand there several times."""
    if isinstance(given, ast.Call):
        split = given.args[0] if source.is_function(given.func) and given.args else given.func
        given = split.value if isinstance(split, ast.Attribute) and split is given.func else split
    return dotted(given) if given is not None else None


def _dimension(given: ast.expr) -> int:
    """The dimension that the call names; the first one where it names none."""
    if not isinstance(given, ast.Call):
        return 0
    named = [keyword.value for keyword in given.keywords if keyword.arg == "dim"]
    for node in [*named, *reversed(given.args[-1:])]:
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub) and isinstance(node.operand, ast.Constant):
            return -node.operand.value if isinstance(node.operand.value, int) else 0
        if isinstance(node, ast.Constant) and isinstance(node.value, int) and (named or len(given.args) > 1 or _is_unbind(given)):
            return node.value
    return 0


def _is_unbind(call: ast.Call) -> bool:
    return isinstance(call.func, ast.Attribute) and call.func.attr == "unbind"


def _parts(history: History, maker: OpEvent, dimension: int, base: str, *, in_loop: bool) -> str | None:
    whole = history.tensors[maker.inputs[0]].shape
    shapes = [history.tensors[output].shape for output in maker.outputs]
    if not whole or not shapes:
        return None
    at = dimension % len(whole) if -len(whole) <= dimension < len(whole) else 0
    before, after = whole[:at], whole[at + 1 :]
    prefix = ":, " * at
    if all(shape == (*before, *after) for shape in shapes) and len(shapes) == whole[at]:
        if in_loop or len(shapes) > MAX_PARTS:
            each = f"{base}[{prefix}i] for i in range({base}.shape[{at}])" if at else f"{base}[i] for i in range(len({base}))"
            return f"({each})" if in_loop else f"[{each}]"
        return ", ".join(f"{base}[{prefix}{place}]" for place in range(len(shapes)))
    if in_loop or len(shapes) > MAX_PARTS or any((shape[:at], shape[at + 1 :]) != (before, after) for shape in shapes):
        return None
    ends = [sum(shape[at] for shape in shapes[: place + 1]) for place in range(len(shapes))]
    starts = [0, *ends[:-1]]
    return ", ".join(f"{base}[{prefix}{start}:{end}]" for start, end in zip(starts, ends, strict=True)) if ends[-1] == whole[at] else None
