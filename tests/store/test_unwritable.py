"""A database that may not be written: the operator is told what to do, visitors get 503, and all is well when it may again."""

from __future__ import annotations

import pytest

from app.errors import StoreFull, StoreUnavailable
from app.store.store import Store

READ_ONLY = {
    "sqlite": ("PRAGMA query_only=ON", "PRAGMA query_only=OFF"),
    "postgresql": (
        "SET SESSION CHARACTERISTICS AS TRANSACTION READ ONLY",
        "SET SESSION CHARACTERISTICS AS TRANSACTION READ WRITE",
    ),
}


async def test_link_for_a_database_that_became_read_only_is_refused_and_made_when_it_can_be_written(store: Store) -> None:
    kept = await store.snippets.create("x = 1", "somebody", None)
    database = store._database
    off, on = READ_ONLY[database.dialect]
    async with database.maintaining() as connection:
        await connection.exec_driver_sql(off)
    with pytest.raises(StoreUnavailable, match=r"cannot be written: it is read-only.*must look at its folder") as refused:
        await store.snippets.create("x = 2", "somebody", None)
    assert not isinstance(refused.value, StoreFull)
    assert (await store.snippets.find(kept.id)).code == "x = 1"
    # SQLite takes no lock for writing on such a connection.
    async with database.reading() if database.dialect == "sqlite" else database.maintaining() as connection:
        await connection.exec_driver_sql(on)
    assert (await store.snippets.create("x = 2", "somebody", None)).created


async def test_start_with_a_folder_that_cannot_be_written_says_which_and_what_to_do() -> None:
    store = Store("sqlite:////proc/gradreel/films.db")
    with pytest.raises(StoreUnavailable, match=r"/proc/gradreel/films\.db cannot be used: .*writable.*GRADREEL_DATABASE_URL"):
        await store.start()
    await store.aclose()
