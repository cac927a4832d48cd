"""``/s/{id}``: a link. The page, and the same thing as code or as a stored run; nothing here runs anything."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import Annotated

from fastapi import APIRouter, Query, Request, Response
from fastapi.responses import HTMLResponse

from app.api.http.client import client_of
from app.api.http.errors import errors
from app.api.http.etag import IMMUTABLE, REVALIDATE, film_json, not_modified, tagged
from app.api.http.language import language
from app.api.http.links import BaseUrl, SnippetId, read_id
from app.api.http.state import Service
from app.errors import FilmNotShown, FilmPending, Gone, NotFound
from app.films.link_cache import Link
from app.render.link_page import LinkPage, shared_page, why_not
from app.render.stills import Picture
from app.render.title import page_title
from app.render.view_options import read_options
from gradreel.film.film import Film, etag_of
from gradreel.film.html import film_file
from gradreel.film.still import Card, StillOrder, StillTheme
from gradreel.locale import Lang, word
from gradreel.trace import Run
from gradreel.version import VERSION

router = APIRouter(prefix="/s", tags=["links"], responses=errors(404, 410, 503))


@router.get("/{id}.py", summary="Code of a link", response_class=Response)
async def shared_code(snippet_id: SnippetId, request: Request, service: Service) -> Response:
    """Return the code byte for byte, as plain text: a browser that took it for more would be one door open."""
    snippet = (await service.library.link(snippet_id)).snippet
    return tagged(request, snippet_id, snippet.code.encode(), "text/plain; charset=utf-8")


@router.get(
    "/{id}.json",
    summary="Stored run of a link",
    response_model=Run,
    responses={304: {"description": "What the reader has is current"}},
)
async def shared_run(
    snippet_id: SnippetId,
    request: Request,
    service: Service,
    v: Annotated[str, Query(description="Tag of the film. With it the answer never changes.", max_length=64)] = "",
) -> Response:
    """Return the run as it was stored."""
    film = _film(await service.library.link(snippet_id))
    return film_json(request, film, IMMUTABLE if v == film.etag else REVALIDATE)


@router.get("/{id}.svg", summary="Still of a link", response_class=Response, responses=errors(429, 503))
async def shared_svg(snippet_id: SnippetId, request: Request, service: Service) -> Response:
    """Return one step as an SVG that needs nothing else; step, theme, lang, show and about as for the page."""
    film, order = _film(await service.library.link(snippet_id)), _order(request)
    return await _picture(request, service, Picture(film, order, "svg"), "image/svg+xml")


@router.get("/{id}.png", summary="Card of a link", response_class=Response, responses=errors(429, 503))
async def shared_png(snippet_id: SnippetId, request: Request, service: Service) -> Response:
    """Return one step as a picture of 1200 × 630 pixels with its title and its sentence, for chats and forums."""
    link = await service.library.link(snippet_id)
    film, order = _film(link), _order(request)
    order = replace(order, card=Card(page_title(link.snippet.code, order.lang)))
    return await _picture(request, service, Picture(film, order, "png"), "image/png")


@router.get("/{id}.html", summary="Film of a link in one file", response_class=Response)
async def shared_file(snippet_id: SnippetId, request: Request, service: Service) -> Response:
    """Return the film as one HTML file to keep: it plays offline, from a disk as well."""
    link = await service.library.link(snippet_id)
    film, options = _film(link), read_options(request.query_params)
    lang = options.lang or language(request)
    code = link.snippet.code
    html = await asyncio.to_thread(
        film_file, film, code, page_title(code, lang), lang, options.theme, options.step, options.show, options.about, options.predict
    )
    answer = tagged(request, _etag(film, options, lang), html, "text/html; charset=utf-8")
    # Its script is inside, which our policy for pages forbids: it is for keeping, not for opening here.
    answer.headers["Content-Disposition"] = f'attachment; filename="gradreel-{snippet_id}.html"'
    return answer


@router.get("/{id}", summary="Open a link", response_class=HTMLResponse)
async def open_link(id: str, request: Request, service: Service, base: BaseUrl) -> Response:
    """Serve the playground, opened at this film; ``?step=12`` and the other settings say how."""
    lang, options = language(request), read_options(request.query_params)
    try:
        link = await service.library.link(read_id(id))
    except (NotFound, Gone) as error:
        return _error_page(service, lang, error.status, why_not(error, lang))
    if link.unreadable:
        return _error_page(service, lang, FilmNotShown.status, word("film-unreadable", {"id": link.snippet.id}, lang))
    page = LinkPage(link, options, lang, base)
    return await service.rendered.answer(request, ("shared", page.key), lambda: shared_page(service.pages, page))


def _error_page(service: Service, lang: Lang, status: int, text: str) -> Response:
    return HTMLResponse(service.pages.error(lang, status, text), status, {"Cache-Control": "no-cache"})


def _order(request: Request) -> StillOrder:
    options = read_options(request.query_params)
    theme: StillTheme = "dark" if options.theme == "dark" else "light"
    return StillOrder(step=options.step, theme=theme, lang=options.lang or "en", show=options.show, about=options.about)


async def _picture(request: Request, service: Service, picture: Picture, media_type: str) -> Response:
    """Answer with a picture; only one that has to be drawn counts against the client's rate."""
    etag = _etag(picture.film, picture.order, picture.form)
    if known := not_modified(request, etag, REVALIDATE):
        return known
    drawn = service.stills.find(picture)
    if drawn is not None:
        return tagged(request, etag, drawn, media_type)
    headers = await service.still_rate.take(client_of(request))
    answer = tagged(request, etag, await service.stills.draw(picture), media_type)
    answer.headers.update(headers)
    return answer


def _etag(film: Film, *settings: object) -> str:
    return etag_of(f"{film.etag} {VERSION} {settings}".encode())


def _film(link: Link) -> Film:
    """Return the stored film; raise ``FilmPending`` while there is none, ``FilmNotShown`` where it cannot be read."""
    if link.unreadable:
        raise FilmNotShown(f"{link.unreadable} The code is at /s/{link.snippet.id}.py.")
    if link.film is None:
        raise FilmPending(f"There is no film of {link.snippet.id} yet: it is made in the background. Try again in a moment.")
    return link.film
