"""Writes a film to a file's content, in the form that the file's name asks for: ``.html``, ``.svg``, ``.png``, ``.json``, ``.gif`` …"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from gradreel.errors import StillFailed
from gradreel.film.film import Film
from gradreel.film.html import Theme, film_file
from gradreel.film.ipynb import notebook_of
from gradreel.film.summary import finding_of
from gradreel.film.title import film_title
from gradreel.locale import Lang
from gradreel.why.markdown import markdown
from gradreel.why.report import report_of

if TYPE_CHECKING:
    from gradreel.film.still import AnimationForm, StillEngine


@dataclass(frozen=True)
class Export:
    """What to write, and how."""

    film: Film
    name: str
    """Name of the program's file: the title where its first lines give none."""
    step: int | None = None
    """Step to open at or to draw, from 1; None takes the one that tells most."""
    theme: Theme = "auto"
    """A picture follows no reader: it is light unless told to be dark."""
    lang: Lang = "en"
    still_time_s: float = 20.0
    """Longest time that drawing may take, in seconds."""
    still_engine_bytes: int = 768 * 1024**2
    """Memory of the drawing engine, in bytes."""
    picture: str | None = None
    """Address of the picture that Markdown shows."""
    seconds: float | None = None
    """How long each step stays in a GIF or a video; None for as long as on the page."""


def _title(export: Export) -> str:
    run = export.film.run()
    return film_title(run.code, export.lang, export.name, finding_of(run, export.lang))


def _html(export: Export) -> bytes:
    code, title = export.film.run().code, _title(export)
    return film_file(export.film, code, title, export.lang, export.theme, export.step).encode()


def _markdown(export: Export) -> bytes:
    return markdown(report_of(export.film.run(), None, export.lang), export.picture).encode()


def _notebook(export: Export) -> bytes:
    run = export.film.run()
    return notebook_of(run.code, run)


def _svg(export: Export) -> bytes:
    return _drawn(export, title=None).encode()


def _png(export: Export) -> bytes:
    drawn = _drawn(export, _title(export))
    from gradreel.film.still import png_of

    return png_of(drawn)


def _animation(form: AnimationForm, export: Export) -> bytes:
    from gradreel.film.animation import AnimationLimits, animate
    from gradreel.film.still import AnimationOrder

    title = _title(export)
    order = AnimationOrder(title, "dark" if export.theme == "dark" else "light", export.lang, seconds=export.seconds)
    limits = AnimationLimits(frame_time_s=export.still_time_s, engine_bytes=export.still_engine_bytes)
    return animate(export.film.json().decode(), order, form, limits).content


def _drawn(export: Export, title: str | None) -> str:
    """Draw the bare picture, or a card with a title."""
    engine = still_engine(export.still_time_s, export.still_engine_bytes)
    from gradreel.film.still import Card, StillOrder

    card = None if title is None else Card(title)
    order = StillOrder(export.step, "dark" if export.theme == "dark" else "light", export.lang, card)
    return engine.svg(export.film.json().decode(), order)


def still_engine(time_s: float, memory_bytes: int) -> StillEngine:
    """Make the engine that draws; raises ``StillFailed`` where the extra ``still`` is not installed."""
    try:
        from gradreel.film.still import StillEngine
    except ModuleNotFoundError as error:
        raise StillFailed(f"Pictures need the package {error.name}: pip install 'gradreel[still]'") from None
    return StillEngine(time_s, memory_bytes)


WRITERS: dict[str, Callable[[Export], bytes]] = {
    ".html": _html,
    ".svg": _svg,
    ".png": _png,
    ".md": _markdown,
    ".json": lambda export: export.film.json(),
    ".ipynb": _notebook,
    ".gif": partial(_animation, "gif"),
    ".mp4": partial(_animation, "mp4"),
    ".webm": partial(_animation, "webm"),
}
"""By the end of the file's name."""
