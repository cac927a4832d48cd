"""``POST /api/notes/preview``: how the text of a note will look; nothing is stored."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response

from app.api.http.bodies import TakesNote
from app.api.http.client import client_of
from app.api.http.errors import errors
from app.api.http.state import Service
from app.notes.check import check_text
from app.workers import work
from gradreel.trace import Block, Frozen

router = APIRouter(prefix="/api", tags=["notes"], route_class=TakesNote)


class NoteDraft(Frozen):
    """The body of ``POST /api/notes/preview``."""

    text: str
    """Markdown, at most 2,000 characters."""


class NotePreview(Frozen):
    """How a text will look."""

    blocks: tuple[Block, ...]


@router.post("/notes/preview", summary="Preview a note", response_model=NotePreview, responses=errors(413, 422, 429, 503))
async def preview_note(body: NoteDraft, request: Request, service: Service) -> Response:
    """Read the Markdown of one note; nothing is stored."""
    check_text(body.text)
    blocks = await service.workers.do(client_of(request), work.note_blocks, body.text)
    return Response(b'{"blocks":%b}' % blocks, media_type="application/json")
