"""Pictures of films: drawn in bounded time, one film never keeps the others from it, and what fails is remembered."""

from __future__ import annotations

import asyncio
import subprocess
import sys
import time

import httpx
import pytest

from app.errors import Busy, StillNotDrawn, TooManyRequests
from app.render.stills import Picture, Stills
from app.settings import Settings
from gradreel.film.film import Film, film_of
from gradreel.film.still import StillOrder
from gradreel.ids import snippet_id
from gradreel.trace import Engine, Outcome, Run
from tests.api.conftest import SeatedRunner
from tests.conftest import EmptyDatabase, RunSnippet, client_of

VISITOR = "visitor"
LONG = """import torch
x = w = torch.ones(4, requires_grad=True)
for _ in range(1500):
    x = x * 1.01
x.sum().backward()
"""


@pytest.fixture(scope="module")
def film() -> Film:
    """A film of a program without a tensor."""
    engine = Engine(gradreel="0", torch="0", python="0")
    return film_of(Run(id="0" * 10, code="x = 1\n", engine=engine, outcome=Outcome(status="completed"), stdout="", elapsed_ms=1.0))


@pytest.fixture(scope="module")
async def long_film(run_snippet: RunSnippet) -> Film:
    """A film of an honest program, of 3,000 steps."""
    run = await run_snippet(LONG)
    assert run.outcome.status == "completed"
    assert len(run.nodes) > 1500
    return film_of(run)


def picture_of(film: Film, **order: object) -> Picture:
    return Picture(film, StillOrder(**order), "svg")  # type: ignore[arg-type]


async def test_picture_over_the_number_that_may_wait_is_refused_and_no_other(film: Film) -> None:
    stills = Stills(Settings(still_queue=1))
    async with stills._lines.setdefault(film.etag, stills._line(1)).slot("somebody"):
        drawn, waiting = [asyncio.create_task(stills.draw(picture_of(film, theme=theme), VISITOR)) for theme in ("light", "dark")]
        await asyncio.sleep(0)
        with pytest.raises(Busy, match="try again"):
            await stills.draw(picture_of(film, lang="zh"), VISITOR)
    assert (await drawn).startswith(b"<svg")
    assert (await waiting).startswith(b"<svg")
    assert (await stills.draw(picture_of(film, lang="zh"), VISITOR)).startswith(b"<svg")
    assert not stills._lines
    assert not stills._waiting
    stills.close()


async def test_client_with_its_share_of_pictures_is_refused_and_another_is_not(film: Film) -> None:
    stills = Stills(Settings(client_pictures=2, still_engines=1))
    mine = [asyncio.create_task(stills.draw(picture_of(film, step=step), VISITOR)) for step in (1, 2)]
    await asyncio.sleep(0)
    with pytest.raises(TooManyRequests, match="2 pictures for this client"):
        await stills.draw(picture_of(film, step=3), VISITOR)
    assert (await stills.draw(picture_of(film, step=4), "somebody else")).startswith(b"<svg")
    assert all(each.startswith(b"<svg") for each in await asyncio.gather(*mine))
    assert (await stills.draw(picture_of(film, step=3), VISITOR)).startswith(b"<svg")
    assert not stills._clients
    stills.close()


async def test_clients_get_their_pictures_in_turn_however_many_one_of_them_asks_for(film: Film) -> None:
    stills = Stills(Settings(client_pictures=8, still_engines=1))
    order: list[str] = []

    async def ask(client: str, step: int) -> None:
        await stills.draw(picture_of(film, step=step), client)
        order.append(client)

    asked = [asyncio.create_task(ask(VISITOR, step)) for step in range(1, 7)]
    await asyncio.sleep(0)
    await asyncio.gather(*asked, ask("somebody else", 7))
    assert order.index("somebody else") <= 2
    stills.close()


async def test_picture_is_drawn_once_however_many_ask(film: Film) -> None:
    stills = Stills(Settings())
    drawn = await asyncio.gather(*(stills.draw(picture_of(film), VISITOR) for _ in range(100)))
    assert all(each is drawn[0] for each in drawn)
    assert stills.find(picture_of(film)) is drawn[0]
    assert stills.find(picture_of(film, theme="dark")) is None
    stills.close()


async def test_picture_is_drawn_though_whoever_asked_first_leaves(film: Film) -> None:
    stills = Stills(Settings())
    first, second = (asyncio.create_task(stills.draw(picture_of(film), VISITOR)) for _ in range(2))
    await asyncio.sleep(0)
    first.cancel()
    assert (await second).startswith(b"<svg")
    assert not stills._drawing
    assert not stills._waiting
    stills.close()


@pytest.mark.jail
async def test_first_step_of_an_honest_film_of_3000_steps_is_drawn(long_film: Film) -> None:
    stills = Stills(Settings(still_time_s=100.0))
    assert (await stills.draw(picture_of(long_film, step=3), VISITOR)).startswith(b"<svg")
    stills.close()


