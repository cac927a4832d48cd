"""Turns an author's notes into what is shown: their Markdown is read, and no markup is left."""

from __future__ import annotations

from collections.abc import Sequence

from gradreel.film.markdown import blocks_of
from gradreel.film.note_list import in_language
from gradreel.locale import Lang
from gradreel.trace.notes import Block, Notes, NoteText, ShownNote, ShownNotes, ShownText


def shown_notes(notes: Notes, speaker: bool = False) -> ShownNotes:
    """Read the Markdown of every note; milliseconds for the largest: call it in a thread.

    What is meant for the speaker is left out unless ``speaker`` asks for it.
    """
    told = (
        ShownNote(at=note.at, text=_read(note.text), speaker=_read(note.speaker) if speaker else ShownText(), points=note.points)
        for note in notes.notes
    )
    kept = tuple(each for each in told if speaker or _written(each.text) or each.points)
    return ShownNotes(notes=kept, chapters=notes.chapters, opens=notes.opens, stops=notes.stops)


def opening_words(notes: ShownNotes, lang: Lang) -> str:
    """Return what the notes say first, as plain text, for those who list or preview the film; "" where no note has a text."""
    return next((plain_text(in_language(note.text, lang)) for note in notes.notes if _written(note.text)), "")


def plain_text(blocks: Sequence[Block]) -> str:
    """Return the words of ``blocks`` in one line."""
    return " ".join(" ".join("".join(piece.text for piece in block.pieces).split()) for block in blocks)


def _read(text: NoteText) -> ShownText:
    return ShownText(en=blocks_of(text.en), zh=blocks_of(text.zh))


def _written(text: ShownText) -> bool:
    return bool(text.en or text.zh)
