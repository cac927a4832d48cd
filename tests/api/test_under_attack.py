"""The service over HTTP while it is sent forged answers: it says how it is, and runs honest programs, while readers are busy."""

from __future__ import annotations

import asyncio
import gzip
import json
from collections.abc import Iterator
from typing import Any

import pytest

from benchmarks.attack import Answered, Site
from benchmarks.forged import snippet_of
from benchmarks.latency import SNIPPET
from benchmarks.server import WITHOUT_LIMITS, Server, server_with
from tests.conftest import PATIENCE_S
from tests.long import every_nth

pytestmark = pytest.mark.jail

HERE = "127.0.0.1"
RUNS = 3
"""At once: two of the attacker, and one of somebody else."""
HARD = (["cubic_touches", "huge_name"], ["not_a_number", "nested_lists"])
"""Patterns that keep a reader busy for longest, or once kept the service; two at a time."""


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    settings = {"GRADREEL_CONCURRENT_RUNS": str(RUNS), "GRADREEL_QUEUE_WAIT_S": str(PATIENCE_S), "GRADREEL_WALL_TIME_S": str(PATIENCE_S)}
    with server_with({**WITHOUT_LIMITS, **settings}, "tests.borrowing") as made:
        yield made


@pytest.mark.parametrize("hard", every_nth(HARD, 2), ids="+".join)
async def test_service_answers_and_runs_while_forged_answers_are_read(server: Server, hard: list[str]) -> None:
    """Health is told while a reader is at work, and an honest program begins and ends before the attack does."""
    site = Site(server.url)
    attack = asyncio.gather(*(site.run(snippet_of(name, 0), HERE) for name in hard))
    busy, between = 0, 0
    while not attack.done():
        health = await site.get("/healthz", HERE)
        assert health.status == 200
        busy += json.loads(_text(health))["sandbox"]["readers_waiting"] < RUNS + 1
        assert (await site.get("/readyz", HERE)).status == 200
        assert _outcome(await site.run(f"{SNIPPET}# {between}".replace("{n}", str(between)), HERE))["status"] == "completed"
        between += not attack.done()
    assert busy
    assert between
    for answered in attack.result():
        assert _outcome(answered)["failure"] is None or _outcome(answered)["failure"]["kind"] == "result_invalid"
    assert "incident" not in server.log.read_text()


@pytest.mark.long
async def test_answer_that_comes_byte_by_byte_holds_up_nobody(server: Server) -> None:
    site = Site(server.url)
    slow = asyncio.ensure_future(site.run(snippet_of("long_chain", 1, slowly=True), HERE))
    between = 0
    while not slow.done():
        assert (await site.get("/healthz", HERE)).status == 200
        assert _outcome(await site.run(SNIPPET.replace("{n}", str(1000 + between)), HERE))["status"] == "completed"
        between += not slow.done()
    assert between
    assert slow.result().status == 200


def _text(answered: Answered) -> bytes:
    return gzip.decompress(answered.body) if answered.body[:2] == b"\x1f\x8b" else answered.body


def _outcome(answered: Answered) -> dict[str, Any]:
    assert answered.status == 200, _text(answered)
    found: dict[str, Any] = json.loads(_text(answered))["outcome"]
    return found
