"""Rewrites the text of a program by edits; None where an edit cannot be made safely.

Text is cut and pasted, never unparsed: comments, layout and line ends of everything else stay as they were.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable
from dataclasses import dataclass

from gradreel.diagnose.lookup.source import Source
from gradreel.trace import Edit

Patch = tuple[int, int, str]
"""First byte, byte after the last, new text."""


@dataclass(frozen=True)
class Rewrite:
    """A program with edits applied, and the edits, in the order of the text."""

    code: str
    edits: tuple[Edit, ...]


def patched(source: Source, patches: Iterable[Patch]) -> Rewrite | None:
    """Apply patches; of two that overlap, the one that begins first. None where nothing changes or the outcome is not Python."""
    pieces: list[str] = []
    edits: list[Edit] = []
    done = 0
    for first, last, text in sorted(patches):
        start, end = source.offset(first), source.offset(last)
        if start < done:
            continue
        edit = Edit(start=start, end=end, text=text.replace("\n", source.newline))
        pieces += [source.code[done:start], edit.text]
        edits.append(edit)
        done = end
    code = "".join([*pieces, source.code[done:]])
    return Rewrite(code, tuple(edits)) if code != source.code and Source(code).tree else None


def replaced(source: Source, node: ast.AST, text: str) -> Rewrite | None:
    return patched(source, [(*source.span(node), text)])


def inserted_before(source: Source, stmt: ast.stmt, text: str) -> Rewrite | None:
    """Put a line above a statement, at its indentation; before one that shares its line with others ``text;``."""
    if not _stands_alone(source, stmt):
        start = source.span(stmt)[0]
        return patched(source, [(start, start, f"{text}; ")]) if _is_simple(stmt) else None
    start = source.line_start(stmt.lineno)
    return patched(source, [(start, start, f"{_indent(source, stmt)}{text}\n")])


def inserted_after(source: Source, *added: tuple[ast.stmt, str]) -> Rewrite | None:
    """Put a line below each statement, at its indentation; behind one that shares its line with others ``; text``."""
    if not all(_stands_alone(source, stmt) or _is_simple(stmt) for stmt, _ in added):
        return None
    patches: list[Patch] = []
    for stmt, text in added:
        end = source.span(stmt)[1]
        patches.append((end, end, f"\n{_indent(source, stmt)}{text}" if _stands_alone(source, stmt) else f"; {text}"))
    return patched(source, patches)


def wrapped(source: Source, stmt: ast.stmt, header: str) -> Rewrite | None:
    """Put a statement into a block of its own: ``with torch.no_grad():``."""
    if not _stands_alone(source, stmt) or _holds_long_string(stmt):
        return None
    indent = _indent(source, stmt)
    deeper = [(source.line_start(line),) * 2 + ("    ",) for line in range(stmt.lineno + 1, (stmt.end_lineno or stmt.lineno) + 1)]
    start = source.line_start(stmt.lineno)
    return patched(source, [*deeper, (start, start + len(indent), f"{indent}{header}\n{indent}    ")])


def moved_behind(source: Source, stmt: ast.stmt, target: ast.stmt, *more: ast.stmt) -> Rewrite | None:
    """Cut the lines of a statement, and of more, and paste them below another, which stands in the same block."""
    if not all(_stands_alone(source, each) for each in (stmt, *more, target)):
        return None
    spans = [(source.line_start(each.lineno), source.line_start((each.end_lineno or each.lineno) + 1)) for each in (stmt, *more)]
    text = "\n".join(source.bytes[start:end].decode("utf-8", "surrogatepass").rstrip("\n") for start, end in spans)
    behind = source.line_start((target.end_lineno or target.lineno) + 1)
    newline = "" if source.bytes[:behind].endswith(b"\n") else "\n"
    return patched(source, [*((start, end, "") for start, end in spans), (behind, behind, f"{newline}{text}\n")])


def _indent(source: Source, stmt: ast.stmt) -> str:
    return source.lines[stmt.lineno - 1][: stmt.col_offset]


def _stands_alone(source: Source, stmt: ast.stmt) -> bool:
    """Nothing else on its lines, so that lines can be moved: no ``;``, no ``if x: …`` before it."""
    rest = source.bytes[source.span(stmt)[1] : source.line_start((stmt.end_lineno or stmt.lineno) + 1)].decode("utf-8", "replace").strip()
    return not _indent(source, stmt).strip() and (not rest or rest.startswith("#"))


def _is_simple(stmt: ast.stmt) -> bool:
    """Whether another statement can stand beside it, with a ``;`` between."""
    return not hasattr(stmt, "body") and not isinstance(stmt, ast.Match)


def _holds_long_string(stmt: ast.stmt) -> bool:
    """A string over several lines, which more indentation would change."""
    return any(isinstance(node, ast.Constant | ast.JoinedStr) and (node.end_lineno or 0) > node.lineno for node in ast.walk(stmt))
