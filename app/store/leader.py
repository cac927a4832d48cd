"""Chooses, among the servers that share a PostgreSQL database, the one that does the work in the background.

Whoever holds the lock is it, for as long as its connection lives: when that ends, the database itself gives the lock to another one.
With SQLite there is one server.
"""

from __future__ import annotations

from contextlib import suppress

from sqlalchemy import text
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection

from app.store.database import Database, answer_of

LOCK_KEY = 0x67726165
"""Any number, as long as every server takes the same, and no other lock does."""

ENDED_WHEN_UNREACHABLE = text(
    "SELECT set_config('tcp_keepalives_idle', '5', false), set_config('tcp_keepalives_interval', '3', false), "
    "set_config('tcp_keepalives_count', '3', false)"
)
"""The database notices within a quarter of a minute that a server is gone of which nobody has told it, and gives the lock to another."""


class Leader:
    """One server's part in the choice."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._connection: AsyncConnection | None = None
        self._holds = False

    async def holds(self) -> bool:
        """Whether this server is the one now; asks the database each time, over the connection that holds the lock."""
        if self._database.dialect != "postgresql":
            return True
        try:
            if self._connection is None:
                self._connection = await self._database.connected()
                await self._connection.execute(ENDED_WHEN_UNREACHABLE)
            if self._holds:
                await answer_of(self._connection, text("SELECT 1"))
            else:
                self._holds = bool(await answer_of(self._connection, text("SELECT pg_try_advisory_lock(:key)"), key=LOCK_KEY))
        except (SQLAlchemyError, OSError):
            await self.aclose()
        return self._holds

    async def aclose(self) -> None:
        """Leave it to another one."""
        self._holds = False
        connection, self._connection = self._connection, None
        if connection is not None:
            with suppress(SQLAlchemyError, OSError):
                await connection.invalidate()
                await connection.close()
