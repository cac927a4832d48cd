"""The options of a film in a page, as authors spell them for Sphinx and for Markdown alike."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, cast, get_args

from gradreel.errors import FilmNotPublished
from gradreel.film.html import Theme, View
from gradreel.film.show import Show
from gradreel.locale import LANGUAGES, Lang

Expect = Literal["raises", "completes"]
MIN_HEIGHT_PX, MAX_HEIGHT_PX = 100, 2000


@dataclass(frozen=True)
class FilmOptions:
    """How a film is shown, and how its program must end."""

    step: int | None = None
    """Counts from 1; None opens it at the step that tells most."""
    show: Show | None = None
    view: View = "both"
    theme: Theme = "auto"
    lang: Lang = "en"
    height: int | None = None
    """In pixels; None takes the one at which the opening picture is whole."""
    predict: bool = False
    notes: Path | None = None
    """A file of notes, as the playground writes it (JSON)."""
    title: str = ""
    expect: Expect | None = None


NAMES = ("step", "show", "view", "theme", "lang", "height", "predict", "notes", "title", "expect")


def read_options(given: Mapping[str, str | None], folder: Path, lang: Lang = "en") -> FilmOptions:
    """Read what an author wrote; files are looked for from ``folder``. Raises ``FilmNotPublished`` for what cannot be meant."""
    unknown = sorted(set(given) - set(NAMES))
    if unknown:
        raise FilmNotPublished(f"There is no option {unknown[0]!r}: choose from {', '.join(NAMES)}.")
    texts = {name: (text or "").strip() for name, text in given.items()}
    return FilmOptions(
        step=_number("step", texts.get("step"), 1, 10**6),
        show=cast("Show | None", _one_of("show", texts.get("show"), get_args(Show))),
        view=cast("View | None", _one_of("view", texts.get("view"), get_args(View))) or "both",
        theme=cast("Theme | None", _one_of("theme", texts.get("theme"), get_args(Theme))) or "auto",
        lang=cast("Lang | None", _one_of("lang", texts.get("lang"), LANGUAGES)) or lang,
        height=_number("height", texts.get("height"), MIN_HEIGHT_PX, MAX_HEIGHT_PX),
        predict=texts.get("predict", "0") in ("", "1", "true"),
        notes=folder / texts["notes"] if texts.get("notes") else None,
        title=texts.get("title", ""),
        expect=cast("Expect | None", _one_of("expect", texts.get("expect"), get_args(Expect))),
    )


def _number(name: str, text: str | None, least: int, most: int) -> int | None:
    if text is None:
        return None
    if not text.isascii() or not text.isdigit() or not least <= int(text) <= most:
        raise FilmNotPublished(f"{name} is {text!r}: give a number from {least:,} to {most:,}.")
    return int(text)


def _one_of(name: str, text: str | None, choices: tuple[str, ...]) -> str | None:
    if text is not None and text not in choices:
        raise FilmNotPublished(f"{name} is {text!r}: choose from {', '.join(choices)}.")
    return text
