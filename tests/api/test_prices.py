"""What routes cost: every one has a price and a bound per client, and whoever asks for all that it may is noticed by nobody else."""

from __future__ import annotations

import asyncio
import gzip
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from itertools import count, pairwise
from typing import Any

import httpx
import pytest
from fastapi import FastAPI
from fastapi.routing import APIRoute

from app.api.http.prices import PRICES, UNITS_PER_MIB
from app.main import create_app
from app.runner.protocol import FinishedRun
from app.settings import Settings
from gradreel.film.film import film_of
from gradreel.ids import snippet_id
from gradreel.trace import Engine, Run
from tests.api.conftest import COMPLETED, SeatedRunner, Serve
from tests.long import every_nth

FILM_BYTES = 4 * 1024**2
CODE = "import torch\nw = torch.ones(2, requires_grad=True)\n"
ID = snippet_id(CODE)
DEAREST_BURST = 200
"""More than any route may be asked within the budget of these tests."""
BUDGET = "120/hour"
POLLS = 20
"""Of somebody else, who has a budget as well."""
PLAIN = {"Accept-Encoding": "identity"}


class LargeRunner(SeatedRunner):
    """Its films are some megabytes, and a few kilobytes packed."""

    async def submit(self, code: str, client: str, ticket: str | None = None, patient: bool = False, kept: bool = False) -> FinishedRun:
        self.codes.append(code)
        engine, stdout = Engine(gradreel="0", torch="0", python="0"), "x" * FILM_BYTES
        run = Run(id=snippet_id(code), code=code, engine=engine, outcome=COMPLETED, stdout=stdout, elapsed_ms=1.0)
        return FinishedRun(film_of(run), "completed", None, run.fidelity)


Asked = Callable[[int], httpx.Request]


def get(path: str, **headers: str) -> Asked:
    """Ask for a path; ``#`` in it is a number of its own for each request."""
    return lambda number: httpx.Request("GET", f"http://test{path.replace('#', str(number))}", headers=headers)


def send(method: str, path: str, body: Callable[[int], object] | None = None, **headers: str) -> Asked:
    """Send a body that is made for each request."""
    return lambda number: httpx.Request(method, f"http://test{path}", json=body(number) if body else None, headers=headers)


NOTES = {"notes": [{"at": {"line": 2, "kind": "op", "name": "ones"}, "text": {"en": "**a** " * 300}} for _ in range(20)]}
LARGE = "#" * 60_000
FRAMES = '  File "a.py", line 3, in f\n    x = y\n' * 1_500
DEAREST: dict[str, Asked] = {
    "POST /api/runs": send("POST", "/api/runs", lambda _: {"code": CODE}, **PLAIN),
    "GET /api/queue/{ticket}": get("/api/queue/" + "t" * 32),
    "POST /api/diagnoses": send("POST", "/api/diagnoses", lambda _: {"code": CODE}),
    "POST /api/fixes": send("POST", "/api/fixes", lambda _: {"code": CODE, "details": True}),
    "POST /api/films": send("POST", "/api/films", lambda number: {"code": CODE, "step": number + 1}),
    "POST /api/comparisons": send("POST", "/api/comparisons", lambda _: {"sides": [{"code": CODE}, {"code": CODE}]}),
    "POST /api/readings": send("POST", "/api/readings", lambda _: {"text": FRAMES, "code": "x += 1\n" * 8_000}),
    "POST /api/snippets": send("POST", "/api/snippets", lambda number: {"code": f"{number}{LARGE}"}),
    "GET /api/snippets/{id}": get(f"/api/snippets/{ID}"),
    "DELETE /api/snippets/{id}": send("DELETE", f"/api/snippets/{ID}", Authorization="Bearer no"),
    "POST /api/snippets/{id}/notes": send("POST", f"/api/snippets/{ID}/notes", lambda _: NOTES),
    "GET /api/snippets/{id}/notes/{notes}": get(f"/api/snippets/{ID}/notes/0000000000"),
    "DELETE /api/snippets/{id}/notes/{notes}": send("DELETE", f"/api/snippets/{ID}/notes/0000000000", Authorization="Bearer no"),
    "POST /api/notes/preview": send("POST", "/api/notes/preview", lambda _: {"text": "**a** " * 300}),
    **{
        f"GET /s/{{id}}.{form}": get(f"/s/{ID}.{form}?step=#&width=#&about=t#")
        for form in ("html", "zip", "ipynb", "svg", "png", "gif", "mp4", "webm")
    },
    "GET /s/{id}.py": get(f"/s/{ID}.py"),
    "GET /s/{id}.json": get(f"/s/{ID}.json", **PLAIN),
    "GET /s/{id}": get(f"/s/{ID}?step=#&about=t#"),
    "GET /embed/{id}": get(f"/embed/{ID}?step=#&about=t#"),
    "GET /oembed": get(f"/oembed?url=http://test/s/{ID}?about=t%23&maxwidth=#"),
    "GET /api/examples": get("/api/examples"),
    "GET /e/{id}": get("/e/edit-after-save?step=#"),
    "POST /api/lessons/{id}/check": send("POST", "/api/lessons/first-gradient/check", lambda _: {"code": CODE}),
    "GET /healthz": get("/healthz"),
    "GET /readyz": get("/readyz"),
    "GET /metrics": get("/metrics"),
}
"""The dearest request of each route of the OpenAPI document, and of the embed's page."""


