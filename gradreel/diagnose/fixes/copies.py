"""Finds statements that give weights a second name where a copy may be meant, and lets them copy.

target = net                          ─▶  target = copy.deepcopy(net)
best = model.state_dict()             ─▶  best = copy.deepcopy(model.state_dict())
old = list(net.parameters())          ─▶  old = copy.deepcopy(list(net.parameters()))
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass

from gradreel.diagnose.fixes.fix import fix
from gradreel.diagnose.fixes.rewrite import Rewrite, patched
from gradreel.diagnose.lookup.source import Source, dotted, last_name, own_nodes, pairs
from gradreel.trace import Fix

RETURN_THE_MODULE = frozenset({"eval", "train", "to", "cuda", "cpu", "float", "double", "half", "requires_grad_", "share_memory"})
"""Methods of modules that return the module itself."""
HOLD_THE_WEIGHTS = frozenset({"state_dict", "parameters", "named_parameters"})
"""Methods of modules whose result holds the weights themselves."""
COPIES = frozenset({"load_state_dict", "copy_"})
"""Methods that a program copies weights with."""
COLLECTIONS = frozenset({"list", "tuple", "dict"})


@dataclass(frozen=True)
class SecondName:
    """``target = net``: from this statement on two names lead to the same weights."""

    name: str
    of: str
    stmt: ast.stmt
    value: ast.expr | None
    """What is given the name; None where one statement gives both: ``target = net = Net()``."""


def second_names(source: Source) -> list[SecondName]:
    """Every statement that gives what has a name another one, and no copy; ``net = self.net`` is only a shorter way to write it."""
    found = (second for stmt in source.statements if isinstance(stmt, ast.Assign) for second in _given_by(stmt))
    return [second for second in found if slot(second.name) != slot(second.of)]


def _given_by(stmt: ast.Assign) -> Iterator[SecondName]:
    if len(stmt.targets) == 1:
        named = ((dotted(target), _whose(value), value) for target, value in pairs(stmt.targets[0], stmt.value))
        yield from (SecondName(name, of, stmt, value) for name, of, value in named if name and of)
        return
    names = [name for target in stmt.targets if (name := dotted(target))]
    yield from (SecondName(name, names[0], stmt, None) for name in names[1:] if isinstance(stmt.value, ast.Call))


def slot(name: str) -> str:
    """The last part of a name: ``target`` of ``self.target`` and of ``agent.target``."""
    return name.rpartition(".")[2]


def called_names(stmt: ast.stmt | None) -> set[str]:
    """The slots of everything that a statement calls: ``target`` in ``y = r + self.target(s).max()``."""
    calls = [node for node in own_nodes(stmt) if isinstance(node, ast.Call)] if stmt else []
    return {slot(name.removesuffix(".forward")) for call in calls if (name := dotted(call.func))}


def copies_values(stmt: ast.stmt | None) -> bool:
    """Whether a statement says that it copies: what an augmented assignment to ``w.data`` ends with is no copy to a reader."""
    return any(isinstance(node, ast.Call) and last_name(node.func) in COPIES for node in own_nodes(stmt)) if stmt else False


def read_names(node: ast.AST) -> set[str]:
    """The slots of every name and attribute in an expression or statement."""
    return {slot(name) for each in ast.walk(node) if (name := dotted(each))}


def deep_copy(source: Source, found: SecondName | None) -> Fix | None:
    """Let the statement make a copy, and import what copies."""
    if found is None:
        return None
    rewrite = _copying(source, found.value) if found.value is not None else None
    return fix("deep_copy", rewrite, name=found.name, of=found.of, line=found.stmt.lineno)


def _copying(source: Source, value: ast.expr) -> Rewrite | None:
    start, end = source.span(value)
    inner = source.span(value.args[0]) if isinstance(value, ast.Call) and _is_shallow_copy(value) else (start, end)
    patches = [(start, end, f"copy.deepcopy({source.bytes[inner[0] : inner[1]].decode()})")]
    if not _imports_copy(source):
        first = _first_import(source)
        patches.append((first, first, "import copy\n"))
    return patched(source, patches)


def _imports_copy(source: Source) -> bool:
    imports = (node for node in source.nodes if isinstance(node, ast.Import))
    return any(alias.name == "copy" and not alias.asname for node in imports for alias in node.names)


def _first_import(source: Source) -> int:
    """Where a further import can stand: before the first one that is not of ``__future__``."""
    body = source.tree.body if source.tree else []
    imports = [stmt for stmt in body if isinstance(stmt, ast.Import) or (isinstance(stmt, ast.ImportFrom) and stmt.module != "__future__")]
    return source.line_start(imports[0].lineno) if imports else 0


def _whose(value: ast.expr) -> str | None:
    """The name of whatever an expression is, or holds the weights of."""
    if isinstance(value, ast.Call) and isinstance(value.func, ast.Name) and value.func.id in COLLECTIONS and len(value.args) == 1:
        value = value.args[0]
        if not _holds_weights(value):
            return None
    if _is_shallow_copy(value) and isinstance(value, ast.Call):
        value = value.args[0]
    if _holds_weights(value) and isinstance(value, ast.Call) and isinstance(value.func, ast.Attribute):
        value = value.func.value
    while isinstance(value, ast.Call) and isinstance(value.func, ast.Attribute) and value.func.attr in RETURN_THE_MODULE:
        value = value.func.value
    return dotted(value)


def _holds_weights(value: ast.expr) -> bool:
    return isinstance(value, ast.Call) and isinstance(value.func, ast.Attribute) and value.func.attr in HOLD_THE_WEIGHTS


def _is_shallow_copy(value: ast.expr) -> bool:
    return (
        isinstance(value, ast.Call)
        and last_name(value.func) == "copy"
        and dotted(value.func) in ("copy", "copy.copy")
        and len(value.args) == 1
    )
