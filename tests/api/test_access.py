"""Who may ask: counters are not for everybody, and a server without a sandbox answers to its own machine alone."""

from __future__ import annotations

import httpx
import pytest
from fastapi import FastAPI

from app.api.middleware.local_only import is_local
from app.main import create_app
from app.settings import Settings
from tests.api.conftest import SeatedRunner, Serve
from tests.conftest import client_of

BEARER = {"Authorization": "Bearer tell-me"}


def app_with(database_url: str, **settings: object) -> FastAPI:
    given = {"database_url": database_url, "refresh_pause_s": 0, **settings}
    return create_app(Settings.model_validate(given), lambda _: SeatedRunner())


async def metrics_from(app: FastAPI, client: str, headers: dict[str, str]) -> int:
    transport = httpx.ASGITransport(app, client=(client, 1))
    async with httpx.AsyncClient(transport=transport, base_url="http://test") as asking:
        return (await asking.get("/metrics", headers=headers)).status_code


@pytest.mark.parametrize(
    ("client", "headers", "status"),
    [
        ("127.0.0.1", {}, 200),
        ("::1", {}, 200),
        ("203.0.113.7", {}, 403),
        ("203.0.113.7", BEARER, 403),
        ("127.0.0.1", {"X-Forwarded-For": "203.0.113.7"}, 403),
    ],
)
async def test_counters_are_for_this_machine_alone(client: str, headers: dict[str, str], status: int, database_url: str) -> None:
    app = app_with(database_url)
    async with client_of(app):
        assert await metrics_from(app, client, headers) == status


@pytest.mark.parametrize(("headers", "status"), [({}, 401), ({"Authorization": "Bearer tell-me-not"}, 403), (BEARER, 200)])
async def test_counters_with_a_token_are_for_whoever_has_it(headers: dict[str, str], status: int, database_url: str) -> None:
    app = app_with(database_url, metrics_token="tell-me")
    async with client_of(app):
        assert await metrics_from(app, "203.0.113.7", headers) == status
        assert await metrics_from(app, "127.0.0.1", headers) == status


LOCAL = {"Host": "localhost:8000"}


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        (LOCAL, 200),
        ({"Host": "127.0.0.1:8000"}, 200),
        ({"Host": "[::1]:8000"}, 200),
        ({**LOCAL, "Origin": "http://localhost:8000"}, 200),
        ({**LOCAL, "Origin": "http://localhost:8000", "Sec-Fetch-Site": "same-origin"}, 200),
        ({"Host": "rebound.example"}, 403),
        ({"Host": "localhost.rebound.example"}, 403),
        ({"Host": "127.0.0.1.rebound.example:8000"}, 403),
        ({"Host": ""}, 403),
        ({**LOCAL, "Origin": "https://evil.example"}, 403),
        ({**LOCAL, "Origin": "http://localhost:9000"}, 403),
        ({**LOCAL, "Origin": "null"}, 403),
        ({**LOCAL, "Sec-Fetch-Site": "cross-site"}, 403),
    ],
)
async def test_server_without_a_sandbox_runs_nothing_for_another_site(headers: dict[str, str], status: int, serve: Serve) -> None:
    runner = SeatedRunner()
    client = await serve(runner, insecure_no_sandbox=True)
    answer = await client.post("/api/runs", json={"code": "x = 1"}, headers=headers)
    assert answer.status_code == status
    assert bool(runner.codes) is (status == 200)
    if status == 403:
        assert answer.json()["error"]["kind"] == "local_only"
        assert "http://localhost" in answer.json()["error"]["message"]


async def test_server_without_a_sandbox_shows_nothing_under_another_name(serve: Serve) -> None:
    client = await serve(SeatedRunner(), insecure_no_sandbox=True)
    assert (await client.get("/", headers={"Host": "rebound.example"})).status_code == 403
    assert (await client.get("/", headers=LOCAL)).status_code == 200


async def test_server_with_a_sandbox_answers_under_any_name(serve: Serve) -> None:
    client = await serve(SeatedRunner())
    foreign = {"Host": "gradreel.example", "Origin": "https://elsewhere.example"}
    assert (await client.post("/api/runs", json={"code": "x = 1"}, headers=foreign)).status_code == 200


@pytest.mark.parametrize("host", ["0.0.0.0", "192.168.1.7:8000", "[::]", "localhost@evil.example", "example", "["])
def test_what_is_not_this_machine_is_not_taken_for_it(host: str) -> None:
    assert not is_local(host)