def visitor(app: FastAPI, address: str) -> httpx.AsyncClient:
    """A client at an address."""
    transport = httpx.ASGITransport(app, raise_app_exceptions=False, client=(address, 1))
    return httpx.AsyncClient(transport=transport, base_url="http://test", timeout=60)


@asynccontextmanager
async def served(database_url: str, **settings: Any) -> AsyncIterator[FastAPI]:
    given = {"refresh_pause_s": 0, "database_url": database_url, "work_rate_limit": BUDGET, "animation_time_s": 0.1, **settings}
    app = create_app(Settings.model_validate(given), lambda _: LargeRunner())
    async with app.router.lifespan_context(app), visitor(app, "10.0.0.9") as author:
        assert (await author.post("/api/snippets", json={"code": CODE})).status_code == 201
        yield app


def test_every_route_has_a_price_and_every_operation_of_the_document_is_asked_below() -> None:
    app = create_app(Settings(), lambda _: SeatedRunner())
    routes = {f"{method} {route.path}" for route in app.routes if isinstance(route, APIRoute) for method in route.methods or ()}
    assert routes <= set(PRICES)
    assert {name for name in PRICES if PRICES[name] == 0} == {"GET /openapi.json"}
    documented = {f"{method.upper()} {path}" for path, methods in app.openapi()["paths"].items() for method in methods}
    assert documented <= set(DEAREST)


@pytest.mark.parametrize("operation", every_nth(DEAREST, 3))
async def test_operation_asked_as_dearly_as_it_can_be_is_refused_in_the_end_and_others_are_answered_meanwhile(
    database_url: str, operation: str
) -> None:
    async with (
        served(database_url) as app,
        visitor(app, "10.0.0.1") as attacker,
        visitor(app, "10.0.0.2") as other,
        visitor(app, "10.0.0.3") as third,
    ):
        numbers = count(1)
        statuses: list[int] = []

        async def attack() -> None:
            while 429 not in statuses and len(statuses) < DEAREST_BURST:
                answers = await asyncio.gather(*(attacker.send(DEAREST[operation](next(numbers))) for _ in range(20)))
                statuses.extend(answer.status_code for answer in answers)
                assert all(int(answer.headers["Retry-After"]) > 0 for answer in answers if answer.status_code == 429)

        attacking = asyncio.create_task(attack())
        healthy = 0
        while healthy < POLLS and not attacking.done():
            assert (await other.get("/healthz")).status_code == 200
            healthy += 1
        await attacking
        assert 429 in statuses
        assert 500 not in statuses
        assert healthy
        answer = await other.send(DEAREST[operation](next(numbers)))
        assert answer.status_code not in (429, 500), answer.text[:300]
        assert (await third.get(f"/s/{ID}.json")).status_code == 200


