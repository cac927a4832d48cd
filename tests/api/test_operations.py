"""Logs, counters, readiness, rates: what an operator relies on."""

from __future__ import annotations

import asyncio
import gc
import json
import logging
import re
from collections.abc import Iterator
from io import StringIO

import httpx
import pytest
import structlog

from app.api.http.client import client_of
from app.logs import LogFormat, configure_logging
from app.main import create_app
from app.settings import Settings
from gradreel.trace import Run
from tests.api.conftest import SeatedRunner, Serve

SECRET = "hunter2_in_a_snippet"


@pytest.fixture
def log() -> Iterator[StringIO]:
    """The service's log as JSON; logging is as before afterwards."""
    root = logging.getLogger()
    before = root.handlers[:], root.level
    configure_logging("json")
    text = StringIO()
    (handler,) = root.handlers
    assert isinstance(handler, logging.StreamHandler)
    handler.setStream(text)
    # The test's own client is no part of the service.
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(logging.getLogger("httpx"), "disabled", True)
        yield text
    root.handlers[:], root.level = before
    structlog.reset_defaults()


async def test_each_request_is_one_line_with_its_id_and_route(serve: Serve, log: StringIO) -> None:
    client = await serve(SeatedRunner())
    response = await client.get("/s/0000000000.json?v=whatever")
    lines = [json.loads(line) for line in log.getvalue().splitlines()]
    (line,) = [line for line in lines if line["event"] == "request"]
    assert line["request_id"] == response.headers["X-Request-ID"]
    assert (line["method"], line["route"], line["status"]) == ("GET", "/s/{id}.json", 404)
    assert "whatever" not in json.dumps(line)


async def test_no_log_line_ever_holds_a_piece_of_a_snippet(serve: Serve, log: StringIO) -> None:
    code = f"x = '{SECRET}'"
    fine = await serve(SeatedRunner())
    made = (await fine.post("/api/snippets", json={"code": code})).json()
    for path in ("/s/{}", "/s/{}.py", "/s/{}.json", "/s/{}.svg", "/embed/{}"):
        await fine.get(path.format(made["id"]))
    await fine.post("/api/runs", json={"code": code, SECRET: SECRET})
    await fine.post("/api/runs", content=b'{"code": "' + SECRET.encode() + b"\xff", headers={"Content-Type": "application/json"})
    await fine.post("/api/runs", json={"code": SECRET * 10_000})
    failing = await serve(SeatedRunner(error=invalid_run()))
    assert (await failing.post("/api/runs", json={"code": code + " "})).status_code == 500
    text = log.getvalue()
    assert "incident" in text
    assert "in submit" in text, "the stack is there"
    assert SECRET not in text


def invalid_run() -> Exception:
    """The error that a forged answer causes: it is made from what the snippet sent."""
    try:
        Run.model_validate({"id": SECRET, "code": [SECRET], SECRET: SECRET, "engine": SECRET})
    except ValueError as error:
        return error
    raise AssertionError


@pytest.mark.parametrize("form", ["json", "text"])
def test_exception_that_nobody_foresaw_is_logged_without_what_it_says(form: LogFormat, log: StringIO) -> None:
    configure_logging(form)
    logging.getLogger().handlers[0].setStream(log)  # type: ignore[attr-defined]
    try:
        raise KeyError(SECRET) from invalid_run()
    except KeyError as error:
        logging.getLogger("anybody").exception("a foreign complaint")
        structlog.stdlib.get_logger("ours").error("our complaint", exc_info=error)
    text = log.getvalue()
    assert text.count("KeyError") >= 2
    assert text.count("ValidationError") >= 2
    assert text.count("test_exception_that_nobody_foresaw") >= 2, "the stacks are there"
    assert SECRET not in text


