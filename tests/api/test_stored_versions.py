"""Films that other versions of Gradreel stored: of an earlier schema they are shown, of a later one they are refused."""

from __future__ import annotations

import gzip
import json
from dataclasses import replace

import pytest

from app.store.store import Store
from gradreel.film.film import Film
from gradreel.trace import SCHEMA_VERSION, Run
from tests.api.conftest import SeatedRunner, Serve, answers
from tests.api.tags import Tags
from tests.long import some_of_each
from tests.store.films_v1 import NAMES, film_v1, json_of

OTHER_ENGINE = "0.1.0.4f1c22aa-torch2.13.0-py3.11"


async def store_film(database_url: str, code: str, film: Film, engine: str = OTHER_ENGINE) -> str:
    """Put a film of another engine into the database, and return its id."""
    store = Store(database_url)
    await store.start()
    try:
        creation = await store.snippets.create(code, "client", None)
        assert await store.results.put(creation.id, engine, film)
        return creation.id
    finally:
        await store.aclose()


def film_with(film: Film, **changes: object) -> Film:
    document = {**json.loads(film.json()), **changes}
    return replace(film, body=gzip.compress(json.dumps(document).encode()))


@pytest.mark.parametrize("name", NAMES)
async def test_film_of_schema_version_1_is_shown_in_every_form_at_its_step(name: str, serve: Serve, database_url: str) -> None:
    stored = json.loads(json_of(name))
    id = await store_film(database_url, stored["code"], film_v1(name))
    client = await serve(SeatedRunner())
    shown = await client.get(f"/s/{id}.json")
    run = Run.model_validate_json(shown.content)
    assert (run.schema_version, run.code, run.stdout) == (1, stored["code"], stored["stdout"])
    # Its calls, which version 1 did not record, are derived where it is read.
    assert [event.kind for event in run.events if event.kind != "call"] == [event["kind"] for event in stored["events"]]
    etag = shown.headers["ETag"].removeprefix('W/"').rstrip('"')
    embed = Tags((await client.get(f"/embed/{id}?step=3")).text).of("main", id="embed")[0]
    assert (embed["data-step"], embed["data-film"]) == ("3", f"/s/{id}.json?v={etag}")
    page = Tags((await client.get(f"/s/{id}?step=3")).text)
    assert page.of("meta", name="gradreel:film")[0]["content"] == f"/s/{id}.json?v={etag}"
    assert page.of("meta", name="description")[0]["content"] == f"About {name}."
    still = await client.get(f"/s/{id}.svg?step=3")
    assert (still.status_code, still.text[:4]) == (200, "<svg")
    assert still.text != (await client.get(f"/s/{id}.svg?step=1")).text
    for path in (f"/s/{id}.png?step=3", f"/s/{id}.html", f"/s/{id}.py", f"/oembed?url=http://test/s/{id}"):
        assert (await client.get(path)).status_code == 200, path
    assert (await client.get(f"/api/snippets/{id}")).json()["film"] == "outdated"


# The last step, without what is printed after it, and the one that a link without ``step`` opens at: as Gradreel 0.1.0 counted them.
LAST_AND_KEY_STEP = {
    "edit-a-view": (12, 12),
    "edit-after-save": (9, 6),
    "grad-accumulates": (20, 20),
    "mlp": (22, 18),
    "numpy-escapes-the-check": (10, 5),
    "rnn-stack": (14, 14),
}


@pytest.mark.parametrize("name", NAMES)
async def test_steps_of_a_film_of_schema_version_1_are_counted_as_before(name: str, serve: Serve, database_url: str) -> None:
    id = await store_film(database_url, json.loads(json_of(name))["code"], film_v1(name))
    client = await serve(SeatedRunner())
    last, key = LAST_AND_KEY_STEP[name]

    async def still(step: int | None) -> str:
        return (await client.get(f"/s/{id}.svg", params={} if step is None else {"step": step})).text

    assert await still(last + 1) == await still(last) != await still(last - 1)
    assert await still(None) == await still(key)


