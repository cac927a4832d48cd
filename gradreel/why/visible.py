"""Makes text of a program harmless to print: what a terminal obeys, or what turns the direction of a line, is shown, not sent."""

from __future__ import annotations

import unicodedata

TAB = "    "
HIDDEN = frozenset(("Cc", "Cf", "Cs", "Co", "Zl", "Zp"))
"""Categories of characters that have no picture of their own, or that break a line."""
PICTURES = 0x2400
"""Unicode has a picture of each ASCII control character."""


def visible(text: str) -> str:
    """Return text in one line in which every character is one that is seen; a tab is four spaces."""
    return text if text.isascii() and text.isprintable() else "".join(map(seen, text))


def seen(character: str) -> str:
    """Return what is printed for one character."""
    if character == "\t":
        return TAB
    if unicodedata.category(character) not in HIDDEN:
        return character
    code = ord(character)
    if code < 0x20:
        return chr(PICTURES + code)
    return "␡" if code == 0x7F else f"\\u{code:04x}" if code <= 0xFFFF else f"\\U{code:08x}"
