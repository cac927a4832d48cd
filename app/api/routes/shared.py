"""``/s/{id}``: a link. The page, and the same thing as code or as a stored run; nothing here runs anything."""

from __future__ import annotations

import asyncio
import hashlib
from dataclasses import replace
from typing import Annotated

from fastapi import APIRouter, Query, Request, Response
from fastapi.responses import HTMLResponse

from app.api.http.etag import IMMUTABLE, REVALIDATE, film_json, not_modified, tagged
from app.api.http.links import BaseUrl, SnippetId, read_id
from app.api.http.state import Service
from app.api.middleware.errors import errors
from app.api.routes.embed import context_of
from app.api.routes.pages import error_page, language, page
from app.errors import FilmPending, Gone, NotFound
from app.render.title import page_title
from gradreel.film.film import Film
from gradreel.film.html import film_file
from gradreel.film.still import StillOrder
from gradreel.locale import word
from gradreel.options import read_options
from gradreel.trace import Run
from gradreel.version import VERSION

router = APIRouter(prefix="/s", tags=["links"], responses=errors(404, 410, 503))


@router.get("/{id}.py", summary="Code of a link", response_class=Response)
async def shared_code(snippet_id: SnippetId, request: Request, service: Service) -> Response:
    """Return the code byte for byte, as plain text: a browser that took it for more would be one door open."""
    snippet = (await service.films.view(snippet_id)).snippet
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
    film = await film_of_link(service, snippet_id)
    return film_json(request, film, IMMUTABLE if v == film.etag else REVALIDATE)


@router.get("/{id}.svg", summary="Still of a link", response_class=Response)
async def shared_svg(snippet_id: SnippetId, request: Request, service: Service) -> Response:
    """Return one step as an SVG that needs nothing else; ``?step=``, ``?theme=`` and ``?lang=`` as for the page."""
    film, order = await film_of_link(service, snippet_id), _order(request)
    etag = _etag(film, order, "svg")
    return not_modified(request, etag, REVALIDATE) or tagged(request, etag, await service.stills.svg(film, order), "image/svg+xml")


@router.get("/{id}.png", summary="Card of a link", response_class=Response)
async def shared_png(snippet_id: SnippetId, request: Request, service: Service) -> Response:
    """Return one step as a picture of 1200 × 630 pixels with its title and its sentence, for chats and forums."""
    view = await service.films.view(snippet_id)
    film, order = await film_of_link(service, snippet_id), _order(request)
    order = replace(order, card=page_title(view.snippet.code, order.lang))
    etag = _etag(film, order, "png")
    return not_modified(request, etag, REVALIDATE) or tagged(request, etag, await service.stills.png(film, order), "image/png")


@router.get("/{id}.html", summary="Film of a link in one file", response_class=Response)
async def shared_file(snippet_id: SnippetId, request: Request, service: Service) -> Response:
    """Return the film as one HTML file to keep: it plays offline, from a disk as well."""
    view = await service.films.view(snippet_id)
    film, options = await film_of_link(service, snippet_id), read_options(request.query_params)
    lang = options.lang or language(request)
    code = view.snippet.code
    html = await asyncio.to_thread(film_file, film, code, page_title(code, lang), lang, options.theme, options.step)
    answer = tagged(request, _etag(film, options, lang), html, "text/html; charset=utf-8")
    # Its script is inside, which our policy for pages forbids: it is for keeping, not for opening here.
    answer.headers["Content-Disposition"] = f'attachment; filename="gradreel-{snippet_id}.html"'
    return answer


@router.get("/{id}", summary="Open a link", response_class=HTMLResponse)
async def shared_page(id: str, request: Request, service: Service, base: BaseUrl) -> Response:
    """Serve the playground, opened at this film; ``?step=12`` and the other settings say how."""
    lang, options = language(request), read_options(request.query_params)
    try:
        view = await service.films.view(read_id(id))
    except (NotFound, Gone) as error:
        text = word("embed-gone" if isinstance(error, Gone) else "embed-unknown", {}, lang)
        return error_page(service, lang, error.status, text)

    def render() -> str:
        return page(service, "shared.html", "src/entries/play.ts", lang=lang, base=base, **context_of(view, lang, options))

    return service.rendered.answer(request, ("shared", view.snippet.id, view.film and view.film.etag, options, lang, base), render)


def _order(request: Request) -> StillOrder:
    options = read_options(request.query_params)
    return StillOrder(step=options.step, theme="dark" if options.theme == "dark" else "light", lang=options.lang or "en")


def _etag(film: Film, *settings: object) -> str:
    return hashlib.sha256(f"{film.etag} {VERSION} {settings}".encode()).hexdigest()[:20]


async def film_of_link(service: Service, snippet_id: str) -> Film:
    """Return the stored film; raise ``FilmPending`` while there is none."""
    view = await service.films.view(snippet_id)
    if view.film is None:
        raise FilmPending("No engine has run this snippet yet. It will be run soon: try again.")
    return view.film
