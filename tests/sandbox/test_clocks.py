"""No deadline hangs on the clock on the wall, which somebody may set: only on one that cannot jump."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

APP = Path(__file__).parent.parent.parent / "app"
JUMPY = {"time.time", "time.time_ns", "time.localtime", "time.gmtime", "datetime.now", "datetime.utcnow", "datetime.datetime.now"}


@pytest.mark.parametrize("folder", ["sandbox", "runner", "tracer"])
def test_deadlines_are_taken_from_a_monotonic_clock(folder: str) -> None:
    calls = {
        f"{path.name}:{node.lineno}"
        for path in (APP / folder).rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.Attribute) and ast.unparse(node) in JUMPY
    }
    assert calls == set()
