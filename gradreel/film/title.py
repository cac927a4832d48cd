"""Finds a title for a program in its first lines."""

from __future__ import annotations

import re
import unicodedata

from gradreel.locale import Lang, word

MAX_TITLE_CHARACTERS = 70

BOILERPLATE = re.compile(r"import\b|from\b|torch\.manual_seed\b|[\"']{3}")
DOCSTRING = re.compile(r"[rR]?(?:\"{3}|'{3})\s*(?![\"']{3})(\S[^\n]*?)\s*(?:\"{3}|'{3}|\n|$)")
"""The first line of a module's docstring."""


def film_title(code: str, lang: Lang, otherwise: str = "") -> str:
    """Name the film of ``code`` in the reader's language; ``otherwise`` stands in for code that gives no name."""
    return titled(title_of(code) or otherwise, lang)


def titled(subject: str, lang: Lang) -> str:
    """Word the title of a film about ``subject``; an empty one is "untitled"."""
    return word("film-title", {"subject": subject or word("film-untitled", {}, lang)}, lang)


def title_of(code: str) -> str:
    """Return the first comment or line of the docstring, else the first line that is no import; "" when there is none.

    It is one line of at most 70 characters.
    """
    lines = [line.strip() for line in code.splitlines() if line.strip()]
    if not lines:
        return ""
    if lines[0].startswith("#") and (comment := _clean(lines[0].lstrip("#! "))):
        return comment
    if (docstring := DOCSTRING.match(code.lstrip())) and (summary := _clean(docstring[1].rstrip("."))):
        return summary
    telling = next((line for line in lines if not line.startswith("#") and not BOILERPLATE.match(line)), lines[0])
    return _clean(telling)


def _clean(text: str) -> str:
    """Drop what no title may hold (control and direction marks), and shorten."""
    printable = "".join(character for character in text if unicodedata.category(character)[0] != "C").strip()
    return printable if len(printable) <= MAX_TITLE_CHARACTERS else printable[: MAX_TITLE_CHARACTERS - 1].rstrip() + "…"
