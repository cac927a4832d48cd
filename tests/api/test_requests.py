"""Requests that never reach the sandbox: malformed, too large, too many; and the headers on every answer."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

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
