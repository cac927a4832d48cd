"""Who published a snippet, in a transaction that is open already: a row and a delete token for each, and what each has stored."""

from __future__ import annotations

import hashlib
import secrets
import time
from dataclasses import dataclass

from sqlalchemy import ColumnElement, and_, delete, func, select
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncConnection

from app.errors import NoRoom, TooManyBytes, TooManySnippets
from app.store.models import Publisher, Result

TOKEN_BYTES = 24


@dataclass(frozen=True)
class Quota:
    """How much may be stored; None for any amount."""

    client_snippets: int | None = None
    client_bytes: int | None = None
    """Of the films of one client's snippets."""
    all_bytes: int | None = None
    """Of all films."""


@dataclass(frozen=True)
class Stored:
    """A film that is to be stored."""

    snippet_id: str
    engine: str
    size_bytes: int


async def add_publisher(connection: AsyncConnection, snippet_id: str, client: str) -> str | None:
    """Note that ``client`` has published the snippet; return the delete token, None if it had published it before."""
    token = secrets.token_urlsafe(TOKEN_BYTES)
    row = {"snippet_id": snippet_id, "client": client, "token_hash": hash_of(token), "created_s": int(time.time())}
    insert = postgresql.insert if connection.dialect.name == "postgresql" else sqlite.insert
    added = (await connection.execute(insert(Publisher).values(row).on_conflict_do_nothing())).rowcount == 1
    return token if added else None


async def remove_publisher(connection: AsyncConnection, snippet_id: str, token: str) -> bool:
    """Forget whoever has this token; return False when nobody has."""
    mine = (Publisher.snippet_id == snippet_id, Publisher.token_hash == hash_of(token))
    return (await connection.execute(delete(Publisher).where(*mine))).rowcount > 0


async def has_publisher(connection: AsyncConnection, snippet_id: str) -> bool:
    """Whether anybody still wants the snippet to be published."""
    return await _number(connection, func.count(), Publisher.snippet_id == snippet_id) > 0


async def check_quota(connection: AsyncConnection, client: str, quota: Quota) -> int | None:
    """Return how many more snippets ``client`` may store after the one just added; None where there is no bound.

    Raises ``TooManySnippets``, ``TooManyBytes`` or ``NoRoom``.
    """
    await _check_bytes(connection, client, quota)
    if quota.client_snippets is None:
        return None
    left = quota.client_snippets - await _number(connection, func.count(), Publisher.client == client)
    if left < 0:
        raise TooManySnippets(f"This client has {quota.client_snippets:,} stored snippets, which is the limit: delete some first.")
    return left


async def _check_bytes(connection: AsyncConnection, client: str, quota: Quota) -> None:
    total = select(func.coalesce(func.sum(Result.bytes), 0))
    if quota.all_bytes is not None and (used := (await connection.execute(total)).scalar_one()) >= quota.all_bytes:
        raise _no_room(used, quota.all_bytes)
    of_client = total.join(Publisher, Publisher.snippet_id == Result.snippet_id).where(Publisher.client == client)
    if quota.client_bytes is not None and (used := (await connection.execute(of_client)).scalar_one()) >= quota.client_bytes:
        raise _too_many_bytes(used, quota.client_bytes)


async def check_room(connection: AsyncConnection, result: Stored, quota: Quota) -> None:
    """Raise ``NoRoom`` or ``TooManyBytes`` unless a film may be stored: within the room of all, and of one who published it.

    Films of other engines do not count: this one will replace them.
    """
    others = (Result.engine == result.engine, Result.snippet_id != result.snippet_id)
    if quota.all_bytes is not None:
        used = (await connection.execute(select(func.coalesce(func.sum(Result.bytes), 0)).where(*others))).scalar_one()
        if used + result.size_bytes > quota.all_bytes:
            raise _no_room(used + result.size_bytes, quota.all_bytes)
    if quota.client_bytes is not None:
        publishers = select(Publisher.client).where(Publisher.snippet_id == result.snippet_id)
        theirs = (
            select(func.coalesce(func.sum(Result.bytes), 0))
            .select_from(Publisher)
            .outerjoin(Result, and_(Result.snippet_id == Publisher.snippet_id, *others))
            .where(Publisher.client.in_(publishers))
            .group_by(Publisher.client)
        )
        used = min((await connection.execute(theirs)).scalars(), default=0)
        if used + result.size_bytes > quota.client_bytes:
            raise _too_many_bytes(used + result.size_bytes, quota.client_bytes)


def _no_room(used: int, limit: int) -> NoRoom:
    return NoRoom(
        f"The stored films and this one take at least {used:,} bytes, and {limit:,} is the limit of this service. Running still works; "
        "whoever runs it can make room with `python -m app.cli db prune` or raise GRADREEL_STORED_FILM_BYTES."
    )


def _too_many_bytes(used: int, limit: int) -> TooManyBytes:
    told = f"The films of this client's snippets and this one take at least {used:,} bytes"
    return TooManyBytes(f"{told}, and {limit:,} is the limit: delete some first.")


async def _number(connection: AsyncConnection, what: ColumnElement[int], where: ColumnElement[bool]) -> int:
    return (await connection.execute(select(what).select_from(Publisher).where(where))).scalar_one()


def hash_of(token: str) -> bytes:
    """Hash a token: it is long and random, so that equal hashes mean equal tokens and looking one up tells nothing."""
    return hashlib.sha256(token.encode()).digest()
