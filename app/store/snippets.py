"""Code in, a link that lasts out: create, find, delete.

The same code always gets the same id: the shortest free beginning of its digest, at least ten characters. Two snippets whose
digests begin alike get ids of different length. A deleted snippet leaves a tombstone, which keeps the id from ever meaning other
code; whoever has the code may publish it again.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass

from sqlalchemy import Insert, case, delete, func, select, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncConnection

from app.errors import DeleteRefused, Gone, NotFound, TooManySnippets
from app.store.database import Database
from app.store.models import Result, Salt, Snippet
from gradreel.ids import DIGEST_LENGTH, ID_LENGTH, digest_of

TOKEN_BYTES = 24
NO_SNIPPET = "There is no snippet with this id. Check the link."
NOBODY = b""
"""Token hash of a snippet that nobody may delete: a built-in example."""


@dataclass(frozen=True)
class Creation:
    """What creating a link gave."""

    id: str
    created: bool
    """False when the link was there already."""
    delete_token: str | None
    """Known to the creator alone; None when the link was there already, or belongs to everybody."""
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

    async def create(self, code: str, client: str, most: int | None, owned: bool = True) -> Creation:
        """Store ``code`` for ``client``, who may have ``most`` snippets (None: any number); without an owner nobody may delete it.

        Raises:
            TooManySnippets: the client has that many; nothing was stored.
        """
        token = secrets.token_urlsafe(TOKEN_BYTES) if owned else None
        who = await self._client(client)
        async with self._database.writing() as connection:
            snippet_id, created = await self._insert(connection, code, who, token)
            left = most - await _count(connection, who) if created and most is not None else None
            if left is not None and left < 0:
                raise TooManySnippets(f"This client has {most:,} stored snippets, which is the limit: delete some first.")
        return Creation(snippet_id, created, token if created else None, left)

    async def _insert(self, connection: AsyncConnection, code: str, client: str, token: str | None) -> tuple[str, bool]:
        """Take the first id that is free or already ours; inserting before looking leaves no gap between the two."""
        digest = self._digest(code)
        content = {"code": code.encode(), "client": client, "token_hash": _hash(token), "created_s": int(time.time()), "deleted_s": None}
        for length in range(self._id_length, len(digest) + 1):
            row = {"id": digest[:length], "digest": digest, **content}
            if (await connection.execute(self._insert_if_free().values(row))).rowcount == 1:
                return digest[:length], True
            held = (await connection.execute(select(Snippet.digest, Snippet.deleted_s).where(Snippet.id == digest[:length]))).first()
            if held and held.digest == digest:
                if held.deleted_s is not None:
                    await connection.execute(update(Snippet).where(Snippet.id == digest[:length]).values(content))
                return digest[:length], held.deleted_s is not None
        raise AssertionError(f"two snippets share all {DIGEST_LENGTH} characters of {digest}")

    def _insert_if_free(self) -> Insert:
        if self._database.dialect == "postgresql":
            return postgresql.insert(Snippet).on_conflict_do_nothing()
        return sqlite.insert(Snippet).on_conflict_do_nothing()

    async def find(self, snippet_id: str) -> StoredSnippet:
        """Return the snippet.

        Raises:
            NotFound: no link was ever made with this id.
            Gone: it was deleted.
        """
        query = select(Snippet.code, Snippet.created_s, Snippet.deleted_s).where(Snippet.id == snippet_id)
        async with self._database.reading() as connection:
            row = (await connection.execute(query)).first()
        if row is None:
            raise NotFound(NO_SNIPPET)
        if row.deleted_s is not None:
            raise Gone("This snippet was deleted by whoever made it.")
        return StoredSnippet(snippet_id, row.code.decode(), row.created_s)

    async def delete(self, snippet_id: str, token: str) -> None:
        """Wipe code and results and leave a tombstone.

        Raises:
            NotFound, Gone: as ``find``.
            DeleteRefused: the token is not the one that creating gave.
        """
        async with self._database.writing() as connection:
            query = select(Snippet.token_hash, Snippet.deleted_s).where(Snippet.id == snippet_id)
            row = (await connection.execute(query)).first()
            if row is None:
                raise NotFound(NO_SNIPPET)
            if row.deleted_s is not None:
                raise Gone("This snippet was deleted already.")
            if row.token_hash == NOBODY or not hmac.compare_digest(row.token_hash, _hash(token)):
                raise DeleteRefused("Only the delete token that came with the link deletes it.")
            await connection.execute(delete(Result).where(Result.snippet_id == snippet_id))
            wiped = {"code": b"", "client": "", "token_hash": NOBODY, "deleted_s": int(time.time())}
            await connection.execute(update(Snippet).where(Snippet.id == snippet_id).values(wiped))

    async def without_result(self, engine: str, most: int) -> list[StoredSnippet]:
        """List snippets that ``engine`` has not run, newest first; those that no engine has run come before all others."""
        of_engine = select(Result.snippet_id).where(Result.engine == engine)
        of_any = select(Result.snippet_id)
        query = (
            select(Snippet.id, Snippet.code, Snippet.created_s)
            .where(Snippet.deleted_s.is_(None), Snippet.id.not_in(of_engine))
            .order_by(case((Snippet.id.in_(of_any), 1), else_=0), Snippet.created_s.desc())
            .limit(most)
        )
        async with self._database.reading() as connection:
            return [StoredSnippet(row.id, row.code.decode(), row.created_s) for row in await connection.execute(query)]

    async def _client(self, address: str) -> str:
        if self._salt is None:
            async with self._database.reading() as connection:
                self._salt = (await connection.execute(select(Salt.value))).scalar_one()
        return hashlib.blake2b(address.encode(), key=self._salt, digest_size=16).hexdigest()


async def _count(connection: AsyncConnection, client: str) -> int:
    counted = await connection.execute(select(func.count()).select_from(Snippet).where(Snippet.client == client))
    return counted.scalar_one()


def _hash(token: str | None) -> bytes:
    return hashlib.sha256(token.encode()).digest() if token else NOBODY
