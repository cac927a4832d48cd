"""Fixes for functions that are flat where the program stands: one with a slope takes the place of the call.

torch.relu(z)            ─▶  torch.nn.functional.leaky_relu(z)
x.round()                ─▶  (x + (x.round() - x).detach())
torch.softmax(z, 1)      ─▶  torch.sigmoid(z)
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from gradreel.diagnose.fixes.fix import fix
from gradreel.diagnose.fixes.rewrite import patched
from gradreel.diagnose.lookup.source import Source, dotted, last_name, own_nodes
from gradreel.trace import Fix, Flat, Line

STEPS = frozenset({"round", "floor", "ceil", "trunc", "sign", "sgn"})
MODULES = {"ReLU": "LeakyReLU", "Softmax": "Sigmoid"}


def fixes(source: Source, line: Line | None, flat: Flat) -> Iterator[Fix | None]:
    """What may give the function of a line a slope."""
    stmt = source.statement(line)
    if stmt is None:
        return
    if flat == "relu":
        yield _called(source, stmt, "leaky_relu", {"relu"}, "torch.nn.functional.leaky_relu") or _module(source, "leaky_relu", "ReLU")
    elif flat == "one_choice":
        yield _called(source, stmt, "sigmoid_of_one", {"softmax"}, "torch.sigmoid") or _module(source, "sigmoid_of_one", "Softmax")
    elif flat == "rounding":
        yield _straight_through(source, stmt)


def _called(source: Source, stmt: ast.stmt, kind: str, names: set[str], instead: str) -> Fix | None:
    calls = [node for node in own_nodes(stmt) if isinstance(node, ast.Call) and last_name(node.func) in names]
    if len(calls) != 1 or not _imports_torch(source) or (operand := _operand(calls[0])) is None:
        return None
    rewrite = patched(source, [(*source.span(calls[0]), f"{instead}({source.segment(operand)})")])
    return fix(kind, rewrite, line=stmt.lineno) if rewrite else None


def _module(source: Source, kind: str, name: str) -> Fix | None:
    """The one module of the kind that the program makes; of several nobody knows which is flat."""
    made = [node for node in source.nodes if isinstance(node, ast.Call) and last_name(node.func) == name]
    if len(made) != 1 or dotted(made[0].func) is None:
        return None
    instead = f"{(dotted(made[0].func) or '').rpartition('.')[0]}.{MODULES[name]}()".lstrip(".")
    if "." not in instead:
        return None
    rewrite = patched(source, [(*source.span(made[0]), instead)])
    return fix(kind, rewrite, line=made[0].lineno) if rewrite else None


def _straight_through(source: Source, stmt: ast.stmt) -> Fix | None:
    """The value of the step function, with the slope of what it was given."""
    calls = [node for node in own_nodes(stmt) if isinstance(node, ast.Call) and last_name(node.func) in STEPS]
    operand = _operand(calls[0]) if len(calls) == 1 else None
    if operand is None or not isinstance(operand, ast.Name | ast.Attribute):
        return None
    text, whole = source.segment(operand), source.segment(calls[0])
    rewrite = patched(source, [(*source.span(calls[0]), f"({text} + ({whole} - {text}).detach())")])
    return fix("straight_through", rewrite, line=stmt.lineno) if rewrite else None


def _operand(call: ast.Call) -> ast.expr | None:
    """``z`` of ``torch.relu(z)``, ``F.relu(z)``, ``relu(z)`` and ``z.relu()``."""
    owner = dotted(call.func.value) if isinstance(call.func, ast.Attribute) else ""
    if owner in ("", "torch", "F", "nn.functional", "torch.nn.functional"):
        return call.args[0] if call.args and not isinstance(call.args[0], ast.Starred) else None
    return call.func.value if isinstance(call.func, ast.Attribute) else None


def _imports_torch(source: Source) -> bool:
    imports = (alias for node in source.nodes if isinstance(node, ast.Import) for alias in node.names)
    return any(alias.asname is None and alias.name.partition(".")[0] == "torch" for alias in imports)
