"""Links over HTTP: create, look, delete; what may be answered without running; what a page view never does."""

from __future__ import annotations

import asyncio

import httpx
import pytest

from app.errors import Busy
from app.examples.gallery import examples
from app.render.guide import live_films
from app.store.store import Store
from gradreel.ids import snippet_id
from gradreel.trace import Fix, Run
from tests.api.conftest import SeatedRunner, Serve, on_both_databases, stopped
from tests.conftest import PATIENCE_S

CODE = "import torch\nw = torch.ones(2, requires_grad=True)\n"


async def create(client: httpx.AsyncClient, code: str = CODE) -> httpx.Response:
    return await client.post("/api/snippets", json={"code": code})


async def delete(client: httpx.AsyncClient, snippet: str, token: str) -> httpx.Response:
    return await client.delete(f"/api/snippets/{snippet}", headers={"Authorization": f"Bearer {token}"})


@on_both_databases
async def test_created_link_leads_to_code_and_film(serve: Serve) -> None:
    client = await serve(SeatedRunner())
    response = await create(client)
    body = response.json()
    assert (response.status_code, body["id"], body["created"], body["film"]) == (201, snippet_id(CODE), True, "ready")
    assert body["url"] == f"http://test/s/{body['id']}"
    assert response.headers["Location"] == f"/s/{body['id']}"
    assert (await client.get(f"/s/{body['id']}.py")).content == CODE.encode()
    run = Run.model_validate_json((await client.get(f"/s/{body['id']}.json")).content)
    assert (run.id, run.code) == (body["id"], CODE)


async def test_titles_of_frame_and_preview_say_what_is_wrong_in_the_film(serve: Serve) -> None:
    runner = SeatedRunner()
    runner.fixes = (Fix(key="clone", kind="clone", message="Clone it."),)
    client = await serve(runner)
    body = (await create(client)).json()
    title = "A leaf that requires grad refuses edits in place"
    assert title in body["title"]
    assert title in body["embed_html"]
    assert title in (await client.get("/oembed", params={"url": body["url"]})).json()["title"]


@on_both_databases
async def test_same_code_again_answers_200_with_the_same_link_and_no_token(serve: Serve) -> None:
    client = await serve(SeatedRunner())
    first = (await create(client)).json()
    again = await create(client)
    assert again.status_code == 200
    assert again.json() == {**first, "created": False, "delete_token": None}


async def test_public_url_of_the_settings_is_the_one_in_links(serve: Serve) -> None:
    client = await serve(SeatedRunner(), public_url="https://gradreel.example/")
    body = (await client.post("/api/snippets", json={"code": CODE}, headers={"Host": "evil.example"})).json()
    assert body["url"] == f"https://gradreel.example/s/{body['id']}"
    assert "evil" not in body["embed_html"]


async def test_nothing_is_stored_by_running(serve: Serve) -> None:
    client = await serve(SeatedRunner())
    await client.post("/api/runs", json={"code": CODE})
    assert (await client.get(f"/s/{snippet_id(CODE)}.json")).status_code == 404
    assert (await client.get(f"/api/snippets/{snippet_id(CODE)}")).status_code == 404


async def test_link_made_after_a_run_has_that_film_without_running_again(serve: Serve) -> None:
    runner = SeatedRunner()
    client = await serve(runner)
    shown = (await client.post("/api/runs", json={"code": CODE})).json()
    stored = (await create(client)).json()
    assert (await client.get(f"/s/{stored['id']}.json")).json() == shown
    assert runner.codes == [CODE]


@on_both_databases
async def test_delete_token_deletes_and_the_link_answers_410_everywhere(serve: Serve) -> None:
    client = await serve(SeatedRunner())
    made = (await create(client)).json()
    assert (await client.get(f"/s/{made['id']}.json")).status_code == 200
    assert (await delete(client, made["id"], made["delete_token"])).status_code == 204
    for path in ("/api/snippets/{}", "/s/{}.py", "/s/{}.json", "/s/{}.svg", "/s/{}.html", "/s/{}.png", "/s/{}", "/embed/{}"):
        response = await client.get(path.format(made["id"]))
        assert response.status_code == 410, path
    assert (await delete(client, made["id"], made["delete_token"])).status_code == 410


async def test_deleted_code_is_run_anew(serve: Serve) -> None:
    runner = SeatedRunner()
    client = await serve(runner)
    made = (await create(client)).json()
    await delete(client, made["id"], made["delete_token"])
    await client.post("/api/runs", json={"code": CODE})
    assert len(runner.codes) == 2, "what was deleted must not be answered out of memory"


