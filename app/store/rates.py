"""Counts what clients do in a moving window, for all servers that share a PostgreSQL database; by its clock, in one statement.

The ``limits`` library has storages for Redis, Memcached and MongoDB, none for PostgreSQL. With SQLite there is one server, which counts
in its own memory.
"""

from __future__ import annotations

import time
from dataclasses import dataclass

from sqlalchemy import delete, func, text
from sqlalchemy.exc import SQLAlchemyError

from app.errors import StoreUnavailable
from app.store.database import Database
from app.store.models import RateWindow
from app.store.snippets import Snippets

CLEAN_S = 60.0

# What was counted in the future, before the database's clock was put back, is forgotten; statements that wait for each other may be out of
# order by less.
HIT = text("""
    WITH clock AS MATERIALIZED (SELECT extract(epoch FROM clock_timestamp())::float8 AS now)
    INSERT INTO rate_window AS held (key, hits, expires_s)
    SELECT :key, now::text, now + :window_s FROM clock
    ON CONFLICT (key) DO UPDATE SET
        expires_s = EXCLUDED.expires_s,
        hits = (
            SELECT concat_ws(',', CASE WHEN count(*) < :amount THEN EXCLUDED.hits END, string_agg(hit::text, ',' ORDER BY hit DESC))
            FROM unnest(string_to_array(held.hits, ',')::float8[]) AS hit
            WHERE hit > EXCLUDED.hits::float8 - :window_s AND hit < EXCLUDED.hits::float8 + 5
        )
    RETURNING hits, (SELECT now FROM clock) AS now
""")


@dataclass(frozen=True)
class Window:
    """What one client has done within the window."""

    allowed: bool
    """Whether the last time was counted; else it was one too many."""
    left: int
    reset_s: float
    """Seconds until the oldest one is forgotten."""


class Rates:
    """The counts in one database."""

    def __init__(self, database: Database, snippets: Snippets) -> None:
        self._database = database
        self._snippets = snippets
        self._cleaned_s = time.monotonic()

    async def hit(self, what: str, client: str, amount: int, window_s: int) -> Window | None:
        """Count one; None where the database does not count, or does not answer."""
        if self._database.dialect != "postgresql":
            return None
        try:
            key = f"{what} {await self._snippets.hash_of_client(client)}"
            async with self._database.writing() as connection:
                given = {"key": key, "amount": amount, "window_s": float(window_s)}
                row = (await connection.execute(HIT, given)).one()
            await self._clean()
        except (StoreUnavailable, SQLAlchemyError):
            return None
        hits = [float(hit) for hit in row.hits.split(",")]
        return Window(hits[0] == row.now, amount - len(hits), max(0.0, hits[-1] + window_s - row.now))

    async def _clean(self) -> None:
        """Delete the windows of clients that have left, now and then."""
        if time.monotonic() - self._cleaned_s < CLEAN_S:
            return
        self._cleaned_s = time.monotonic()
        async with self._database.writing() as connection:
            await connection.execute(delete(RateWindow).where(RateWindow.expires_s < func.extract("epoch", func.clock_timestamp())))
