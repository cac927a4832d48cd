"""Breaks sentences of any language into lines of a terminal, by the cells that characters take there.

Latin words stay whole where there is room. Chinese has no spaces: a line may end behind any character, but none begins with a closing mark
or ends with an opening one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from rich.cells import cell_len, chop_cells

CLOSING = "，。、；：？！）》」』】”’…"
OPENING = "（《「『【“‘"
WIDE = f"[\\u2e80-\\ua4cf\\uac00-\\ud7af\\uf900-\\ufaff\\ufe30-\\ufe4f\\uff00-\\uffef{CLOSING}]"
UNIT = re.compile(rf"\s+|[{OPENING}]*(?:{WIDE}|(?:(?!{WIDE})[^\s{OPENING}])+)[{CLOSING}]*|[{OPENING}]+")


def wrapped(text: str, width: int) -> list[str]:
    """Return the lines of a text, each at most ``width`` cells wide, without spaces at their ends."""
    lines, line = [], ""
    for unit in _units(text, max(width, 2)):
        if line and cell_len((line + unit).rstrip()) > width:
            lines.append(line.rstrip())
            line = ""
        line = line + unit if line else unit.lstrip()
    return [*lines, line.rstrip()] if line.strip() else lines


def _units(text: str, width: int) -> Iterator[str]:
    for found in UNIT.finditer(text):
        yield from chop_cells(found[0], width) if cell_len(found[0]) > width else (found[0],)
