"""Tells all servers that share a PostgreSQL database which links have changed, as soon as the change is committed.

    write ─ tell, in the same transaction ─▶ commit ─▶ NOTIFY ─▶ every server forgets what it holds of the link

A server that was not connected may have missed something, so it forgets everything when it is connected again. Until then a link is
shown from memory no longer than ``view_age_s``, as with SQLite.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass

from sqlalchemy import text
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection

from app.store.database import Database, answer_of, driver_of

CHANNEL = "gradreel_link"
CHECK_S = 2.0
"""Pause between two looks at whether the connection is still there."""

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Change:
    """What has changed."""

    snippet_id: str
    digest: str
    """Of the code of a link that was deleted; empty if it was not."""


async def tell(connection: AsyncConnection, snippet_id: str, digest: str = "") -> None:
    """Tell all servers of a change once this transaction is committed; ``digest`` of the code where the link is deleted."""
    if connection.dialect.name == "postgresql":
        await connection.execute(text("SELECT pg_notify(:channel, :told)"), {"channel": CHANNEL, "told": f"{snippet_id} {digest}"})


class Changes:
    """Listens for what other servers change."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def listen_forever(self, on_change: Callable[[Change | None], None]) -> None:
        """Call ``on_change`` for each change, and with None when some may have been missed; until cancelled."""
        while self._database.dialect == "postgresql":
            try:
                await self._listen(on_change)
            except (SQLAlchemyError, OSError) as error:
                log.warning("changes of links are not heard now: %s", type(error).__name__)
            await asyncio.sleep(CHECK_S)

    async def _listen(self, on_change: Callable[[Change | None], None]) -> None:
        connection = await self._database.connected()
        try:
            driver = await driver_of(connection)
            await driver.add_listener(CHANNEL, lambda *heard: on_change(_read(heard[-1])))
            on_change(None)
            while True:
                await asyncio.sleep(CHECK_S)
                await answer_of(connection, text("SELECT 1"))
        finally:
            on_change(None)
            with suppress(SQLAlchemyError, OSError):
                await connection.invalidate()
                await connection.close()


def _read(told: str) -> Change:
    snippet_id, _, digest = told.partition(" ")
    return Change(snippet_id, digest)
