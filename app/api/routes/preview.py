"""``POST /api/notes/preview``: how the text of a note will look; nothing is stored."""

from __future__ import annotations

import asyncio

from fastapi import APIRouter

from app.api.http.bodies import TakesNote
from app.api.http.errors import errors
from app.notes.check import check_text
from gradreel.film.markdown import blocks_of
from gradreel.trace import Block, Frozen

router = APIRouter(prefix="/api", tags=["notes"], route_class=TakesNote)


class NoteDraft(Frozen):
    """The body of ``POST /api/notes/preview``."""

    text: str
    """Markdown, at most 2,000 characters."""


class NotePreview(Frozen):
    """How a text will look."""

    blocks: tuple[Block, ...]


@router.post("/notes/preview", summary="Preview a note", responses=errors(413, 422))
async def preview_note(body: NoteDraft) -> NotePreview:
    """Read the Markdown of one note; nothing is stored."""
    check_text(body.text)
    return NotePreview(blocks=await asyncio.to_thread(blocks_of, body.text))
