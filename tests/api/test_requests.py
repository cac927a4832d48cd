"""Requests that never reach the sandbox: malformed, too large, too many; and the headers on every answer."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import pytest
from starlette.types import Message, Receive, Scope, Send

from app.api.middleware.incidents import Incidents
from app.errors import Busy
from gradreel.errors import GradreelError
from tests.api.conftest import SeatedRunner, Serve

BAD_BODIES = {
    "no JSON": b"import torch",
    "empty": b"",
    "no code": b"{}",
    "code is a number": b'{"code": 1}',
    "unknown field": b'{"code": "", "shell": "bash"}',
    "not UTF-8": b'{"code": "\xff"}',
    "nested too deeply": b'{"code":' + b"[" * 20_000,
}


@pytest.mark.parametrize("case", BAD_BODIES)
async def test_malformed_request_gets_422_and_the_one_error_shape(case: str, serve: Serve) -> None:
    client = await serve(SeatedRunner())
    response = await client.post("/api/runs", content=BAD_BODIES[case], headers={"Content-Type": "application/json"})
    assert response.status_code == 422
    assert set(response.json()) == {"error"}
    assert set(response.json()["error"]) == {"kind", "message"}


async def test_lone_surrogate_gets_422_with_its_position(serve: Serve) -> None:
    client = await serve(SeatedRunner())
    response = await client.post("/api/runs", content=rb'{"code": "ab\ud800"}', headers={"Content-Type": "application/json"})
    assert response.status_code == 422
    assert response.json()["error"]["kind"] in ("code_unreadable", "invalid_request")


async def test_body_over_the_limit_is_refused_without_being_read(serve: Serve) -> None:
    client = await serve(SeatedRunner(), code_bytes=100)
    response = await client.post("/api/runs", content=b"x" * 10_000)
    assert response.status_code == 413


async def test_chunked_body_over_the_limit_is_refused(serve: Serve) -> None:
    client = await serve(SeatedRunner(), code_bytes=100)

    async def chunks() -> AsyncIterator[bytes]:
        for _ in range(100):
            yield b"x" * 1000

    response = await client.post("/api/runs", content=chunks())
    assert response.status_code == 413


async def test_full_queue_answers_503_with_retry_after(serve: Serve) -> None:
    client = await serve(SeatedRunner(error=Busy("64 runs are waiting.")))
    response = await client.post("/api/runs", json={"code": ""})
    assert response.status_code == 503
    assert int(response.headers["Retry-After"]) >= 1
    assert response.json()["error"] == {"kind": "busy", "message": "64 runs are waiting."}


async def test_client_over_its_rate_gets_429_with_retry_after(serve: Serve) -> None:
    client = await serve(SeatedRunner(), rate_limit="2/minute")
    answers = [await client.post("/api/runs", json={"code": f"x = {n}"}) for n in range(3)]
    assert [answer.status_code for answer in answers] == [200, 200, 429]
    assert 1 <= int(answers[-1].headers["Retry-After"]) <= 60


@pytest.mark.parametrize("error", [GradreelError("disk on fire"), ZeroDivisionError("secret detail")])
async def test_our_own_failure_is_500_with_an_incident_and_no_detail(error: Exception, serve: Serve) -> None:
    client = await serve(SeatedRunner(error=error))
    response = await client.post("/api/runs", json={"code": ""})
    assert response.status_code == 500
    assert response.json()["error"]["kind"] == "internal"
    assert "incident" in response.json()["error"]["message"]
    assert str(error) not in response.text


async def test_health_tells_tier_and_layers(serve: Serve) -> None:
    client = await serve(SeatedRunner())
    body = (await client.get("/healthz")).json()
    assert body["status"] == "ok"
    assert body["sandbox"]["tier"] == "N"


@pytest.mark.parametrize("path", ["/healthz", "/api/examples", "/nowhere"])
async def test_every_answer_carries_the_security_headers(path: str, serve: Serve) -> None:
    client = await serve(SeatedRunner())
    headers = (await client.get(path)).headers
    policy = headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "frame-ancestors 'self'" in policy
    assert "unsafe" not in policy
    assert headers["X-Content-Type-Options"] == "nosniff"


@pytest.mark.parametrize("path", ["/", "/s/{}", "/docs", "/nowhere", "/embed/{}"])
async def test_page_asks_for_no_feature_that_it_does_not_use_and_lets_no_other_site_hold_its_window(path: str, serve: Serve) -> None:
    client = await serve(SeatedRunner())
    id = (await client.post("/api/snippets", json={"code": "x = 1"})).json()["id"]
    headers = (await client.get(path.format(id), headers={"Accept": "text/html"})).headers
    allowed = headers["Permissions-Policy"].split(", ")
    assert {"camera=()", "microphone=()", "clipboard-write=(self)", "fullscreen=(self)"} <= set(allowed)
    # An embed in a window of its own belongs to whoever opened it.
    assert headers.get("Cross-Origin-Opener-Policy") == (None if path.startswith("/embed/") else "same-origin")


async def test_answer_that_is_no_page_says_nothing_of_windows(serve: Serve) -> None:
    headers = (await (await serve(SeatedRunner())).get("/healthz")).headers
    assert not {"Permissions-Policy", "Cross-Origin-Opener-Policy", "Strict-Transport-Security"} & set(headers)


async def test_unknown_path_gets_404_in_the_one_error_shape(serve: Serve) -> None:
    client = await serve(SeatedRunner())
    response = await client.get("/api/nowhere")
    assert (response.status_code, response.json()["error"]["kind"]) == (404, "not_found")


@pytest.mark.parametrize(("lang", "sentence"), [("en", "There is nothing at this address"), ("zh", "这个地址没有内容")])
async def test_person_at_an_unknown_path_gets_a_page_that_leads_home(lang: str, sentence: str, serve: Serve) -> None:
    client = await serve(SeatedRunner())
    response = await client.get("/nowhere", headers={"Accept": "text/html,*/*;q=0.8", "Accept-Language": lang})
    assert (response.status_code, response.headers["Content-Type"]) == (404, "text/html; charset=utf-8")
    assert sentence in response.text
    assert '<a href="/">' in response.text


async def test_wrong_method_is_told_every_right_one(serve: Serve) -> None:
    client = await serve(SeatedRunner())
    response = await client.put("/api/snippets/0000000000")
    assert (response.status_code, response.headers["Allow"]) == (405, "DELETE, GET")
    assert response.json()["error"]["message"] == "PUT means nothing at this address. It takes DELETE, GET."


async def test_examples_are_listed_in_both_languages(serve: Serve) -> None:
    client = await serve(SeatedRunner())
    listed = (await client.get("/api/examples")).json()
    assert len(listed) >= 24
    assert all(example["title"]["en"] and example["title"]["zh"] and example["code"] for example in listed)


LIMITS = {
    "/api/runs": (6 * 100 + 1024, "code_too_large", "Cut the code down"),
    "/api/fixes": (6 * 100 + 1024, "code_too_large", "Cut the code down"),
    "/api/snippets": (6 * 100 + 1024, "code_too_large", "Cut the code down"),
    "/api/lessons/leaves/check": (6 * 100 + 1024, "code_too_large", "Cut the code down"),
    "/api/films": (6 * 100 + 1024 + 394_240, "code_too_large", "or shorten the notes"),
    "/api/snippets/0123456789/notes": (394_240, "notes_too_large", "Shorten the notes."),
    "/api/readings": (2 * (6 * 100 + 1024), "code_too_large", "Keep the traceback"),
    "/api/notes/preview": (25_024, "notes_too_large", "Shorten the note."),
}
"""Bytes that each route reads, how it refuses more, and what to do; 100 bytes of code are allowed."""


@pytest.mark.parametrize("path", LIMITS)
@pytest.mark.parametrize("declared", [True, False])
async def test_body_over_the_limit_of_its_route_is_refused_in_the_words_of_the_route(serve: Serve, path: str, declared: bool) -> None:
    client = await serve(SeatedRunner(), code_bytes=100)
    limit_bytes, kind, remedy = LIMITS[path]

    async def chunks() -> AsyncIterator[bytes]:
        yield b" " * limit_bytes
        yield b" "

    headers = {"Content-Type": "application/json"}
    answer = await client.post(path, content=b" " * (limit_bytes + 1) if declared else chunks(), headers=headers)
    assert (answer.status_code, answer.json()["error"]["kind"], answer.headers["Connection"]) == (413, kind, "close")
    assert f"larger than {limit_bytes:,} bytes" in answer.json()["error"]["message"]
    assert remedy in answer.json()["error"]["message"]
    assert (await client.post(path, content=b" " * limit_bytes, headers=headers)).status_code == 422


async def test_name_of_an_unknown_field_is_told_in_short(serve: Serve) -> None:
    client = await serve(SeatedRunner())
    answer = await client.post("/api/runs", json={"code": "", "k" * 100_000: 1})
    assert (answer.status_code, len(answer.content) < 400) == (422, True)


@pytest.mark.parametrize(
    ("path", "told"),
    [
        (
            "/s/0123456789.gif?width=99999",
            "query.width: Input should be less than or equal to 1920, not '99999'). Correct the query of the address.",
        ),
        ("/oembed?url=http://x&maxwidth=a", "not 'a'). Correct the query of the address."),
        ("/api/queue/short", "path.ticket"),
        ("/oembed", "query.url: Field required). Correct the query"),
        (f"/oembed?url={'x' * 5000}", "xxx…'). Correct"),
    ],
)
async def test_wrong_value_in_an_address_is_told_with_its_remedy(serve: Serve, path: str, told: str) -> None:
    client = await serve(SeatedRunner())
    answer = await client.get(path)
    assert answer.status_code == 422
    assert told in answer.json()["error"]["message"]
    assert "JSON" not in answer.json()["error"]["message"]


@pytest.mark.parametrize("content_type", ["text/plain", "application/x-www-form-urlencoded", ""])
async def test_body_of_another_type_is_told_which_one_to_name(serve: Serve, content_type: str) -> None:
    client = await serve(SeatedRunner())
    answer = await client.post("/api/runs", content=b'{"code": ""}', headers={"Content-Type": content_type})
    assert answer.status_code == 422
    assert f"with Content-Type: application/json in place of {content_type!r}" in answer.json()["error"]["message"]


@pytest.mark.parametrize("has_begun", [False, True])
async def test_request_that_is_cut_off_when_the_server_ends_is_told_to_come_again(has_begun: bool) -> None:
    sent: list[Message] = []
    waiting = asyncio.Event()

    async def waits(_scope: Scope, _receive: Receive, send: Send) -> None:
        if has_begun:
            await send({"type": "http.response.start", "status": 200, "headers": []})
        waiting.set()
        await asyncio.Event().wait()

    async def send(message: Message) -> None:
        sent.append(message)

    task = asyncio.create_task(Incidents(waits)({"type": "http"}, _nothing, send))
    await waiting.wait()
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)
    assert task.cancelled() == has_begun
    assert sent[0]["status"] == (200 if has_begun else 503)
    assert has_begun or (b"retry-after", b"5") in sent[0]["headers"]


async def _nothing() -> Message:
    raise AssertionError("nobody reads")
