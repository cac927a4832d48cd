"""Links: the same code has the same one, collisions lengthen, deletion leaves a tombstone; on both databases."""

from __future__ import annotations

import asyncio
import gzip

import pytest

from app.errors import DeleteRefused, Gone, NotFound, StoreFull, TakenDown, TooManyBytes, TooManySnippets
from app.store.database import Database
from app.store.publishers import Quota
from app.store.snippets import Snippets
from app.store.store import Store
from gradreel.film.film import Film
from gradreel.ids import digest_of, snippet_id

TWO = Quota(client_snippets=2)
CODE = "import torch\nx = torch.ones(2, requires_grad=True)\n"


async def test_created_snippet_is_found_with_its_code_byte_for_byte(store: Store) -> None:
    code = "print('\0 \r\n\t é 张 \U0001f600')\n# </script>"
    creation = await store.snippets.create(code, "client", None)
    assert (creation.id, creation.created) == (snippet_id(code), True)
    assert (await store.snippets.find(creation.id)).code == code


async def test_same_code_again_has_the_same_id_and_no_second_token_for_the_same_client(store: Store) -> None:
    first = await store.snippets.create(CODE, "one", None)
    second = await store.snippets.create(CODE, "one", None)
    assert first.id == second.id
    assert first.delete_token
    assert (second.created, second.delete_token) == (False, None)


async def test_link_published_by_many_goes_when_the_last_of_them_deletes_it(store: Store) -> None:
    creations = [await store.snippets.create(CODE, f"client {n}", None) for n in range(3)]
    assert [creation.created for creation in creations] == [True, False, False]
    assert len({creation.delete_token for creation in creations}) == 3
    first, *others = creations
    assert await store.snippets.delete(first.id, first.delete_token or "") is False
    assert (await store.snippets.find(first.id)).code == CODE
    with pytest.raises(DeleteRefused):
        await store.snippets.delete(first.id, first.delete_token or "")
    assert [await store.snippets.delete(each.id, each.delete_token or "") for each in others] == [False, True]
    with pytest.raises(Gone):
        await store.snippets.find(first.id)


async def test_publishers_who_all_delete_at_once_leave_no_link_behind(store: Store) -> None:
    creations = [await store.snippets.create(CODE, f"client {n}", None) for n in range(8)]
    wiped = await asyncio.gather(*(store.snippets.delete(each.id, each.delete_token or "") for each in creations))
    assert wiped.count(True) == 1
    with pytest.raises(Gone):
        await store.snippets.find(creations[0].id)


async def test_client_that_withdrew_may_publish_again_and_gets_another_token(store: Store) -> None:
    kept = await store.snippets.create(CODE, "one", None)
    first = await store.snippets.create(CODE, "two", None)
    await store.snippets.delete(first.id, first.delete_token or "")
    second = await store.snippets.create(CODE, "two", None)
    assert second.delete_token
    assert second.delete_token not in (first.delete_token, kept.delete_token)


async def test_snippet_taken_down_is_gone_for_good_with_its_films_and_tokens(store: Store) -> None:
    creation = await store.snippets.create(CODE, "client", None)
    await store.results.put(creation.id, "engine", Film(gzip.compress(b"body"), "etag", True, {}))
    await store.snippets.take_down(creation.id, "a password")
    with pytest.raises(TakenDown, match=r"operator.*a password"):
        await store.snippets.find(creation.id)
    with pytest.raises(Gone):
        await store.snippets.delete(creation.id, creation.delete_token or "")
    with pytest.raises(TakenDown):
        await store.snippets.create(CODE, "another", None)
    assert await store.results.newest(creation.id, "engine") is None
    assert not await store.results.put(creation.id, "engine", Film(b"late", "etag", True, {}))
    assert await store.snippets.without_result("engine", 10) == []


