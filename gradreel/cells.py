"""Divides a program in percent format into cells, as VS Code, Spyder and jupytext read it.

    import torch                 ┐ cell 1: code before the first marker
    # %% Two leaves              ┤ cell 2, with a title
    w = torch.ones(3)            ┘
    # %% [markdown]              ┐ a cell of text: it has no number, and is not run
    # Now the same in place.     ┘

A marker is a line that begins with ``# %%``; a program without one has no cells. Lines are lines of the whole text. Plain Python: the
tracer, which loads nothing else of this package, and the readers of films divide a program in the same way.
"""

from __future__ import annotations

import ast
import re
import warnings
from dataclasses import dataclass, replace
from typing import Literal

Kind = Literal["code", "text"]

MARKER = "# %%"
LINE_END = re.compile(r"\r\n|\r|\n")
BLANKS = " \t\f"
"""What Python takes for blanks in a line; other characters that are not seen are code to it, though no right one."""
_SPACES = re.compile(r"[\t\n\v\f\r \xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]+")
_NOT_LINE_END = re.compile(r"[^\r\n]")
TEXT_TAG = re.compile(r"\[(?:markdown|md|raw)\]", re.IGNORECASE | re.ASCII)
_COMMENT = re.compile(r"^# ?")
MAX_TITLE_CHARACTERS = 200


@dataclass(frozen=True)
class CellText:
    """One cell of a program, as it is written."""

    index: int | None
    """Of a cell of code, from 1; None for a cell of text."""
    title: str | None
    kind: Kind
    line: int
    """Its first line: the marker's, where it has one."""
    end_line: int
    code: str
    """From the beginning of the line after the marker to the end of the last line."""
    code_line: int
    """The line that ``code`` begins in."""


def has_cells(program: str) -> bool:
    """Tell whether a program is in percent format."""
    return MARKER in program and any(line.startswith(MARKER) for line in LINE_END.split(program.removeprefix("\ufeff")))


def cells_of(program: str) -> tuple[CellText, ...]:
    """Divide a program; nothing for one that has no marker. Lines without any code before the first marker are no cell of code."""
    if not has_cells(program):
        return ()
    lines = lines_of(program.removeprefix("\ufeff"))
    starts = [number for number, line in enumerate(lines) if line.startswith(MARKER)]
    found = [_before(lines[: starts[0]])] + [_marked(lines, *each) for each in zip(starts, [*starts[1:], len(lines)], strict=True)]
    index = 0
    cells: list[CellText] = []
    for cell in found:
        if cell is None:
            continue
        index += cell.kind == "code"
        cells.append(cell if cell.kind == "text" else replace(cell, index=index))
    return tuple(cells)


def texts_of(program: str) -> tuple[str, ...]:
    """Divide a program into the texts of its cells, markers included, with nothing left over; one without cells is one text."""
    lines = lines_of(program)
    starts = [cell.line - 1 for cell in cells_of(program)][1:]
    return tuple("".join(lines[start:end]) for start, end in zip([0, *starts], [*starts, len(lines)], strict=True))


def notebook_source(text: str, kind: Kind) -> str:
    """What a notebook shows of the text of a cell: its title as a comment or a heading, no marker, and words without ``#``."""
    lines = LINE_END.split(text.removeprefix("\ufeff"))
    first = next((number for number, line in enumerate(lines) if line.strip(BLANKS)), 0)
    title = None
    if lines[first].startswith(MARKER):
        title, lines = _titled(lines[first])[0], lines[first + 1 :]
    if kind == "text":
        lines = [_COMMENT.sub("", line) for line in lines]
    return "\n".join([f"# {title}", *lines] if title else lines).rstrip(" \t\n")


def through_cell(program: str, index: int) -> str:
    """Return a program up to the end of a cell of code; all of it where there is no such cell."""
    end = next((cell.end_line for cell in cells_of(program) if cell.index == index), None)
    return program if end is None else "".join(lines_of(program)[:end])


def count_cells(program: str) -> int:
    """Count the cells of code."""
    return sum(cell.kind == "code" for cell in cells_of(program))


def _before(lines: list[str]) -> CellText | None:
    """What stands before the first marker: a cell of code, one of text where there are comments only, none where there is nothing."""
    if not any(line.strip(BLANKS + "\r\n") for line in lines):
        return None
    kind: Kind = "text" if all(line.strip(BLANKS + "\r\n")[:1] in ("", "#") for line in lines) else "code"
    return CellText(None, None, kind, 1, len(lines), "".join(lines), 1)


def _marked(lines: list[str], start: int, end: int) -> CellText:
    title, is_text = _titled(lines[start])
    return CellText(None, title, "text" if is_text else "code", start + 1, end, "".join(lines[start + 1 : end]), start + 2)


def parsed(program: str) -> ast.Module | None:
    """Parse a program; one with cells that are no Python without these. None for what is no Python."""
    return _tree(program) or (_tree(parsable(program)) if has_cells(program) else None)


def _tree(code: str) -> ast.Module | None:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return ast.parse(code)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None


def parsable(program: str) -> str:
    """Return a program that is not Python as a whole with spaces for the cells that are not, and for those of text.

    Places stay the same. What still is no Python has its error in none of the cells alone.
    """
    cells = cells_of(program)
    if not cells:
        return program
    lines = lines_of(program)
    for cell in cells:
        if cell.kind == "text" or _tree(cell.code) is None:
            for number in range(cell.code_line - 1, cell.end_line):
                lines[number] = _NOT_LINE_END.sub(" ", lines[number])
    return "".join(lines)


def lines_of(program: str) -> list[str]:
    """Split a program as Python does, and keep the ends of the lines."""
    ends = [found.end() for found in LINE_END.finditer(program)]
    lines = [program[start:end] for start, end in zip([0, *ends], [*ends, len(program)], strict=True)]
    return lines if lines[-1] else lines[:-1]


def _titled(marker: str) -> tuple[str | None, bool]:
    """Return the title of a cell, and whether it is one of text."""
    rest = marker[len(MARKER) :].lstrip("%")
    return title_in(TEXT_TAG.sub(" ", rest, count=1)) or None, TEXT_TAG.search(rest) is not None


def title_in(text: str) -> str:
    """The words of a text, with one blank between two of them, as far as a title has room."""
    return _SPACES.sub(" ", text).strip(" ")[:MAX_TITLE_CHARACTERS]
