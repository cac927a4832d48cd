"""One runner key in the wrong hands: its holder takes all jobs that it can get, in bulk, and never answers or answers as it likes.

An honest runner stands by. Runs of others must be answered by it, and the holder must see no more of them than it was given by name.
"""

from __future__ import annotations

import asyncio
import ssl
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from pathlib import Path
from typing import Any, Literal

import nats
import pytest
from nats.aio.client import Client
from nats.aio.msg import Msg

from app.runner.engine import SOURCES, engine_tag, sources_hash
from app.runner.nats.chunks import chunks_of
from app.runner.nats.messages import Beat, Message, RunAsked, RunRefused, SlotTaken, pack, unpack
from app.runner.nats.remote_slot import Wish
from app.runner.nats.runner import NatsRunner
from app.sandbox.protocol.fields import MessageInvalid
from app.sandbox.protocol.modes import MODES, Mode
from app.sandbox.server.pool import Answer
from app.settings import Settings
from tests.cluster.conftest import LIMITS, environment, told, until
from tests.cluster.nats_server import NatsServer
from tests.cluster.runners import RunnerProcess
from tests.conftest import run_of

pytestmark = pytest.mark.jail

OWN = {"queue_wait_s": 10.0, "concurrent_runs": 2, "pool_children": 3, "rate_limit": "off", "nats_silence_s": 1.0}
GIVEN: dict[str, Any] = {**LIMITS, **OWN}
RUNS = 8


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[NatsServer, Path]]:
    """A server with TLS, and keys of two runners."""
    folder = tmp_path_factory.mktemp("keys")
    made = NatsServer.locked(folder, ["honest", "second", "holder"])
    made.start()
    yield made, folder
    made.kill()


def given(server: tuple[NatsServer, Path], key: str) -> dict[str, Any]:
    """Settings of whoever has this key."""
    made, folder = server
    url = f"tls://127.0.0.1:{made.port}"
    return {**GIVEN, "nats_url": url, "nats_ca_file": str(folder / "ca.pem"), "nats_seed_file": str(folder / f"{key}.nk")}


@pytest.fixture(scope="module")
def honest(server: tuple[NatsServer, Path]) -> Iterator[RunnerProcess]:
    """A real runner."""
    with runner_of(server, "honest") as process:
        yield process


@pytest.fixture(scope="module")
def second(server: tuple[NatsServer, Path]) -> Iterator[RunnerProcess]:
    """Another one, for the last tests."""
    with runner_of(server, "second") as process:
        yield process


@contextmanager
def runner_of(server: tuple[NatsServer, Path], name: str) -> Iterator[RunnerProcess]:
    """Start a real runner."""
    process = RunnerProcess(name, server[1] / f"{name}.log", environment(**given(server, name)))
    try:
        yield process
    finally:
        process.kill()


@pytest.fixture
async def replica(server: tuple[NatsServer, Path], honest: RunnerProcess) -> AsyncIterator[NatsRunner]:
    """A replica that knows nothing yet of either."""
    runner = NatsRunner(Settings.model_validate(given(server, "web")))
    await runner.start()
    await until(lambda: bool(runner.health().runners))
    yield runner
    await runner.aclose()


class Holder:
    """Whoever has the key."""

    def __init__(self, client: Client) -> None:
        self.client = client
        self.seen: list[bytes] = []
        """Programs, or what holds them."""
        self.to_jobs: Literal["nothing", "full", "taken"] = "taken"
        """What it says to a job that it is offered."""
        self.forged: dict[Mode, Answer] = {}
        """What it answers to programs, by mode; nothing where this is empty."""

    async def take(self, message: Msg) -> None:
        """Keep the programs that come, and say nothing, or what was made of another program."""
        if b"x = " in message.data:
            self.seen.append(message.data)
        with suppress(MessageInvalid):
            asked = unpack(message.data)
            if isinstance(asked, RunAsked):
                for each in self._said_to(asked):
                    await self.client.publish(asked.answer_to, pack(each))

    def _said_to(self, asked: RunAsked) -> list[Message]:
        if asked.body:
            return list(chunks_of(self.forged[asked.mode], asked.key, asked.number)) if self.forged else []
        taken, full = SlotTaken(asked.key, "N", (), "2.13.0", "3.11"), RunRefused(asked.key, asked.number, "full")
        said: dict[str, list[Message]] = {"nothing": [], "full": [full], "taken": [taken]}
        return said[self.to_jobs]

    async def pull_in_bulk(self, engine: str) -> None:
        """Ask the server for all jobs, as any runner could ask for one before jobs had names on them."""
        for kind in ("live", "quiet"):
            wish = b'{"batch":1000,"expires":60000000000}'
            for _ in range(20):
                await self.client.publish(f"$JS.API.CONSUMER.MSG.NEXT.RUN.{engine.encode().hex()}_{kind}", wish, "runner.holder.inbox.bulk")
        await told(self.client)

    async def beat(self, engine: str, changes: dict[str, Any]) -> None:
        """Say that all is well."""
        well = {"tier": "N", "layers": (), "slots": 1000, "running": 0, "children_waiting": 1000, "ready": True, **changes}
        beat = Beat(engine=engine, sources=sources_hash(SOURCES), torch="99.0", python="3.11", **well)
        while True:
            await self.client.publish("beat.holder", pack(beat))
            await asyncio.sleep(0.2)


