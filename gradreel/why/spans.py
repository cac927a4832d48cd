"""Finds the columns of what happened on a line: the call of an op where one is written there once, else the statement.

The trace states lines. Columns are read from the program's text, so a line that Python cannot read is marked whole.
"""

from __future__ import annotations

import ast

from gradreel.diagnose.lookup.source import Source, last_name, without_comment

Span = tuple[int, int]
"""First column, and the column after the last, in characters from 0."""


def span_of(source: Source, line: int, name: str | None, written: str = "") -> Span:
    """Return the columns of the one call of ``name`` on a line, of what is ``written`` there once, of the statement, or else of all."""
    calls = [node for node in source.nodes if isinstance(node, ast.Call) and _name_at(node) == (line, name)] if name else []
    if len(calls) == 1:
        return _from_name(source, calls[0], line)
    if written and source.lines[line - 1].count(written) == 1:
        start = source.lines[line - 1].index(written)
        return start, start + len(written)
    stmt = source.statement(line)
    return _part(source, stmt, line) if stmt is not None and not hasattr(stmt, "body") else _written(source.lines[line - 1])


def _name_at(call: ast.Call) -> tuple[int | None, str]:
    """The line on which what is called has its name, and that name: of ``a.b()`` that of ``b``."""
    return call.func.end_lineno, last_name(call.func)


def _from_name(source: Source, call: ast.Call, line: int) -> Span:
    name_end = _column(source, line, call.func.end_col_offset)
    end = _column(source, line, call.end_col_offset) if call.end_lineno == line else _written(source.lines[line - 1])[1]
    return name_end - len(last_name(call.func)), end


def _part(source: Source, stmt: ast.stmt, line: int) -> Span:
    """The part of a statement that stands on a line."""
    start, end = _written(source.lines[line - 1])
    first = _column(source, line, stmt.col_offset) if stmt.lineno == line else start
    last = _column(source, line, stmt.end_col_offset) if stmt.end_lineno == line else end
    return first, last


def _written(text: str) -> Span:
    """A line without its indentation and its comment."""
    start = len(text) - len(text.lstrip())
    return start, start + len(without_comment(text.strip()))


def _column(source: Source, line: int, offset: int | None) -> int:
    """A column in characters, of one in bytes of UTF-8."""
    return len(source.lines[line - 1].encode("utf-8", "surrogatepass")[:offset].decode("utf-8", "replace"))