@pytest.mark.parametrize(
    ("authorization", "status", "kind"),
    [
        ("", 401, "token_missing"),
        ("Bearer ", 401, "token_missing"),
        ("Basic abc", 401, "token_missing"),
        ("Bearer wrong", 403, "delete_refused"),
        ("Bearer \u00e9", 403, "delete_refused"),
    ],
)
async def test_delete_without_the_token_is_refused(authorization: str, status: int, kind: str, serve: Serve) -> None:
    client = await serve(SeatedRunner())
    made = (await create(client)).json()
    response = await client.delete(f"/api/snippets/{made['id']}", headers={b"Authorization": authorization.encode()})
    assert (response.status_code, response.json()["error"]["kind"]) == (status, kind)
    assert response.headers.get("WWW-Authenticate") == ("Bearer" if status == 401 else None)
    assert (await client.get(f"/s/{made['id']}.py")).status_code == 200


async def test_link_of_a_built_in_example_belongs_to_nobody(serve: Serve) -> None:
    client = await serve(SeatedRunner())
    made = (await create(client, examples()[0].code)).json()
    assert (made["created"], made["delete_token"]) == (True, None)


@pytest.mark.parametrize("written", [str.upper, lambda each: each.replace("0", "o"), lambda each: each.replace("1", "I")])
async def test_id_read_aloud_still_leads_there(written: object, serve: Serve) -> None:
    assert callable(written)
    client = await serve(SeatedRunner())
    code = next(f"x = {n}" for n in range(10_000) if {"0", "1"} <= set(snippet_id(f"x = {n}")))
    await create(client, code)
    assert (await client.get(f"/s/{written(snippet_id(code))}.py")).text == code


@pytest.mark.parametrize(
    "path", ["/s/x.json", "/s/0000000000.json", "/s/%00.json", "/s/'.py", "/api/snippets/" + "z" * 500, "/s/uuuuuuuuuu.py"]
)
async def test_id_that_is_none_is_not_found(path: str, serve: Serve) -> None:
    client = await serve(SeatedRunner())
    response = await client.get(path)
    assert (response.status_code, response.json()["error"]["kind"]) == (404, "not_found")


async def test_busy_runner_makes_the_link_all_the_same_and_the_film_follows(serve: Serve) -> None:
    runner = SeatedRunner(error=Busy("Full."))
    client = await serve(runner, refresh_pause_s=0.01)
    made = await create(client)
    assert (made.status_code, made.json()["film"]) == (201, "pending")
    pending = await client.get(f"/s/{made.json()['id']}.json")
    assert (pending.status_code, pending.json()["error"]["kind"]) == (404, "film_pending")
    assert int(pending.headers["Retry-After"]) >= 1


@on_both_databases
async def test_link_that_was_never_run_is_run_in_the_background(serve: Serve) -> None:
    first = await serve(SeatedRunner(error=Busy("Full.")))
    made = (await create(first)).json()
    runner = SeatedRunner()
    second = await serve(runner, refresh_pause_s=0.01)
    await asyncio.wait_for(runner.entered.wait(), PATIENCE_S)
    for _ in range(int(PATIENCE_S / 0.01)):
        if (await second.get(f"/api/snippets/{made['id']}")).json()["film"] == "ready":
            break
        await asyncio.sleep(0.01)
    await asyncio.sleep(0.1)
    assert (await second.get(f"/s/{made['id']}.json")).status_code == 200
    assert runner.codes == [CODE]


async def test_link_that_cannot_be_run_does_not_hold_up_the_examples(serve: Serve) -> None:
    await create(await serve(SeatedRunner(error=Busy("Full."))))
    client = await serve(SeatedRunner(error=Busy("Full.")), refresh_pause_s=0.01, example_links=True)
    last = examples()[-1].code
    for _ in range(int(PATIENCE_S / 0.02)):
        if (await client.get(f"/api/snippets/{snippet_id(last)}")).status_code == 200:
            return
        await asyncio.sleep(0.02)
    pytest.fail("the last example has no link")


async def test_films_of_the_guide_are_made_before_all_other_examples_and_with_patience(serve: Serve) -> None:
    runner = SeatedRunner()
    await serve(runner, refresh_pause_s=0.01, example_links=True)
    live = live_films()
    for _ in range(int(PATIENCE_S / 0.02)):
        if len(runner.codes) >= len(live):
            break
        await asyncio.sleep(0.02)
    assert {snippet_id(code) for code in runner.codes[: len(live)]} == live
    assert runner.hurried == 0