async def test_deleted_snippet_can_be_taken_down_so_that_it_does_not_come_back(store: Store) -> None:
    creation = await store.snippets.create(CODE, "client", None)
    await store.snippets.delete(creation.id, creation.delete_token or "")
    await store.snippets.take_down(creation.id, "")
    with pytest.raises(TakenDown):
        await store.snippets.create(CODE, "client", None)


async def test_unknown_snippet_cannot_be_taken_down(store: Store) -> None:
    with pytest.raises(NotFound):
        await store.snippets.take_down("0000000000", "")


async def test_client_whose_films_take_its_room_is_refused_until_it_deletes_one(store: Store) -> None:
    quota = Quota(client_bytes=1000)
    first = await store.snippets.create("x = 1", "greedy", quota)
    await store.results.put(first.id, "engine", Film(b"x" * 1000, "etag", True, {}))
    with pytest.raises(TooManyBytes, match=r"1,000 bytes.*delete some"):
        await store.snippets.create("x = 2", "greedy", quota)
    with pytest.raises(NotFound):
        await store.snippets.find(snippet_id("x = 2"))
    await store.snippets.create("x = 2", "modest", quota)
    await store.snippets.delete(first.id, first.delete_token or "")
    await store.snippets.create("x = 3", "greedy", quota)


async def test_store_whose_films_take_all_room_makes_no_more_links_and_keeps_what_it_has(store: Store) -> None:
    quota = Quota(all_bytes=1000)
    for code in ("x = 1", "x = 2"):
        made = await store.snippets.create(code, code, quota)
        await store.results.put(made.id, "engine", Film(b"x" * 500, "etag", True, {}))
    with pytest.raises(StoreFull, match="GRADREEL_STORED_FILM_BYTES"):
        await store.snippets.create("x = 3", "another", quota)
    assert (await store.snippets.find(made.id)).code == "x = 2"
    await store.snippets.delete(made.id, made.delete_token or "")
    assert (await store.snippets.create("x = 3", "another", quota)).created


@pytest.mark.parametrize("quota", [Quota(client_bytes=1000), Quota(all_bytes=1000)], ids=["client", "all"])
async def test_links_made_before_their_films_take_no_more_room_than_there_is(store: Store, quota: Quota) -> None:
    """However many are made while nothing can be run: their films come later."""
    links = [await store.snippets.create(f"x = {number}", "greedy", quota) for number in range(3)]
    film = Film(b"x" * 400, "etag", True, {})
    for link in links[:2]:
        assert await store.results.put(link.id, "engine", film, quota)
    with pytest.raises((TooManyBytes, StoreFull), match="1,200 bytes"):
        await store.results.put(links[2].id, "engine", film, quota)
    assert await store.results.newest(links[2].id, "engine") is None


async def test_film_of_a_newer_engine_may_take_the_room_of_the_one_that_it_replaces(store: Store) -> None:
    quota = Quota(client_bytes=1000, all_bytes=1000)
    links = [await store.snippets.create(f"x = {number}", "one", quota) for number in range(2)]
    for engine in ("old", "new"):
        for link in links:
            assert await store.results.put(link.id, engine, Film(b"x" * 500, engine, True, {}), quota)


async def test_same_code_from_many_clients_at_once_is_stored_once(store: Store) -> None:
    creations = await asyncio.gather(*(store.snippets.create(CODE, f"client {n}", None) for n in range(20)))
    assert {creation.id for creation in creations} == {snippet_id(CODE)}
    assert sum(creation.created for creation in creations) == 1
    assert len({creation.delete_token for creation in creations} - {None}) == 20


async def test_unknown_id_is_not_found(store: Store) -> None:
    with pytest.raises(NotFound):
        await store.snippets.find("0000000000")


