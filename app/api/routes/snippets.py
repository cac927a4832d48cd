"""``/api/snippets``: make a link, look at it, delete it."""

from __future__ import annotations

from typing import Literal

from fastapi import APIRouter, Request, Response

from app.api.http.bodies import TakesCode
from app.api.http.client import client_of
from app.api.http.errors import errors
from app.api.http.facts import page_facts
from app.api.http.heights import frame_height
from app.api.http.links import BaseUrl, SnippetId
from app.api.http.rate import with_room
from app.api.http.state import Service, State
from app.api.http.stored import DeleteToken, deleted, tell_stored
from app.errors import TooManySnippets
from app.films.link_cache import Link
from app.render.iframe import PHONE_WIDTH, iframe
from app.runner.code import encoded
from gradreel.film.still import FrameOrder
from gradreel.trace import Frozen

router = APIRouter(prefix="/api/snippets", tags=["snippets"], route_class=TakesCode)

STILL_PUBLISHED = "Your publication is withdrawn. The link still works: somebody else has published the same code, and may delete it."


class SnippetRequest(Frozen):
    """The body of ``POST /api/snippets``."""

    code: str
    """The Python snippet, at most 64 KiB of UTF-8. Whoever has the link can read it."""


class SnippetBody(Frozen):
    """A snippet that has a link. Links are public."""

    id: str
    """The same code always has the same id."""
    url: str
    """Opens the film; ``?step=12`` opens it at that step."""
    embed_url: str
    embed_html: str
    """The ``<iframe>`` to paste into an article, as high as the opening picture of this film is at a width of 760 pixels."""
    title: str
    """``Autograd film: …``, from what is wrong in the snippet and from its first lines."""
    name: str
    """What those lines call it, in their own language, else the first that says something; "" when there is none."""
    named: bool
    """Whether ``name`` is what the snippet calls itself, not just a line of its code."""
    film: Literal["ready", "outdated", "pending"]
    """``outdated``: made by an earlier engine, and shown until the present one has run it; ``pending``: not run yet."""
    etag: str | None
    """Tag of the film: ``/s/{id}.json?v={etag}`` never changes, and may be kept for five minutes."""


class CreatedSnippet(SnippetBody):
    """The answer of ``POST /api/snippets``."""

    created: bool
    """False when the link was there already."""
    delete_token: str | None
    """Withdraws this publication; told once. Null when the same client had published the code before, or it is a built-in example."""


class WithdrawnSnippet(Frozen):
    """The answer of ``DELETE /api/snippets/{id}`` where the link stays."""

    id: str
    deleted: Literal[False] = False
    message: str


@router.post(
    "",
    status_code=201,
    summary="Make a link",
    responses={200: {"model": CreatedSnippet, "description": "The link was there already"}, **errors(410, 413, 422, 429, 500, 503, 507)},
)
async def create_snippet(body: SnippetRequest, request: Request, response: Response, service: Service, base: BaseUrl) -> CreatedSnippet:
    """Store the snippet and its film, and answer with the link.

    The same code always has the same link. When nothing can be run now, the link is made all the same and its film follows.
    """
    encoded(body.code, service.settings.code_bytes)
    client = client_of(request)
    headers, quota = await service.create_rate.take(client), service.quota
    await service.all_create_rate.take_for_all()
    try:
        creation = await service.library.publish(body.code, client, quota)
    except TooManySnippets as error:
        error.headers = with_room(headers, quota.client_snippets, 0)
        raise
    response.headers.update(with_room(headers, quota.client_snippets, creation.left))
    tell_stored(response, creation.created, f"/s/{creation.id}")
    told = (await _body(await service.library.link(creation.id), request, service, base, is_paid=True)).model_dump()
    return CreatedSnippet(**told, created=creation.created, delete_token=creation.delete_token)


@router.get("/{id}", summary="Look at a link", responses=errors(404, 410, 503))
async def show_snippet(snippet_id: SnippetId, request: Request, service: Service, base: BaseUrl) -> SnippetBody:
    """Tell what is stored under the link, without running anything."""
    return await _body(await service.library.link(snippet_id), request, service, base)


@router.delete(
    "/{id}",
    status_code=204,
    summary="Delete a snippet",
    response_class=Response,
    responses={200: {"model": WithdrawnSnippet, "description": "Withdrawn; others keep the link"}, **errors(401, 403, 404, 410, 503)},
)
async def delete_snippet(snippet_id: SnippetId, service: Service, token: DeleteToken) -> Response:
    """Withdraw a publication. With the last one code and film are wiped: 204, and the link answers 410 from then on.

    Everybody who published the same code has a token of their own: while one of them wants the link it stays, and the answer is 200.
    """
    return deleted(await service.library.delete(snippet_id, token), WithdrawnSnippet(id=snippet_id, message=STILL_PUBLISHED))


async def _body(link: Link, request: Request, service: State, base: str, is_paid: bool = False) -> SnippetBody:
    snippet_id = link.snippet.id
    facts = await page_facts(service, client_of(request), link, "en")
    height = await frame_height(request, service, link.film, FrameOrder(narrowest=PHONE_WIDTH), is_paid)
    return SnippetBody(
        id=snippet_id,
        url=f"{base}/s/{snippet_id}",
        embed_url=f"{base}/embed/{snippet_id}",
        embed_html=iframe(base, snippet_id, facts.title, height=height),
        title=facts.title,
        name=facts.name,
        named=facts.named,
        film="pending" if link.film is None else "ready" if link.current else "outdated",
        etag=link.film.etag if link.film else None,
    )
