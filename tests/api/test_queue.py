"""The place of a run that waits, asked for over HTTP: the real line before a runner of one slot."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import httpx
import pytest

from app.runner.protocol import FinishedRun
from app.runner.queue import FairQueue
from tests.api.conftest import SeatedRunner, Serve
from tests.conftest import PATIENCE_S


class LiningRunner(SeatedRunner):
    """A small runner behind the real line: one run at a time, until it is let go."""

    def __init__(self) -> None:
        super().__init__()
        self.line = FairQueue(slots=1, length=10, wait_s=60.0, per_client=None)
        self.go = asyncio.Semaphore(0)

    async def submit(self, code: str, client: str, ticket: str | None = None, patient: bool = False, kept: bool = False) -> FinishedRun:
        async with self.line.slot(client, ticket):
            await self.go.acquire()
            return await super().submit(code, client)

    def ahead(self, ticket: str) -> int | None:
        return self.line.ahead(ticket)


class Visitors:
    """Runs that were posted in order, each under a ticket of its own."""

    def __init__(self, client: httpx.AsyncClient, runner: LiningRunner) -> None:
        self.client, self.runner = client, runner
        self.posted: list[asyncio.Task[httpx.Response]] = []

    async def post(self, ticket: str) -> None:
        """Send a run and wait until it has a slot or stands in the line."""
        before = self.runner.line.queued + len(self.runner.line._present)
        headers = {"Gradreel-Ticket": ticket}
        self.posted.append(asyncio.ensure_future(self.client.post("/api/runs", json={"code": ticket}, headers=headers)))
        for _ in range(int(PATIENCE_S / 0.005)):
            await asyncio.sleep(0.005)
            if self.runner.line.queued + len(self.runner.line._present) > before:
                return
        pytest.fail("the run never came to the line")

    async def place(self, ticket: str) -> int | None:
        """Ask for a place over HTTP."""
        response = await self.client.get(f"/api/queue/{ticket}")
        assert response.status_code == 200, response.text
        assert response.headers["Cache-Control"] == "no-store"
        position: int | None = response.json()["position"]
        return position

    async def let_one_go(self) -> None:
        """Let the run that has the slot end, and wait for its answer."""
        self.runner.go.release()
        await self.posted.pop(0)


FIRST, SECOND, THIRD = ("first" * 4, "second" * 4, "third" * 4)


@pytest.fixture
async def visitors(serve: Serve) -> AsyncIterator[Visitors]:
    """Nobody is there yet."""
    runner = LiningRunner()
    visitors = Visitors(await serve(runner), runner)
    yield visitors
    while visitors.posted:
        await visitors.let_one_go()


async def test_runs_in_line_each_is_told_how_many_are_ahead(visitors: Visitors) -> None:
    for ticket in (FIRST, SECOND, THIRD):
        await visitors.post(ticket)
    assert [await visitors.place(ticket) for ticket in (FIRST, SECOND, THIRD)] == [None, 0, 1]


async def test_run_ahead_ends_the_next_one_waits_no_more(visitors: Visitors) -> None:
    for ticket in (FIRST, SECOND, THIRD):
        await visitors.post(ticket)
    await visitors.let_one_go()
    assert [await visitors.place(ticket) for ticket in (FIRST, SECOND, THIRD)] == [None, None, 0]


async def test_unknown_ticket_has_no_place(visitors: Visitors) -> None:
    assert await visitors.place("nobody" * 4) is None


@pytest.mark.parametrize("ticket", ["short", "x" * 65, "with%20blank" * 2])
async def test_malformed_ticket_is_refused(visitors: Visitors, ticket: str) -> None:
    asked = await visitors.client.get(f"/api/queue/{ticket}")
    sent = await visitors.client.post("/api/runs", json={"code": ""}, headers={"Gradreel-Ticket": ticket})
    assert [asked.status_code, sent.status_code] == [422, 422]
    assert asked.json()["error"]["kind"] == "invalid_request"
