"""The work in the background: whatever one snippet does to it, the others get their films, and the service stops cleanly."""

from __future__ import annotations

import asyncio
import logging

import pytest

from app.examples.gallery import examples
from app.films.refresh import Refresh
from app.main import create_app
from app.runner.protocol import FinishedRun
from app.settings import Settings
from app.store.store import Store
from gradreel.ids import snippet_id
from tests.api.conftest import SeatedRunner, Serve, answers
from tests.conftest import client_of

POISON = "poison = 1"


class BrokenRunner(SeatedRunner):
    """Fails at some snippets in a way that nobody foresaw."""

    def __init__(self, broken: set[str]) -> None:
        super().__init__()
        self.broken = broken

    async def submit(self, code: str, client: str, ticket: str | None = None, patient: bool = False, kept: bool = False) -> FinishedRun:
        run = await super().submit(code, client, ticket, patient)
        if code in self.broken:
            raise ValueError("a message that quotes the snippet: " + code)
        return run


async def stored(database_url: str, *codes: str) -> None:
    """Make links without films."""
    store = Store(database_url)
    await store.start()
    for code in codes:
        await store.snippets.create(code, "client", None)
    await store.aclose()


async def test_snippet_that_cannot_be_made_into_a_film_is_skipped_and_the_others_get_theirs_also_after_a_restart(
    serve: Serve, database_url: str, caplog: pytest.LogCaptureFixture
) -> None:
    await stored(database_url, "x = 1", POISON, "x = 2")
    first = await serve(BrokenRunner({POISON}), refresh_pause_s=0.01, view_age_s=0.0)
    for code in ("x = 1", "x = 2"):
        await answers(first, f"/s/{snippet_id(code)}.json")
    assert f"snippet {snippet_id(POISON)} is skipped" in caplog.text
    await stored(database_url, "x = 3")
    runner = BrokenRunner({POISON})
    second = await serve(runner, refresh_pause_s=0.01, view_age_s=0.0)
    await answers(second, f"/s/{snippet_id('x = 3')}.json")
    await asyncio.sleep(0.1)
    assert runner.codes.count(POISON) == 1, "it is not tried over and over"
    assert (await second.get(f"/s/{snippet_id(POISON)}.json")).json()["error"]["kind"] == "film_pending"


async def test_many_snippets_that_fail_do_not_keep_the_others_waiting(serve: Serve, database_url: str) -> None:
    poison = [f"{POISON} + {n}" for n in range(20)]
    await stored(database_url, "x = 1", *poison)
    client = await serve(BrokenRunner(set(poison)), refresh_pause_s=0.01, view_age_s=0.0)
    await answers(client, f"/s/{snippet_id('x = 1')}.json")


async def test_example_that_cannot_be_published_does_not_keep_the_others_from_it(serve: Serve, caplog: pytest.LogCaptureFixture) -> None:
    broken = examples()[0].code
    client = await serve(BrokenRunner({broken}), refresh_pause_s=0.01, example_links=True, view_age_s=0.0)
    await answers(client, f"/s/{snippet_id(examples()[-1].code)}.json")
    assert f"no film was made of the published snippet {snippet_id(broken)}" in caplog.text


async def test_link_whose_run_failed_for_reasons_of_ours_is_made_and_can_be_deleted(serve: Serve) -> None:
    client = await serve(BrokenRunner({POISON}))
    made = await client.post("/api/snippets", json={"code": POISON})
    assert (made.status_code, made.json()["film"]) == (201, "pending")
    token = {"Authorization": f"Bearer {made.json()['delete_token']}"}
    assert (await client.delete(f"/api/snippets/{made.json()['id']}", headers=token)).status_code == 204


async def test_step_that_fails_outside_of_any_snippet_does_not_end_the_work(
    serve: Serve, database_url: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    step, failures = Refresh.step, iter([RuntimeError("unforeseen")] * 3)

    async def failing(refresh: Refresh) -> None:
        for failure in failures:
            raise failure
        await step(refresh)

    monkeypatch.setattr(Refresh, "step", failing)
    await stored(database_url, "x = 1")
    client = await serve(SeatedRunner(), refresh_pause_s=0.01, view_age_s=0.0)
    await answers(client, f"/s/{snippet_id('x = 1')}.json")
    assert caplog.text.count("a step of the background work failed") == 3


async def test_service_stops_cleanly_while_a_snippet_is_run_in_the_background(database_url: str, caplog: pytest.LogCaptureFixture) -> None:
    await stored(database_url, "x = 1")
    runner = SeatedRunner(waits=True)
    settings = Settings(database_url=database_url, refresh_pause_s=0.01, example_links=False)
    caplog.set_level(logging.WARNING)
    async with client_of(create_app(settings, lambda _: runner)) as client:
        await runner.entered.wait()
        assert (await client.get("/healthz")).status_code == 200
    assert runner.cancelled.is_set()
    assert caplog.text == ""
