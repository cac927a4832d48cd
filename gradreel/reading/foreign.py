"""Tells errors of other languages, in which there is nothing of autograd to read."""

from __future__ import annotations

import re

BEGINNING = 20_000
SIGNS = (
    ("Java", re.compile(r"^[ \t]*at [\w.$]{1,200}\([\w$]{1,100}\.(?:java|kt|scala):\d{1,9}\)", re.MULTILINE)),
    ("JavaScript", re.compile(r"^[ \t]*at [^\n(]{0,200}\(?[^\n()]{1,300}\.(?:m?js|tsx?):\d{1,9}:\d{1,9}\)?", re.MULTILINE)),
    ("C++", re.compile(r"^[^\n:]{1,300}\.(?:cpp|cc|cu|h|hpp):\d{1,9}(?::\d{1,9})?: (?:fatal )?error: ", re.MULTILINE)),
    ("C++", re.compile(r"^#\d{1,3} {1,4}0x[0-9a-f]{4,16} in ", re.MULTILINE)),
    ("Rust", re.compile(r"^(?:thread '[^\n']{1,100}'[^\n]{0,40} panicked at |error\[E\d{4}\])", re.MULTILINE)),
    ("Go", re.compile(r"^(?:panic: |goroutine \d{1,9} \[)", re.MULTILINE)),
    ("C#", re.compile(r"^[ \t]*at [\w.<>`]{1,200}\([^\n)]{0,200}\) in [^\n]{1,300}\.cs:line \d{1,9}", re.MULTILINE)),
    ("Julia", re.compile(r"^Stacktrace:\n[ \t]*\[1\]", re.MULTILINE)),
    ("R", re.compile(r"^Error in [^\n]{1,200} : ", re.MULTILINE)),
)


def language_of(text: str) -> str | None:
    """Return the language whose error a text seems to hold, by its beginning; None where it looks like none of them."""
    start = text[:BEGINNING]
    return next((name for name, sign in SIGNS if sign.search(start)), None)
