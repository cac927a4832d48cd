"""Rewrites the text of a program by edits; None where an edit cannot be made safely.

Text is cut and pasted, never unparsed: comments, layout and line ends of everything else stay as they were.
"""

from __future__ import annotations

import ast
import re
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


def removed(source: Source, stmt: ast.stmt) -> Rewrite | None:
    """Cut the lines of a statement; one that is all of its block becomes ``pass``."""
    if not _stands_alone(source, stmt) or len(source.block(stmt)) < 2:
        return replaced(source, stmt, "pass")
    return patched(source, [(source.line_start(stmt.lineno), source.line_start((stmt.end_lineno or stmt.lineno) + 1), "")])


def inserted_before(source: Source, stmt: ast.stmt, text: str) -> Rewrite | None:
    """Put a line above a statement, at its indentation; before one that shares its line with others ``text;``."""
    if not _stands_alone(source, stmt):
        start = source.span(stmt)[0]
        return patched(source, [(start, start, f"{text}; ")]) if _is_simple(stmt) else None
    start = source.line_start(stmt.lineno)
    return patched(source, [(start, start, f"{_indent(source, stmt)}{text}\n")])


def inserted_after(source: Source, *added: tuple[ast.stmt, *tuple[str, ...]]) -> Rewrite | None:
    """Put lines below each statement, at its indentation; behind one that shares its line with others ``; text``."""
    if not all(_stands_alone(source, stmt) or _is_simple(stmt) for stmt, *_ in added):
        return None
    patches: list[Patch] = []
    for stmt, *texts in added:
        end = source.span(stmt)[1]
        between = f"\n{_indent(source, stmt)}" if _stands_alone(source, stmt) else "; "
        patches.append((end, end, "".join(between + text for text in texts)))
    return patched(source, patches)


def wrapped(source: Source, header: str, *stmts: ast.stmt) -> Rewrite | None:
    """Put statements that follow each other, in one cell, into a block of their own: ``with torch.no_grad():``."""
    if not all(_stands_alone(source, stmt) and not _holds_long_string(stmt) for stmt in stmts):
        return None
    if not source.in_one_cell(stmts[0], stmts[-1]):
        return None
    first, last = stmts[0], stmts[-1]
    indent = _indent(source, first)
    lines = range(first.lineno + 1, (last.end_lineno or last.lineno) + 1)
    deeper = [(source.line_start(line),) * 2 + ("    ",) for line in lines if source.lines[line - 1].strip()]
    start = source.line_start(first.lineno)
    return patched(source, [*deeper, (start, start + len(indent), f"{indent}{header}\n{indent}    ")])


def rest_wrapped(source: Source, header: str, number: int) -> Rewrite | None:
    """Put all statements of a program from one of them on into a block. What stands in a string over several lines is not indented."""
    if source.tree is None or not 0 <= number < len(source.tree.body):
        return None
    stmts = source.tree.body[number:]
    first = min([stmts[0].lineno, *(each.lineno for each in getattr(stmts[0], "decorator_list", ()))])
    if _indent(source, stmts[0]) or (number and (source.tree.body[number - 1].end_lineno or 0) >= first):
        return None
    inside = {line for stmt in stmts for node in ast.walk(stmt) if _is_long_string(node) for line in _lines_below(node)}
    lines = [line for line in range(first, len(source.lines) + 1) if line not in inside and source.lines[line - 1].strip()]
    start = source.line_start(first)
    deeper = [(source.line_start(line),) * 2 + ("    ",) for line in lines[1:]]
    return patched(source, [(start, start, f"{header}\n    "), *deeper])


def wrapped_line(source: Source, line: int, header: str) -> Rewrite | None:
    """Put the simple statements that share a line into a block on that line: ``with torch.no_grad(): a.zero_(); b.zero_()``."""
    stmts = [stmt for stmt in source.statements if stmt.lineno == line]
    if not stmts or not all(_is_simple(stmt) and stmt.end_lineno == line for stmt in stmts):
        return None
    start = min(source.span(stmt)[0] for stmt in stmts)
    return patched(source, [(start, start, f"{header} ")])


def moved_behind(source: Source, stmt: ast.stmt, target: ast.stmt, *more: ast.stmt) -> Rewrite | None:
    """Cut the lines of a statement, and of more, and paste them below another, which stands in the same block."""
    if not all(_stands_alone(source, each) for each in (stmt, *more, target)):
        return None if more else _moved_in_line(source, stmt, target)
    spans = [(source.line_start(each.lineno), source.line_start((each.end_lineno or each.lineno) + 1)) for each in (stmt, *more)]
    text = "\n".join(source.bytes[start:end].decode("utf-8", "surrogatepass").rstrip("\n") for start, end in spans)
    behind = source.line_start((target.end_lineno or target.lineno) + 1)
    newline = "" if source.bytes[:behind].endswith(b"\n") else "\n"
    return patched(source, [*((start, end, "") for start, end in spans), (behind, behind, f"{newline}{text}\n")])


def moved_into(source: Source, loop: ast.For | ast.While, stmts: list[ast.stmt]) -> Rewrite | None:
    """Cut statements that stand above a loop, and paste them at the top of its body."""
    first = loop.body[0]
    if not all(_stands_alone(source, each) and not _holds_long_string(each) for each in (*stmts, first)):
        return None
    spans = [(source.line_start(each.lineno), source.line_start((each.end_lineno or each.lineno) + 1)) for each in stmts]
    old, new = len(_indent(source, stmts[0])), _indent(source, first)
    lines = [line for start, end in spans for line in source.bytes[start:end].decode("utf-8", "surrogatepass").splitlines()]
    place = source.line_start(first.lineno)
    text = "".join(f"{new}{line[old:]}\n" for line in lines)
    return patched(source, [*((start, end, "") for start, end in spans), (place, place, text)])


def _moved_in_line(source: Source, stmt: ast.stmt, target: ast.stmt) -> Rewrite | None:
    """Cut a statement that may share its line, with the ``;`` before it, and paste it behind another, or below one that stands alone."""
    if not _is_simple(stmt) or not (_is_simple(target) or _stands_alone(source, target)):
        return None
    text = source.segment(stmt)
    if "\n" in text:
        return None
    end = source.span(target)[1]
    pasted = (end, end, f"\n{_indent(source, target)}{text}" if _stands_alone(source, target) else f"; {text}")
    if _stands_alone(source, stmt):
        cut = (source.line_start(stmt.lineno), source.line_start(stmt.lineno + 1), "")
        return patched(source, [cut, pasted])
    start, end = source.span(stmt)
    before, behind = source.bytes[:start].rstrip(b" \t"), re.match(rb"[ \t]*;[ \t]*", source.bytes[end:])
    if before.endswith(b";"):
        return patched(source, [(len(before) - 1, end, ""), pasted])
    return patched(source, [(start, end + behind.end(), ""), pasted]) if behind else None


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
    return any(map(_is_long_string, ast.walk(stmt)))


def _is_long_string(node: ast.AST) -> bool:
    return isinstance(node, ast.Constant | ast.JoinedStr) and (node.end_lineno or 0) > node.lineno


def _lines_below(node: ast.AST) -> range:
    """The lines that begin inside a node."""
    return range(getattr(node, "lineno", 0) + 1, getattr(node, "end_lineno", 0) + 1)
