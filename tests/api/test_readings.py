"""``POST /api/readings``: a pasted traceback is read without a run, within the limits of a run."""

from __future__ import annotations

import json

import pytest

from tests.api.conftest import SeatedRunner, Serve

TRACEBACK = """Traceback (most recent call last):
  File "train.py", line 4, in <module>
    loss.backward()
RuntimeError: one of the variables needed for gradient computation has been modified by an inplace operation: \
[torch.FloatTensor [3]], which is output 0 of ExpBackward0, is at version 1; expected version 0 instead. Hint: enable anomaly detection.
"""
CODE = "w = torch.ones(3, requires_grad=True)\ny = w.exp()\ny += 1\nloss.backward()\n"


async def test_traceback_is_read_without_a_run_and_its_edit_is_found_in_the_code(serve: Serve) -> None:
    runner = SeatedRunner()
    client = await serve(runner)
    alone = await client.post("/api/readings", json={"text": TRACEBACK})
    assert alone.status_code == 200
    assert (alone.json()["kind"], alone.json()["node"], alone.json()["current_version"]) == ("version_mismatch", "ExpBackward0", 1)
    beside = (await client.post("/api/readings", json={"text": TRACEBACK, "code": CODE, "lang": "zh"})).json()
    assert (beside["suspects"][0]["line"], beside["suspects"][0]["text"], beside["code"]) == (3, "y += 1", "read")
    assert beside["title"] != alone.json()["title"]
    assert runner.codes == []


@pytest.mark.parametrize("text", ["", "\ud800 Traceback", "\x00", "KeyError: 'a'", "(" * 90])
async def test_text_without_an_error_of_autograd_is_answered_and_says_so(serve: Serve, text: str) -> None:
    client = await serve(SeatedRunner(), code_bytes=100)
    content = json.dumps({"text": text})
    answer = await client.post("/api/readings", content=content, headers={"Content-Type": "application/json"})
    assert (answer.status_code, answer.json()["kind"]) == (200, None)
    assert answer.json()["facts"]


@pytest.mark.parametrize("body", [{"text": "é" * 51}, {"text": "", "code": "#" * 101}])
async def test_text_and_code_are_as_large_as_the_code_of_a_run_at_most(serve: Serve, body: dict[str, str]) -> None:
    client = await serve(SeatedRunner(), code_bytes=100)
    answer = await client.post("/api/readings", json=body)
    assert (answer.status_code, answer.json()["error"]["kind"]) == (413, "code_too_large")
    assert "at most 100 bytes are read" in answer.json()["error"]["message"]


async def test_readings_count_as_runs_of_the_client(serve: Serve) -> None:
    client = await serve(SeatedRunner(), rate_limit="2/minute")
    answers = [(await client.post("/api/readings", json={"text": "x"})).status_code for _ in range(3)]
    assert answers == [200, 200, 429]


@pytest.mark.parametrize("body", [{}, {"text": 1}, {"text": "x", "lang": "fr"}, {"text": "x", "more": 1}])
async def test_what_is_no_request_for_a_reading_is_refused(serve: Serve, body: dict[str, object]) -> None:
    client = await serve(SeatedRunner())
    answer = await client.post("/api/readings", json=body)
    assert (answer.status_code, answer.json()["error"]["kind"]) == (422, "invalid_request")


async def test_code_alone_is_read_as_a_piece_without_a_run(serve: Serve) -> None:
    runner = SeatedRunner()
    client = await serve(runner)
    answer = (await client.post("/api/readings", json={"text": "", "code": "def f(w):\n    y = w.exp()\n    y += 1\n"})).json()
    assert answer["kind"] is None
    (edit,) = answer["piece"]["edits"]
    assert (edit["line"], edit["effect"], edit["breaks"][0]["line"]) == (3, "breaks", 2)
    assert runner.codes == []
