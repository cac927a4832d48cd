"""What workers do: functions of texts and films whose results are bytes, JSON where they are no file.

The server names a function by importing it: ``workers.do(client, work.compared, sides)``. What they raise of ``ERRORS`` is raised there.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import orjson
from pydantic import TypeAdapter

from app.errors import NotComparable, NotesRefused, NotesTooLarge
from app.films.proposed import ProposedFix, proposed_fixes
from app.lessons.check import check as check_task
from app.lessons.path import lesson_named
from app.notes.check import check as check_notes
from app.render.facts import PageFacts, facts_of
from app.render.folder import packed
from app.render.title import page_title
from app.render.view_options import ViewOptions
from gradreel.comparison import NoSuchCell, Part, compare
from gradreel.errors import FilmUnreadable
from gradreel.film.explanation import told_of
from gradreel.film.film import Film
from gradreel.film.html import film_file
from gradreel.film.ipynb import notebook_of
from gradreel.film.markdown import blocks_of
from gradreel.film.notes import shown_notes
from gradreel.locale import Lang, word
from gradreel.reading import read
from gradreel.trace import Notes

ERRORS = {error.__name__: error for error in (NotComparable, NotesRefused, NotesTooLarge, FilmUnreadable)}
"""Errors that are for whoever asked, by name."""
FACTS = TypeAdapter(PageFacts)
FIXES = TypeAdapter(list[ProposedFix])


@dataclass(frozen=True)
class FilmFile:
    """A film that somebody takes away in one file."""

    film: Film
    code: str
    options: ViewOptions
    lang: Lang
    notes: Notes | None
    has_finding: bool = True
    """Whether its title says what is wrong."""


def compared(sides: Sequence[tuple[Film, int | None]]) -> bytes:
    """Compare films, or cells of films, with the first; raises ``NotComparable``."""
    runs = {film.etag: film.run() for film, _ in sides}
    try:
        return compare([Part(runs[film.etag], cell) for film, cell in sides]).model_dump_json().encode()
    except NoSuchCell as error:
        raise NotComparable(str(error)) from None


def reading(text: str, code: str | None, lang: Lang) -> bytes:
    """Read an error, or code alone."""
    return read(text, code, lang).model_dump_json().encode()


def page_facts(code: str, film: Film | None, lang: Lang, cell: int | None, notes: Notes | None) -> bytes:
    """Find what a page says of a film: ``FACTS`` reads it."""
    return FACTS.dump_json(facts_of(code, film, lang, cell, notes))


def title(code: str, film: Film | None, lang: Lang, cell: int | None) -> bytes:
    """Name a film, with what is wrong in it, or in a cell."""
    return page_title(code, lang, told_of(film, lang, cell).finding if film else "").encode()


def film_in_one_file(wanted: FilmFile) -> bytes:
    """Write a film as one HTML file."""
    options, notes = wanted.options, shown_notes(wanted.notes) if wanted.notes else None
    finding = told_of(wanted.film, wanted.lang, options.opened_cell).finding if wanted.has_finding else ""
    view = (options.theme, options.step, options.show, options.about, options.predict, notes)
    return film_file(
        wanted.film, wanted.code, page_title(wanted.code, wanted.lang, finding), wanted.lang, *view, cell=options.cell
    ).encode()


def folder(name: str, wanted: FilmFile, pictures: Mapping[str, bytes]) -> bytes:
    """Pack a film with its pictures, its data and its code."""
    files = {
        "index.html": film_in_one_file(wanted),
        "film.json": wanted.film.json(),
        "program.py": wanted.code.encode(),
        **pictures,
    }
    if wanted.notes is not None:
        files["notes.json"] = orjson.dumps(wanted.notes.model_dump(mode="json"), option=orjson.OPT_INDENT_2)
    named = title(wanted.code, wanted.film, wanted.lang, wanted.options.opened_cell).decode()
    files["README.md"] = word("folder-readme", {"title": named, "files": ", ".join(files)}, wanted.lang).encode()
    return packed(name, files)


def notebook(code: str, film: Film | None) -> bytes:
    """Write a program as a notebook, with what its cells printed and raised where there is a film."""
    return notebook_of(code, film.run() if film else None)


def notes_checked(notes: Notes, code: str) -> bytes:
    """Check what an author writes to a program; raises ``NotesRefused`` or ``NotesTooLarge``."""
    check_notes(notes, code)
    return b""


def notes_shown(notes: Notes, speaker: bool = False) -> bytes:
    """Read the Markdown of notes: JSON of ``ShownNotes``."""
    return shown_notes(notes, speaker).model_dump_json().encode()


def note_blocks(text: str) -> bytes:
    """Read the Markdown of one note: JSON, a list of ``Block``."""
    return orjson.dumps([block.model_dump(mode="json") for block in blocks_of(text)])


def task_checked(lesson_id: str, film: Film, lang: Lang) -> bytes:
    """Check the answer to a lesson's task: JSON of ``TaskResult``."""
    lesson = lesson_named(lesson_id)
    assert lesson is not None, lesson_id
    return check_task(lesson, film.run(), lang).model_dump_json().encode()


def fixes_proposed(film: Film) -> bytes:
    """List the fixes of a film that can be run: ``FIXES`` reads it."""
    return FIXES.dump_json(proposed_fixes(film))
