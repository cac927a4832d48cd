"""A database that says nothing: its connections end in the middle of a question, the network to it is cut, it is stopped."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

import pytest
from sqlalchemy import make_url, text

from app.errors import StoreSilent
from app.store.database import CONNECT_ARGS, Database
from app.store.leader import Leader
from app.store.silence import CONNECT_S, PING_S, RETRY_S, SERVER_SETTINGS, Silence
from tests.conftest import PATIENCE_S, EmptyDatabase
from tests.proxy import CUTS, Cut, Proxy

SHORT_S = 0.5


async def test_connection_ended_while_it_was_asked_is_told_and_the_next_one_works(empty_database: EmptyDatabase) -> None:
    database = Database(await empty_database("postgresql"))
    with pytest.raises(StoreSilent, match="does not answer"):
        async with database.reading() as connection:
            await connection.execute(text("SELECT pg_terminate_backend(pg_backend_pid())"))
    async with database.reading() as connection:
        assert (await connection.execute(text("SELECT 1"))).scalar_one() == 1
    await database.aclose()


@asynccontextmanager
async def through_proxy(url: str) -> AsyncIterator[tuple[Database, Proxy]]:
    """Connect to a database over a network that can be cut."""
    parsed = make_url(url)
    proxy = Proxy(lambda: asyncio.open_unix_connection(f"{parsed.query['host']}/.s.PGSQL.5432"))
    port = await proxy.start()
    database = Database(str(parsed.set(host="127.0.0.1", port=port, query={})))
    try:
        yield database, proxy
    finally:
        proxy.mend()
        await database.aclose()
        await proxy.aclose()


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have a database soon be taken for silent; a busy machine may then look silent as well, before the network is cut and after."""
    monkeypatch.setattr("app.store.silence.PING_S", SHORT_S)
    monkeypatch.setattr("app.store.silence.RETRY_S", SHORT_S)
    monkeypatch.setattr("app.store.database.PING_S", SHORT_S)
    monkeypatch.setitem(CONNECT_ARGS, "timeout", SHORT_S)


async def answers(database: Database) -> None:
    """Wait until it does."""
    async with asyncio.timeout(PATIENCE_S):
        while True:
            with suppress(StoreSilent):
                assert await one(database) == 1
                return
            await asyncio.sleep(0.05)


async def one(database: Database) -> int:
    async with database.reading() as connection:
        found: int = (await connection.execute(text("SELECT 1"))).scalar_one()
        return found


@pytest.mark.usefixtures("impatient")
@pytest.mark.parametrize("how", CUTS)
async def test_network_cut_to_the_database_is_told_in_time_and_it_works_again_afterwards(how: Cut, empty_database: EmptyDatabase) -> None:
    async with through_proxy(await empty_database("postgresql")) as (database, proxy):
        await answers(database)
        proxy.cut(how)
        began_s = time.monotonic()
        with pytest.raises(StoreSilent):
            await one(database)
        assert time.monotonic() - began_s < PING_S + CONNECT_S + 10
        if how == "held":
            began_s = time.monotonic()
            for _ in range(20):
                with pytest.raises(StoreSilent):
                    await one(database)
            assert time.monotonic() - began_s < PING_S + 10  # one of them may have asked, the others fail at once
        proxy.mend()
        await answers(database)


async def test_statement_without_an_answer_is_given_up(empty_database: EmptyDatabase, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.store.database.ANSWER_S", 0.5)
    async with through_proxy(await empty_database("postgresql")) as (database, proxy):

        async def write() -> None:
            async with database.writing() as connection:
                proxy.cut("held")
                await connection.execute(text("SELECT 1"))

        with pytest.raises(StoreSilent):
            await write()


async def gone(database: Database, pid: int) -> None:
    """Wait until the database has ended this process of its own."""
    async with asyncio.timeout(PATIENCE_S):
        while True:
            async with database.reading() as connection:
                found = await connection.execute(text("SELECT 1 FROM pg_stat_activity WHERE pid = :pid"), {"pid": pid})
                if found.first() is None:
                    return
            await asyncio.sleep(0.05)


async def test_transaction_of_a_server_that_was_stopped_is_given_up_by_the_database(
    empty_database: EmptyDatabase, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(SERVER_SETTINGS, "idle_in_transaction_session_timeout", "200")
    database = Database(await empty_database("postgresql"))

    async def write() -> None:
        async with database.writing() as connection:
            pid = (await connection.execute(text("SELECT pg_backend_pid()"))).scalar_one()
            await gone(database, pid)
            await connection.execute(text("SELECT 1"))

    with pytest.raises(StoreSilent):
        await write()
    assert await one(database) == 1
    await database.aclose()


async def test_leader_that_is_cut_off_knows_that_it_is_none(empty_database: EmptyDatabase, monkeypatch: pytest.MonkeyPatch) -> None:
    async with through_proxy(await empty_database("postgresql")) as (database, proxy):
        leader = Leader(database)
        assert await leader.holds()
        proxy.cut("held")
        monkeypatch.setattr("app.store.database.PING_S", SHORT_S)
        assert not await leader.holds()
        await leader.aclose()


def test_silent_database_is_asked_by_one_at_a_time() -> None:
    now = [0.0]
    silence = Silence(lambda: now[0])

    def fail() -> None:
        with silence.noticed():
            now[0] += PING_S
            raise OSError("first")

    with pytest.raises(OSError, match="first"):
        fail()
    with pytest.raises(TimeoutError, match="said nothing"), silence.noticed():
        pass
    now[0] += RETRY_S
    with silence.noticed(), pytest.raises(TimeoutError), silence.noticed():
        pass
    with silence.noticed(), silence.noticed():
        pass


def test_database_that_refuses_at_once_is_asked_by_everybody() -> None:
    silence = Silence()
    for _ in range(2):
        with pytest.raises(OSError, match="refused"), silence.noticed():
            raise OSError("refused")