async def test_ids_that_collide_get_longer_and_stay_the_same(database_url: str, store: Store) -> None:
    database = Database(database_url)
    short = Snippets(database, id_length=1)
    codes = [f"x = {n}" for n in range(100)]
    ids = [(await short.create(code, "client", None)).id for code in codes]
    assert len(set(ids)) == 100, "a hundred snippets cannot share 32 one-letter ids"
    assert {len(each) for each in ids} >= {1, 2}
    for code, each in zip(codes, ids, strict=True):
        assert digest_of(code).startswith(each)
        assert (await short.find(each)).code == code
    assert [(await short.create(code, "client", None)).id for code in codes] == ids
    await database.aclose()


async def test_tombstone_keeps_its_id_from_other_code(database_url: str, store: Store) -> None:
    database = Database(database_url)
    same = Snippets(database, digest=lambda code: ("aaaa" + digest_of(code))[:52], id_length=4)
    first = await same.create("x = 1", "client", None)
    await same.delete(first.id, first.delete_token or "")
    second = await same.create("x = 2", "client", None)
    assert len(second.id) == 5
    with pytest.raises(Gone):
        await same.find(first.id)
    await database.aclose()


async def test_delete_token_wipes_code_and_film_and_leaves_a_tombstone(store: Store) -> None:
    creation = await store.snippets.create(CODE, "client", None)
    await store.results.put(creation.id, "engine", Film(gzip.compress(b"body"), "etag", True, {}))
    await store.snippets.delete(creation.id, creation.delete_token or "")
    with pytest.raises(Gone):
        await store.snippets.find(creation.id)
    with pytest.raises(Gone):
        await store.snippets.delete(creation.id, creation.delete_token or "")
    assert await store.results.newest(creation.id, "engine") is None
    assert await store.snippets.without_result("engine", 10) == []


async def test_deleted_code_published_again_has_its_link_back_with_a_new_token(store: Store) -> None:
    first = await store.snippets.create(CODE, "client", None)
    await store.snippets.delete(first.id, first.delete_token or "")
    second = await store.snippets.create(CODE, "other", None)
    assert (second.id, second.created) == (first.id, True)
    assert (await store.snippets.find(second.id)).code == CODE
    with pytest.raises(DeleteRefused):
        await store.snippets.delete(second.id, first.delete_token or "")
    await store.snippets.delete(second.id, second.delete_token or "")


@pytest.mark.parametrize("token", ["", "wrong", "x" * 10_000, "é"])
async def test_wrong_token_deletes_nothing(token: str, store: Store) -> None:
    creation = await store.snippets.create(CODE, "client", None)
    with pytest.raises(DeleteRefused):
        await store.snippets.delete(creation.id, token)
    assert (await store.snippets.find(creation.id)).code == CODE


async def test_snippet_without_an_owner_cannot_be_deleted(store: Store) -> None:
    creation = await store.snippets.create(CODE, "client", None, owned=False)
    assert creation.delete_token is None
    with pytest.raises(DeleteRefused):
        await store.snippets.delete(creation.id, "")


async def test_client_with_as_many_snippets_as_it_may_have_is_refused_until_it_deletes_one(store: Store) -> None:
    first = await store.snippets.create("x = 1", "greedy", TWO)
    await store.snippets.create("x = 2", "greedy", TWO)
    with pytest.raises(TooManySnippets):
        await store.snippets.create("x = 3", "greedy", TWO)
    with pytest.raises(NotFound):
        await store.snippets.find(snippet_id("x = 3"))
    assert not (await store.snippets.create("x = 2", "greedy", TWO)).created
    await store.snippets.create("x = 3", "modest", TWO)
    await store.snippets.delete(first.id, first.delete_token or "")
    await store.snippets.create("x = 4", "greedy", TWO)


async def test_address_of_the_client_is_not_in_the_database(store: Store, database_url: str) -> None:
    await store.snippets.create(CODE, "203.0.113.77", None)
    database = Database(database_url)
    async with database.reading() as connection:
        rows = (await connection.exec_driver_sql("SELECT * FROM publisher")).all()
    await database.aclose()
    assert len(rows) == 1
    assert "203.0.113.77" not in repr(rows)
