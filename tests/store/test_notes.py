"""Notes to films: under their snippet and their hash, gone with it, the snippet stays without them; on both databases."""

from __future__ import annotations

import asyncio

import pytest

from app.errors import DeleteRefused, Gone, NotesNotFound, NotFound, TooManyNotes
from app.store.store import Store

CODE = "import torch\nx = torch.ones(2, requires_grad=True)\n"
ID = "0123456789abcdef"
BODY = '{"notes": "é 张 \\u0000"}'


async def link(store: Store, code: str = CODE) -> tuple[str, str]:
    """Publish code; its id and the delete token."""
    creation = await store.snippets.create(code, "author", None)
    return creation.id, creation.delete_token or ""


async def test_stored_notes_are_found_as_they_were_given(store: Store) -> None:
    snippet, _ = await link(store)
    creation = await store.notes.create(snippet, ID, BODY, "author")
    assert creation.created
    assert creation.delete_token
    assert await store.notes.find(snippet, ID) == BODY


async def test_same_notes_to_another_snippet_are_other_notes(store: Store) -> None:
    one, _ = await link(store)
    other, _ = await link(store, "x = 1")
    await store.notes.create(one, ID, BODY, "author")
    with pytest.raises(NotesNotFound, match="has no notes"):
        await store.notes.find(other, ID)


async def test_same_notes_again_give_no_second_token_to_the_same_client(store: Store) -> None:
    snippet, _ = await link(store)
    await store.notes.create(snippet, ID, BODY, "author")
    again = await store.notes.create(snippet, ID, BODY, "author")
    assert (again.created, again.delete_token) == (False, None)


async def test_deleted_notes_are_gone_and_their_snippet_stays(store: Store) -> None:
    snippet, _ = await link(store)
    token = (await store.notes.create(snippet, ID, BODY, "author")).delete_token or ""
    assert await store.notes.delete(snippet, ID, token)
    with pytest.raises(NotesNotFound):
        await store.notes.find(snippet, ID)
    with pytest.raises(NotesNotFound):
        await store.notes.delete(snippet, ID, token)
    assert (await store.snippets.find(snippet)).code == CODE


async def test_notes_of_two_authors_go_when_both_have_deleted_them(store: Store) -> None:
    snippet, _ = await link(store)
    tokens = [(await store.notes.create(snippet, ID, BODY, client)).delete_token or "" for client in ("one", "two")]
    assert sorted(await asyncio.gather(*(store.notes.delete(snippet, ID, token) for token in tokens))) == [False, True]


async def test_token_of_the_link_or_of_other_notes_deletes_none(store: Store) -> None:
    snippet, link_token = await link(store)
    await store.notes.create(snippet, ID, BODY, "author")
    other = (await store.notes.create(snippet, ID[::-1], BODY, "author")).delete_token or ""
    for token in (link_token, other, ""):
        with pytest.raises(DeleteRefused):
            await store.notes.delete(snippet, ID, token)
    assert await store.notes.find(snippet, ID) == BODY


async def test_deleting_or_taking_down_a_link_deletes_its_notes_for_good(store: Store) -> None:
    deleted, token = await link(store)
    taken, _ = await link(store, "x = 1")
    for snippet in (deleted, taken):
        await store.notes.create(snippet, ID, BODY, "author")
    await store.snippets.delete(deleted, token)
    await store.snippets.take_down(taken, "spam")
    for snippet in (deleted, taken):
        with pytest.raises(NotesNotFound):
            await store.notes.find(snippet, ID)
        with pytest.raises(Gone):
            await store.notes.create(snippet, ID, BODY, "author")
    await store.snippets.create(CODE, "author", None)
    with pytest.raises(NotesNotFound):
        await store.notes.find(deleted, ID)


async def test_notes_to_no_snippet_are_refused(store: Store) -> None:
    with pytest.raises(NotFound):
        await store.notes.create("0000000000", ID, BODY, "author")


async def test_client_over_its_limit_stores_nothing_more_until_it_deletes(store: Store) -> None:
    snippet, _ = await link(store)
    first = await store.notes.create(snippet, ID, BODY, "author", 1)
    with pytest.raises(TooManyNotes, match="1 stored notes, which is the limit: delete some first"):
        await store.notes.create(snippet, ID[::-1], BODY, "author", 1)
    with pytest.raises(NotesNotFound):
        await store.notes.find(snippet, ID[::-1])
    assert (await store.notes.create(snippet, ID[::-1], BODY, "another", 1)).created
    await store.notes.delete(snippet, ID, first.delete_token or "")
    assert (await store.notes.create(snippet, ID[::-1], BODY, "author", 1)).delete_token
