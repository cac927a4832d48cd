"""Finds the notes that an address asks for."""

from __future__ import annotations

import logging

from pydantic import ValidationError

from app.api.http.state import State
from app.errors import NotesNotFound, StoreUnavailable
from app.workers import work
from gradreel.trace import Notes

log = logging.getLogger(__name__)


async def notes_asked_for(service: State, snippet_id: str, notes_id: str | None) -> Notes | None:
    """Return the notes with an id; None where there are none, or no longer, or they cannot be read: the film is shown all the same."""
    if notes_id is None:
        return None
    try:
        return Notes.model_validate_json(await service.store.notes.find(snippet_id, notes_id))
    except (NotesNotFound, StoreUnavailable):
        return None
    except ValidationError as error:
        log.error("the notes %s of %s cannot be read: %s faults", notes_id, snippet_id, error.error_count())
        return None


async def notes_json_asked_for(service: State, client: str, snippet_id: str, notes_id: str | None) -> str | None:
    """Return those notes as pictures and films show them, without what is meant for the speaker: JSON, as the drawing engine takes it."""
    notes = await notes_asked_for(service, snippet_id, notes_id)
    return await notes_json(service, client, notes) if notes else None


async def notes_json(service: State, client: str, notes: Notes, speaker: bool = False) -> str:
    """Return notes as they are shown, as JSON of ``ShownNotes``."""
    return (await service.workers.recall((notes.model_dump_json(), speaker), client, work.notes_shown, notes, speaker)).decode()