@pytest.mark.jail
async def test_film_that_takes_too_long_is_refused_in_time_then_at_once_and_others_are_drawn_meanwhile(long_film: Film, film: Film) -> None:
    stills = Stills(Settings(still_time_s=0.05, still_engines=2))
    patient = Stills(Settings(still_time_s=100.0))
    slow = [asyncio.create_task(stills.draw(picture_of(long_film, step=step), f"visitor {step}")) for step in range(1, 5)]
    await asyncio.sleep(0)
    assert (await patient.draw(picture_of(film), VISITOR)).startswith(b"<svg")
    for each in await asyncio.gather(*slow, return_exceptions=True):
        assert isinstance(each, StillNotDrawn)
        assert "more than 0.05 s" in str(each)
    with pytest.raises(StillNotDrawn, match="its page shows it"):
        stills.find(picture_of(long_film, step=7))
    stills.close()
    patient.close()


@pytest.mark.parametrize("order", [{"show": "all"}, {"about": "t1"}, {"about": "t2", "show": "story"}, {"notes": "{}"}])
async def test_picture_that_a_visitor_ordered_and_that_takes_too_long_keeps_nobody_from_the_others(
    film: Film, order: dict[str, object]
) -> None:
    stills = Stills(Settings())
    stills._failures[picture_of(film, **order).layout] = "It takes too long."
    with pytest.raises(StillNotDrawn, match="No such picture of this film is drawn for 600 s"):
        stills.find(picture_of(film, **order | {"step": 3}))
    assert (await stills.draw(picture_of(film), VISITOR)).startswith(b"<svg")
    assert stills.find(picture_of(film)) is not None
    stills.close()


async def test_subjects_of_a_film_share_their_refusal(film: Film) -> None:
    assert len({picture_of(film, about=f"t{number}").layout for number in range(1, 100)}) == 1
    assert len({picture_of(film, notes=f"{number}").layout for number in range(1, 100)}) == 1


@pytest.mark.jail
async def test_one_film_that_takes_long_holds_one_engine_and_another_film_is_drawn_beside_it(long_film: Film, film: Film) -> None:
    stills = Stills(Settings(still_time_s=100.0, still_engines=2))
    slow = [asyncio.create_task(stills.draw(picture_of(long_film, step=step), f"visitor {step}")) for step in range(1, 6)]
    await asyncio.sleep(0.05)
    assert (await stills.draw(picture_of(film), VISITOR)).startswith(b"<svg")
    assert not all(each.done() for each in slow), "nobody waited for all of them"
    for each in slow:
        each.cancel()
    await asyncio.gather(*slow, return_exceptions=True)
    stills.close()


@pytest.mark.jail
async def test_link_whose_picture_cannot_be_drawn_answers_503_at_once_the_second_time(
    long_film: Film, empty_database: EmptyDatabase
) -> None:
    settings = Settings(
        database_url=await empty_database("sqlite"), refresh_pause_s=0, rate_limit="off", still_time_s=0.05, still_failure_s=60.0
    )
    from app.main import create_app

    app = create_app(settings, lambda _: SeatedRunner())
    async with client_of(app) as client:
        creation = await app.state.gradreel.store.snippets.create(LONG, "client", None)
        await app.state.gradreel.library.keep(creation.id, LONG, long_film)
        first = await client.get(f"/s/{snippet_id(LONG)}.svg?step=3")
        start = time.monotonic()
        second = await client.get(f"/s/{snippet_id(LONG)}.png")
        took_s = time.monotonic() - start
    assert [answer.status_code for answer in (first, second)] == [503, 503]
    assert second.json()["error"]["kind"] == "still_not_drawn"
    assert int(second.headers["Retry-After"]) == 60
    assert took_s < 5


async def test_pictures_that_have_to_be_drawn_count_against_the_rate_and_no_others(empty_database: EmptyDatabase) -> None:
    from app.main import create_app

    settings = Settings(database_url=await empty_database("sqlite"), refresh_pause_s=0, still_rate_limit="2/hour")
    async with client_of(create_app(settings, lambda _: SeatedRunner())) as client:
        id = (await client.post("/api/snippets", json={"code": "x = 1"})).json()["id"]

        async def ask(query: str) -> httpx.Response:
            return await client.get(f"/s/{id}.svg?{query}")

        assert [(await ask("")).status_code for _ in range(3)] == [200] * 3
        assert (await ask("theme=dark")).status_code == 200
        refused = await ask("lang=zh")
        assert (refused.status_code, refused.json()["error"]["kind"]) == (429, "too_many_requests")
        assert (await ask("")).status_code == 200


def test_engines_that_start_at_the_same_time_do_not_end_the_process() -> None:
    script = """
import threading
from gradreel.film.still import StillEngine
gate = threading.Barrier(6)
def start():
    gate.wait()
    StillEngine(10, 1 << 29)._start()
threads = [threading.Thread(target=start) for _ in range(6)]
for thread in threads: thread.start()
for thread in threads: thread.join()
"""
    ended = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert (ended.returncode, ended.stderr) == (0, "")


async def test_heights_that_have_to_be_drawn_count_as_pictures(empty_database: EmptyDatabase) -> None:
    from app.main import create_app

    settings = Settings(database_url=await empty_database("sqlite"), refresh_pause_s=0, still_rate_limit="2/hour")
    async with client_of(create_app(settings, lambda _: SeatedRunner())) as client:
        url = (await client.post("/api/snippets", json={"code": "x = 1"})).json()["url"]
        answers = [await client.get("/oembed", params={"url": url, "maxwidth": width}) for width in (300, 300, 301, 302)]
        assert [answer.status_code for answer in answers] == [200, 200, 200, 429]
        assert "pictures in 3600 s" in answers[-1].json()["error"]["message"]