LATER = {"schema_version": SCHEMA_VERSION + 1}
UNKNOWN_FIELD = {"a form": "long gone"}


@pytest.mark.parametrize(("changes", "sentence"), [(LATER, "upgrade Gradreel"), (UNKNOWN_FIELD, "Run the code again")])
async def test_film_that_cannot_be_read_is_refused_with_what_to_do(
    changes: dict[str, object], sentence: str, serve: Serve, database_url: str
) -> None:
    film = film_v1(NAMES[0])
    code = json.loads(film.json())["code"]
    id = await store_film(database_url, code, film_with(film, **changes))
    client = await serve(SeatedRunner())
    for form in ("json", "svg", "png", "html"):
        refused = await client.get(f"/s/{id}.{form}")
        assert (refused.status_code, refused.json()["error"]["kind"]) == (503, "film_unreadable")
        assert sentence in refused.json()["error"]["message"]
        assert int(refused.headers["Retry-After"]) > 0
    for path in (f"/s/{id}", f"/embed/{id}"):
        for lang, told in (("en", "made by another version"), ("zh", "另一个版本")):
            page = await client.get(f"{path}?lang={lang}")
            assert (page.status_code, page.headers["Content-Type"]) == (503, "text/html; charset=utf-8")
            assert told in page.text
    assert (await client.get(f"/s/{id}.py")).text == code
    assert (await client.get(f"/api/snippets/{id}")).json()["film"] == "pending"


WHOLE = film_v1(NAMES[0])
DAMAGED = {
    "no gzip": b"damaged",
    "empty": b"",
    "cut off": WHOLE.body[:-20],
    "a bit that changed": WHOLE.body[:200] + bytes([WHOLE.body[200] ^ 1]) + WHOLE.body[201:],
    "another checksum": WHOLE.body[:-8] + b"\0\0\0\0" + WHOLE.body[-4:],
    "something behind it": WHOLE.body + b"x",
}


EACH_OF_BOTH = [(damage, (number + other) % 2 == 0) for number, damage in enumerate(DAMAGED) for other in (0, 1)]
"""In films of this engine and of another by turns first: the same damage once more is long."""


@pytest.mark.parametrize(("damage", "of_this_engine"), some_of_each(EACH_OF_BOTH, lambda pair: pair[0]))
async def test_damaged_film_is_no_film_in_any_form_and_never_a_500_or_half_an_answer(
    damage: str, of_this_engine: bool, serve: Serve, database_url: str
) -> None:
    runner = SeatedRunner()
    film = replace(WHOLE, body=DAMAGED[damage])
    id = await store_film(database_url, "x = 1", film, runner.engine if of_this_engine else OTHER_ENGINE)
    client = await serve(runner)
    for form in ("json", "svg", "png", "html", "zip", "gif"):
        for headers in ({"Accept-Encoding": "gzip"}, {"Accept-Encoding": "identity"}):
            answer = await client.get(f"/s/{id}.{form}", headers=headers)
            assert (answer.status_code, answer.json()["error"]["kind"]) == (404, "film_pending")
    for path in (f"/s/{id}", f"/embed/{id}", f"/api/snippets/{id}", f"/s/{id}.py"):
        assert (await client.get(path)).status_code == 200
    ran = await client.post("/api/runs", json={"code": "x = 1"}, headers={"Accept-Encoding": "identity"})
    assert (ran.headers["Gradreel-Film"], ran.json()["code"]) == ("run", "x = 1")


async def test_film_that_cannot_be_read_is_made_anew_in_the_background(serve: Serve, database_url: str) -> None:
    id = await store_film(database_url, "x = 1", Film(b"damaged", "stored", True, {}))
    client = await serve(SeatedRunner(), refresh_pause_s=0.01, view_age_s=0.0)
    assert (await answers(client, f"/s/{id}.json")).json()["code"] == "x = 1"