@asynccontextmanager
async def holder_of_a_key(server: tuple[NatsServer, Path], engine: str, **changes: Any) -> AsyncIterator[Holder]:
    """Connect with the key, take everything, and answer nothing."""
    made, folder = server
    client = await nats.connect(
        made.url,
        tls=ssl.create_default_context(cafile=folder / "ca.pem"),
        nkeys_seed=str(folder / "holder.nk"),
        inbox_prefix="runner.holder.inbox",
        error_cb=_silent,
    )
    holder = Holder(client)
    await client.subscribe("runner.holder.>", cb=holder.take)
    await holder.pull_in_bulk(engine)
    beating = asyncio.create_task(holder.beat(engine, changes))
    try:
        yield holder
    finally:
        beating.cancel()
        await asyncio.gather(beating, return_exceptions=True)
        await client.close()


async def _silent(_: Exception) -> None:
    """Refusals of the server."""


async def answered(replica: NatsRunner, runs: int) -> list[str]:
    """What becomes of so many runs, two at a time."""
    found: list[str] = []
    for first in range(0, runs, 2):
        pair = (run_of(replica, f"x = {number}\nprint(x)\n", f"client {number}") for number in (first, first + 1))
        ended = await asyncio.gather(*pair, return_exceptions=True)
        found += [type(each).__name__ if isinstance(each, BaseException) else each.stdout.strip() for each in ended]
    return found


async def test_holder_that_takes_jobs_and_never_answers_fails_no_run_of_others(
    server: tuple[NatsServer, Path], replica: NatsRunner
) -> None:
    engine = engine_tag(Settings.model_validate(GIVEN))
    async with holder_of_a_key(server, engine) as holder:
        await until(lambda: len(replica.health().runners) == 2)
        found = await answered(replica, RUNS)
        assert found == [str(number) for number in range(RUNS)]
        assert 0 < len(holder.seen) < RUNS


@pytest.mark.parametrize("to_jobs", ["nothing", "full"])
async def test_holder_that_takes_no_jobs_reads_no_program_and_fails_no_run_of_others(
    server: tuple[NatsServer, Path], replica: NatsRunner, to_jobs: Literal["nothing", "full"]
) -> None:
    engine = engine_tag(Settings.model_validate(GIVEN))
    async with holder_of_a_key(server, engine) as holder:
        holder.to_jobs = to_jobs
        await until(lambda: len(replica.health().runners) == 2)
        found = await answered(replica, RUNS)
        assert found == [str(number) for number in range(RUNS)]
        assert holder.seen == []


async def answers_to(replica: NatsRunner, code: str) -> dict[Mode, Answer]:
    """What an honest runner makes of a program."""
    async with replica.link.slot("holder", Wish()) as slot:
        return {mode: await slot.run(code, mode) for mode in MODES}


FORGED = "x = 'forged'\nprint(x)\n"


async def kept(replica: NatsRunner, code: str) -> str | None:
    """What the film that is stored of a program says that it printed; None where none is."""
    film = (await replica.submit(code, "a", kept=True)).film
    return film.run().stdout.strip() if film.kept else None


async def test_film_that_a_holder_has_forged_is_not_stored_though_it_forges_the_comparison_as_well(
    server: tuple[NatsServer, Path], replica: NatsRunner
) -> None:
    """Of two runners nobody can tell which one lies: then nothing is stored."""
    engine = engine_tag(Settings.model_validate(GIVEN))
    forged = await answers_to(replica, FORGED)
    async with holder_of_a_key(server, engine) as holder:
        holder.forged = forged
        await until(lambda: len(replica.health().runners) == 2)
        found = [await kept(replica, f"x = {number}\nprint(x)\n") for number in range(4)]
        assert holder.seen
        assert all(each in (None, str(number)) for number, each in enumerate(found)), found
        assert replica.health().disagreements


@pytest.mark.usefixtures("second")
async def test_two_honest_runners_outvote_a_holder_and_what_is_stored_is_theirs(
    server: tuple[NatsServer, Path], replica: NatsRunner
) -> None:
    engine = engine_tag(Settings.model_validate(GIVEN))
    forged = await answers_to(replica, FORGED)
    await until(lambda: set(replica._roster.present) == {"honest", "second"})
    async with holder_of_a_key(server, engine) as holder:
        holder.forged = forged
        await until(lambda: len(replica.health().runners) == 3)
        assert [await kept(replica, f"x = {number}\nprint(x)\n") for number in range(6)] == [str(number) for number in range(6)]
        assert holder.seen


@pytest.mark.usefixtures("second")
async def test_comparison_of_what_is_stored_is_run_by_another_runner(replica: NatsRunner) -> None:
    # By their names: the holder of the test before may be heard of for a few seconds more.
    await until(lambda: set(replica._roster.present) == {"honest", "second"})
    made = await replica._made("x = 'of two'\nprint(x)\n", "a", Wish(stays=True))
    assert {made.place, made.twin} == {"honest", "second"}
    assert made.confirmed
    assert made.film.fidelity == "equal"
