"""``/s/{id}``: a link. The page, and the same thing as code or as a stored run; nothing here runs anything."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated

from fastapi import APIRouter, Query, Request, Response
from fastapi.responses import HTMLResponse

from app.api.http.client import client_of
from app.api.http.errors import errors
from app.api.http.etag import FOR_MINUTES, REVALIDATE, not_modified, tagged
from app.api.http.facts import link_title, page_facts
from app.api.http.film_answers import film_json
from app.api.http.language import language
from app.api.http.links import BaseUrl, SnippetId, film_of, read_id
from app.api.http.notes import notes_asked_for, notes_json_asked_for
from app.api.http.state import Service, State
from app.errors import FilmNotShown, Gone, NotFound
from app.render.link_page import LinkPage, shared_page, why_not
from app.render.stills import Picture
from app.render.view_options import ViewOptions, read_options
from gradreel.film.film import Film, etag_of
from gradreel.film.still import Card, StillOrder, StillTheme
from gradreel.locale import Lang, word
from gradreel.trace import Run
from gradreel.version import VERSION

router = APIRouter(prefix="/s", tags=["links"], responses=errors(404, 410, 503))


@router.get("/{id}.py", summary="Code of a link", response_class=Response)
async def shared_code(snippet_id: SnippetId, request: Request, service: Service) -> Response:
    """Return the code byte for byte, as plain text, which no browser runs."""
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
    v: Annotated[
        str, Query(description="Tag of the film. With it the answer never changes, and is kept for five minutes.", max_length=64)
    ] = "",
) -> Response:
    """Return the run as it was stored."""
    film = film_of(await service.library.link(snippet_id))
    return film_json(request, service, film, FOR_MINUTES if v == film.etag else REVALIDATE)


@router.get("/{id}.svg", summary="Still of a link", response_class=Response, responses=errors(429, 503))
async def shared_svg(snippet_id: SnippetId, request: Request, service: Service) -> Response:
    """Return one step as an SVG that needs nothing else; step, theme, lang, show, about, cell and notes as for the page."""
    film, options = film_of(await service.library.link(snippet_id)), read_options(request.query_params)
    order = await _order(service, client_of(request), snippet_id, options)
    return await _picture(request, service, Picture(film, order, "svg"), "image/svg+xml")


@router.get("/{id}.png", summary="Card of a link", response_class=Response, responses=errors(429, 503))
async def shared_png(snippet_id: SnippetId, request: Request, service: Service) -> Response:
    """Return one step as a picture of 1200 × 630 pixels with its title and its sentence, for chats and forums."""
    link = await service.library.link(snippet_id)
    film, options = film_of(link), read_options(request.query_params)
    card = Card(await link_title(service, client_of(request), link, options.drawn_lang, options.opened_cell))
    order = replace(await _order(service, client_of(request), snippet_id, options), card=card)
    return await _picture(request, service, Picture(film, order, "png"), "image/png")


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
    page = LinkPage(link, options, lang, base, await notes_asked_for(service, link.snippet.id, options.notes))
    return await service.rendered.answer(
        request,
        ("shared", page.key),
        lambda: page_facts(service, client_of(request), link, lang, options.opened_cell, page.notes),
        lambda facts: shared_page(service.pages, page, facts),
    )


def _error_page(service: Service, lang: Lang, status: int, text: str) -> Response:
    return HTMLResponse(service.pages.error(lang, status, text), status, {"Cache-Control": "no-cache"})


async def _order(service: State, client: str, snippet_id: str, options: ViewOptions) -> StillOrder:
    theme: StillTheme = "dark" if options.theme == "dark" else "light"
    notes = await notes_json_asked_for(service, client, snippet_id, options.notes)
    return StillOrder(options.step, theme, options.drawn_lang, show=options.show, about=options.about, cell=options.cell, notes=notes)


async def _picture(request: Request, service: Service, picture: Picture, media_type: str) -> Response:
    """Answer with a picture; only one that has to be drawn counts against the client's rate."""
    etag = _etag(picture.film, picture.order, picture.form)
    if known := not_modified(request, etag, REVALIDATE):
        return known
    drawn = service.stills.find(picture)
    if drawn is not None:
        return tagged(request, etag, drawn, media_type)
    client = client_of(request)
    headers = await service.still_rate.take(client)
    answer = tagged(request, etag, await service.stills.draw(picture, client), media_type)
    answer.headers.update(headers)
    return answer


def _etag(film: Film, *settings: object) -> str:
    return etag_of(f"{film.etag} {VERSION} {settings}".encode())