async def test_background_waits_while_somebody_else_runs(serve: Serve) -> None:
    first = await serve(SeatedRunner(error=Busy("Full.")))
    await create(first)
    runner = SeatedRunner()
    runner.running = 1
    await serve(runner, refresh_pause_s=0.01)
    await asyncio.sleep(0.2)
    assert runner.codes == []
    runner.running = 0
    await asyncio.wait_for(runner.entered.wait(), PATIENCE_S)


async def test_looking_at_a_link_never_runs_it(serve: Serve) -> None:
    first = await serve(SeatedRunner(error=Busy("Full.")))
    made = (await create(first)).json()
    runner = SeatedRunner()
    client = await serve(runner)
    for path in ("/api/snippets/{}", "/s/{}.py", "/s/{}.json", "/s/{}.svg", "/s/{}.html", "/s/{}.png", "/s/{}", "/embed/{}"):
        await client.get(path.format(made["id"]))
    await client.get("/oembed", params={"url": made["url"]})
    assert runner.codes == []


async def test_known_code_is_answered_at_once_without_a_run_or_a_place_in_the_rate(serve: Serve) -> None:
    runner = SeatedRunner()
    client = await serve(runner, rate_limit="1/hour")
    answers = [await client.post("/api/runs", json={"code": CODE}) for _ in range(3)]
    assert [answer.status_code for answer in answers] == [200, 200, 200]
    assert [answer.headers["Gradreel-Film"] for answer in answers] == ["run", "memory", "memory"]
    assert runner.codes == [CODE]
    assert answers[0].content == answers[1].content


async def test_no_cache_runs_known_code_again(serve: Serve) -> None:
    runner = SeatedRunner()
    client = await serve(runner)
    await client.post("/api/runs", json={"code": CODE})
    again = await client.post("/api/runs", json={"code": CODE}, headers={"Cache-Control": "no-cache"})
    assert again.headers["Gradreel-Film"] == "run"
    assert len(runner.codes) == 2


@on_both_databases
async def test_stored_film_answers_the_same_code_after_a_restart(serve: Serve) -> None:
    await create(await serve(SeatedRunner()))
    runner = SeatedRunner()
    client = await serve(runner)
    answer = await client.post("/api/runs", json={"code": CODE})
    assert answer.headers["Gradreel-Film"] == "store"
    assert runner.codes == []


@pytest.mark.parametrize("kind", ["wall_time", "cpu_time", "memory", "internal", "result_invalid"])
async def test_run_that_ran_out_of_time_or_that_we_failed_is_run_again(kind: str, serve: Serve) -> None:
    runner = SeatedRunner(outcome=stopped(kind))
    client = await serve(runner)
    for _ in range(2):
        await client.post("/api/runs", json={"code": CODE})
    assert len(runner.codes) == 2


async def test_link_to_a_run_that_ran_out_of_time_shows_it(serve: Serve) -> None:
    client = await serve(SeatedRunner(outcome=stopped("wall_time")))
    made = (await create(client)).json()
    assert made["film"] == "ready"
    assert (await client.get(f"/s/{made['id']}.json")).json()["outcome"]["failure"]["kind"] == "wall_time"


async def test_our_own_failure_is_never_stored(serve: Serve) -> None:
    client = await serve(SeatedRunner(outcome=stopped("internal")))
    made = (await create(client)).json()
    assert made["film"] == "pending"
    assert (await client.get(f"/s/{made['id']}.json")).status_code == 404


@on_both_databases
async def test_new_engine_shows_the_old_film_until_it_has_run_the_snippet(serve: Serve) -> None:
    made = (await create(await serve(SeatedRunner()))).json()
    runner = SeatedRunner(waits=True, engine="9.9.9")
    client = await serve(runner, refresh_pause_s=0.01)
    assert (await client.get(f"/api/snippets/{made['id']}")).json()["film"] == "outdated"
    assert (await client.get(f"/s/{made['id']}.json")).json()["stdout"] == "1"
    await asyncio.wait_for(runner.entered.wait(), PATIENCE_S)
    assert (await client.get(f"/s/{made['id']}.json")).json()["stdout"] == "1"
    runner.entered.clear()
    answer = asyncio.create_task(client.post("/api/runs", json={"code": CODE}))
    await asyncio.wait_for(runner.entered.wait(), PATIENCE_S)
    answer.cancel()


