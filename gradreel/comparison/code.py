"""Finds the lines in which the sides differ, with the lines around them."""

from __future__ import annotations

from collections.abc import Sequence

from gradreel.cells import lines_of as split_lines
from gradreel.comparison.part import Part
from gradreel.differences import blocks_of
from gradreel.trace import ComparedLine, LineEvent

Numbered = list[tuple[int, str]]
MAX_LINES = 60
"""Of each side; a reader sees at a glance what differs, or not at all."""


def lines_of(parts: Sequence[Part]) -> list[tuple[ComparedLine, ...]]:
    """The lines of each side that the first one has not, or that one of the others has not got from the first; and their neighbours."""
    texts = [_text_of(part) for part in parts]
    if all(part.cell is None for part in parts) and all(text == texts[0] for text in texts):
        texts = [_executed(part, text) for part, text in zip(parts, texts, strict=True)]
    marks: list[set[int]] = [set() for _ in texts]
    near: list[set[int]] = [set() for _ in texts]
    first = [text.rstrip() for _, text in texts[0]]
    for side, numbered in enumerate(texts[1:], 1):
        for block in blocks_of(first, [text.rstrip() for _, text in numbered]):
            if not block.equal:
                for at, low, high in ((0, block.begin, block.end), (side, block.other_begin, block.other_end)):
                    marks[at].update(range(low, high))
                    near[at].update(range(low - 1, high + 1))
    return [_shown(*each) for each in zip(texts, marks, near, strict=True)]


def _shown(numbered: Numbered, marks: set[int], near: set[int]) -> tuple[ComparedLine, ...]:
    found = [
        ComparedLine(number=number, text=text, differs=place in marks)
        for place, (number, text) in enumerate(numbered)
        if place in marks or (place in near and text.strip())
    ]
    return tuple(found[:MAX_LINES])


def _text_of(part: Part) -> Numbered:
    lines = list(enumerate((line.rstrip("\r\n") for line in split_lines(part.run.code)), 1))
    if part.code_cell is None:
        return lines
    own = lines[part.code_cell.line - 1 : part.code_cell.end_line]
    if own and own[0][1].startswith("# %%"):
        own = own[1:]
    while own and not own[-1][1].strip():
        own.pop()
    return own


def _executed(part: Part, text: Numbered) -> Numbered:
    """The block that was recorded, where several of one file are compared: what ran furthest outside."""
    ran = [event for event in part.events if isinstance(event, LineEvent) and event.file == 0 and event.line is not None]
    outermost = min((event.depth for event in ran), default=0)
    numbers = [event.line for event in ran if event.depth == outermost and event.line is not None]
    return text[min(numbers) - 1 : max(numbers)] if numbers else text
