"""What the keys allow, tried against a real server with TLS: a hostile runner, with the key of a runner, tries everything else."""

from __future__ import annotations

import asyncio
import ssl
import stat
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager
from pathlib import Path

import nats
import nats.errors
import pytest
from nats.aio.client import Client
from nats.aio.msg import Msg

from app.runner.nats import subjects
from app.runner.nats.keys import make_keys
from app.runner.nats.stream import declare_consumers, declare_stream
from app.settings import Settings
from tests.cluster.conftest import until
from tests.cluster.nats_server import NatsServer

ENGINE = "0.1-torch"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[NatsServer, Path]]:
    folder = tmp_path_factory.mktemp("locked")
    made = NatsServer.locked(folder, ["one", "two"])
    made.start()
    yield made, folder
    made.kill()


@asynccontextmanager
async def connected(server: tuple[NatsServer, Path], name: str | None, inbox: str = "_INBOX") -> AsyncIterator[tuple[Client, list[str]]]:
    """Connect with a key; with the connection comes a list of what the server refused."""
    made, folder = server
    refused: list[str] = []

    async def note(error: Exception) -> None:
        refused.append(str(error))

    client = await nats.connect(
        made.url,
        tls=ssl.create_default_context(cafile=folder / "ca.pem"),
        nkeys_seed=str(folder / f"{name}.nk") if name else None,
        inbox_prefix=inbox,
        error_cb=note,
        allow_reconnect=False,
        max_reconnect_attempts=1,
    )
    try:
        yield client, refused
    finally:
        await client.close()


async def test_seeds_are_readable_by_their_owner_alone(server: tuple[NatsServer, Path]) -> None:
    modes = {stat.S_IMODE(path.stat().st_mode) for path in server[1].glob("*.nk")}
    assert modes == {0o600}


@pytest.mark.parametrize("name", [None, "stranger"])
async def test_connection_without_a_known_key_is_refused(server: tuple[NatsServer, Path], name: str | None) -> None:
    if name:
        make_keys(server[1], [name])  # a key that the server was not told of
    with pytest.raises((nats.errors.Error, OSError)):
        async with connected(server, name):
            pass


async def test_connection_without_tls_is_refused(server: tuple[NatsServer, Path]) -> None:
    made, folder = server
    with pytest.raises((nats.errors.Error, OSError, ssl.SSLError)):
        await nats.connect(made.url, nkeys_seed=str(folder / "one.nk"), allow_reconnect=False, error_cb=_silent)


FORBIDDEN_SUBJECTS = [
    "run.>",
    ">",
    "web.>",
    "web.*.slot.*",
    "runner.>",
    "runner.two.>",
    "runner.*.inbox.>",
    "beat.*",
    "queue.*",
    "$JS.API.>",
    "_INBOX.>",
]


async def test_runner_cannot_listen_to_anything_but_its_own_subjects(server: tuple[NatsServer, Path]) -> None:
    async with connected(server, "one") as (client, refused):
        for subject in FORBIDDEN_SUBJECTS:
            await client.subscribe(subject)
        await client.subscribe("runner.one.inbox.slot.0")
        await client.flush()
        await until(lambda: len(refused) >= len(FORBIDDEN_SUBJECTS))
        assert sorted(refused) == sorted(
            f'nats: permissions violation for subscription to "{subject.lower()}"' for subject in FORBIDDEN_SUBJECTS
        )


