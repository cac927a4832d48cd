"""Finds a title for a program in its first lines."""

from __future__ import annotations

import re
import unicodedata

from gradreel.cells import MARKER, cells_of
from gradreel.locale import Lang, word

MAX_TITLE_CHARACTERS = 70

BOILERPLATE = re.compile(r"import\b|from\b|torch\.manual_seed\b|[\"']{3}")
DOCSTRING = re.compile(r"[rR]?(?:\"{3}|'{3})\s*(?![\"']{3})(\S[^\n]*?)\s*(?:\"{3}|'{3}|\n|$)")
"""The first line of a module's docstring."""
DEFINITION = re.compile(r"(?:class|(?:async\s+)?def)\s+(\w+)")
MAX_DEFINITIONS = 3
"""So many classes, or functions, name a program that says nothing else of itself."""


def film_title(code: str, lang: Lang, otherwise: str = "", finding: str = "") -> str:
    """Name the film of ``code`` in the reader's language; ``otherwise`` stands in for code that gives no name.

    ``finding`` is what is wrong in it, "" where nothing is: it says more than a line of code that happens to be the first.
    """
    subject = name_of(code) if finding else title_of(code) or otherwise
    return titled(subject, lang, finding)


def titled(subject: str, lang: Lang, finding: str = "") -> str:
    """Word the title of a film about ``subject``, after what is wrong in it; without either it is "untitled"."""
    if subject and finding:
        return word("film-title-finding", {"subject": subject, "finding": finding}, lang)
    return finding or word("film-title", {"subject": subject or word("film-untitled", {}, lang)}, lang)


def title_of(code: str) -> str:
    """Return the name of a program, else its first line that is no import; "" for a program without a line.

    It is one line of at most 70 characters.
    """
    lines = _lines(code)
    return name_of(code) or (_clean(_telling(lines)) if lines else "")


def name_of(code: str) -> str:
    """Return what a program calls itself: the first comment or line of the docstring, else what it defines; "" where it does not.

    Of a program with cells, the first title of a cell or line of text, where there is one. It is one line of at most 70 characters.
    """
    if told := _told_by_cells(code):
        return told
    lines = _lines(code)
    if not lines:
        return ""
    if lines[0].startswith("#") and (comment := _clean(lines[0].lstrip("#! ").rstrip(".。"))):
        return comment
    if (docstring := DOCSTRING.match(code.lstrip())) and (summary := _clean(docstring[1].rstrip("."))):
        return summary
    return _clean(_defined(code, _telling(lines)))


def _lines(code: str) -> list[str]:
    return [line.strip() for line in code.splitlines() if line.strip() and not line.startswith(MARKER)]


def _telling(lines: list[str]) -> str:
    """The first line that says something of this program."""
    return next((line for line in lines if not line.startswith(("#", "@")) and not BOILERPLATE.match(line)), lines[0])


def _told_by_cells(code: str) -> str:
    for cell in cells_of(code):
        text = cell.code.splitlines() if cell.kind == "text" else []
        for line in [cell.title or "", *text]:
            if words := _clean(line.strip().lstrip("#! ")):
                return words
    return ""


def _defined(code: str, telling: str) -> str:
    """Name the classes that a program begins with, else its functions: ``class VAE(nn.Module):`` says less than "VAE"."""
    if not DEFINITION.match(telling):
        return ""
    lines = [line for line in code.splitlines() if DEFINITION.match(line)]
    classes = [line for line in lines if line.startswith("class")]
    names = [found[1] for line in classes or lines if (found := DEFINITION.match(line))]
    return ", ".join(names[:MAX_DEFINITIONS]) + (", …" if len(names) > MAX_DEFINITIONS else "")


def _clean(text: str) -> str:
    """Drop what no title may hold (control and direction marks), and shorten."""
    printable = "".join(character for character in text if unicodedata.category(character)[0] != "C").strip()
    return printable if len(printable) <= MAX_TITLE_CHARACTERS else printable[: MAX_TITLE_CHARACTERS - 1].rstrip() + "…"
