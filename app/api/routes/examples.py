"""``GET /api/examples`` lists the built-in programs, by theme, in both languages; ``/e/{id}`` opens one. Nothing here runs anything."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response
from fastapi.responses import HTMLResponse

from app.api.http.client import client_of
from app.api.http.errors import errors
from app.api.http.facts import page_facts
from app.api.http.language import language
from app.api.http.links import BaseUrl
from app.api.http.state import Service, State
from app.errors import Gone, NotFound, StoreUnavailable
from app.examples.gallery import Example, example_named, examples
from app.films.link_cache import Link
from app.render.facts import PageFacts
from app.render.link_page import ExamplePage, example_page
from app.render.view_options import read_options
from gradreel.ids import snippet_id
from gradreel.locale import word

router = APIRouter(tags=["examples"])


@router.get("/api/examples", summary="List the built-in programs")
async def list_examples() -> tuple[Example, ...]:
    """Return every built-in program in the order of the menu."""
    return examples()


@router.get("/e/{id}", summary="Open a built-in program", response_class=HTMLResponse, responses=errors(404, 503))
async def open_example(id: str, request: Request, service: Service, base: BaseUrl) -> Response:
    """Serve the playground, opened at the film of a built-in program; ``?step=12`` says where."""
    lang = language(request)
    example = example_named(id)
    if example is None:
        page = service.pages.error(lang, NotFound.status, word("served-nothing", {}, lang))
        return HTMLResponse(page, NotFound.status, {"Cache-Control": "no-cache"})
    link = await published(service, example)
    shown = ExamplePage(example, link, read_options(request.query_params), lang, base)

    async def facts() -> PageFacts | None:
        return await page_facts(service, client_of(request), link, lang, shown.options.opened_cell) if link and link.film else None

    return await service.rendered.answer(request, ("example", shown.key), facts, lambda found: example_page(service.pages, shown, found))


async def published(service: State, example: Example) -> Link | None:
    """Return the link of an example; None before the background has published it, and where there are no links to be had."""
    try:
        return await service.library.link(snippet_id(example.code))
    except (NotFound, Gone, StoreUnavailable):
        return None
