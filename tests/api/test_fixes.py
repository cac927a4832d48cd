"""``POST /api/fixes``: each fix is run once, counted like a run, and remembered; what is published gets its verdicts in the background."""

from __future__ import annotations

import asyncio
import json

import httpx
import pytest

from app.errors import CodeTooLarge
from app.runner.protocol import FixResult, IntendedRun, ProposedFix
from gradreel.ids import snippet_id
from gradreel.trace import Fix
from tests.api.conftest import SeatedRunner, Serve, answers
from tests.api.tags import Tags
from tests.conftest import PATIENCE_S

CODE = "x = 1"
FIXES = (
    Fix(key="first", kind="out_of_place", message="", code="x = 2"),
    Fix(key="second", kind="no_grad", message="", code="x = 3"),
    Fix(key="told", kind="add_losses", message=""),
)


def offering(*fixes: Fix) -> SeatedRunner:
    """A runner whose films all offer these fixes."""
    runner = SeatedRunner()
    runner.fixes = fixes
    return runner


async def ask(client: httpx.AsyncClient, **body: object) -> httpx.Response:
    return await client.post("/api/fixes", json={"code": CODE, **body})


async def test_every_fix_with_code_is_run_and_answered_by_its_key(serve: Serve) -> None:
    runner = offering(*FIXES)
    runner.results["second"] = FixResult("changes", ("w.grad",))
    client = await serve(runner)
    answer = await ask(client)
    assert answer.json() == {"first": "works", "second": "changes"}
    assert answer.headers["cache-control"] == "no-store"
    assert (runner.codes, runner.intended, runner.tried) == ([CODE], [CODE], ["first", "second"])


async def test_details_say_what_differs_and_what_is_raised(serve: Serve) -> None:
    runner = offering(*FIXES)
    runner.results = {"first": FixResult("raises", (), "ValueError"), "second": FixResult("changes", ("w.grad",))}
    answer = await ask(await serve(runner), details=True)
    assert answer.json() == {
        "first": {"verdict": "raises", "changed": [], "exception_type": "ValueError"},
        "second": {"verdict": "changes", "changed": ["w.grad"], "exception_type": ""},
    }


async def test_fixes_that_are_known_are_not_run_again(serve: Serve) -> None:
    runner = offering(*FIXES)
    client = await serve(runner)
    first, *others = [(await ask(client)).json() for _ in range(3)]
    assert others == [first, first]
    assert runner.tried == ["first", "second"]


async def test_people_who_ask_together_share_the_runs(serve: Serve) -> None:
    runner = offering(*FIXES)
    client = await serve(runner)
    await asyncio.gather(*(ask(client) for _ in range(4)))
    assert runner.tried == ["first", "second"]


async def test_snippet_without_a_fix_costs_no_further_run(serve: Serve) -> None:
    runner = SeatedRunner()
    client = await serve(runner)
    assert (await ask(client)).json() == {}
    assert (len(runner.codes), runner.intended) == (1, [])


async def test_fixes_for_which_no_run_is_left_are_unchecked_and_run_when_asked_for_again(serve: Serve) -> None:
    runner = offering(*FIXES)
    client = await serve(runner, rate_limit="3/minute")
    answer = await ask(client)  # runs the snippet, the snippet as it was meant, and one fix
    assert (answer.status_code, answer.json()) == (200, {"first": "works", "second": "unchecked"})
    again = await ask(client)
    assert (again.status_code, again.json()["error"]["kind"]) == (429, "too_many_requests")


async def test_code_that_is_too_large_or_no_code_is_refused(serve: Serve) -> None:
    client = await serve(offering(*FIXES), code_bytes=100)
    assert (await ask(client, code="x" * 101)).status_code == 413
    assert (await client.post("/api/fixes", json={"program": CODE})).status_code == 422


class StrictRunner(SeatedRunner):
    """Takes no fixed program."""

    async def try_fix(self, intended: IntendedRun, fix: ProposedFix, client: str) -> FixResult:
        raise CodeTooLarge("It is too large.")


async def test_fix_that_makes_the_code_too_large_is_unchecked(serve: Serve) -> None:
    runner = StrictRunner()
    runner.fixes = FIXES
    assert set((await ask(await serve(runner))).json().values()) == {"unchecked"}


async def test_published_film_gets_its_verdicts_in_the_background_and_its_page_says_them(serve: Serve) -> None:
    runner = offering(*FIXES)
    client = await serve(runner, refresh_pause_s=0.01, view_age_s=0.0)
    made = (await client.post("/api/snippets", json={"code": CODE})).json()
    said = await said_of_fixes(client, made["id"])
    assert {key: each["verdict"] for key, each in said.items()} == {"first": "works", "second": "works"}
    assert runner.tried == ["first", "second"]
    assert (await ask(client)).json() == {"first": "works", "second": "works"}
    assert runner.tried == ["first", "second"], "they are known already"


async def test_link_made_after_its_fixes_were_tried_says_which_work_at_once(serve: Serve) -> None:
    runner = offering(*FIXES)
    client = await serve(runner, refresh_pause_s=0, view_age_s=0.0)
    await ask(client)
    made = (await client.post("/api/snippets", json={"code": CODE})).json()
    metas = Tags((await client.get(f"/s/{made['id']}")).text).of("meta", name="gradreel:fixes")
    assert {key: each["verdict"] for key, each in json.loads(metas[0]["content"] or "").items()} == {"first": "works", "second": "works"}
    assert runner.tried == ["first", "second"]


async def test_verdicts_are_kept_over_a_restart_and_go_with_the_link(serve: Serve) -> None:
    first = await serve(offering(*FIXES), refresh_pause_s=0.01, view_age_s=0.0)
    made = (await first.post("/api/snippets", json={"code": CODE})).json()
    await said_of_fixes(first, made["id"])
    runner = offering(*FIXES)
    second = await serve(runner, view_age_s=0.0)
    assert (await ask(second)).json() == {"first": "works", "second": "works"}
    assert runner.tried == []
    token = {"Authorization": f"Bearer {made['delete_token']}"}
    assert (await second.delete(f"/api/snippets/{made['id']}", headers=token)).status_code == 204
    await ask(second)
    assert runner.tried == ["first", "second"]


@pytest.mark.parametrize("path", ["/s/{id}", "/embed/{id}", "/s/{id}.json", "/s/{id}.html"])
async def test_looking_at_a_link_tries_nothing(serve: Serve, path: str) -> None:
    runner = offering(*FIXES)
    client = await serve(runner)
    await client.post("/api/snippets", json={"code": CODE})
    assert (await client.get(path.format(id=snippet_id(CODE)))).status_code == 200
    assert (runner.intended, runner.tried) == ([], [])


async def said_of_fixes(client: httpx.AsyncClient, id: str) -> dict[str, dict[str, object]]:
    """What the page of a link says of its fixes, as soon as it says something."""
    await answers(client, f"/s/{id}.json")
    for _ in range(round(PATIENCE_S * 20)):
        metas = Tags((await client.get(f"/s/{id}")).text).of("meta", name="gradreel:fixes")
        if metas:
            found: dict[str, dict[str, object]] = json.loads(metas[0]["content"] or "")
            return found
        await asyncio.sleep(0.05)
    raise AssertionError("the page never said which fixes work")
