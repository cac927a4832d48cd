"""``kill -9`` of the server in the middle of a burst of creates: what it acknowledged is there afterwards; on both databases."""

from __future__ import annotations

import asyncio
import os
import random
import signal
import socket
import sqlite3
from collections.abc import Iterator
from contextlib import closing

import httpx
import pytest

from tests.api.conftest import SeatedRunner, Serve
from tests.api.served import Forker, start
from tests.conftest import PATIENCE_S

BURST = 60
CLIENTS = 8
KILLS = int(os.environ.get("GRADREEL_KILLS", "20"))
"""A hundred take minutes: ``GRADREEL_KILLS=100 pytest --timeout=1500 tests/api/test_crash.py``."""
MANY_CLIENTS = 4


@pytest.fixture
def listening() -> Iterator[socket.socket]:
    """A socket that outlives the servers that answer on it."""
    with socket.create_server(("127.0.0.1", 0)) as bound:
        yield bound


@pytest.mark.parametrize("database_url", [pytest.param("sqlite", marks=pytest.mark.long), "postgresql"], indirect=True)
async def test_server_killed_in_a_burst_of_creates_loses_no_link_it_acknowledged(
    database_url: str, listening: socket.socket, serve: Serve
) -> None:
    environment = {**os.environ, "GRADREEL_DATABASE_URL": database_url, "GRADREEL_RATE_LIMIT": "off"}
    url = f"http://127.0.0.1:{listening.getsockname()[1]}"
    acknowledged: dict[str, tuple[str, str]] = {}
    with start(listening, **environment) as server:
        enough = asyncio.Event()
        clients = [asyncio.create_task(_create(url, first, acknowledged, enough)) for first in range(CLIENTS)]
        await asyncio.wait_for(enough.wait(), PATIENCE_S)
        server.kill()
        assert server.wait() == -signal.SIGKILL
        listening.close()  # whoever has connected meanwhile would wait for an answer for ever
        await asyncio.gather(*clients)
    assert len(acknowledged) >= BURST
    client = await serve(SeatedRunner())
    for snippet_id, (code, film) in acknowledged.items():
        assert film == "ready"
        assert (await client.get(f"/s/{snippet_id}.json")).json()["code"] == code
    assert (await client.post("/api/snippets", json={"code": "y = 1"})).status_code == 201


@pytest.mark.parametrize("kills", [3, pytest.param(KILLS, marks=pytest.mark.long)])
async def test_service_with_sqlite_that_is_killed_again_and_again_loses_no_link_and_leaves_the_database_whole(
    kills: int, database_url: str, listening: socket.socket, serve: Serve
) -> None:
    environment = {**os.environ, "GRADREEL_DATABASE_URL": database_url, "GRADREEL_RATE_LIMIT": "off", "GRADREEL_EXAMPLE_LINKS": "0"}
    url = f"http://127.0.0.1:{listening.getsockname()[1]}"
    acknowledged: dict[str, str] = {}
    more, dice = asyncio.Event(), random.Random(0)
    forker = Forker(listening, **environment)
    clients = [asyncio.create_task(_create_on(url, first, acknowledged, more)) for first in range(MANY_CLIENTS)]
    try:
        for _ in range(kills):
            server = await asyncio.to_thread(forker.start)
            for _ in range(dice.randint(1, 3)):
                more.clear()
                await asyncio.wait_for(more.wait(), PATIENCE_S)
            # Anywhere in what it does for the others, who have not been answered.
            os.kill(server, signal.SIGKILL)
    finally:
        for each in clients:
            each.cancel()
        await asyncio.gather(*clients, return_exceptions=True)
        forker.close()
    assert len(acknowledged) >= kills
    with closing(sqlite3.connect(database_url.removeprefix("sqlite:///"))) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    client = await serve(SeatedRunner())
    for snippet_id, code in acknowledged.items():
        assert (await client.get(f"/s/{snippet_id}.py")).text == code
        assert (await client.get(f"/s/{snippet_id}.json")).json()["code"] == code


async def _create_on(url: str, first: int, acknowledged: dict[str, str], more: asyncio.Event) -> None:
    """Make links, one after the other, whatever becomes of the servers."""
    async with httpx.AsyncClient(base_url=url, timeout=PATIENCE_S) as client:
        for number in range(first, 1_000_000, MANY_CLIENTS):
            code = f"x = {number}  # {'.' * 2000}"
            try:
                answer = await client.post("/api/snippets", json={"code": code})
            except httpx.TransportError:
                continue
            assert answer.status_code == 201, answer.text
            acknowledged[answer.json()["id"]] = code
            more.set()


async def _create(url: str, first: int, acknowledged: dict[str, tuple[str, str]], enough: asyncio.Event) -> None:
    """Make links, one after the other, until the server is gone."""
    async with httpx.AsyncClient(base_url=url, timeout=PATIENCE_S) as client:
        for number in range(first, 1_000_000, CLIENTS):
            code = f"x = {number}  # {'.' * 2000}"
            try:
                answer = await client.post("/api/snippets", json={"code": code})
            except httpx.TransportError:
                return
            assert answer.status_code == 201, answer.text
            acknowledged[answer.json()["id"]] = (code, answer.json()["film"])
            if len(acknowledged) >= BURST:
                enough.set()
