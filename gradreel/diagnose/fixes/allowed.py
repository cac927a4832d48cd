"""PyTorch's own way out of a failed version check: a context in which what an edit is about to overwrite is copied first.

It is no safe one. It finds what was saved by the address where the edited memory begins, so an edit through a slice that begins further
in goes unnoticed, and the gradient is wrong without an error. Whoever offers it must have tried it: no kind proposes it by itself.
"""

from __future__ import annotations

import ast

from gradreel.diagnose.fixes.fix import fix
from gradreel.diagnose.fixes.rewrite import rest_wrapped
from gradreel.diagnose.lookup.source import Source
from gradreel.trace import Fix

HEADER = "with torch.autograd.graph.allow_mutation_on_saved_tensors():"
MAX_LINES = 300
"""Longer programs are not indented as a whole."""


def allow_mutation(source: Source, cloned_bytes: int) -> Fix | None:
    """Put all that follows the imports into that context; it must know ``torch`` by this name."""
    if source.tree is None or len(source.lines) > MAX_LINES:
        return None
    body = source.tree.body
    number = next((at for at, stmt in enumerate(body) if not _comes_before(stmt)), len(body))
    named = {alias.asname or alias.name for stmt in body[:number] if isinstance(stmt, ast.Import) for alias in stmt.names}
    if not any(name == "torch" or name.startswith("torch.") for name in named):
        return None
    rewrite = rest_wrapped(source, HEADER, number)
    return fix("allow_mutation", rewrite, bytes=cloned_bytes) if rewrite else None


def _comes_before(stmt: ast.stmt) -> bool:
    """An import, or the text that a program begins with."""
    is_text = isinstance(stmt, ast.Expr) and isinstance(stmt.value, ast.Constant) and isinstance(stmt.value.value, str)
    return is_text or isinstance(stmt, ast.Import | ast.ImportFrom)
