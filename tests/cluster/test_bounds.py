"""The bounds of a NATS server with our configuration: a hostile holder of a key takes no more, and nobody else is cut off by it."""

from __future__ import annotations

import asyncio
import ssl
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

import nats
import nats.errors
import pytest
from nats.aio.client import Client
from nats.aio.msg import Msg

from app.runner.nats import subjects
from app.runner.nats.server_config import MAX_CONTROL_LINE_BYTES, MAX_PAYLOAD_BYTES, MAX_SUBSCRIPTIONS
from tests.cluster.conftest import told, until
from tests.cluster.nats_server import NatsServer
from tests.conftest import PATIENCE_S

CONNECTIONS = 8
Locked = tuple[NatsServer, Path]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Locked]:
    folder = tmp_path_factory.mktemp("bounded")
    made = NatsServer.locked(folder, ["one"], CONNECTIONS)
    made.start()
    yield made, folder
    made.kill()


@asynccontextmanager
async def connected(server: Locked, name: str) -> AsyncIterator[Client]:
    """Connect with a key; a connection that was ended stays so."""
    made, folder = server
    client = await nats.connect(
        made.url,
        tls=ssl.create_default_context(cafile=folder / "ca.pem"),
        nkeys_seed=str(folder / f"{name}.nk"),
        error_cb=ignore,
        allow_reconnect=False,
        max_reconnect_attempts=0,
    )
    try:
        yield client
    finally:
        await client.close()


async def ignore(_error: Exception) -> None:
    return


def log_of(server: Locked) -> str:
    """What the server has logged, in lower case."""
    return (server[1] / "nats.log").read_text().lower()


async def check_works(web: Client) -> None:
    """A web replica says something and hears it."""
    heard: asyncio.Queue[bytes] = asyncio.Queue()

    async def hear(message: Msg) -> None:
        heard.put_nowait(message.data)

    subscription = await web.subscribe(subjects.QUEUES, cb=hear)
    await told(web)
    await web.publish(subjects.queue("one"), b"well")
    async with asyncio.timeout(PATIENCE_S):
        assert await heard.get() == b"well"
    await subscription.unsubscribe()


async def test_connection_over_the_bound_is_refused_and_those_that_are_there_go_on(server: Locked) -> None:
    async with connected(server, "web") as web, AsyncExitStack() as hostile:
        for _ in range(CONNECTIONS - 1):
            await hostile.enter_async_context(connected(server, "one"))
        for _ in range(3):
            with pytest.raises((nats.errors.Error, OSError)):
                await hostile.enter_async_context(connected(server, "one"))
        await check_works(web)
        await hostile.aclose()
        async with connected(server, "one") as again:
            assert again.is_connected


async def test_subscription_over_the_bound_is_refused_and_others_go_on(server: Locked) -> None:
    async with connected(server, "web") as web, connected(server, "one") as hostile:
        for number in range(MAX_SUBSCRIPTIONS + 1):
            await hostile.subscribe(f"runner.one.{number}")
        await until(lambda: hostile.is_closed)
        assert "maximum subscriptions exceeded" in log_of(server)
        await check_works(web)


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        (b"PUB beat.one " + b"1" * MAX_CONTROL_LINE_BYTES + b"\r\n", "maximum control line exceeded"),
        (b"PUB beat.one %d\r\n" % (MAX_PAYLOAD_BYTES + 1), "maximum payload"),
    ],
    ids=["line", "payload"],
)
async def test_what_is_longer_than_its_bound_ends_its_connection_and_no_other(server: Locked, line: bytes, reason: str) -> None:
    async with connected(server, "web") as web, connected(server, "one") as hostile:
        transport = hostile._transport
        assert transport is not None
        transport.write(line)
        await until(lambda: hostile.is_closed)
        assert reason in log_of(server)
        await check_works(web)