async def test_large_film_is_unpacked_in_pieces_between_which_others_are_answered(database_url: str) -> None:
    """Each piece is unpacked in a thread: the loop has turns meanwhile. It used to have none before the last piece."""
    async with served(database_url) as app, visitor(app, "10.0.0.1") as reader:
        turns = 0

        async def take_turns() -> None:
            nonlocal turns
            while True:
                await asyncio.sleep(0)
                turns += 1

        (await reader.get(f"/s/{ID}.json")).raise_for_status()
        pieces: list[tuple[int, int]] = []
        taking = asyncio.create_task(take_turns())

        async def send_piece(message: Any) -> None:
            pieces.append((turns, len(message.get("body", b""))))

        async def nothing() -> Any:
            return await asyncio.Future()

        scope = {"type": "http", "method": "GET", "path": f"/s/{ID}.json", "raw_path": b"", "query_string": b"", "headers": []}
        await app({**scope, "client": ("10.0.0.1", 1), "server": ("test", 80), "scheme": "http", "root_path": ""}, nothing, send_piece)
        taking.cancel()
        bodies = [piece for piece in pieces if piece[1]]
        assert sum(size for _, size in bodies) > FILM_BYTES
        assert all(later > earlier for (earlier, _), (later, _) in pairwise(bodies))


async def test_head_of_a_large_film_unpacks_nothing_and_says_its_size(database_url: str) -> None:
    budget = FILM_BYTES // 1024**2 * UNITS_PER_MIB + 15
    async with served(database_url, work_rate_limit=f"{budget}/hour") as app, visitor(app, "10.0.0.1") as reader:
        heads = [await reader.head(f"/s/{ID}.json", headers=PLAIN) for _ in range(3)]
        assert [head.status_code for head in heads] == [200] * 3
        film = await reader.get(f"/s/{ID}.json", headers=PLAIN)
        assert film.status_code == 200
        assert {head.headers["Content-Length"] for head in heads} == {str(len(film.content))}
        assert (await reader.get(f"/s/{ID}.json", headers=PLAIN)).status_code == 429
        packed = await reader.get(f"/s/{ID}.json", headers={"Accept-Encoding": "gzip"})
        assert packed.status_code == 200, "what is stored costs little"


async def test_file_of_a_known_film_counts_as_a_file(serve: Serve) -> None:
    client = await serve(SeatedRunner(), rate_limit="1000/minute", file_rate_limit="3/hour")
    answers = [await client.post("/api/films", json={"code": CODE}) for _ in range(4)]
    assert [answer.status_code for answer in answers] == [200, 200, 200, 429]


async def test_page_that_has_to_be_made_costs_more_than_one_in_memory(database_url: str) -> None:
    async with served(database_url, work_rate_limit="120/hour") as app:
        for path in (f"/s/{ID}", f"/embed/{ID}"):
            async with visitor(app, f"10.1.0.{len(path)}") as one, visitor(app, f"10.2.0.{len(path)}") as other:
                assert [(await one.get(path)).status_code for _ in range(20)] == [200] * 20
                unseen = [(await other.get(f"{path}?step={step}&about=t{step}")).status_code for step in range(1, 9)]
                assert unseen[0] == 200
                assert unseen[-1] == 429


async def test_limits_that_are_switched_off_bound_nothing(serve: Serve) -> None:
    client = await serve(SeatedRunner(), work_rate_limit="1/hour")
    assert [(await client.get("/healthz")).status_code for _ in range(5)] == [200] * 5


def test_film_of_the_tests_is_small_when_packed() -> None:
    assert len(gzip.compress(b"x" * FILM_BYTES)) < FILM_BYTES / 500


async def test_client_at_its_limit_is_not_held_to_it_for_longer_when_the_clock_is_put_back(
    serve: Serve, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An hour later it would still be refused, if what was counted in the future stayed."""
    client = await serve(SeatedRunner(), rate_limit="2/minute")
    codes = (f"x = {number}" for number in count())
    statuses = [(await client.post("/api/runs", json={"code": next(codes)})).status_code for _ in range(3)]
    assert statuses == [200, 200, 429]
    now = time.time
    monkeypatch.setattr(time, "time", lambda: now() - 3600)
    again = [await client.post("/api/runs", json={"code": next(codes)}) for _ in range(3)]
    assert [answer.status_code for answer in again] == [200, 200, 429]
    assert 0 < int(again[-1].headers["Retry-After"]) <= 60
    monkeypatch.setattr(time, "time", lambda: now() + 86_400)
    assert (await client.post("/api/runs", json={"code": next(codes)})).status_code == 200
