"""Names that a piece of code uses and never binds, and the libraries that it needs."""

from __future__ import annotations

import ast
import builtins
import sys

from gradreel.reading.nodes import nodes_of
from gradreel.reading.program import Program

USUAL = {
    "torch": "import torch",
    "nn": "from torch import nn",
    "F": "import torch.nn.functional as F",
    "np": "import numpy as np",
    "math": "import math",
    "optim": "from torch import optim",
}
"""Names that everybody binds alike, and how."""
HERE = frozenset(("torch", "numpy", "einops"))
GIVEN = frozenset((*dir(builtins), "__file__", "__name__", "__doc__", "__class__", "__spec__", "get_ipython"))


def unbound(program: Program) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the names that are not bound anywhere, in the order in which they are used, and import lines for those that are usual.

    A name that is bound somewhere in the code is taken to be bound where it is used: only what can be nowhere is told.
    """
    used: dict[str, tuple[int, int]] = {}
    bound = set(GIVEN)
    for node in nodes_of(program.tree):
        if isinstance(node, ast.Name):
            if isinstance(node.ctx, ast.Load):
                place = (node.lineno, node.col_offset)
                used[node.id] = min(used.get(node.id, place), place)
            else:
                bound.add(node.id)
        elif isinstance(node, ast.alias):
            if node.name == "*":
                return (), ()
            bound.add(node.asname or node.name.partition(".")[0])
        elif isinstance(node, ast.arg):
            bound.add(node.arg)
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            bound.add(node.name)
        elif isinstance(node, ast.ExceptHandler | ast.MatchAs | ast.MatchStar):
            bound.add(node.name or "_")
        elif isinstance(node, ast.Global | ast.Nonlocal):
            bound.update(node.names)
    missing = [name for name, _ in sorted(used.items(), key=lambda each: each[1]) if name not in bound]
    return tuple(name for name in missing if name not in USUAL), tuple(line for name, line in USUAL.items() if name in missing)


def libraries_of(tree: ast.Module) -> tuple[str, ...]:
    """Return what the code imports beside Python's own libraries and those of the sandbox, by the names of packages."""
    found: dict[str, None] = {}
    for node in nodes_of(tree):
        if isinstance(node, ast.Import):
            names = [each.name for each in node.names]
        elif isinstance(node, ast.ImportFrom):
            names = ["." * node.level + (node.module or "")]
        else:
            continue
        for name in names:
            package = name if name.startswith(".") else name.partition(".")[0]
            if package not in HERE and package not in sys.stdlib_module_names:
                found[package] = None
    return tuple(found)


def binds_torch(tree: ast.Module) -> bool:
    """Whether the name ``torch`` is there once the code has run."""
    imports = (node for node in nodes_of(tree) if isinstance(node, ast.Import))
    return any((each.asname or each.name.partition(".")[0]) == "torch" for node in imports for each in node.names)
