"""Finds the call that wrote to a tensor in the text of its line, where the line holds more than that call.

    q_opt.zero_grad(); loss.backward(); q_opt.step()  ─▶  q_opt.step()
    return torch.relu(self.layer(x)).mul_(2)          ─▶  ….mul_(2)

Python's code objects say from which columns each instruction was compiled.
"""

from __future__ import annotations

import ast
import dis
import linecache
import re
import types
from itertools import islice

MAX_LETTERS = 26
"""Of a call; of a longer one, what it is called on is left out where that is a call itself."""
MAX_READ_LETTERS = 2_000
MAX_LINES = 20
GIVES_AWAY = ("return", "yield", "await")
_CACHE = dis.opmap["CACHE"]
_SPACE = re.compile(r"(?<=[(\[.]) | (?=[)\].])")


def written_code(code: types.CodeType, offset: int) -> str | None:
    """Return the call at an offset into a code object; None where the whole line says it, and where that is not known."""
    span = next(islice(code.co_positions(), offset // 2, None), None)
    if span is None:
        return None
    first, last, begin, end = span
    if first is None or last is None or begin is None or end is None or last - first >= MAX_LINES:
        return None
    lines = _lines(code.co_filename)[first - 1 : last]
    if len(lines) != last - first + 1 or sum(map(len, lines)) > MAX_READ_LETTERS:
        return None
    encoded = [line.encode() for line in lines]
    before, after = encoded[0][:begin].decode(), encoded[-1][end:].decode()
    encoded[-1] = encoded[-1][:end]
    encoded[0] = encoded[0][begin:]
    text = _SPACE.sub("", " ".join(b" ".join(encoded).decode().split())) if len(lines) > 1 else encoded[0].decode()
    if not _is_call(code.co_code, offset):
        return _statement(lines[0], before) if len(lines) == 1 and text else None
    # Of a method on a line of its own Python states the columns from its name on.
    short = f"….{text}" if before.endswith(".") else _shortened(text)
    return short if short != text or _says_more(before + after) else None


def _is_call(instructions: bytes, offset: int) -> bool:
    """Whether there is a call at an offset, which in a frame that has called may be that of the call's cache."""
    while offset > 0 and instructions[offset] == _CACHE:
        offset -= 2
    return dis.opname[instructions[offset]].startswith("CALL")


def _says_more(rest: str) -> bool:
    """Whether the rest of a line holds another call or statement, or what is done with the result of this one."""
    said = rest.split("#", 1)[0].strip()
    return any(sign in said for sign in "(;") or said.endswith(":") or said.partition(" ")[0] in GIVES_AWAY


def _shortened(text: str) -> str:
    """Leave out what a method is called on, of a long call, where that is a call as well."""
    if len(text) <= MAX_LETTERS:
        return text
    call = _parsed(text)
    value = call.body[0].value if call is not None and isinstance(call.body[0], ast.Expr) else None
    if not isinstance(value, ast.Call) or not isinstance(value.func, ast.Attribute):
        return text
    on = value.func.value
    if on.end_lineno != 1 or on.end_col_offset is None or not any(isinstance(each, ast.Call) for each in ast.walk(on)):
        return text
    return "…" + text.encode()[on.end_col_offset :].decode().strip()


def _statement(line: str, before: str) -> str | None:
    """Return that one of several statements in a line which covers what follows ``before``."""
    indent = len(line) - len(line.lstrip())
    tree, column = _parsed(line.strip()), len(before.encode()) - indent
    if tree is None:
        return None
    inside = (each for each in ast.walk(tree) if isinstance(each, ast.Assign | ast.AugAssign | ast.AnnAssign | ast.Delete))
    found = next((each for each in inside if each.col_offset <= column < (each.end_col_offset or 0)), None)
    if found is None or found.end_col_offset is None:
        return None
    encoded = line.strip().encode()
    rest = (encoded[: found.col_offset] + encoded[found.end_col_offset :]).decode()
    return encoded[found.col_offset : found.end_col_offset].decode() if _says_more(rest) else None


def _parsed(text: str) -> ast.Module | None:
    try:
        return ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None


def _lines(file: str) -> list[str]:
    try:
        return linecache.getlines(file)
    except Exception:  # the program may have put anything there
        return []
