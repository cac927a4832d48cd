"""``/embed/{id}``: a film for somebody else's page, and ``/embed.js``, which gives its frame the right height."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from fastapi import APIRouter, Request, Response
from fastapi.responses import HTMLResponse

from app.api.http.client import client_of
from app.api.http.etag import tagged
from app.api.http.facts import page_facts
from app.api.http.language import language
from app.api.http.links import BaseUrl, read_id
from app.api.http.notes import notes_asked_for
from app.api.http.state import Service
from app.errors import FilmNotShown, Gone, NotFound
from app.render.link_page import LinkPage, embed_error, embed_page, why_not
from app.render.view_options import read_options
from gradreel.film.film import etag_of
from gradreel.locale import word

router = APIRouter(include_in_schema=False)

LISTENER = Path(__file__).parent / "embed.js"


@router.get("/embed/{id}")
async def embed(id: str, request: Request, service: Service, base: BaseUrl) -> Response:
    """Serve the frame's page. It shows what is stored and runs nothing; a link that is none says so, in the same form."""
    options, lang = read_options(request.query_params), language(request)
    try:
        link = await service.library.link(read_id(id))
    except (NotFound, Gone) as error:
        return _without_film(embed_error(service.pages, lang, options, base, why_not(error, lang)), error.status)
    if link.unreadable:
        text = word("film-unreadable", {"id": link.snippet.id}, lang)
        return _without_film(embed_error(service.pages, lang, options, base, text), FilmNotShown.status)
    page = LinkPage(link, options, lang, base, await notes_asked_for(service, link.snippet.id, options.notes))
    return await service.rendered.answer(
        request,
        ("embed", page.key),
        lambda: page_facts(service, client_of(request), link, lang, options.opened_cell, page.notes),
        lambda facts: embed_page(service.pages, page, facts),
    )


@router.get("/embed.js")
async def listener(request: Request) -> Response:
    """Serve the optional script for articles."""
    text = _listener()
    return tagged(request, etag_of(text), text, "text/javascript; charset=utf-8", "public, max-age=86400")


def _without_film(html: str, status: int) -> Response:
    return HTMLResponse(html, status, {"Cache-Control": "no-cache"})


@cache
def _listener() -> bytes:
    return LISTENER.read_bytes()
