"""What a replica says of itself: whether requests may be sent to it, how its runners are, and how long runs wait."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from fastapi import FastAPI

from app.main import create_app
from app.runner.nats.messages import RunAsked
from app.settings import Settings
from tests.cluster.hostile import HostileRunner, chunk, hostile_runner
from tests.cluster.nats_server import NatsServer
from tests.conftest import PATIENCE_S, client_of

RESULT = b"of no use"
"""Readers refuse it: what is tested here is how it came."""


async def answer(runner: HostileRunner, job: RunAsked, key: str) -> None:
    await runner.say(job.answer_to, chunk(key, RESULT))


@asynccontextmanager
async def replica(server: NatsServer, folder: Path) -> AsyncIterator[tuple[httpx.AsyncClient, FastAPI]]:
    """A web replica, and a client of it."""
    given = {"nats_url": server.url, "database_url": f"sqlite:///{folder}/gradreel.db", "example_links": False, "canary_pause_s": 600.0}
    app = create_app(Settings.model_validate({**given, "nats_silence_s": 1.0}))
    async with client_of(app) as client:
        yield client, app


async def figures(client: httpx.AsyncClient) -> dict[str, float]:
    """All lines of ``/metrics`` that are about runners."""
    text = (await client.get("/metrics")).text
    return {name: float(value) for name, value in re.findall(r"^(gradreel_\S+) (\S+)$", text, re.MULTILINE)}


async def comes(client: httpx.AsyncClient, is_there: Callable[[dict[str, float]], bool]) -> dict[str, float]:
    """Wait until this can be said of the figures, and return them."""
    for _ in range(round(PATIENCE_S / 0.05)):
        if is_there(found := await figures(client)):
            return found
        await asyncio.sleep(0.05)
    raise AssertionError(f"it never came to hold: {found}")


def runners(tier: str) -> Callable[[dict[str, float]], bool]:
    return lambda found: found.get(f'gradreel_runners{{tier="{tier}",torch="99.0"}}') == 1


async def test_replica_without_a_runner_is_not_ready_and_is_with_one(nats_server: NatsServer, tmp_path: Path) -> None:
    async with replica(nats_server, tmp_path) as (client, _):
        ready = await client.get("/readyz")
        assert (ready.status_code, ready.json()) == (503, {"ready": False, "runner": False, "store": True, "workers": True})
        health = await client.get("/healthz")
        assert (health.status_code, health.json()["status"], health.json()["sandbox"]["tier"]) == (503, "starting", "?")
        async with hostile_runner(nats_server.url, answer):
            await comes(client, runners("N"))
            assert (await client.get("/readyz")).json() == {"ready": True, "runner": True, "store": True, "workers": True}
            health = await client.get("/healthz")
            assert (health.status_code, health.json()["sandbox"]["tier"], health.json()["sandbox"]["layers"]) == (200, "N", ["seccomp"])
            assert (await figures(client))['gradreel_runner_slots{tier="N",torch="99.0"}'] == 8
        await comes(client, lambda found: not any(name.startswith("gradreel_runners") for name in found))
        assert (await client.get("/readyz")).status_code == 503


async def test_weakest_jail_of_all_runners_is_told(nats_server: NatsServer, tmp_path: Path) -> None:
    async with (
        hostile_runner(nats_server.url, answer),
        hostile_runner(nats_server.url, answer, name="weak", tier="L"),
        replica(nats_server, tmp_path) as (client, _),
    ):
        await comes(client, runners("L"))
        await comes(client, runners("N"))
        assert (await client.get("/healthz")).json()["sandbox"]["tier"] == "L"


async def test_age_of_the_oldest_job_and_the_time_to_its_delivery_are_counted(nats_server: NatsServer, tmp_path: Path) -> None:
    async with hostile_runner(nats_server.url, answer) as runner, replica(nats_server, tmp_path) as (client, _):
        await comes(client, runners("N"))
        runner.pulls.clear()
        run = asyncio.create_task(client.post("/api/runs", json={"code": "x = 1"}))
        await comes(client, lambda found: found["gradreel_oldest_wait_seconds"] >= 0.2)
        runner.pulls.set()
        assert (await run).status_code == 200
        after = await figures(client)
        assert after["gradreel_oldest_wait_seconds"] == 0
        assert after["gradreel_delivery_seconds_count"] == 1
        assert 0.2 < after["gradreel_delivery_seconds_sum"] < PATIENCE_S


@pytest.mark.parametrize(
    "changes", [{"engine": "0.1.other", "ready": False}, {"sources": "of another version"}], ids=["not ready", "version"]
)
async def test_runner_that_is_given_nothing_is_counted_apart(changes: dict[str, Any], nats_server: NatsServer, tmp_path: Path) -> None:
    async with (
        replica(nats_server, tmp_path) as (client, _),
        hostile_runner(nats_server.url, answer, name="other", **changes),
    ):
        # A runner of the test before may be heard of for a few seconds more.
        await comes(
            client, lambda found: found["gradreel_other_runners"] == 1 and not any(name.startswith("gradreel_runners{") for name in found)
        )
        assert (await client.get("/readyz")).status_code == 503
