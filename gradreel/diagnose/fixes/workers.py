"""Fix for a DataLoader that asks for worker processes: ``num_workers=0`` loads in the program's own process.

DataLoader(data, num_workers=4, persistent_workers=True)    ─▶    DataLoader(data, num_workers=0)
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from gradreel.diagnose.fixes.fix import fix
from gradreel.diagnose.fixes.rewrite import Patch, patched
from gradreel.diagnose.lookup.source import Source
from gradreel.trace import Fix

WORKERS = "num_workers"
ONLY_WITH_WORKERS = frozenset({"persistent_workers", "prefetch_factor", "multiprocessing_context", "timeout"})
"""Options that are refused without workers."""


def worker_counts(source: Source) -> list[ast.expr]:
    """What the program gives as a number of workers, besides 0, in the order of the text."""
    given = [value for options in _options(source) for name, value, _ in options if name == WORKERS]
    return sorted((value for value in given if not _is_zero(value)), key=lambda value: (value.lineno, value.col_offset))


def no_workers(source: Source) -> Fix | None:
    """Ask for none, and leave out what only workers take."""
    patches: list[Patch] = []
    counts = worker_counts(source)
    for options in _options(source):
        if any(value in counts for _, value, _ in options):
            patches += [(*source.span(value), "0") for _, value, _ in options if value in counts]
            patches += [_left_out(source, span) for name, _, span in options if name in ONLY_WITH_WORKERS]
    rewrite = patched(source, patches)
    return fix("no_workers", rewrite, line=counts[0].lineno) if rewrite else None


def _options(source: Source) -> Iterator[list[tuple[str, ast.expr, tuple[int, int]]]]:
    """The named options of every call and every dict: name, value, and where both stand."""
    for node in source.nodes:
        if isinstance(node, ast.Call):
            yield [(keyword.arg, keyword.value, source.span(keyword)) for keyword in node.keywords if keyword.arg]
        elif isinstance(node, ast.Dict):
            pairs = [(key, value) for key, value in zip(node.keys, node.values, strict=True) if isinstance(key, ast.Constant)]
            yield [(str(key.value), value, (source.span(key)[0], source.span(value)[1])) for key, value in pairs]


def _left_out(source: Source, span: tuple[int, int]) -> Patch:
    """Cut an option out with the comma before it, or behind it where it comes first."""
    start, end = span
    before = source.bytes[:start].rstrip()
    if before.endswith(b","):
        return len(before) - 1, end, ""
    behind = source.bytes[end:]
    found = re.match(rb"\s*, *", behind)
    return start, end + (found.end() if found else 0), ""


def _is_zero(value: ast.expr) -> bool:
    return isinstance(value, ast.Constant) and value.value == 0
