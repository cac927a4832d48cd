"""A connection that ends in the middle of a question, as when the server is restarted."""

from __future__ import annotations

import pytest
from sqlalchemy import text

from app.errors import StoreSilent
from app.store.database import Database
from tests.conftest import EmptyDatabase


async def test_connection_ended_while_it_was_asked_is_told_and_the_next_one_works(empty_database: EmptyDatabase) -> None:
    database = Database(await empty_database("postgresql"))
    with pytest.raises(StoreSilent, match="does not answer"):
        async with database.reading() as connection:
            await connection.execute(text("SELECT pg_terminate_backend(pg_backend_pid())"))
    async with database.reading() as connection:
        assert (await connection.execute(text("SELECT 1"))).scalar_one() == 1
    await database.aclose()