FORBIDDEN_WORDS = [
    subjects.job(ENGINE, "victim", b"", quiet=False),
    "beat.two",
    "runner.two.control",
    "runner.two.inbox.slot.0",
    "queue.x",
    "web.x.inbox.y",
    f"$JS.API.STREAM.INFO.{subjects.STREAM}",
    f"$JS.API.STREAM.MSG.GET.{subjects.STREAM}",
    f"$JS.API.DIRECT.GET.{subjects.STREAM}",
    f"$JS.API.STREAM.PURGE.{subjects.STREAM}",
    f"$JS.API.STREAM.DELETE.{subjects.STREAM}",
    f"$JS.API.STREAM.MSG.DELETE.{subjects.STREAM}",
    f"$JS.API.CONSUMER.CREATE.{subjects.STREAM}.x",
    f"$JS.API.CONSUMER.DELETE.{subjects.STREAM}.{subjects.consumer(ENGINE, quiet=False)}",
    f"$JS.API.CONSUMER.LIST.{subjects.STREAM}",
    "$SYS.REQ.SERVER.PING",
]


async def test_runner_cannot_publish_runs_or_touch_the_stream_or_speak_for_another(server: tuple[NatsServer, Path]) -> None:
    async with connected(server, "one") as (client, refused):
        for subject in FORBIDDEN_WORDS:
            await client.publish(subject, b"{}")
        await client.flush()
        await until(lambda: len(refused) >= len(FORBIDDEN_WORDS))
        assert sorted(refused) == sorted(f'nats: permissions violation for publish to "{subject.lower()}"' for subject in FORBIDDEN_WORDS)


async def test_runner_sees_the_job_that_it_pulled_and_no_other(server: tuple[NatsServer, Path]) -> None:
    """Two jobs, two runners, one job for each: neither sees the other's, whatever it listens to."""
    async with (
        connected(server, "web", "web.r.inbox") as (web, _),
        connected(server, "one", "runner.one.inbox") as (one, _),
        connected(server, "two", "runner.two.inbox") as (two, _),
    ):
        stream = web.jetstream()
        await declare_stream(stream, Settings())
        await declare_consumers(stream, ENGINE)
        seen: dict[str, list[bytes]] = {"one": [], "two": []}
        for client, name in ((one, "one"), (two, "two")):
            for subject in ("run.>", "runner.>", f"runner.{name}.inbox.slot.0"):
                await client.subscribe(subject, cb=_into(seen[name]))
            await client.flush()
        consumer = subjects.consumer(ENGINE, quiet=False)
        for client, name in ((one, "one"), (two, "two")):
            await stream.publish(subjects.job(ENGINE, name, b"", quiet=False), f"code for {name}".encode())
            await client.publish(f"$JS.API.CONSUMER.MSG.NEXT.RUN.{consumer}", b'{"batch":1}', f"runner.{name}.inbox.slot.0")
            await client.flush()
            for _ in range(200):
                if seen[name]:
                    break
                await asyncio.sleep(0.05)
        assert seen == {"one": [b"code for one"], "two": [b"code for two"]}


async def test_job_that_a_runner_has_delivered_into_the_stream_does_not_multiply(server: tuple[NatsServer, Path]) -> None:
    """The reply subject of a pull is the runner's own choice, and the server delivers there on its own behalf."""
    async with connected(server, "web", "web.r.inbox") as (web, _), connected(server, "one", "runner.one.inbox") as (one, _):
        stream = web.jetstream()
        await declare_stream(stream, Settings())
        await declare_consumers(stream, ENGINE)
        await stream.purge_stream(subjects.STREAM)
        await stream.publish(subjects.job(ENGINE, "victim", b"", quiet=False), b"code")
        consumer = subjects.consumer(ENGINE, quiet=False)
        for _ in range(20):
            target = subjects.job(ENGINE, "another", b"", quiet=False)
            await one.publish(f"$JS.API.CONSUMER.MSG.NEXT.RUN.{consumer}", b'{"batch":10}', target)
        await one.flush()
        await asyncio.sleep(0.5)
        state = (await stream.stream_info(subjects.STREAM)).state
        assert state.messages <= 4


def _into(seen: list[bytes]) -> Callable[[Msg], Awaitable[None]]:
    async def note(message: Msg) -> None:
        if message.data:
            seen.append(message.data)

    return note


async def _silent(_: Exception) -> None:
    """Errors are raised as well."""