async def test_task_that_failed_unseen_is_logged_without_what_it_says(log: StringIO) -> None:
    async def fail(text: str) -> None:
        raise ValueError(text)

    def call(text: str) -> None:
        raise ValueError(text)

    gc.collect()  # what earlier tests left to be complained of
    log.truncate(log.seek(0))
    task = asyncio.create_task(fail(SECRET))
    asyncio.get_running_loop().call_soon(call, SECRET)
    await asyncio.wait([task])
    del task
    gc.collect()
    lines = [json.loads(line) for line in log.getvalue().splitlines()]
    assert {"Task exception was never retrieved", "Exception in callback test_task_that_failed_unseen_is_logged_without_what_it_says."} >= {
        line["event"] for line in lines
    }
    assert len(lines) == 2
    assert all("ValueError" in line["exception"] for line in lines)
    assert SECRET not in log.getvalue()


EVERYWHERE = f"""# {SECRET}
import torch, warnings, sys
{SECRET} = torch.ones(2, requires_grad=True)
print("{SECRET}"); print("{SECRET}", file=sys.stderr)
warnings.warn("{SECRET}")
class {SECRET}_Error(Exception): pass
(x := {SECRET} * 2).mul_(2)
raise {SECRET}_Error("{SECRET}")
"""


@pytest.mark.jail
async def test_no_log_line_of_the_real_sandbox_holds_a_piece_of_a_snippet(service: httpx.AsyncClient, log: StringIO) -> None:
    forged = f"""# A forged answer.
import os
for descriptor in range(3, 20):
    try:
        os.write(descriptor, b'{{"tensors": [], "outcome": {{"status": "{SECRET}", "{SECRET}": 1}}, "{SECRET}": "{SECRET}"}}')
    except OSError:
        pass
os._exit(0)
"""
    for code in (EVERYWHERE, forged, f"{SECRET} = (", f"raise SystemExit('{SECRET}')", f"import sys; sys.exit('{SECRET}' * 9)"):
        answer = await service.post("/api/runs?q=" + SECRET, json={"code": code}, headers={"Gradreel-Ticket": SECRET})
        assert answer.status_code == 200
        assert SECRET in answer.text
    lines = log.getvalue()
    assert lines.count('"event": "request"') == 5
    assert "result refused" in lines
    assert SECRET not in lines


async def test_counters_tell_runs_by_verdict_and_films_by_source(serve: Serve) -> None:
    client = await serve(SeatedRunner())
    for _ in range(3):
        await client.post("/api/runs", json={"code": "x = 1"})
    await client.post("/api/snippets", json={"code": "x = 1"})
    counted = await samples(client)
    assert counted['gradreel_runs_total{verdict="completed"}'] == 1
    assert counted['gradreel_films_total{source="run"}'] == 1
    assert counted['gradreel_films_total{source="memory"}'] == 2
    assert counted['gradreel_links_total{act="created"}'] == 1
    assert counted['gradreel_fidelity_total{fidelity="unchecked"}'] == 1
    assert counted["gradreel_run_seconds_count"] == 1
    assert counted["gradreel_children_waiting"] == 1
    assert counted['gradreel_request_seconds_count{method="POST",route="/api/runs",status="200"}'] == 3


async def test_counters_do_not_grow_with_what_strangers_ask_for(serve: Serve) -> None:
    client = await serve(SeatedRunner())
    for n in range(30):
        await client.get(f"/nowhere/{n}")
        await client.get(f"/s/{n:010}.json")
        await client.request(f"VERB{n}", "/")
    labels = [name for name in await samples(client) if name.startswith("gradreel_request_seconds_count")]
    assert len(labels) <= 4, labels


async def samples(client: httpx.AsyncClient) -> dict[str, float]:
    text = (await client.get("/metrics")).text
    return {name: float(value) for name, value in re.findall(r"^(\w+(?:\{[^}]*\})?) (\S+)$", text, re.MULTILINE)}


async def test_ready_while_sandbox_and_database_answer(serve: Serve) -> None:
    client = await serve(SeatedRunner())
    response = await client.get("/readyz")
    assert (response.status_code, response.json()) == (200, {"ready": True, "runner": True, "store": True, "workers": True})


async def test_not_ready_while_workers_do_not_keep_up(serve: Serve, monkeypatch: pytest.MonkeyPatch) -> None:
    client = await serve(SeatedRunner())
    monkeypatch.setattr("app.workers.workers.Workers.oldest_s", 41.0)
    response = await client.get("/readyz")
    assert (response.status_code, response.json()["workers"]) == (503, False)
    assert (await samples(client))["gradreel_oldest_work_seconds"] == 41


