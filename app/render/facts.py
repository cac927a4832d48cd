"""What a page says of a film: found in a worker, since the film is unpacked for it and an author's Markdown is read."""

from __future__ import annotations

from dataclasses import dataclass

from app.render.title import page_title
from gradreel.film.explanation import Explanation, Told, told_of
from gradreel.film.film import Film
from gradreel.film.note_list import ListedNote, listed_notes
from gradreel.film.notes import opening_words, shown_notes
from gradreel.film.title import name_of, title_of
from gradreel.locale import Lang, word
from gradreel.trace import Notes

MAX_DESCRIPTION_CHARACTERS = 300
"""Chats show no more of it."""


@dataclass(frozen=True)
class PageFacts:
    """The words of a page."""

    title: str
    name: str
    named: bool
    """Whether the program has a name of its own."""
    summary: str
    description: str
    explained: tuple[Explanation, ...]
    listed: tuple[ListedNote, ...]
    notes: str
    """The author's notes as they are shown, as JSON; "" where there are none."""


def facts_of(code: str, film: Film | None, lang: Lang, cell: int | None, notes: Notes | None) -> PageFacts:
    """Find what a page says of the film of ``code``, or of one of its cells; a link without a film says that it is being made."""
    told = told_of(film, lang, cell) if film else Told(word("film-pending", {}, lang))
    shown = shown_notes(notes) if notes else None
    noted = opening_words(shown, lang) if shown else ""
    return PageFacts(
        title=page_title(code, lang, told.finding),
        name=title_of(code),
        named=name_of(code) != "",
        summary=told.summary,
        description=f"{noted[: MAX_DESCRIPTION_CHARACTERS - 1]}…" if len(noted) > MAX_DESCRIPTION_CHARACTERS else noted or told.summary,
        explained=told.explanations,
        listed=listed_notes(shown, code, lang),
        notes=shown.model_dump_json() if shown else "",
    )
