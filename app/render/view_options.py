"""The settings in the address of a link or an embed, read from its query and written to one.

Links and embeds are published once and never edited: what cannot be read is left out, not refused.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Literal, cast, get_args
from urllib.parse import urlencode

from app.notes.shown import read_notes_id
from gradreel.film.html import Theme
from gradreel.film.show import SUBJECT, Show
from gradreel.locale import LANGUAGES, Lang

Pane = Literal["graph", "code", "both"]

MAX_STEP = 10**6
DRAWN_LANG: Lang = "en"
"""Language of what is drawn for an address that names none."""


@dataclass(frozen=True)
class ViewOptions:
    """The settings of ``/s/{id}`` and ``/embed/{id}``; every form ever published is read for ever."""

    step: int | None = None
    """Counts from 1; None opens the film at the step that tells most."""
    theme: Theme = "auto"
    view: Pane = "graph"
    lang: Lang | None = None
    autoplay: bool = False
    controls: bool = True
    show: Show | None = None
    """None opens a film on its story, where it has one, else a large one on its overview."""
    about: str | None = None
    """What the story is about; None for the worst diagnosis."""
    cell: int | None = None
    """The number of the cell to open at, in a program with cells; a step says more."""
    predict: bool = False
    """Stop before steps that matter, and ask what happens next."""
    notes: str | None = None
    """Id of the author's notes that are shown."""

    @property
    def opened_cell(self) -> int | None:
        """The number of the cell that the film opens at; None where a step says more."""
        return self.cell if self.step is None else None

    @property
    def drawn_lang(self) -> Lang:
        """The language of pictures, animations and oEmbed: those who ask for them do not say what language their readers read."""
        return self.lang or DRAWN_LANG

    def query(self) -> str:
        """Write what differs from the defaults as a query."""
        given = {field.name: getattr(self, field.name) for field in fields(self) if getattr(self, field.name) != field.default}
        return urlencode({name: int(value) if isinstance(value, bool) else value for name, value in given.items()})


def read_options(query: Mapping[str, str]) -> ViewOptions:
    """Read a query; unknown names and values fall back to the defaults."""
    return ViewOptions(
        step=_step(query.get("step", "")),
        theme=cast(Theme, _one_of(get_args(Theme), query.get("theme"), "auto")),
        view=cast(Pane, _one_of(get_args(Pane), query.get("view"), "graph")),
        lang=cast(Lang | None, _one_of(LANGUAGES, query.get("lang", "")[:2].lower(), None)),
        autoplay=query.get("autoplay") == "1",
        controls=query.get("controls") != "0",
        show=cast(Show | None, _one_of(get_args(Show), query.get("show"), None)),
        about=_subject(query.get("about", "")),
        cell=_step(query.get("cell", "")),
        predict=query.get("predict") == "1",
        notes=read_notes_id(query.get("notes", "")),
    )


def _step(text: str) -> int | None:
    digits = text.isascii() and text.isdigit() and len(text) <= len(str(MAX_STEP))
    return int(text) if digits and 1 <= int(text) <= MAX_STEP else None


def _subject(text: str) -> str | None:
    return text if SUBJECT.fullmatch(text) else None


def _one_of(values: tuple[str, ...], given: str | None, default: str | None) -> str | None:
    return given if given in values else default
