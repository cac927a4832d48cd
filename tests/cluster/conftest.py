"""Fixtures: a NATS server, and runner processes that are ended with the test."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from nats.aio.client import Client

from app.runner.nats.runner import NatsRunner
from app.settings import Settings
from tests.cluster.nats_server import NatsServer
from tests.cluster.runners import RunnerProcess
from tests.conftest import PATIENCE_S

LIMITS: dict[str, Any] = {
    "wall_time_s": 60.0,
    "cpu_time_s": 4,
    "grace_s": 5.0,
    "queue_wait_s": 60.0,
    "zygote_start_s": 200.0,
    "twin_wait_s": 60.0,
    "trace_events": 20_000,
    "canary_pause_s": 600.0,
}
"""Of a service that has time on a busy machine."""

StartRunner = Callable[..., RunnerProcess]


def environment(**settings: object) -> dict[str, str]:
    """Settings as a process is given them."""
    return {f"GRADREEL_{name.upper()}": str(value) for name, value in settings.items()}


@asynccontextmanager
async def started(settings: Settings) -> AsyncIterator[NatsRunner]:
    """A web replica's runner, that has heard of a runner."""
    runner = NatsRunner(settings)
    await runner.start()
    try:
        await until(lambda: runner.health().ready)
        yield runner
    finally:
        await runner.aclose()


async def until(condition: Callable[[], bool]) -> None:
    """Wait until it holds."""
    for _ in range(round(PATIENCE_S / 0.05)):
        if condition():
            return
        await asyncio.sleep(0.05)
    raise AssertionError("it never came to hold")


async def told(client: Client) -> None:
    """Wait until the server has read what the client was given to say; ``flush`` alone writes its PING before what is still buffered."""
    await until(lambda: client.pending_data_size == 0)
    await client.flush()


@pytest.fixture(scope="module")
def nats_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[NatsServer]:
    """A server without keys, for the tests of one file."""
    server = NatsServer.open(tmp_path_factory.mktemp("nats"))
    server.start()
    yield server
    server.kill()


@pytest.fixture(scope="module")
def start_runner(tmp_path_factory: pytest.TempPathFactory) -> Iterator[StartRunner]:
    """Start a runner; ended after the tests of one file."""
    folder: Path = tmp_path_factory.mktemp("runners")
    processes: list[RunnerProcess] = []

    def start(name: str, url: str, **settings: object) -> RunnerProcess:
        process = RunnerProcess(name, folder / f"{name}.log", environment(**{**LIMITS, "nats_url": url, **settings}))
        processes.append(process)
        return process

    yield start
    for process in processes:
        process.kill()
