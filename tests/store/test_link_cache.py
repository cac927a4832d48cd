"""What is shown under links: read once however many ask, kept for a bounded time, forgotten when it has changed."""

from __future__ import annotations

import asyncio
import gzip
import json
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from sqlalchemy import event

from app.errors import Gone
from app.films.link_cache import Link, LinkCache
from app.store.snippets import Creation
from app.store.store import Store
from gradreel.film.film import Film
from gradreel.film.load import in_present_form
from gradreel.trace import Engine, Outcome, Run
from tests.conftest import PATIENCE_S
from tests.store.films_v1 import NAMES, film_v1

ENGINE = "engine"
MAX_BYTES = 10**6


async def renew(film: Film) -> Film:
    """Bring a film into the present form here in this process; the service has a reader do it."""
    return in_present_form(film)


class Reads:
    """Counts what is read from the database."""

    def __init__(self, store: Store) -> None:
        self.films = self.all = 0
        event.listen(store._database._engine.sync_engine, "before_cursor_execute", self._note)

    def _note(self, _c: object, _x: object, statement: str, _p: object, _t: object, _m: object) -> None:
        self.all += "FROM" in statement
        self.films += "result.body" in statement


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[Store]:
    """An empty store."""
    opened = Store(f"sqlite:///{tmp_path}/gradreel.db")
    await opened.start()
    yield opened
    await opened.aclose()


@pytest.fixture
async def link(store: Store) -> Creation:
    """A link with a film."""
    creation = await store.snippets.create("x = 1", "client", None)
    await store.results.put(creation.id, ENGINE, Film(gzip.compress(b"body"), "etag", True, {}))
    return creation


async def another(links: LinkCache, first: Link) -> Link:
    """Ask until something else is shown than ``first``."""
    for _ in range(int(PATIENCE_S / 0.01)):
        if (view := await links.link(first.snippet.id)) is not first:
            return view
        await asyncio.sleep(0.01)
    raise AssertionError("the view was never read again")


async def test_link_that_many_ask_for_at_once_is_read_once(store: Store, link: Creation) -> None:
    reads = Reads(store)
    links = LinkCache(store, renew, lambda: ENGINE, MAX_BYTES, ttl_s=60.0)
    shown = await asyncio.gather(*(links.link(link.id) for _ in range(50)))
    assert {link.snippet.code for link in shown} == {"x = 1"}
    assert reads.films == 1
    before = reads.all
    assert await links.link(link.id) is shown[0]
    assert reads.all == before, "it is held"


async def test_reader_who_leaves_takes_the_answer_from_nobody(store: Store, link: Creation) -> None:
    links = LinkCache(store, renew, lambda: ENGINE, MAX_BYTES, ttl_s=60.0)
    leaving, staying = [asyncio.create_task(links.link(link.id)) for _ in range(2)]
    await asyncio.sleep(0)
    leaving.cancel()
    assert (await staying).film


async def test_view_in_use_is_read_again_ahead_of_time_without_its_film(store: Store, link: Creation) -> None:
    reads = Reads(store)
    links = LinkCache(store, renew, lambda: ENGINE, MAX_BYTES, ttl_s=60.0)
    first = await links.link(link.id)
    links._ttl_s = 0.0
    assert await links.link(link.id) is first, "nobody waits for the reading"
    again = await another(links, first)
    assert again.film is first.film
    assert reads.films == 1
    await links.aclose()


async def test_deletion_by_another_server_is_seen_when_the_view_is_old(store: Store, link: Creation) -> None:
    links = LinkCache(store, renew, lambda: ENGINE, MAX_BYTES, ttl_s=60.0)
    first = await links.link(link.id)
    await store.snippets.delete(link.id, link.delete_token or "")
    assert await links.link(link.id) is first
    links._ttl_s = 0.0
    with pytest.raises(Gone):
        await another(links, first)


async def test_what_was_being_read_when_the_link_changed_is_not_held(store: Store, link: Creation) -> None:
    links = LinkCache(store, renew, lambda: ENGINE, MAX_BYTES, ttl_s=60.0)
    reading = asyncio.create_task(links.link(link.id))
    await asyncio.sleep(0)
    links.forget(link.id)
    assert (await reading).film
    await store.snippets.delete(link.id, link.delete_token or "")
    with pytest.raises(Gone):
        await links.link(link.id)


async def test_film_of_an_earlier_engine_is_shown_in_the_form_of_today(store: Store) -> None:
    today = Run(
        id="x",
        code="x = 1",
        engine=Engine(gradreel="0", torch="0", python="0"),
        outcome=Outcome(status="completed"),
        stdout="",
        elapsed_ms=1.0,
    )
    whole = today.model_dump(mode="json")
    lacking = {name: whole[name] for name in whole if name != "not_shown"}
    creation = await store.snippets.create("x = 1", "client", None)
    await store.results.put(creation.id, "earlier", Film(gzip.compress(json.dumps(lacking).encode()), "stored", True, {}))
    first, second = [await LinkCache(store, renew, lambda: ENGINE, MAX_BYTES, ttl_s=60.0).link(creation.id) for _ in range(2)]
    assert first.film
    assert second.film
    assert not first.current
    assert json.loads(first.film.json()) == whole | {"loops": []}
    assert first.film.etag == second.film.etag != "stored", "the same film has the same tag"


async def test_film_of_an_earlier_engine_is_brought_into_the_present_form_once(store: Store) -> None:
    creation = await store.snippets.create("x = 1", "client", None)
    await store.results.put(creation.id, "earlier", film_v1(NAMES[0]))
    reads = Reads(store)
    links = LinkCache(store, renew, lambda: ENGINE, MAX_BYTES, ttl_s=60.0)
    first = await links.link(creation.id)
    assert first.film
    links._ttl_s = 0.0
    again = await another(links, first)
    assert again.film is first.film
    assert reads.films == 1
    await links.aclose()
