"""Stores the notes that authors write to films: each under its snippet and a hash of its own, with a delete token for each author.

Notes go with their snippet; the snippet stays when notes are deleted. The same notes of two authors stay until both have deleted them.
"""

from __future__ import annotations

import secrets
import time
from dataclasses import dataclass

from sqlalchemy import Select, delete, func, select
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncConnection

from app.errors import DeleteRefused, Gone, NotesNotFound, NotFound, TooManyNotes
from app.store.database import Database
from app.store.models import Snippet, StoredNotes
from app.store.publishers import TOKEN_BYTES, hash_of
from app.store.snippets import NO_SNIPPET, Snippets


@dataclass(frozen=True)
class NotesCreation:
    """What storing notes gave."""

    created: bool
    """False when somebody had stored the same notes before."""
    delete_token: str | None
    """Known to this author alone; None when the same client had stored them before."""


class NoteStore:
    """Notes in one database."""

    def __init__(self, database: Database, snippets: Snippets) -> None:
        self._database = database
        self._snippets = snippets

    async def create(self, snippet_id: str, notes_id: str, body: str, client: str, limit: int | None = None) -> NotesCreation:
        """Store notes to a snippet for ``client``, who may have ``limit`` of them.

        Raises:
            NotFound, Gone: there is no such snippet, or no longer.
            TooManyNotes: the client has as many as one may have; nothing was stored.
        """
        who = await self._snippets.hash_of_client(client)
        token = secrets.token_urlsafe(TOKEN_BYTES)
        row = {"snippet_id": snippet_id, "id": notes_id, "client": who, "token_hash": hash_of(token)}
        async with self._database.writing() as connection:
            await _check_snippet(connection, snippet_id)
            known = (await connection.execute(_body_of(snippet_id, notes_id))).scalar_one_or_none() is not None
            insert = postgresql.insert if connection.dialect.name == "postgresql" else sqlite.insert
            content = {"body": body.encode(), "created_s": int(time.time())}
            adding = insert(StoredNotes).values({**row, **content}).on_conflict_do_nothing()
            if (await connection.execute(adding)).rowcount != 1:
                return NotesCreation(created=False, delete_token=None)
            await _check_count(connection, who, limit)
        return NotesCreation(not known, token)

    async def find(self, snippet_id: str, notes_id: str) -> str:
        """Return notes as they were stored; raises ``NotesNotFound``."""
        async with self._database.reading() as connection:
            body = (await connection.execute(_body_of(snippet_id, notes_id))).scalar_one_or_none()
        if body is None:
            raise no_notes(snippet_id, notes_id)
        return body.decode()

    async def delete(self, snippet_id: str, notes_id: str, token: str) -> bool:
        """Delete what one author has stored; True when nobody else has stored the same.

        Raises:
            NotFound, Gone: as ``create``.
            NotesNotFound: there are no such notes.
            DeleteRefused: the token is none that storing them gave.
        """
        same = (StoredNotes.snippet_id == snippet_id, StoredNotes.id == notes_id)
        async with self._database.writing() as connection:
            await _check_snippet(connection, snippet_id)
            if (await connection.execute(_body_of(snippet_id, notes_id))).scalar_one_or_none() is None:
                raise no_notes(snippet_id, notes_id)
            mine = delete(StoredNotes).where(*same, StoredNotes.token_hash == hash_of(token))
            if (await connection.execute(mine)).rowcount == 0:
                raise DeleteRefused("Only a delete token that came with these notes deletes them: send the one that you were given.")
            return (await connection.execute(_body_of(snippet_id, notes_id))).scalar_one_or_none() is None


def no_notes(snippet_id: str, notes_id: str) -> NotesNotFound:
    """Say that there are none, and where the film still is."""
    return NotesNotFound(
        f"{snippet_id} has no notes {notes_id!r}, or they were deleted. Check the id; /s/{snippet_id} is the film without notes."
    )


def _body_of(snippet_id: str, notes_id: str) -> Select[bytes]:
    return select(StoredNotes.body).where(StoredNotes.snippet_id == snippet_id, StoredNotes.id == notes_id).limit(1)


async def _check_snippet(connection: AsyncConnection, snippet_id: str) -> None:
    query = select(Snippet.deleted_s).where(Snippet.id == snippet_id).with_for_update()
    row = (await connection.execute(query)).first()
    if row is None:
        raise NotFound(NO_SNIPPET)
    if row.deleted_s is not None:
        raise Gone("This snippet was deleted: publish it again, then its notes.")


async def _check_count(connection: AsyncConnection, client: str, limit: int | None) -> None:
    count = (await connection.execute(select(func.count()).select_from(StoredNotes).where(StoredNotes.client == client))).scalar_one()
    if limit is not None and count > limit:
        raise TooManyNotes(f"This client has {limit:,} stored notes, which is the limit: delete some first.")