async def test_client_over_its_rate_of_links_gets_429_and_sees_its_limits_all_along(serve: Serve) -> None:
    client = await serve(SeatedRunner(), rate_limit="1000/minute", create_rate_limit="2/minute")
    answers = [await create(client, f"x = {n}") for n in range(3)]
    assert [answer.status_code for answer in answers] == [201, 201, 429]
    assert [answer.headers["RateLimit"].split(";t=")[0] for answer in answers] == ['"links";r=1', '"links";r=0', '"links";r=0']
    assert {answer.headers["RateLimit-Policy"].split(", ")[0] for answer in answers} == {'"links";q=2;w=60'}
    assert 1 <= int(answers[2].headers["Retry-After"]) <= 60


@on_both_databases
async def test_client_with_too_many_snippets_is_told_to_delete_some(serve: Serve) -> None:
    client = await serve(SeatedRunner(), rate_limit="1000/minute", client_snippets=1)
    first = await create(client, "x = 1")
    made = first.json()
    refused = await create(client, "x = 2")
    assert (refused.status_code, refused.json()["error"]["kind"]) == (429, "too_many_snippets")
    assert "delete" in refused.json()["error"]["message"]
    assert [answer.headers["RateLimit"].split(", ")[1] for answer in (first, refused)] == ['"stored";r=0'] * 2
    assert first.headers["RateLimit-Policy"] == '"links";q=20;w=60, "stored";q=1'
    await delete(client, made["id"], made["delete_token"])
    assert (await create(client, "x = 2")).status_code == 201


async def test_code_over_the_limit_is_not_stored(serve: Serve) -> None:
    client = await serve(SeatedRunner(), code_bytes=10)
    assert (await create(client, "x" * 11)).status_code == 413
    assert (await client.get(f"/s/{snippet_id('x' * 11)}.py")).status_code == 404


@on_both_databases
async def test_link_published_by_two_clients_stays_until_both_have_deleted_it(serve: Serve, database_url: str) -> None:
    client = await serve(SeatedRunner())
    made = (await create(client)).json()
    store = Store(database_url)
    other = await store.snippets.create(CODE, "another client", None)
    await store.aclose()
    withdrawn = await delete(client, made["id"], made["delete_token"])
    assert (withdrawn.status_code, withdrawn.json()["deleted"]) == (200, False)
    assert "still works" in withdrawn.json()["message"]
    assert (await client.get(f"/s/{made['id']}.json")).status_code == 200
    assert (await delete(client, made["id"], other.delete_token or "")).status_code == 204
    assert (await client.get(f"/s/{made['id']}.json")).status_code == 410


async def test_snippet_taken_down_says_so_everywhere_and_is_not_published_again(serve: Serve, database_url: str) -> None:
    client = await serve(SeatedRunner(), view_age_s=0.0)
    made = (await create(client)).json()
    store = Store(database_url)
    await store.snippets.take_down(made["id"], "it held a password")
    await store.aclose()
    for answer in (await client.get(f"/s/{made['id']}.json"), await create(client)):
        assert (answer.status_code, answer.json()["error"]["kind"]) == (410, "taken_down")
        assert "it held a password" in answer.json()["error"]["message"]
    for path in ("/s/{}", "/embed/{}"):
        page = await client.get(path.format(made["id"]))
        assert (page.status_code, "operator" in page.text) == (410, True)


@pytest.mark.parametrize(
    ("setting", "status", "remedy"), [("client_film_bytes", 429, "delete some"), ("stored_film_bytes", 507, "raise GRADREEL_STORED")]
)
async def test_film_that_does_not_fit_into_the_room_is_refused_with_what_to_do_and_leaves_no_link(
    setting: str, status: int, remedy: str, serve: Serve
) -> None:
    size = len((await SeatedRunner().submit(CODE, "a")).film.body)
    client = await serve(SeatedRunner(), rate_limit="1000/minute", **{setting: size * 3 // 2})
    first = await create(client, "x = 1")
    refused = await create(client, "y = 1")
    assert (first.status_code, refused.status_code) == (201, status)
    assert remedy in refused.json()["error"]["message"]
    assert (await client.get(f"/api/snippets/{snippet_id('y = 1')}")).status_code == 410
    assert (await delete(client, first.json()["id"], first.json()["delete_token"])).status_code == 204
    assert (await create(client, "y = 1")).status_code == 201
