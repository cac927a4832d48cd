"""Finds the node whose saved tensor a line of the program reads: ``y.grad_fn._saved_self``, which no backward pass has to do with."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from gradreel.diagnose.lookup.history import History
from gradreel.diagnose.lookup.source import dotted, own_nodes
from gradreel.trace import RaiseEvent

PREFIXES = ("_raw_saved_", "_saved_")


def read_by(history: History, event: RaiseEvent) -> tuple[str, str] | None:
    """The node that the line of an exception asks for something saved, and the attribute; None where it does not, or cannot be told."""
    if event.node or event.op or history.backwards.at(event.index) is not None:
        return None
    stmt = history.source.statement(event.line)
    for name, attribute in _reads(stmt) if stmt is not None else ():
        tensor = history.names.bound(name, event.index)
        state = history.state(tensor, event.index) if tensor else None
        if state is not None and state.grad_fn in history.nodes:
            return state.grad_fn, attribute
    return None


def _reads(stmt: ast.stmt) -> Iterator[tuple[str, str]]:
    """Names whose ``grad_fn`` a statement asks for a saved tensor, with the attribute as the trace calls it."""
    for node in own_nodes(stmt):
        if not isinstance(node, ast.Attribute) or not isinstance(node.value, ast.Attribute) or node.value.attr != "grad_fn":
            continue
        prefix = next((prefix for prefix in PREFIXES if node.attr.startswith(prefix)), None)
        name = dotted(node.value.value)
        if name and (prefix or node.attr == "saved_tensors"):
            yield name, node.attr.removeprefix(prefix or "")
