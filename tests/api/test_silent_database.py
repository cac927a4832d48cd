"""A real PostgreSQL that goes away and comes back under a service: code runs meanwhile, links say 503, and then all is as before."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from sqlalchemy import make_url, text
from sqlalchemy.ext.asyncio import create_async_engine

from app.store.store import Store
from tests.api.conftest import SeatedRunner, Serve, answers

SOCKET = ".s.PGSQL.5432"


@asynccontextmanager
async def out_of_reach(url: str) -> AsyncIterator[None]:
    """Take the server's socket away and end the connections to this database, as a restart does."""
    parsed = make_url(url)
    socket = Path(str(parsed.query["host"])) / SOCKET
    away = socket.with_name("away")
    admin = create_async_engine(parsed.set(drivername="postgresql+asyncpg", database="postgres"), isolation_level="AUTOCOMMIT")
    end = text("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = :name").bindparams(name=parsed.database)
    async with admin.connect() as connection:
        socket.rename(away)
        try:
            await connection.execute(end)
            yield
        finally:
            away.rename(socket)
    await admin.dispose()


@pytest.mark.parametrize("database_url", ["postgresql"], indirect=True)
async def test_database_gone_for_a_while_code_runs_and_links_say_so_until_it_is_back(serve: Serve, database_url: str) -> None:
    client = await serve(SeatedRunner(), refresh_pause_s=0.05, example_links=False)
    made = (await client.post("/api/snippets", json={"code": "kept = 1"})).json()
    async with out_of_reach(database_url):
        assert (await client.post("/api/runs", json={"code": "x = 1"})).status_code == 200
        for refused in (await client.post("/api/snippets", json={"code": "y = 1"}), await client.get("/s/0000000000.json")):
            assert (refused.status_code, refused.json()["error"]["kind"]) == (503, "store_unavailable")
            assert "does not answer" in refused.json()["error"]["message"]
            assert int(refused.headers["Retry-After"]) > 0
        assert (await client.get("/readyz")).status_code == 503
        await asyncio.sleep(0.2)  # time for the background to look and fail
    await answers(client, "/readyz")
    assert (await client.get(f"/s/{made['id']}.json")).status_code == 200
    assert (await client.post("/api/snippets", json={"code": "y = 1"})).status_code == 201
    store = Store(database_url)
    pending = await store.snippets.create("never_run = 1", "somebody", None)
    await store.aclose()
    await answers(client, f"/s/{pending.id}.json")
