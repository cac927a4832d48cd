"""Checks what an author wrote: sizes, counts, characters, and that every line that is named is a line of the program.

Every refusal says what is wrong, its value and what to do. Whether a film has the moments that are named shows when one is there.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterator

from app.errors import NotesRefused, NotesTooLarge
from gradreel.trace.notes import Anchor, Notes, NoteText, Pointer

MAX_BYTES = 64 * 1024
MAX_NOTES = 200
MAX_CHAPTERS = 50
MAX_POINTS = 8
MAX_TEXT_CHARACTERS = 2_000
MAX_NAME_CHARACTERS = 80
MAX_THING_CHARACTERS = 200

UNWANTED = re.compile(
    "[\0-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u206f\ufdd0-\ufdef\ufeff\ufff9-\ufffb\ufffe\uffff\ud800-\udfff]"
)
"""Control characters, what is no character, and those that turn the direction of other text: Arabic and Hebrew need none of them."""
REFERENCE = re.compile(r"&#?\w{1,31};", re.ASCII)
"""A character by its name or its number, as Markdown reads it."""


def check(notes: Notes, code: str) -> None:
    """Raise ``NotesRefused`` or ``NotesTooLarge`` unless ``notes`` may be kept with ``code``."""
    _check_counts(notes)
    for where, text, limit in _texts(notes):
        _check_text(where, text, limit)
        if limit == MAX_TEXT_CHARACTERS:
            _check_references(where, text)
    for at, note in enumerate(notes.notes):
        if not (_written(note.text) or _written(note.speaker) or note.points):
            raise NotesRefused(f"notes[{at}].text is empty in both languages: write it in en, in zh or in both, or leave the note out.")
    for at, chapter in enumerate(notes.chapters):
        if not _written(chapter.name):
            raise NotesRefused(f"chapters[{at}].name is empty in both languages: name it in en, in zh or in both, or leave it out.")
    lines = code.count("\n") + 1
    for where, named in _places(notes):
        if named.file or (named.line or 0) > lines:
            told = f"{where}.file is {named.file:,}" if named.file else f"{where}.line is {named.line:,}"
            raise NotesRefused(f"{told}, and the program has {lines:,} lines in one file, number 0: name a line of it.")
    size = len(notes.model_dump_json().encode())
    if size > MAX_BYTES:
        raise NotesTooLarge(f"The notes take {size:,} bytes, and {MAX_BYTES:,} is the limit: shorten them.")


def check_text(text: str) -> None:
    """Raise ``NotesRefused`` unless ``text`` may be the text of a note."""
    _check_text("text", text, MAX_TEXT_CHARACTERS)
    _check_references("text", text)


def _check_counts(notes: Notes) -> None:
    if notes == Notes():
        raise NotesRefused("There is nothing in these notes: write a caption, name a chapter, or say where the film opens or stops.")
    counts = [("notes", len(notes.notes), MAX_NOTES), ("chapters", len(notes.chapters), MAX_CHAPTERS)]
    points = [(f"notes[{at}].points", len(note.points), MAX_POINTS) for at, note in enumerate(notes.notes)]
    for where, count, limit in counts + points:
        if count > limit:
            raise NotesRefused(f"{where} has {count:,} entries, and {limit} is the limit: leave some out.")


def _check_text(where: str, text: str, limit: int) -> None:
    if len(text) > limit:
        raise NotesRefused(f"{where} has {len(text):,} characters, and {limit:,} is the limit: shorten it.")
    unwanted = UNWANTED.search(text)
    if unwanted:
        raise NotesRefused(f"{where} has the control character {_sign(unwanted[0])} at position {unwanted.start() + 1:,}: take it out.")


def _check_references(where: str, markdown: str) -> None:
    """As ``_check_text``, for characters that Markdown takes by their numbers: "&#x202e;" is the one as well as the other."""
    for found in REFERENCE.finditer(markdown):
        unwanted = UNWANTED.search(html.unescape(found[0]))
        if unwanted:
            told = f"{found[0]}, the control character {_sign(unwanted[0])}, at position {found.start() + 1:,}"
            raise NotesRefused(f"{where} has {told}: take it out.")


def _sign(character: str) -> str:
    return f"U+{ord(character):04X}"


def _texts(notes: Notes) -> Iterator[tuple[str, str, int]]:
    """Every text with where it stands and how long it may be."""
    for at, note in enumerate(notes.notes):
        for field, words in (("text", note.text), ("speaker", note.speaker)):
            yield from ((f"notes[{at}].{field}.{lang}", text, MAX_TEXT_CHARACTERS) for lang, text in words)
    for at, chapter in enumerate(notes.chapters):
        yield from ((f"chapters[{at}].name.{lang}", name, MAX_NAME_CHARACTERS) for lang, name in chapter.name)
    yield from ((f"{where}.name", named.name, MAX_THING_CHARACTERS) for where, named in _places(notes))


def _places(notes: Notes) -> Iterator[tuple[str, Anchor | Pointer]]:
    """Every moment and every thing that is named."""
    for at, note in enumerate(notes.notes):
        yield f"notes[{at}].at", note.at
        yield from ((f"notes[{at}].points[{number}]", point) for number, point in enumerate(note.points))
    yield from ((f"chapters[{at}].at", chapter.at) for at, chapter in enumerate(notes.chapters))
    yield from ((name, anchor) for name, anchor in (("opens", notes.opens), ("stops", notes.stops)) if anchor is not None)


def _written(words: NoteText) -> bool:
    """Whether there is something to see: spaces and characters without width are nothing."""
    return any(each.isprintable() and not each.isspace() for each in words.en + words.zh)
