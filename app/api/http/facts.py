"""Asks a worker what films are called and what pages say of them; what it said lately is remembered."""

from __future__ import annotations

from app.api.http.state import State
from app.films.link_cache import Link
from app.render.facts import PageFacts
from app.workers import work
from gradreel.ids import snippet_id
from gradreel.locale import Lang
from gradreel.trace import Notes


async def link_title(service: State, client: str, link: Link, lang: Lang, cell: int | None = None) -> str:
    """Name the film of a link, with what is wrong in it, or in a cell."""
    key = (link.snippet.id, link.film.etag if link.film else None, lang, cell)
    return (await service.workers.recall(key, client, work.title, link.snippet.code, link.film, lang, cell)).decode()


async def code_title(service: State, client: str, code: str, lang: Lang) -> str:
    """Name the film of a program, whatever is wrong in it."""
    return (await service.workers.recall((snippet_id(code), lang), client, work.title, code, None, lang, None)).decode()


async def page_facts(service: State, client: str, link: Link, lang: Lang, cell: int | None = None, notes: Notes | None = None) -> PageFacts:
    """Say what a page says of a link."""
    said = await service.workers.do(client, work.page_facts, link.snippet.code, link.film, lang, cell, notes)
    return work.FACTS.validate_json(said)
