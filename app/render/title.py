"""Titles of films on pages: an example's own, else what the first lines of the code give."""

from __future__ import annotations

import asyncio

from app.examples.gallery import example_with
from app.films.link_cache import Link
from gradreel.film.explanation import told_of
from gradreel.film.title import film_title, titled
from gradreel.locale import Lang


def page_title(code: str, lang: Lang, finding: str = "") -> str:
    """Name the film of ``code`` in the reader's language; what is wrong in it, ``finding``, an example's own title says."""
    example = example_with(code)
    return titled(getattr(example.title, lang), lang) if example else film_title(code, lang, finding=finding)


async def link_title(link: Link, lang: Lang, cell: int | None = None) -> str:
    """Name the film of a link, with what is wrong in it, or in a cell; the film is unpacked in a thread."""
    finding = (await asyncio.to_thread(told_of, link.film, lang, cell)).finding if link.film else ""
    return page_title(link.snippet.code, lang, finding)
