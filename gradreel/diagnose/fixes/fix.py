"""Builds ``Fix`` records."""

from __future__ import annotations

from collections.abc import Iterator

from gradreel.locale import word
from gradreel.trace import Fix, Param


def fix(kind: str, code: str | None = None, /, **params: Param) -> Fix:
    """A way out; ``code`` is the whole corrected snippet where text could be edited safely."""
    return Fix(kind=kind, message=word(f"fix-{kind}", params), params=params, code=code)


def first_of_each_kind(*found: Fix | None) -> Iterator[Fix]:
    """The fixes that could be made, without repeating one."""
    seen: set[str] = set()
    for each in found:
        if each and each.kind not in seen:
            seen.add(each.kind)
            yield each
