"""Every route that takes a text is sent the dearest 64 KB that are known for it: it answers in bounded time, and nobody else waits for it.

What others notice is how long one step of the event loop takes, and what the process that answers everybody takes in all. What workers take
is bounded besides. All are processor time, which does not depend on what else this machine does.
"""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import AsyncIterator, Mapping

import httpx
import pytest
from fastapi import FastAPI

from app.api.http.budget import Budget
from app.lessons.path import LESSONS
from app.main import create_app
from app.settings import Settings
from tests.api.conftest import SeatedRunner
from tests.api.test_prices import visitor
from tests.conftest import PATIENCE_S
from tests.long import every_nth

pytestmark = pytest.mark.jail

STEP_CPU_S = 0.1
"""Processor time of one step of the event loop: nobody else is answered meanwhile."""
OWN_CPU_S = 0.5
"""The same of the server, and of the test that asks it, for one request."""
WORKER_CPU_S = 2.0
"""The same of workers. A limit of theirs is behind it; no text that is known reaches it."""
SIZE = 64 * 1024
SMALL = "import torch\nw = torch.ones(2, requires_grad=True)\n(w * w).sum().backward()\n"
RAISES = "import torch\nnothing_of_this_name\n"

Body = Mapping[str, object]


def filled(text: str, size: int = SIZE) -> str:
    """As much of a text, again and again, as goes into 64 KB."""
    return (text * (size // len(text) + 1))[:size].rsplit("\n", 1)[0] if "\n" in text else (text * (size // len(text) + 1))[:size]


def lines(choices: str, seed: int) -> str:
    """One letter a line, in an order of its own."""
    return "\n".join(random.Random(seed).choices(choices, k=SIZE // 2 - 1))


CODES = {
    "edits": filled("y=x.exp()\ny+=1\n"),
    "branches": filled("if a:\n y=x.exp()\nelse:\n y+=1\n"),
    "names": filled("a="),
    "deleted": "del " + filled("a,", SIZE - 4),
    "contexts": "with " + filled("a,", SIZE - 5),
    "calls": filled("f(x);"),
    "lines": lines("ab", 1),
    "cells": filled("# %%\n"),
    "quotes": filled('"""\n'),
    "brackets": filled("("),
    "comments": filled("#" * 99 + "\n"),
    "zero_width": filled("\u200b", (SIZE - len(RAISES)) // 3),
}
"""Programs of which a part is parsed, compared, titled or divided. None is run: each is after a line that ends it."""
FRAMES = filled('  File "a.py", line 3, in f\n    x = y\n')
ERROR = (
    "RuntimeError: one of the variables needed for gradient computation has been modified by an inplace operation: "
    "[torch.FloatTensor [3]], which is output 0 of ExpBackward0, is at version 1; expected version 0 instead."
)
CUBIC = ["a\n" * 800, "".join(f"a\nb{number}\n" for number in range(800))]
MARKDOWN = [filled(text, 2_000) for text in ("*a", "**", "[", "`a", "<", "&#", "- ", "> ", "_a_*", "a](", "\\", "1. a\n")]


def program(text: str) -> str:
    """A program that ends before the text."""
    return cut(RAISES + text)


def cut(text: str, size: int = SIZE) -> str:
    """As much of a text as goes into so many bytes."""
    return text.encode()[:size].decode(errors="ignore")


def written(texts: list[str]) -> Body:
    """Notes with these texts."""
    return {"notes": [{"at": {"line": 2, "kind": "op", "name": "ones"}, "text": {"en": text}} for text in texts]}


DEAREST: dict[str, list[Body]] = {
    "POST /api/runs": [{"code": program(code)} for code in CODES.values()],
    "POST /api/fixes": [{"code": program(code), "details": True} for code in CODES.values()],
    "POST /api/films": [
        *({"code": program(code)} for code in CODES.values()),
        {"code": SMALL, "notes": written([*MARKDOWN] * 2)},
    ],
    "POST /api/comparisons": [
        *({"sides": [{"code": program(CODES[name])}, {"code": program("x\n" + CODES[name])}]} for name in ("branches", "quotes")),
        {"sides": [{"code": program(lines("ab", seed))} for seed in range(1, 5)]},
        {"sides": [{"code": program(code)} for code in CUBIC]},
    ],
    "POST /api/readings": [
        *({"text": "", "code": code} for code in CODES.values()),
        *({"text": ERROR, "code": code} for code in CODES.values()),
        *({"text": f"{cut(code, SIZE - len(ERROR) - 1)}\n{ERROR}"} for code in CODES.values()),
        {"text": FRAMES, "code": filled("x += 1\n")},
        {"text": FRAMES, "code": filled("x = y\n")},
    ],
    "POST /api/snippets": [{"code": program(code)} for code in CODES.values()],
    "POST /api/snippets/{id}/notes": [written([*MARKDOWN] * 2), written([text * 40 for text in ("**a** ", "[a](b) ", "`a` ")] * 60)],
    "POST /api/notes/preview": [{"text": text} for text in MARKDOWN],
    "POST /api/lessons/{id}/check": [{"code": program(code)} for code in CODES.values()],
}
"""By operation: bodies that take longest, as far as is known. A route that is new needs its own here."""


@pytest.fixture(scope="module")
async def charged() -> AsyncIterator[list[float]]:
    """Milliseconds that workers have taken."""
    found: list[float] = []
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(Budget, "charge", lambda _budget, _client, ms: found.append(ms))
        yield found


@pytest.fixture
def steps(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """Seconds of processor time of each step of the event loop."""
    found: list[float] = []
    take = asyncio.Handle._run

    def timed(step: asyncio.Handle) -> None:
        began_s = time.thread_time()
        take(step)
        found.append(time.thread_time() - began_s)

    monkeypatch.setattr(asyncio.Handle, "_run", timed)
    return found


@pytest.fixture(scope="module")
async def service(tmp_path_factory: pytest.TempPathFactory, charged: list[float]) -> AsyncIterator[FastAPI]:
    url = f"sqlite:///{tmp_path_factory.mktemp('dearest')}/gradreel.db"
    settings = Settings(
        database_url=url,
        refresh_pause_s=0,
        example_links=False,
        concurrent_runs=1,
        rate_limit="off",
        queue_wait_s=PATIENCE_S,
        zygote_start_s=PATIENCE_S,
        create_rate_limit="100000/minute",
    )
    app = create_app(settings)
    async with app.router.lifespan_context(app):
        yield app


def test_every_operation_that_takes_a_body_is_asked_below() -> None:
    paths = create_app(Settings(), lambda _: SeatedRunner()).openapi()["paths"]
    taking = {f"{method.upper()} {path}" for path, methods in paths.items() for method, told in methods.items() if "requestBody" in told}
    assert taking == set(DEAREST)


@pytest.mark.parametrize("operation", DEAREST)
async def test_dearest_texts_are_answered_in_bounded_time_and_nobody_waits_for_them(
    service: FastAPI, charged: list[float], steps: list[float], operation: str
) -> None:
    method, path = operation.split()
    async with visitor(service, "10.0.0.1") as client:
        known = (await client.post("/api/snippets", json={"code": SMALL})).json()["id"]
        address = path.replace("{id}", LESSONS[0].id if "lessons" in path else known)
        for number, body in enumerate(DEAREST[operation]):
            await check(client, httpx.Request(method, f"http://test{address}", json=body), charged, steps, f"{number}")


READ = ("/s/{id}", "/embed/{id}", "/s/{id}.html", "/s/{id}.ipynb", "/s/{id}.py", "/oembed?url=http://test/s/{id}", "/api/snippets/{id}")
"""What is made of a stored text; pictures and animations have bounds of their own."""


@pytest.mark.parametrize("name", every_nth(CODES, 3))
async def test_stored_texts_are_read_in_bounded_time_and_nobody_waits_for_them(
    service: FastAPI, charged: list[float], steps: list[float], name: str
) -> None:
    async with visitor(service, "10.0.0.1") as client:
        id = (await client.post("/api/snippets", json={"code": program(CODES[name])})).json()["id"]
        for path in READ:
            await check(client, httpx.Request("GET", f"http://test{path.replace('{id}', id)}"), charged, steps, path)


async def check(client: httpx.AsyncClient, request: httpx.Request, charged: list[float], steps: list[float], name: str) -> None:
    """Ask, and hold the answer to the bounds."""
    charged.clear()
    steps.clear()
    began_s = time.process_time()
    answer = await client.send(request)
    own_s, longest_s = time.process_time() - began_s, max(steps, default=0.0)
    assert answer.status_code in (200, 201), f"{name}: {answer.text[:200]}"
    assert longest_s < STEP_CPU_S, f"{name}: a step took {longest_s:.2f} s"
    assert own_s < OWN_CPU_S, f"{name}: the server took {own_s:.2f} s"
    assert sum(charged) < WORKER_CPU_S * 1000, f"{name}: workers took {sum(charged):.0f} ms"
