"""Stores films by snippet and engine, finds them again, and deletes those that a newer engine's film has replaced."""

from __future__ import annotations

import asyncio
import json
import logging
import time
import zlib
from dataclasses import dataclass
from typing import Any, TypeVarTuple

from sqlalchemy import Select, and_, bindparam, delete, exists, func, select, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.orm import aliased

from app.errors import StoreUnavailable
from app.store.changes import tell
from app.store.database import Database
from app.store.models import FixVerdicts, Result, Snippet
from app.store.publishers import Quota, Stored, check_room
from gradreel.film.film import Film

Columns = TypeVarTuple("Columns")
GZIP_WINDOW = zlib.MAX_WBITS + 16
PIECE_BYTES = 1024 * 1024
log = logging.getLogger(__name__)

# Every run asks this first, and building a query costs as much as asking it: so it is built once.
OF_CODE = (
    select(Result.snippet_id, Result.body, Result.etag, Result.reusable, Result.summary)
    .join(Snippet, Snippet.id == Result.snippet_id)
    .where(Snippet.digest == bindparam("digest"), Result.engine == bindparam("engine"), Result.reusable)
)


@dataclass(frozen=True)
class StoredFilm:
    """A film from the store."""

    film: Film
    current: bool
    """Whether the engine that was asked for has made it."""


@dataclass(frozen=True)
class StoredTag:
    """The tag of a film in the store."""

    etag: str
    current: bool


class Results:
    """The films in one database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def put(self, snippet_id: str, engine: str, film: Film, quota: Quota | None = None) -> bool:
        """Store what ``engine`` made of the snippet; return False when it was deleted meanwhile, and nothing was stored.

        A reusable film is never replaced; one that ran out of time gives way to any later one of the same engine. Raises ``TooManyBytes``
        or ``NoRoom`` where ``quota`` leaves no room for it.
        """
        row = {
            "snippet_id": snippet_id,
            "engine": engine,
            "body": film.body,
            "bytes": len(film.body),
            "etag": film.etag,
            "reusable": film.reusable,
            "summary": json.dumps(film.summary, ensure_ascii=False),
            "created_s": int(time.time()),
        }
        insert = postgresql.insert if self._database.dialect == "postgresql" else sqlite.insert
        changed = {name: value for name, value in row.items() if name not in ("snippet_id", "engine")}
        replacing = (
            insert(Result)
            .values(row)
            .on_conflict_do_update(index_elements=["snippet_id", "engine"], set_=changed, where=Result.reusable.is_(False))
        )
        async with self._database.writing() as connection:
            alive = select(Snippet.id).where(Snippet.id == snippet_id, Snippet.deleted_s.is_(None)).with_for_update()
            if (await connection.execute(alive)).first() is None:
                return False
            if quota is not None:
                await check_room(connection, Stored(snippet_id, engine, len(film.body)), quota)
            await connection.execute(replacing)
            await tell(connection, snippet_id)
        return True

    async def complete(self, snippet_id: str, engine: str, etag: str, film: Film) -> bool:
        """Put ``film`` into the place of the one with this tag, which it completes; return whether that one was there."""
        whole = {"body": film.body, "bytes": len(film.body), "etag": film.etag, "summary": json.dumps(film.summary, ensure_ascii=False)}
        same = (Result.snippet_id == snippet_id, Result.engine == engine, Result.etag == etag)
        async with self._database.writing() as connection:
            done = await connection.execute(update(Result).where(*same).values(whole))
            if done.rowcount:
                await tell(connection, snippet_id)
        return bool(done.rowcount)

    async def newest(self, snippet_id: str, engine: str) -> StoredFilm | None:
        """Return the film of ``engine``, else the latest of any other; one that is damaged is discarded, to be made anew."""
        query = select(Result.body, Result.etag, Result.reusable, Result.summary, Result.engine)
        damaged: list[str] = []
        while True:
            left = _newest_first(query.where(Result.engine.not_in(damaged)), snippet_id, engine)
            async with self._database.reading() as connection:
                row = (await connection.execute(left)).first()
            if row is None:
                return None
            film = await asyncio.to_thread(_film_of, row)
            if film is not None:
                return StoredFilm(film, row.engine == engine)
            damaged.append(row.engine)
            await self._discard(snippet_id, row.engine)

    async def newest_tag(self, snippet_id: str, engine: str) -> StoredTag | None:
        """Return the tag of the film that ``newest`` would return, without reading the film."""
        async with self._database.reading() as connection:
            row = (await connection.execute(_newest_first(select(Result.etag, Result.engine), snippet_id, engine))).first()
        return StoredTag(row.etag, row.engine == engine) if row else None

    async def of_code(self, digest: str, engine: str) -> Film | None:
        """Return a reusable film of ``engine`` for the code with this digest, whatever its link is."""
        async with self._database.reading() as connection:
            row = (await connection.execute(OF_CODE, {"digest": digest, "engine": engine})).first()
        film = await asyncio.to_thread(_film_of, row) if row else None
        if row and film is None:
            await self._discard(row.snippet_id, engine)
        return film

    async def _discard(self, snippet_id: str, engine: str) -> None:
        """Delete a film that is damaged; where nothing can be written now it stays, and is found damaged again."""
        log.error("the stored film of %s is damaged, and is discarded: it will be made anew", snippet_id)
        try:
            async with self._database.writing() as connection:
                this = delete(Result).where(Result.snippet_id == snippet_id, Result.engine == engine)
                await connection.execute(this)
                await tell(connection, snippet_id)
        except (StoreUnavailable, SQLAlchemyError) as error:
            log.warning("it stays for now: %s", type(error).__name__)

    async def stored_bytes(self) -> int:
        """Add up what all films take."""
        async with self._database.reading() as connection:
            return int((await connection.execute(select(func.coalesce(func.sum(Result.bytes), 0)))).scalar_one())

    async def prune(self, engine: str) -> int:
        """Delete films of other engines wherever ``engine`` has made its own; return how many."""
        newer = aliased(Result)
        replaced = exists().where(and_(newer.snippet_id == Result.snippet_id, newer.engine == engine))
        outlived = exists().where(and_(newer.snippet_id == FixVerdicts.snippet_id, newer.engine == engine))
        async with self._database.maintaining() as connection:
            await connection.execute(delete(FixVerdicts).where(FixVerdicts.engine != engine, outlived))
            return (await connection.execute(delete(Result).where(Result.engine != engine, replaced))).rowcount


def _film_of(row: Any) -> Film | None:
    """Read a row; None where it is damaged. Unpacks the film to compare its checksum: call it in a thread."""
    try:
        summary = json.loads(row.summary)
    except ValueError:
        return None
    return Film(row.body, row.etag, row.reusable, summary) if isinstance(summary, dict) and _is_whole(row.body) else None


def _is_whole(body: bytes) -> bool:
    """Compare the checksum of a gzip file, unpacking it in pieces: nobody knows what damaged bytes unpack to."""
    unpacker, left = zlib.decompressobj(GZIP_WINDOW), body
    try:
        while left:
            unpacker.decompress(left, PIECE_BYTES)
            left = unpacker.unconsumed_tail
    except zlib.error:
        return False
    return unpacker.eof and not unpacker.unused_data


def _newest_first(query: Select[*Columns], snippet_id: str, engine: str) -> Select[*Columns]:
    """Narrow ``query`` to the film to show: that of ``engine``, else the latest of any other."""
    return query.where(Result.snippet_id == snippet_id).order_by((Result.engine == engine).desc(), Result.created_s.desc()).limit(1)