BLOCKED = "10.0.0.7, 192.0.2.0/24, 2001:db8:1::/48"


@pytest.mark.parametrize("address", ["10.0.0.7", "192.0.2.200", "2001:db8:1:2::9"])
async def test_client_that_is_shut_out_is_refused_and_told_whom_to_ask(database_url: str, address: str) -> None:
    settings = Settings(database_url=database_url, refresh_pause_s=0, blocked_clients=BLOCKED, contact="mailto:abuse@example.org")
    app = create_app(settings, lambda _: SeatedRunner())
    async with app.router.lifespan_context(app):
        for source, status in ((address, 403), ("10.0.0.8", 200), ("2001:db8:2::1", 200)):
            async with httpx.AsyncClient(transport=httpx.ASGITransport(app, client=(source, 1)), base_url="http://test") as client:
                answer = await client.post("/api/runs", json={"code": "x = 1"})
                assert answer.status_code == status, source
                if status == 403:
                    assert answer.json()["error"]["kind"] == "client_blocked"
                    assert "mailto:abuse@example.org" in answer.json()["error"]["message"]


def test_list_of_clients_that_cannot_be_read_is_told_at_the_start() -> None:
    with pytest.raises(ValueError, match=r"300\.1\.1\.1"):
        create_app(Settings(blocked_clients="10.0.0.7, 300.1.1.1"), lambda _: SeatedRunner())


async def test_contact_is_told_with_health(serve: Serve) -> None:
    client = await serve(SeatedRunner(), contact="mailto:abuse@example.org")
    assert (await client.get("/healthz")).json()["contact"] == "mailto:abuse@example.org"


async def test_new_links_of_all_clients_together_are_bounded(serve: Serve) -> None:
    client = await serve(SeatedRunner(), rate_limit="100/minute", all_create_rate_limit="2/day")
    answers = [await client.post("/api/snippets", json={"code": f"x = {number}"}) for number in range(3)]
    assert [answer.status_code for answer in answers] == [201, 201, 503]
    assert answers[2].json()["error"]["message"].startswith("All clients together may ask for 2 new links")
    assert int(answers[2].headers["Retry-After"]) > 0


async def test_not_ready_while_the_database_is_gone(serve: Serve, monkeypatch: pytest.MonkeyPatch) -> None:
    client = await serve(SeatedRunner())

    async def gone(_: object) -> bool:
        return False

    monkeypatch.setattr("app.store.store.Store.ready", gone)
    response = await client.get("/readyz")
    assert (response.status_code, response.json()["store"]) == (503, False)
    assert (await client.get("/healthz")).status_code == 200, "the process itself is well: restarting it helps nobody"


async def test_answers_to_runs_tell_what_is_left_of_the_rate(serve: Serve) -> None:
    client = await serve(SeatedRunner(), rate_limit="5/minute")
    answers = [await client.post("/api/runs", json={"code": f"x = {n}"}) for n in range(3)]
    assert [answer.headers["RateLimit"].split(";t=")[0] for answer in answers] == ['"runs";r=4', '"runs";r=3', '"runs";r=2']
    assert answers[0].headers["RateLimit-Policy"] == '"runs";q=5;w=60'


ADDRESSES = {
    "203.0.113.7": "203.0.113.7",
    "2001:db8:1:2:3:4:5:6": "2001:db8:1:2::/64",
    "2001:db8:1:2::9": "2001:db8:1:2::/64",
    "::ffff:203.0.113.7": "203.0.113.7",
    "fe80::1%eth0": "fe80::/64",
    "testclient": "testclient",
}


@pytest.mark.parametrize("host", ADDRESSES)
def test_one_customer_counts_as_one_client_however_many_addresses_it_has(host: str) -> None:
    from fastapi import Request

    assert client_of(Request({"type": "http", "client": (host, 1), "headers": []})) == ADDRESSES[host]


def test_settings_say_what_is_wrong_with_a_rate_that_cannot_be_read() -> None:
    from app.main import create_app

    with pytest.raises(ValueError, match="many"):
        create_app(Settings(rate_limit="many"), lambda _: SeatedRunner())
