"""The title of a film on a page: an example's own title, else what the first lines of the code give."""

from __future__ import annotations

from app.examples.gallery import examples
from gradreel.film.title import film_title, titled
from gradreel.locale import Lang


def page_title(code: str, lang: Lang, otherwise: str = "") -> str:
    """Name the film of ``code`` in the reader's language; ``otherwise`` stands in for code that gives no name."""
    built_in = next((example.title for example in examples() if example.code == code), None)
    return titled(getattr(built_in, lang), lang) if built_in else film_title(code, lang, otherwise)
