"""Lists an author's notes for pages on which no script places them in the film: by line, in the order in which they were written."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby

from gradreel.cells import lines_of
from gradreel.locale import Lang
from gradreel.trace.notes import Anchor, Block, NoteText, ShownNotes, ShownText


@dataclass(frozen=True)
class BlockGroup:
    """Neighbours of one kind: the entries of one list, or paragraphs."""

    kind: str
    blocks: tuple[Block, ...]


@dataclass(frozen=True)
class ListedNote:
    """A chapter's name, or a caption."""

    line: int | None
    code: str
    """That line of the program; "" where there is none."""
    chapter: str
    """"" for a caption."""
    text: tuple[BlockGroup, ...] = ()


def listed_notes(notes: ShownNotes | None, code: str, lang: Lang) -> tuple[ListedNote, ...]:
    """List chapters and captions; a chapter comes before the captions of its first step, else first."""
    return tuple(_listed(notes, lines_of(code), lang)) if notes else ()


def in_language(text: ShownText, lang: Lang) -> tuple[Block, ...]:
    """Return a text in a language, or in the other one where it was not written in this one."""
    return (text.en or text.zh) if lang == "en" else (text.zh or text.en)


def name_in(name: NoteText, lang: Lang) -> str:
    """Return a chapter's name in a language, or in the other one where it has none in this one."""
    return (name.en or name.zh) if lang == "en" else (name.zh or name.en)


def _listed(notes: ShownNotes, lines: list[str], lang: Lang) -> Iterator[ListedNote]:
    noted = [note.at for note in notes.notes]
    for chapter in notes.chapters:
        if chapter.at not in noted:
            yield ListedNote(*_place(chapter.at, lines), name_in(chapter.name, lang))
    for note in notes.notes:
        for chapter in notes.chapters:
            if chapter.at == note.at:
                yield ListedNote(None, "", name_in(chapter.name, lang))
        groups = groupby(in_language(note.text, lang), lambda block: block.kind)
        text = tuple(BlockGroup(kind, tuple(blocks)) for kind, blocks in groups)
        if text:
            yield ListedNote(*_place(note.at, lines), "", text)


def _place(at: Anchor, lines: list[str]) -> tuple[int | None, str]:
    return at.line, lines[at.line - 1].strip() if at.line and at.line <= len(lines) else ""
