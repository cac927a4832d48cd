"""Stores snippets under links that last: create, find, delete, take down.

The same code always gets the same id: the shortest free beginning of its digest, at least ten characters. Two snippets whose
digests begin alike get ids of different length. Everybody who publishes the same code gets a delete token of their own; the link
goes when the last of them has deleted it. A deleted snippet leaves a tombstone, which keeps the id from ever meaning other code;
whoever has the code may publish it again, unless the operator took it down.
"""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable
from dataclasses import dataclass

from sqlalchemy import Insert, case, delete, select, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncConnection

from app.errors import DeleteRefused, Gone, NotFound, TakenDown
from app.store.changes import tell
from app.store.database import Database
from app.store.models import FixVerdicts, Publisher, Result, Salt, Snippet, StoredNotes
from app.store.publishers import Quota, add_publisher, check_quota, has_publisher, remove_publisher
from gradreel.ids import DIGEST_LENGTH, ID_LENGTH, digest_of

NO_SNIPPET = "There is no snippet with this id. Check the link."
NO_LIMIT = Quota()


@dataclass(frozen=True)
class Creation:
    """What creating a link gave."""

    id: str
    created: bool
    """False when the link was there already."""
    delete_token: str | None
    """Known to this publisher alone; None when the same client had published it before, or the link belongs to everybody."""
    left: int | None = None
    """How many more snippets its client may have stored; None when that was not asked, or nothing was stored."""


@dataclass(frozen=True)
class StoredSnippet:
    """One snippet as stored."""

    id: str
    code: str
    created_s: int


