"""What the keys allow, tried against a real server with TLS: a hostile runner, with the key of a runner, tries everything else."""

from __future__ import annotations

import asyncio
import ssl
import stat
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager
from pathlib import Path

import nats
import nats.errors
import pytest
from nats.aio.client import Client
from nats.aio.msg import Msg

from app.runner.nats import subjects
from app.runner.nats.beats import Beats
from app.runner.nats.keys import make_keys
from app.runner.nats.messages import pack
from app.runner.nats.stream import declare_streams
from app.settings import Settings
from tests.cluster.conftest import told, until
from tests.cluster.nats_server import NatsServer
from tests.cluster.test_parts import BEAT


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
    "claim.*",
    "runner.two.jobs",
    "$JS.API.>",
    "$JS.ACK.>",
    "_INBOX.>",
]


async def test_runner_cannot_listen_to_anything_but_its_own_subjects(server: tuple[NatsServer, Path]) -> None:
    async with connected(server, "one") as (client, refused):
        for subject in FORBIDDEN_SUBJECTS:
            await client.subscribe(subject)
        await client.subscribe("runner.one.jobs")
        await told(client)
        await until(lambda: len(refused) >= len(FORBIDDEN_SUBJECTS))
        assert sorted(refused) == sorted(
            f'nats: permissions violation for subscription to "{subject.lower()}"' for subject in FORBIDDEN_SUBJECTS
        )


FORBIDDEN_WORDS = [
    "run.x",
    "beat.two",
    "runner.two.control",
    "runner.two.jobs",
    "runner.one.jobs",
    "claim.x",
    "queue.x",
    "web.x.inbox.y",
    "web.x.echo",
    *(
        f"$JS.API.{each}"
        for stream in (subjects.CLAIM_STREAM, subjects.BEAT_STREAM)
        for each in (
            f"STREAM.INFO.{stream}",
            f"STREAM.MSG.GET.{stream}",
            f"DIRECT.GET.{stream}",
            f"STREAM.PURGE.{stream}",
            f"STREAM.DELETE.{stream}",
            f"STREAM.MSG.DELETE.{stream}",
            f"CONSUMER.CREATE.{stream}.x",
            f"CONSUMER.MSG.NEXT.{stream}.x",
            f"CONSUMER.LIST.{stream}",
        )
    ),
    f"$JS.ACK.{subjects.CLAIM_STREAM}.x.1.1.1.1.0",
    "$JS.API.INFO",
    "$SYS.REQ.SERVER.PING",
]


async def test_runner_cannot_publish_runs_or_touch_the_stream_or_speak_for_another(server: tuple[NatsServer, Path]) -> None:
    async with connected(server, "one") as (client, refused):
        for subject in FORBIDDEN_WORDS:
            await client.publish(subject, b"{}")
        await told(client)
        await until(lambda: len(refused) >= len(FORBIDDEN_WORDS))
        assert sorted(refused) == sorted(f'nats: permissions violation for publish to "{subject.lower()}"' for subject in FORBIDDEN_WORDS)


async def test_runner_sees_the_jobs_that_bear_its_name_and_no_others(server: tuple[NatsServer, Path]) -> None:
    """Two jobs, two runners, one job for each: neither sees the other's, whatever it listens to."""
    async with (
        connected(server, "web", "web.r.inbox") as (web, _),
        connected(server, "one", "runner.one.inbox") as (one, _),
        connected(server, "two", "runner.two.inbox") as (two, _),
    ):
        seen: dict[str, list[bytes]] = {"one": [], "two": []}
        for client, name in ((one, "one"), (two, "two")):
            for subject in (">", "runner.>", "runner.*.jobs", f"runner.{name}.>"):
                await client.subscribe(subject, cb=_into(seen[name]))
            await told(client)
        for name in ("one", "two"):
            await web.publish(subjects.jobs(name), f"code for {name}".encode())
        await told(web)
        await until(lambda: all(seen.values()))
        await asyncio.sleep(0.2)
        assert seen == {"one": [b"code for one"], "two": [b"code for two"]}


async def test_beats_of_one_runner_that_floods_leave_room_for_those_of_another(server: tuple[NatsServer, Path]) -> None:
    """The server keeps the last beat of each, and replicas read it when they have time."""
    async with (
        connected(server, "web", "web.r.inbox") as (web, _),
        connected(server, "one", "runner.one.inbox") as (one, _),
        connected(server, "two", "runner.two.inbox") as (two, _),
    ):
        await declare_streams(web.jetstream(), Settings())
        heard: Counter[str] = Counter()
        beats = Beats(lambda runner, _: heard.update([runner]), pause_s=0.5)
        reading = asyncio.create_task(beats.read_forever(web, "web.r.inbox.beats"))
        flood = pack(BEAT)
        for _ in range(20):
            for _ in range(1000):
                await one.publish(subjects.beat("one"), flood)
            await two.publish(subjects.beat("two"), pack(BEAT))
            await told(two)
            await asyncio.sleep(0.1)
        await until(lambda: heard["two"] >= 2)
        reading.cancel()
        await asyncio.gather(reading, return_exceptions=True)
        state = (await web.jetstream().stream_info(subjects.BEAT_STREAM)).state
        assert state.messages == 2
        assert heard["one"] < 100


def _into(seen: list[bytes]) -> Callable[[Msg], Awaitable[None]]:
    async def note(message: Msg) -> None:
        if message.data:
            seen.append(message.data)

    return note


async def _silent(_: Exception) -> None:
    """Errors are raised as well."""
