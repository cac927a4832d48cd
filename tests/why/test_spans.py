"""The columns of what happened on a line: the one call of the op, else the statement, else all that is written there."""

from __future__ import annotations

import pytest

from gradreel.diagnose.lookup.source import Source
from gradreel.why.spans import span_of

CASES = {
    "call of a method": ("h = self.fc(x).exp()  # c", 1, "exp", "exp()"),
    "call of a function": ("h = torch.exp(x) + 1", 1, "exp", "exp(x)"),
    "two calls of one name": ("h = x.exp() + y.exp()  # c", 1, "exp", "h = x.exp() + y.exp()"),
    "operator": ("    h += 1".lstrip() + "  # '#'", 1, "__iadd__", "h += 1"),
    "one of two statements": ("a = 1; b = x.exp(); c = 2", 1, "exp", "exp()"),
    "two statements without a call": ("a = 1; b = 2  # c", 1, None, "a = 1; b = 2"),
    "head of a loop": ("for a in b:  # c\n    pass", 1, None, "for a in b:"),
    "call over several lines": ("h = torch.exp(\n    x,\n)", 1, "exp", "exp("),
    "method on a later line": ("h = (x\n     .exp())", 2, "exp", "exp()"),
    "middle of a statement": ("h = f(\n    x,  # c\n)", 2, None, "x,"),
    "names that take several bytes": ("结果 = 权重.exp() * 2", 1, "exp", "exp()"),
    "no Python": ("%time h = x.exp(  # c", 1, "exp", "%time h = x.exp("),
}


@pytest.mark.parametrize("case", CASES)
def test_columns_are_those_of_what_happened(case: str) -> None:
    code, line, name, marked = CASES[case]
    start, end = span_of(Source(code), line, name)
    assert code.splitlines()[line - 1][start:end] == marked


def test_edit_beside_another_statement_has_the_columns_of_its_own() -> None:
    source = Source("n += 1; y += 1; y += 1\n")
    assert span_of(source, 1, "add_", "n += 1") == (0, 6)
    assert span_of(source, 1, "add_", "y += 1") == (0, 22)
    assert span_of(source, 1, "add_", "z += 1") == (0, 22)
