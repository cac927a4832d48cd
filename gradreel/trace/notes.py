"""What an author writes to a film: captions, chapters, things to look at, where it opens and stops.

    Notes ── as written, with Markdown ──▶ ShownNotes ── as blocks of plain text ──▶ page, embed, file, still

Notes belong to the code, not to one run of it. They name a moment by its line, the kind of event and which of them it is, and a thing
by its name and the line that made it, so that they hold for another run, and for another engine. What they name and a film no longer has
is lost; whoever shows the film says so.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BeforeValidator, Field

from gradreel.trace.base import FileIndex, Frozen, Line

MAX_NTH = 10**6


def number(value: object) -> object:
    """Let through what JSON calls a number, 3.0 among them; pydantic would take "3" and true as well."""
    if isinstance(value, bool | str):
        raise ValueError("this is to be a number")
    return value


WrittenLine = Annotated[Line, BeforeValidator(number)]
WrittenFile = Annotated[FileIndex, BeforeValidator(number)]
Nth = Annotated[int, Field(ge=1, le=MAX_NTH), BeforeValidator(number)]


class NoteText(Frozen):
    """A text in one language or in both."""

    en: str = ""
    zh: str = ""


class Anchor(Frozen):
    """A moment of a film: the ``nth`` event of this kind and name on this line."""

    line: WrittenLine | None
    file: WrittenFile = 0
    """Index into ``files`` that ``line`` belongs to."""
    kind: Literal[
        "line", "op", "bind", "output", "warning", "backward_start", "node", "unpack", "accumulate", "free", "backward_end", "raise"
    ]
    name: str = ""
    """Of an op what the program called, of a node its name, of a binding the name that was bound; else empty."""
    nth: Nth = 1


class Pointer(Frozen):
    """A thing to look at: the ``nth`` of this name that this line made."""

    what: Literal["tensor", "op", "node", "line"]
    line: WrittenLine | None
    file: WrittenFile = 0
    name: str = ""
    """Of a tensor the first name that it ever had, of an op what the program called, of a node its name; empty for a line."""
    nth: Nth = 1


class Note(Frozen):
    """A caption of one step."""

    at: Anchor
    text: NoteText = NoteText()
    """Markdown: paragraphs, lists, emphasis, code and links, without HTML."""
    speaker: NoteText = NoteText()
    """Markdown for whoever presents the film; left out of embeds, files and pictures. Not secret: it is stored with the rest."""
    points: tuple[Pointer, ...] = ()


class NamedChapter(Frozen):
    """A chapter: it goes on until the next one begins."""

    at: Anchor
    """Its first step."""
    name: NoteText
    """Plain text."""


class Notes(Frozen):
    """All that an author has written to one film."""

    notes: tuple[Note, ...] = ()
    chapters: tuple[NamedChapter, ...] = ()
    opens: Anchor | None = None
    """The step that the film opens at, where its address names none."""
    stops: Anchor | None = None
    """The step that playing ends at."""


class Piece(Frozen):
    """Text of one form."""

    text: str
    marks: tuple[Literal["strong", "em", "code"], ...] = ()
    href: str | None = None
    """Where it leads: an address that begins with http:// or https://."""


class Block(Frozen):
    """A paragraph, an entry of a list, or lines of code."""

    kind: Literal["paragraph", "bullet", "number", "code"]
    pieces: tuple[Piece, ...]


class ShownText(Frozen):
    """A text as it is shown: without blocks in a language that it was not written in."""

    en: tuple[Block, ...] = ()
    zh: tuple[Block, ...] = ()


class ShownNote(Frozen):
    """A caption of one step, ready to be shown."""

    at: Anchor
    text: ShownText
    speaker: ShownText = ShownText()
    """Empty where nobody presents the film."""
    points: tuple[Pointer, ...] = ()


class ShownNotes(Frozen):
    """Notes that are ready to be shown: no markup is left in them."""

    notes: tuple[ShownNote, ...] = ()
    chapters: tuple[NamedChapter, ...] = ()
    opens: Anchor | None = None
    stops: Anchor | None = None
