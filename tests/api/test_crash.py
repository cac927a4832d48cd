"""``kill -9`` of the server in the middle of a burst of creates: what it acknowledged is there afterwards; on both databases."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
from collections.abc import Iterator

import httpx
import pytest

from tests.api.conftest import SeatedRunner, Serve, on_both_databases
from tests.api.served import start
from tests.conftest import PATIENCE_S

BURST = 60
CLIENTS = 8


@pytest.fixture
def listening() -> Iterator[socket.socket]:
    """A socket that outlives the servers that answer on it."""
    with socket.create_server(("127.0.0.1", 0)) as bound:
        yield bound


@on_both_databases
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
