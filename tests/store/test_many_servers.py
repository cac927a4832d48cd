"""Servers that share a PostgreSQL database: they count together, hear of each other's changes, and one does the work in the background."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack

import pytest
from sqlalchemy import text

from app.store.changes import Change
from app.store.store import Store
from gradreel.ids import digest_of
from tests.conftest import PATIENCE_S, EmptyDatabase

pytestmark = pytest.mark.parametrize("empty", ["postgresql"])


@pytest.fixture
async def stores(empty: str, empty_database: EmptyDatabase) -> AsyncIterator[tuple[Store, Store]]:
    """Two servers' ways to one database."""
    url = await empty_database(empty)
    async with AsyncExitStack() as stack:
        made = Store(url), Store(url)
        for store in made:
            stack.push_async_callback(store.aclose)
            await store.start()
        yield made


async def test_what_was_counted_before_the_clock_of_the_database_was_put_back_is_forgotten(stores: tuple[Store, Store]) -> None:
    rates = stores[0].rates
    for _ in range(3):
        await rates.hit("runs", "10.0.0.1", 2, 60)
    await _move_hits(stores[0], 3600)
    windows = [await rates.hit("runs", "10.0.0.1", 2, 60) for _ in range(3)]
    assert [window and window.allowed for window in windows] == [True, True, False]
    assert all(window and window.reset_s <= 60 for window in windows)


async def _move_hits(store: Store, seconds: int) -> None:
    """Have what was counted lie so much later, as if the clock had been put back by that, or earlier, as if time had passed."""
    async with store._database.writing() as connection:
        moved = f"SELECT string_agg((hit::float8 + {seconds})::text, ',') FROM unnest(string_to_array(hits, ',')) AS hit"
        await connection.execute(text(f"UPDATE rate_window SET hits = ({moved})"))


async def test_rate_counts_what_either_server_has_seen(stores: tuple[Store, Store]) -> None:
    windows = [await stores[n % 2].rates.hit("runs", "10.0.0.1", 3, 60) for n in range(5)]
    assert [window and (window.allowed, window.left) for window in windows] == [(True, 2), (True, 1), (True, 0), (False, 0), (False, 0)]
    other = await stores[0].rates.hit("runs", "10.0.0.2", 3, 60)
    assert other is not None
    assert other.allowed
    assert 59 < other.reset_s <= 60


async def test_rate_forgets_what_is_older_than_its_window(stores: tuple[Store, Store]) -> None:
    assert [bool((window := await stores[0].rates.hit("runs", "a", 1, 60)) and window.allowed) for _ in range(2)] == [True, False]
    await _move_hits(stores[0], -61)
    window = await stores[1].rates.hit("runs", "a", 1, 60)
    assert window is not None
    assert window.allowed


async def test_hundred_hits_at_once_from_both_servers_pass_no_more_than_the_rate(stores: tuple[Store, Store]) -> None:
    windows = await asyncio.gather(*(stores[n % 2].rates.hit("runs", "a", 7, 600) for n in range(100)))
    assert sum(bool(window and window.allowed) for window in windows) == 7


async def test_no_address_is_stored_for_a_rate(stores: tuple[Store, Store]) -> None:
    await stores[0].rates.hit("runs", "10.0.0.1", 3, 60)
    async with stores[0]._database.reading() as connection:
        keys = [row.key for row in await connection.execute(text("SELECT key FROM rate_window"))]
    assert len(keys) == 1
    assert "10.0.0.1" not in keys[0]


async def test_one_server_leads_and_the_other_follows_it_when_its_connection_is_lost(stores: tuple[Store, Store]) -> None:
    first, second = stores
    assert [await first.leader.holds(), await second.leader.holds(), await first.leader.holds()] == [True, False, True]
    killing = "SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND granted AND pid <> pg_backend_pid()"
    async with second._database.writing() as connection:
        await connection.execute(text(killing))
    for _ in range(round(PATIENCE_S / 0.05)):
        if await second.leader.holds():
            break
        await asyncio.sleep(0.05)
    assert await second.leader.holds()
    assert not await first.leader.holds()


async def test_server_hears_of_links_that_another_one_makes_and_deletes(stores: tuple[Store, Store]) -> None:
    heard: list[Change | None] = []
    listening = asyncio.create_task(stores[1].changes.listen_forever(heard.append))
    try:
        await _until(heard, 1)
        made = await stores[0].snippets.create("x = 1", "client")
        assert made.delete_token is not None
        await stores[0].snippets.delete(made.id, made.delete_token)
        await _until(heard, 3)
        assert heard == [None, Change(made.id, ""), Change(made.id, digest_of("x = 1"))]
    finally:
        listening.cancel()
        await asyncio.gather(listening, return_exceptions=True)


async def _until(heard: list[Change | None], count: int) -> None:
    for _ in range(round(PATIENCE_S / 0.02)):
        if len(heard) >= count:
            return
        await asyncio.sleep(0.02)
    raise AssertionError(heard)
