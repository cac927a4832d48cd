"""Turns what only IPython reads of a cell into comments: commands of the shell, magics and questions.

    %matplotlib inline, !ls, x = !ls, torch.add?, pip install x     # in front; where a block may need a statement, ``pass  #``
    %%bash, %%R and every other cell in another language            # in front of all its lines
    %%time and other magics whose cell is Python                    # in front of the magic alone

Nothing that Python can read is changed, and no line is added or taken away. The page does the same (static/src/snippet/commands.ts):
``static/test/snippet/ipython.json`` holds cases for both.
"""

from __future__ import annotations

import re

from gradreel.cells import BLANKS, LINE_END, MARKER, cells_of, texts_of

PYTHON_MAGICS = frozenset(("time", "timeit", "capture", "prun", "debug", "memit", "mprun", "heat", "tb")) | frozenset(
    ("snakeviz", "pyinstrument", "scalene", "viztracer", "wandb", "notify", "ipytest")
)
"""Begin a cell that IPython itself runs as Python, in the same namespace."""
_CELL_MAGIC = re.compile(r"[ \t\f]*%%([A-Za-z_]\w*|!)", re.ASCII)
_COMMAND = re.compile(
    r"(?:[!%?]|\$ |[^ \t\f#'\"]*\?{1,2}[ \t\f]*\Z|[^#'\"=!<>]*=[ \t\f]*[!%]|(?:pip3?|conda|mamba) (?:install|uninstall)\b)", re.ASCII
)
_PROMPT = re.compile(r"(?:>>>|\.\.\.)(?: |\Z)|In \[\d+\]: |[ \t]*\.{3,}: ?", re.ASCII)
_FIRST_PROMPT = re.compile(r">>>(?: |\Z)|In \[\d+\]: ", re.ASCII)
_OPENING, _CLOSING = "([{（［｛【", ")]}）］｝】"
Lines = list[str]


def for_python(program: str) -> str:
    """Return a program with comments for what only IPython reads; in one with cells each is read by itself."""
    cells = cells_of(program)
    if not cells:
        return _commented(program, 0)
    starts = [1, *(cell.line for cell in cells[1:])]
    parts = zip(texts_of(program), cells, starts, strict=True)
    return "".join(_commented(text, cell.code_line - start) if cell.kind == "code" else text for text, cell, start in parts)


def entered(source: str) -> str:
    """What IPython takes for the code of a cell: without blank lines around it, its indentation as a whole, and prompts."""
    lines = LINE_END.split(source)
    filled = [at for at, line in enumerate(lines) if line.strip(BLANKS)]
    if not filled:
        return ""
    lines = lines[filled[0] : filled[-1] + 1]
    indent = lines[0][: len(lines[0]) - len(lines[0].lstrip(" \t"))]
    lines = [line.removeprefix(indent) for line in lines]
    if _FIRST_PROMPT.match(lines[0]):
        lines = [_PROMPT.sub("", line, count=1) if _PROMPT.match(line) else line for line in lines]
    return "\n".join(lines).rstrip(BLANKS)


def _commented(text: str, above: int) -> str:
    """The text of one cell, with so many lines above its code."""
    ends = [*LINE_END.findall(text), ""]
    lines = LINE_END.split(text)
    head, body = lines[:above], lines[above:]
    read = [_comment(line) if line.strip(BLANKS) else line for line in body] if _is_foreign(body) else _without_commands(body)
    return "".join(line + end for line, end in zip([*head, *read], ends, strict=True))


def _is_foreign(lines: Lines) -> bool:
    for line in lines:
        if line.strip(BLANKS):
            magic = _CELL_MAGIC.match(line)
            if magic is None or magic[1] not in PYTHON_MAGICS:
                return magic is not None
    return False


def _without_commands(lines: Lines) -> Lines:
    read: Lines = []
    depth, quote, goes_on, is_command = 0, "", False, False
    for line in lines:
        bare = line.lstrip(BLANKS)
        # The command of a shell goes on behind a backslash.
        is_command = (is_command and goes_on and bare != "") or (not (depth or quote or goes_on) and _COMMAND.match(bare) is not None)
        if not is_command:
            depth, quote, goes_on = _open_behind(line, depth, quote)
            read.append(line)
            continue
        indent = line[: len(line) - len(bare)]
        read.append(f"{indent}pass  # {bare}" if indent and not goes_on else _comment(line))
        goes_on = line.endswith("\\")
    return read


def _open_behind(line: str, depth: int, quote: str) -> tuple[int, str, bool]:
    """How many brackets are open behind a line of Python, which quotes, and whether a backslash continues it."""
    at = 0
    while at < len(line):
        letter = line[at]
        if quote:
            at += 2 if letter == "\\" else len(quote) if (closes := line.startswith(quote, at)) else 1
            quote = "" if letter != "\\" and closes else quote
            continue
        if letter == "#":
            return depth, "", False
        if letter in "\"'":
            quote = letter * 3 if line.startswith(letter * 3, at) else letter
        depth = max(0, depth + (letter in _OPENING) - (letter in _CLOSING))
        at += len(quote) or 1
    # Of one line, unless a backslash is at its end.
    return depth, "" if len(quote) == 1 and at == len(line) else quote, not quote and line.endswith("\\")


def _comment(line: str) -> str:
    """A comment, and no marker."""
    line = f"# {line}".rstrip(BLANKS)
    return f"#{line[2:]}" if line.startswith(MARKER) else line
