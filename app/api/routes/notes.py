"""``/api/snippets/{id}/notes``: what an author writes to the film of a link."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends, Path, Request, Response

from app.api.http.bodies import TakesNotes
from app.api.http.client import client_of
from app.api.http.errors import errors
from app.api.http.etag import tagged
from app.api.http.facts import link_title
from app.api.http.heights import frame_height
from app.api.http.links import BaseUrl, SnippetId
from app.api.http.notes import notes_json
from app.api.http.state import Service, State
from app.api.http.stored import DeleteToken, deleted, tell_stored
from app.films.link_cache import Link
from app.notes.shown import notes_id, read_notes_id
from app.render.iframe import PHONE_WIDTH, iframe
from app.store.notes import no_notes
from app.workers import work
from gradreel.film.film import etag_of
from gradreel.film.still import FrameOrder
from gradreel.trace import Frozen, Notes, ShownNotes

router = APIRouter(prefix="/api", tags=["notes"], route_class=TakesNotes)

STILL_STORED = "Your notes are withdrawn. They still stand here: somebody else has stored the same, and may delete them."


class NotesBody(Frozen):
    """Notes that are stored with a link. Whoever has the link can read them."""

    id: str
    """The same notes always have the same id."""
    snippet_id: str
    url: str
    """Opens the film with these notes."""
    embed_url: str
    notes: Notes
    """As they were written."""
    shown: ShownNotes
    """As they are shown."""


class CreatedNotes(NotesBody):
    """The answer of ``POST /api/snippets/{id}/notes``."""

    embed_html: str
    """The ``<iframe>`` to paste into an article, as high as opening picture and notes are at a width of 760 pixels."""
    created: bool
    """False when the same notes were there already."""
    delete_token: str | None
    """Deletes these notes; told once. Null when the same client had stored them before."""


class WithdrawnNotes(Frozen):
    """The answer of ``DELETE /api/snippets/{id}/notes/{notes}`` where they stay."""

    id: str
    deleted: bool = False
    message: str


async def notes_id_of(snippet_id: SnippetId, notes: Annotated[str, Path(description="Id of the notes.", max_length=64)]) -> str:
    """Read the id of notes out of the path."""
    found = read_notes_id(notes)
    if found is None:
        raise no_notes(snippet_id, notes)
    return found


NotesId = Annotated[str, Depends(notes_id_of)]


@router.post(
    "/snippets/{id}/notes",
    status_code=201,
    summary="Write notes to a film",
    responses={
        200: {"model": CreatedNotes, "description": "The same notes were there already"},
        **errors(404, 410, 413, 422, 429, 503, 507),
    },
)
async def create_notes(
    snippet_id: SnippetId, body: Notes, request: Request, response: Response, service: Service, base: BaseUrl
) -> CreatedNotes:
    """Store notes with a link: captions, chapters, things to look at, where the film opens and stops.

    At most 200 captions of 2,000 characters for each language, 50 chapters, and 64 KiB in all. The same code can carry different notes;
    ``?notes=<id>`` shows a film with them.
    """
    link = await service.library.link(snippet_id)
    client = client_of(request)
    await service.workers.do(client, work.notes_checked, body, link.snippet.code)
    response.headers.update(await service.create_rate.take(client))
    await service.all_create_rate.take_for_all()
    id = notes_id(body)
    stored = body.model_dump_json()
    creation = await service.store.notes.create(snippet_id, id, stored, client, service.settings.max_client_notes)
    tell_stored(response, creation.created, f"/api/snippets/{snippet_id}/notes/{id}")
    told = (await _body(service, client, snippet_id, id, body, base)).model_dump()
    frame = await _frame(request, link, id, body, service, base)
    return CreatedNotes(**told, embed_html=frame, created=creation.created, delete_token=creation.delete_token)


@router.get("/snippets/{id}/notes/{notes}", response_model=NotesBody, summary="Read notes", responses=errors(404, 410, 503))
async def show_notes(snippet_id: SnippetId, id: NotesId, request: Request, service: Service, base: BaseUrl) -> Response:
    """Return notes as they were written and as they are shown."""
    await service.library.link(snippet_id)
    notes = Notes.model_validate_json(await service.store.notes.find(snippet_id, id))
    content = (await _body(service, client_of(request), snippet_id, id, notes, base)).model_dump_json().encode()
    return tagged(request, etag_of(content), content, "application/json")


@router.delete(
    "/snippets/{id}/notes/{notes}",
    status_code=204,
    summary="Delete notes",
    response_class=Response,
    responses={200: {"model": WithdrawnNotes, "description": "Withdrawn; somebody else keeps them"}, **errors(401, 403, 404, 410, 503)},
)
async def delete_notes(snippet_id: SnippetId, id: NotesId, service: Service, token: DeleteToken) -> Response:
    """Delete notes; the link stays. Deleting a link deletes all notes to it."""
    return deleted(await service.store.notes.delete(snippet_id, id, token), WithdrawnNotes(id=id, message=STILL_STORED))


async def _body(service: State, client: str, snippet_id: str, id: str, notes: Notes, base: str) -> NotesBody:
    return NotesBody(
        id=id,
        snippet_id=snippet_id,
        url=f"{base}/s/{snippet_id}?notes={id}",
        embed_url=f"{base}/embed/{snippet_id}?notes={id}",
        notes=notes,
        shown=ShownNotes.model_validate_json(await notes_json(service, client, notes, speaker=True)),
    )


async def _frame(request: Request, link: Link, id: str, notes: Notes, service: State, base: str) -> str:
    client = client_of(request)
    order = FrameOrder(narrowest=PHONE_WIDTH, notes=await notes_json(service, client, notes))
    height = await frame_height(request, service, link.film, order, is_paid=True)
    return iframe(base, link.snippet.id, await link_title(service, client, link, "en"), f"notes={id}", height=height)
