"""Answers whether a new tensor can be put under a name in place of an edit: not where a tuple holds it, and not where nobody would see it.

args[0].mul_(2)          args[0] = …  is a TypeError: the arguments of a hook are a tuple
def hook(…, output):     output = …   changes nothing: the caller goes on with the tensor that it has
    output.mul_(2)
"""

from __future__ import annotations

import ast

from gradreel.diagnose.lookup.source import Source, bare_edit


def is_fixed(source: Source, node: ast.expr) -> bool:
    """Whether a tuple holds what an expression refers to: assigning to ``args[0]`` or ``result.values`` is then an error."""
    if source.called(node) in source.fixed:
        return True
    tuples = {name.rpartition("[")[0] for name in source.fixed if name.endswith("]")}
    return isinstance(node, ast.Subscript) and source.called(node.value) in tuples


def drops(source: Source, stmt: ast.stmt, name: str) -> bool:
    """Whether a function reads a name no more below a statement, but to edit it: what is assigned to the name there is lost."""
    function = source.function_at(stmt.lineno)
    if function is None or source.loop_at(stmt.lineno) is not None:
        return False
    edits = [each for each in ast.walk(function) if isinstance(each, ast.stmt) and _only_edits(source, each, name)]
    edited = {id(node) for each in edits for node in ast.walk(each)}
    below = (node for node in _reads(function, name) if node.lineno > (stmt.end_lineno or stmt.lineno))
    return all(id(node) in edited for node in below)


def _only_edits(source: Source, stmt: ast.stmt, name: str) -> bool:
    edited = source.edited(stmt) if bare_edit(stmt) or isinstance(stmt, ast.AugAssign) else None
    return isinstance(edited, ast.Name) and edited.id == name and len(_reads(stmt, name)) == 1


def _reads(node: ast.AST, name: str) -> list[ast.Name]:
    return [each for each in ast.walk(node) if isinstance(each, ast.Name) and each.id == name]
