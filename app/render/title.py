"""Titles of films on pages: an example's own, else what the first lines of the code give."""

from __future__ import annotations

from app.examples.gallery import example_with
from gradreel.film.title import film_title, titled
from gradreel.locale import Lang


def page_title(code: str, lang: Lang, finding: str = "") -> str:
    """Name the film of ``code`` in the reader's language; what is wrong in it, ``finding``, an example's own title says."""
    example = example_with(code)
    return titled(getattr(example.title, lang), lang) if example else film_title(code, lang, finding=finding)
