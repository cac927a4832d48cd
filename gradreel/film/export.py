"""A film in, the content of a file out: what ``gradreel trace -o NAME`` writes, chosen by how the name ends."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from gradreel.film.film import Film
from gradreel.film.html import film_file
from gradreel.film.still import StillEngine, StillOrder, Theme, png_of
from gradreel.film.title import film_title
from gradreel.locale import Lang
from gradreel.options import Options


@dataclass(frozen=True)
class Export:
    """What to write, and how."""

    film: Film
    options: Options
    name: str
    """Name of the snippet's file: the title where its first lines give none."""
    still_time_s: float = 20.0
    """Longest time that drawing may take, in seconds."""
    still_engine_bytes: int = 768 * 1024**2
    """Memory of the drawing engine, in bytes."""


def _html(export: Export) -> bytes:
    code, options = export.film.run().code, export.options
    title = _title(export, code)
    return film_file(export.film, code, title, _lang(export), options.theme, options.step).encode()


def _svg(export: Export) -> bytes:
    return _drawn(export, card=None).encode()


def _png(export: Export) -> bytes:
    return png_of(_drawn(export, card=_title(export, export.film.run().code)))


def _drawn(export: Export, card: str | None) -> str:
    theme: Theme = "dark" if export.options.theme == "dark" else "light"
    return StillEngine(export.still_time_s, export.still_engine_bytes).svg(
        export.film.json().decode(), StillOrder(export.options.step, theme, _lang(export), card)
    )


def _title(export: Export, code: str) -> str:
    return film_title(code, _lang(export), export.name)


def _lang(export: Export) -> Lang:
    return export.options.lang or "en"


WRITERS: dict[str, Callable[[Export], bytes]] = {".html": _html, ".svg": _svg, ".png": _png, ".json": lambda export: export.film.json()}
