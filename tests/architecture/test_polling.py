"""What a test waits for in a page is a function.

Playwright evaluates an expression anew at each look, which the content security policy of our pages refuses from the second look on: such a
test passes where the first look finds what it waits for, and fails on a slower machine.
"""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

BROWSER = Path(__file__).parents[1] / "browser"
FUNCTION = re.compile(r"\s*(\w+|\([^)]*\))\s*=>")


def polled_expressions(text: str) -> list[int]:
    """The lines of calls of ``wait_for_function`` with an expression."""
    tree = ast.parse(text)
    names = {node.targets[0].id: node.value for node in tree.body if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name)}
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)]
    waits = [call for call in calls if isinstance(call.func, ast.Attribute) and call.func.attr == "wait_for_function"]
    return [call.lineno for call in waits if not FUNCTION.match(_beginning(call.args[0], names))]


def _beginning(node: ast.expr, names: dict[str, ast.expr]) -> str:
    if isinstance(node, ast.Name) and node.id in names:
        return _beginning(names[node.id], names)
    first = node.values[0] if isinstance(node, ast.JoinedStr) else node
    return str(first.value) if isinstance(first, ast.Constant) else ""


@pytest.mark.parametrize("wait", ['"self.asked"', 'f"{WORLD} > 1"', 'f"x > {WORLD}"', "WORLD"])
def test_expression_is_reported(wait: str) -> None:
    assert polled_expressions(f'WORLD = "scrollY"\nawait page.wait_for_function({wait})') == [2]


@pytest.mark.parametrize("wait", ['"() => self.asked"', '"last => last > 1", arg=2', '"([a, b]) => a > b"', 'f"() => {WORLD} > 1"', "WAIT"])
def test_function_is_not(wait: str) -> None:
    assert polled_expressions(f'WAIT = """() => {{\n}}"""\nawait page.wait_for_function({wait})') == []


def test_tests_wait_for_functions() -> None:
    found = [f"{path.name}:{line}" for path in sorted(BROWSER.glob("*.py")) for line in polled_expressions(path.read_text())]
    assert found == []