class Snippets:
    """Links in one database; ``digest`` and ``id_length`` are parameters so that tests can make collisions."""

    def __init__(self, database: Database, digest: Callable[[str], str] = digest_of, id_length: int = ID_LENGTH) -> None:
        self._database = database
        self._digest = digest
        self._id_length = id_length
        self._salt: bytes | None = None

    async def create(self, code: str, client: str, quota: Quota | None = None, owned: bool = True) -> Creation:
        """Store ``code`` for ``client``; without an owner nobody may delete it.

        Raises:
            TooManySnippets, TooManyBytes, NoRoom: ``quota`` is used up; nothing was stored.
            TakenDown: the operator took this code down.
        """
        who = await self.hash_of_client(client)
        async with self._database.writing() as connection:
            snippet_id, created = await self._insert(connection, code)
            token = await add_publisher(connection, snippet_id, who) if owned else None
            left = await check_quota(connection, who, quota or NO_LIMIT) if token else None
            await tell(connection, snippet_id)
        return Creation(snippet_id, created, token, left)

    async def _insert(self, connection: AsyncConnection, code: str) -> tuple[str, bool]:
        """Take the first id that is free or already ours; inserting before looking leaves no gap between the two."""
        digest = self._digest(code)
        content = {"code": code.encode(), "created_s": int(time.time()), "deleted_s": None}
        for length in range(self._id_length, len(digest) + 1):
            id = digest[:length]
            if (await connection.execute(self._insert_if_free().values({"id": id, "digest": digest, **content}))).rowcount == 1:
                return id, True
            query = select(Snippet.digest, Snippet.deleted_s, Snippet.takedown).where(Snippet.id == id).with_for_update()
            held = (await connection.execute(query)).first()
            if held is None or held.digest != digest:
                continue
            if held.takedown is not None:
                raise TakenDown(_taken_down(held.takedown))
            if held.deleted_s is not None:
                await connection.execute(update(Snippet).where(Snippet.id == id).values(content))
            return id, held.deleted_s is not None
        raise AssertionError(f"two snippets share all {DIGEST_LENGTH} characters of {digest}")

    def _insert_if_free(self) -> Insert:
        if self._database.dialect == "postgresql":
            return postgresql.insert(Snippet).on_conflict_do_nothing()
        return sqlite.insert(Snippet).on_conflict_do_nothing()

    async def find(self, snippet_id: str) -> StoredSnippet:
        """Return the snippet.

        Raises:
            NotFound: no link was ever made with this id.
            Gone: it was deleted; ``TakenDown``: by the operator.
        """
        query = select(Snippet.code, Snippet.created_s, Snippet.deleted_s, Snippet.takedown).where(Snippet.id == snippet_id)
        async with self._database.reading() as connection:
            row = (await connection.execute(query)).first()
        if row is None:
            raise NotFound(NO_SNIPPET)
        if row.takedown is not None:
            raise TakenDown(_taken_down(row.takedown))
        if row.deleted_s is not None:
            raise Gone("This snippet was deleted by whoever made it. Publish the code again to have it back.")
        return StoredSnippet(snippet_id, row.code.decode(errors="replace"), row.created_s)

    async def delete(self, snippet_id: str, token: str) -> bool:
        """Withdraw one publication; with the last one wipe code and results, leave a tombstone and return True.

        Raises:
            NotFound, Gone: as ``find``.
            DeleteRefused: the token is none that creating gave.
        """
        async with self._database.writing() as connection:
            query = select(Snippet.deleted_s).where(Snippet.id == snippet_id).with_for_update()
            row = (await connection.execute(query)).first()
            if row is None:
                raise NotFound(NO_SNIPPET)
            if row.deleted_s is not None:
                raise Gone("This snippet was deleted already.")
            if not await remove_publisher(connection, snippet_id, token):
                raise DeleteRefused("Only a delete token that came with the link deletes it: send the one that you were given.")
            if await has_publisher(connection, snippet_id):
                return False
            await _wipe(connection, snippet_id)
        return True

    async def take_down(self, snippet_id: str, reason: str) -> None:
        """Wipe code and results whoever published them, and refuse the same code from now on; raises ``NotFound``."""
        async with self._database.writing() as connection:
            query = select(Snippet.id).where(Snippet.id == snippet_id).with_for_update()
            if (await connection.execute(query)).first() is None:
                raise NotFound(NO_SNIPPET)
            await _wipe(connection, snippet_id)
            await connection.execute(update(Snippet).where(Snippet.id == snippet_id).values(takedown=reason))

    async def without_result(self, engine: str, limit: int) -> list[StoredSnippet]:
        """List snippets that ``engine`` has not run, newest first; those that no engine has run come before all others."""
        of_engine = select(Result.snippet_id).where(Result.engine == engine)
        of_any = select(Result.snippet_id)
        query = (
            select(Snippet.id, Snippet.code, Snippet.created_s)
            .where(Snippet.deleted_s.is_(None), Snippet.id.not_in(of_engine))
            .order_by(case((Snippet.id.in_(of_any), 1), else_=0), Snippet.created_s.desc())
            .limit(limit)
        )
        async with self._database.reading() as connection:
            return [StoredSnippet(row.id, row.code.decode(errors="replace"), row.created_s) for row in await connection.execute(query)]

    async def hash_of_client(self, address: str) -> str:
        """Return what is stored instead of an address: a hash with this database's own key."""
        if self._salt is None:
            async with self._database.reading() as connection:
                self._salt = (await connection.execute(select(Salt.value))).scalar_one()
        return hashlib.blake2b(address.encode(), key=self._salt, digest_size=16).hexdigest()


async def _wipe(connection: AsyncConnection, snippet_id: str) -> None:
    """Leave a tombstone."""
    for table in (Result, FixVerdicts, StoredNotes, Publisher):
        await connection.execute(delete(table).where(table.snippet_id == snippet_id))
    deleting = update(Snippet).where(Snippet.id == snippet_id).values(code=b"", deleted_s=int(time.time())).returning(Snippet.digest)
    await tell(connection, snippet_id, (await connection.execute(deleting)).scalar_one())


def _taken_down(reason: str) -> str:
    told = f": {reason}" if reason else "."
    return f"The operator of this service took this snippet down{told}"
