"""Fixes for a graph that grows because something holds on to it: keep the number, or the tensor without its graph."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from gradreel.diagnose.fixes.fix import fix
from gradreel.diagnose.fixes.rewrite import Patch, patched
from gradreel.diagnose.lookup.history import History
from gradreel.diagnose.lookup.holders import Holder
from gradreel.diagnose.lookup.source import dotted, last_name
from gradreel.trace import Fix

ATOMS = (ast.Name, ast.Attribute, ast.Call, ast.Subscript)
TAKES_NUMBERS = frozenset({"print", "sum", "len", "float", "max", "min", "round", "str", "abs"})


def detach_kept(history: History, held: list[Holder]) -> Fix | None:
    """``total = total + loss.detach()``, ``losses.append(loss.detach())``."""
    rewrite = patched(history.source, list(_behind(history, held, ".detach()")))
    return fix("detach_kept", rewrite, name=held[0].name, line=held[0].line) if rewrite else None


def number_kept(history: History, held: list[Holder]) -> Fix | None:
    """The same with ``.item()``, where one number is held and all that the program does with it takes numbers."""
    single = all(each.tensor in history.tensors and history.tensors[each.tensor].shape == () for each in held)
    if not single or not all(_takes_numbers(history, each) for each in held):
        return None
    rewrite = patched(history.source, list(_behind(history, held, ".item()")))
    return fix("number_kept", rewrite, name=held[0].name, line=held[0].line) if rewrite else None


def _behind(history: History, held: list[Holder], text: str) -> Iterator[Patch]:
    for value in {id(value): value for each in held for value in each.put}.values():
        start, end = history.source.span(value)
        if isinstance(value, ATOMS):
            yield end, end, text
        else:
            yield start, start, "("
            yield end, end, f"){text}"


def _takes_numbers(history: History, held: Holder) -> bool:
    """Whether nothing is done with what holds it that needs a tensor: besides where it is held, only sums, prints and arithmetic."""
    around: dict[ast.AST, ast.AST] = {child: node for node in history.source.nodes for child in ast.iter_child_nodes(node)}
    uses = [node for node in history.source.nodes if dotted(node) == held.name and isinstance(getattr(node, "ctx", None), ast.Load)]
    if "[" in held.name or "." in held.name:
        return False
    for node in uses:
        outer = around.get(node)
        stmt_line = getattr(node, "lineno", None)
        if stmt_line == held.line or isinstance(outer, ast.FormattedValue | ast.BinOp | ast.Compare | ast.List | ast.Return):
            continue
        if not (isinstance(outer, ast.Call) and isinstance(outer.func, ast.Name) and last_name(outer.func) in TAKES_NUMBERS):
            return False
    return True
