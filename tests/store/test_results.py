"""Films in the store: found by engine, never replaced by a copy of themselves, pruned when outdated; on both databases."""

from __future__ import annotations

import gzip

from app.store.results import StoredFilm
from app.store.store import Store
from gradreel.film.film import Film


def film(text: str, reusable: bool = True) -> Film:
    return Film(gzip.compress(text.encode(), mtime=0), text, reusable, {"en": f"About {text}.", "zh": f"关于 {text}。"})


async def made(store: Store, code: str = "x = 1") -> str:
    return (await store.snippets.create(code, "client", None)).id


async def test_film_is_found_as_it_was_put(store: Store) -> None:
    snippet = await made(store)
    assert await store.results.newest(snippet, "one") is None
    await store.results.put(snippet, "one", film("first"))
    assert await store.results.newest(snippet, "one") == StoredFilm(film("first"), True)


async def test_film_of_an_earlier_engine_stays_until_the_new_one_is_there(store: Store) -> None:
    snippet = await made(store)
    await store.results.put(snippet, "one", film("old"))
    assert await store.results.newest(snippet, "two") == StoredFilm(film("old"), False)
    await store.results.put(snippet, "two", film("new"))
    assert await store.results.newest(snippet, "two") == StoredFilm(film("new"), True)


async def test_reusable_film_is_never_replaced(store: Store) -> None:
    snippet = await made(store)
    await store.results.put(snippet, "one", film("first"))
    await store.results.put(snippet, "one", film("second"))
    assert await store.results.newest(snippet, "one") == StoredFilm(film("first"), True)


async def test_film_that_ran_out_of_time_gives_way_to_the_next_one(store: Store) -> None:
    snippet = await made(store)
    await store.results.put(snippet, "one", film("timeout", reusable=False))
    await store.results.put(snippet, "one", film("whole"))
    assert await store.results.newest(snippet, "one") == StoredFilm(film("whole"), True)


async def test_film_of_a_snippet_deleted_meanwhile_is_not_stored(store: Store) -> None:
    creation = await store.snippets.create("x = 1", "client", None)
    await store.snippets.delete(creation.id, creation.delete_token or "")
    assert not await store.results.put(creation.id, "one", film("late"))
    assert await store.results.newest(creation.id, "one") is None


async def test_snippets_to_run_again_are_those_the_engine_has_not_run_and_never_run_ones_come_first(store: Store) -> None:
    done, outdated, fresh = [await made(store, f"x = {n}") for n in range(3)]
    await store.results.put(done, "new", film("a"))
    await store.results.put(outdated, "old", film("b"))
    assert [snippet.id for snippet in await store.snippets.without_result("new", 10)] == [fresh, outdated]
    assert [snippet.id for snippet in await store.snippets.without_result("new", 1)] == [fresh]


async def test_prune_deletes_only_films_that_have_been_replaced(store: Store) -> None:
    both, old_only = [await made(store, f"x = {n}") for n in range(2)]
    for snippet in (both, old_only):
        await store.results.put(snippet, "old", film("old"))
    await store.results.put(both, "new", film("new"))
    assert await store.results.prune("new") == 1
    assert await store.results.newest(both, "old") == StoredFilm(film("new"), False)
    assert await store.results.newest(old_only, "new") == StoredFilm(film("old"), False)
    assert await store.results.prune("new") == 0
