"""Recognizes one line of a traceback, in each form in which Python, IPython, notebooks and rich write it."""

from __future__ import annotations

import re
from dataclasses import dataclass

PYTHON = re.compile(r'File "([^"]{1,1000})", line (\d{1,9})(?:, in (.{1,300}))?$')
PYTHON_CUT = re.compile(r'([^"]{0,1000})", line (\d{1,9}), in (.{1,300})$')
"""The same, its beginning cut off."""
CELL = re.compile(r"(?:Input |Cell )?(In ?\[\d{1,6}\])(?:, line (\d{1,9})|, in (.{1,300}?)(?:\(.{0,300}\))?)?$")
FILE_COLON = re.compile(r"File ([^\"\s][^\"]{0,1000}?):(\d{1,9})(?:, in (.{1,300}))?$")
IN_FUNCTION = re.compile(
    r"(<ipython-input-[\w-]{1,80}>|[~/.\w\\][^<>\"|]{0,600}?\.pyx?|[A-Za-z]:[\\/][^<>\"|]{0,600}?\.pyx?) in (.{1,300})$"
)
RICH = re.compile(r"((?:[A-Za-z]:)?[^:\"|]{1,600}):(\d{1,9}) in (.{1,300})$")
ARROW = re.compile(r"-{1,12}> {0,3}(\d{1,9})(?: (.*))?$")
NUMBERED = re.compile(r"(\d{1,9})(?: (.*))?$")
RICH_ARROW = re.compile(r"[❱>] {0,4}(\d{1,9}) (.*)$")
PYTEST = re.compile(r"([^:\s\"]{1,500}\.py):(\d{1,9}): in (.{1,300})$")
MARKERS = re.compile(r"[\s~^|]+$")
FUNCTION = re.compile(r"([\w.<>]{1,200})")
CELL_LINE = re.compile(r"<cell line: (\d{1,9})>")

LIBRARY = re.compile(
    r"(?:^|[/\\])(?:site-packages|dist-packages|lib(?:64)?[/\\]python\d|[Ll]ib[/\\](?:site-packages|runpy|threading|asyncio|concurrent|multiprocessing)"
    r"|\.pyenv[/\\]versions|pluggy|ipykernel|IPython)"
    r"|(?:^|[/\\])torch[/\\](?:autograd|nn|optim|utils|_tensor|tensor\.py|_functorch|func|_dynamo|_inductor|cuda|amp|distributed|jit|functional|"
    r"csrc|overrides|library|_compile|fx|_ops|__init__|_prims|_refs|_subclasses|testing|multiprocessing|_C|_higher_order_ops)"
    r"|^<frozen |^<__array_function__|^<decorator-gen|^<eval_with_key>|^<attrs "
)
LIBRARY_FILES = re.compile(r"(?:^|[/\\])[Pp]ython(?:3\d{0,2}|[-.\d]{1,9})?[/\\][Ll]ib[/\\]")


@dataclass(frozen=True)
class Header:
    """Where a frame begins."""

    file: str
    line: int | None
    function: str | None
    shows: str
    """How its code follows: ``next`` line, beside ``arrow``, or in a ``box``."""


def header_of(line: str) -> Header | None:
    """Return the frame that a cleaned line begins."""
    text = line.strip()
    if not text or len(text) > 1500:
        return None
    if 'File "' in text[:40] and (found := PYTHON.match(text[text.index('File "') :])):
        return Header(found[1], int(found[2]), _function(found[3]), "next")
    if (found := CELL.match(text)) is not None:
        named = CELL_LINE.match(found[3] or "")
        number = found[2] or (named[1] if named else None)
        return Header(found[1].replace("In[", "In ["), int(number) if number else None, None if named else _function(found[3]), "arrow")
    if text.startswith("File ") and (found := FILE_COLON.match(text)):
        return Header(found[1], int(found[2]), _function(found[3]), "arrow")
    if " in " not in text:
        return None
    if found := PYTEST.match(text):
        return Header(found[1], int(found[2]), _function(found[3]), "next")
    if found := RICH.match(text):
        return Header(found[1], int(found[2]), _function(found[3]), "box") if _is_path(found[1]) else None
    if found := IN_FUNCTION.match(text):
        return Header(found[1], None, _function(found[2]), "arrow")
    if found := PYTHON_CUT.match(text):
        return Header(found[1], int(found[2]), _function(found[3]), "next")
    return None


def code_beside(line: str) -> tuple[int, str] | None:
    """Return number and text of the line of code that an arrow points at."""
    text = line.strip()
    if text[:1] == "-" and (found := ARROW.match(text)):
        return int(found[1]), (found[2] or "").strip()
    if text[:1] in "❱>" and (found := RICH_ARROW.match(text)):
        return int(found[1]), found[2].strip(" ╎│")
    return None


def is_listing(line: str) -> bool:
    """Whether it is a numbered line of code, as stands above and below the one with the arrow."""
    text = line.strip()
    return bool(text) and (text[0].isdigit() and bool(NUMBERED.match(text)))


def is_markers(line: str) -> bool:
    """Whether there is nothing in it but the marks below a line of code."""
    return bool(MARKERS.match(line))


def is_own(file: str) -> bool:
    """Whether a file is the program's."""
    if file.startswith(("<ipython-input-", "In [")):
        return True
    return not (LIBRARY.search(file) or LIBRARY_FILES.search(file))


def _is_path(text: str) -> bool:
    return text.endswith((".py", ".pyx", ".ipynb", ">")) or "/" in text or "\\" in text


def _function(text: str | None) -> str | None:
    found = FUNCTION.match(text.strip()) if text else None
    return found[1] if found else None
