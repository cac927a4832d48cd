"""Stores which fixes of a published film work, by snippet and engine: one text for all fixes of a film, written and read elsewhere."""

from __future__ import annotations

import time

from sqlalchemy import exists, select
from sqlalchemy.dialects import postgresql, sqlite

from app.store.changes import tell
from app.store.database import Database
from app.store.models import FixVerdicts, Result, Snippet
from app.store.snippets import StoredSnippet


class Verdicts:
    """The verdicts on fixes in one database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def put(self, snippet_id: str, engine: str, text: str) -> None:
        """Store the verdicts on all fixes of a snippet's film; does nothing when the snippet was deleted meanwhile."""
        row = {"snippet_id": snippet_id, "engine": engine, "verdicts": text, "created_s": int(time.time())}
        insert = postgresql.insert if self._database.dialect == "postgresql" else sqlite.insert
        replacing = insert(FixVerdicts).values(row)
        replacing = replacing.on_conflict_do_update(index_elements=["snippet_id", "engine"], set_={"verdicts": text})
        async with self._database.writing() as connection:
            alive = select(Snippet.id).where(Snippet.id == snippet_id, Snippet.deleted_s.is_(None)).with_for_update()
            if (await connection.execute(alive)).first() is not None:
                await connection.execute(replacing)
                await tell(connection, snippet_id)

    async def of_snippet(self, snippet_id: str, engine: str) -> str | None:
        """Return what is stored for a snippet; None where its fixes have not been tried."""
        query = select(FixVerdicts.verdicts).where(FixVerdicts.snippet_id == snippet_id, FixVerdicts.engine == engine)
        async with self._database.reading() as connection:
            return (await connection.execute(query)).scalar()

    async def of_code(self, digest: str, engine: str) -> str | None:
        """Return what is stored for the code with this digest, whatever its link is."""
        query = select(FixVerdicts.verdicts).join(Snippet, Snippet.id == FixVerdicts.snippet_id)
        async with self._database.reading() as connection:
            return (await connection.execute(query.where(Snippet.digest == digest, FixVerdicts.engine == engine))).scalar()

    async def untried(self, engine: str, limit: int) -> list[StoredSnippet]:
        """List snippets with a film of ``engine`` whose fixes it has not tried, newest first."""
        tried = exists().where(FixVerdicts.snippet_id == Snippet.id, FixVerdicts.engine == engine)
        query = (
            select(Snippet.id, Snippet.code, Snippet.created_s)
            .join(Result, Result.snippet_id == Snippet.id)
            .where(Snippet.deleted_s.is_(None), Result.engine == engine, ~tried)
            .order_by(Snippet.created_s.desc())
            .limit(limit)
        )
        async with self._database.reading() as connection:
            return [StoredSnippet(row.id, row.code.decode(), row.created_s) for row in await connection.execute(query)]
