"""No deadline hangs on the clock on the wall, which somebody may set: only on one that cannot jump."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent
JUMPY = {"time.time", "time.time_ns", "time.localtime", "time.gmtime", "datetime.now", "datetime.utcnow", "datetime.datetime.now"}


@pytest.mark.parametrize("folder", ["app/sandbox", "app/runner", "gradreel/tracer"])
def test_deadlines_are_taken_from_a_monotonic_clock(folder: str) -> None:
    sources = list((ROOT / folder).rglob("*.py"))
    assert sources
    calls = {
        f"{path.name}:{node.lineno}"
        for path in sources
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.Attribute) and ast.unparse(node) in JUMPY
    }
    assert calls == set()
