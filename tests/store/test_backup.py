"""Backups: a copy of everything while it is written to, and back, for both databases, by the operator's commands."""

from __future__ import annotations

import asyncio
import os
import sqlite3
from pathlib import Path

import pytest

from app.errors import Gone, StoreUnavailable, TakenDown
from app.store.backup import back_up, restore
from app.store.store import Store
from gradreel.film.film import Film, film_of
from gradreel.ids import snippet_id
from gradreel.trace import Engine, Outcome, Run
from tests.conftest import EmptyDatabase

BOTH = pytest.mark.parametrize("kind", ["sqlite", "postgresql"])


def film(code: str) -> Film:
    engine = Engine(gradreel="0", torch="0", python="0")
    return film_of(Run(id=snippet_id(code), code=code, engine=engine, outcome=Outcome(status="completed"), stdout="é\0", elapsed_ms=1.0))


async def filled(url: str) -> dict[str, str]:
    """Store links with a film each; one is deleted and one is taken down."""
    store = Store(url)
    await store.start()
    made = {}
    for number in range(5):
        code = f"x = {number}\n# \0 é"
        creation = await store.snippets.create(code, "10.0.0.1")
        assert creation.delete_token
        assert await store.results.put(creation.id, "engine", film(code))
        made[creation.id] = creation.delete_token
    deleted, taken, *_ = made
    await store.snippets.delete(deleted, made[deleted])
    await store.snippets.take_down(taken, "a password")
    await store.aclose()
    return made


async def new_place(kind: str, tmp_path: Path, empty_database: EmptyDatabase) -> str:
    return f"sqlite:///{tmp_path}/new/place.db" if kind == "sqlite" else await empty_database(kind)


@BOTH
async def test_restored_database_holds_every_link_film_token_and_tombstone(
    kind: str, empty_database: EmptyDatabase, tmp_path: Path
) -> None:
    url = await empty_database(kind)
    made = await filled(url)
    await asyncio.to_thread(back_up, url, tmp_path / "backup")
    place = await new_place(kind, tmp_path, empty_database)
    await asyncio.to_thread(restore, place, tmp_path / "backup")
    store = Store(place)
    await store.start()
    deleted, taken, *kept = made
    with pytest.raises(TakenDown, match="a password"):
        await store.snippets.find(taken)
    with pytest.raises(Gone):
        await store.snippets.find(deleted)
    for id in kept:
        found = await store.results.newest(id, "engine")
        assert found
        assert found.film.run().code == (await store.snippets.find(id)).code
        assert await store.snippets.delete(id, made[id])
    assert (await store.snippets.create("y = 1", "10.0.0.1")).created
    await store.aclose()


@BOTH
async def test_backup_of_a_database_that_is_written_to_is_whole(kind: str, empty_database: EmptyDatabase, tmp_path: Path) -> None:
    """Each link that it holds has its film, or none yet: never half a transaction, and all that was there before it began."""
    url = await empty_database(kind)
    store = Store(url)
    await store.start()
    first = (await store.snippets.create("x = 0", "10.0.0.1")).id
    three, ending = asyncio.Event(), asyncio.Event()

    async def write() -> int:
        number = 1
        while not ending.is_set():
            code = f"x = {number}"
            await store.results.put((await store.snippets.create(code, f"10.0.0.{number % 250}")).id, "engine", film(code))
            if number == 3:
                three.set()
            number += 1
        return number

    writing = asyncio.create_task(write())
    await three.wait()
    await asyncio.to_thread(back_up, url, tmp_path / "backup")
    ending.set()
    assert await writing > 3
    await store.aclose()
    place = await new_place(kind, tmp_path, empty_database)
    await asyncio.to_thread(restore, place, tmp_path / "backup")
    restored = Store(place)
    await restored.start()
    assert (await restored.snippets.find(first)).code == "x = 0"
    for number in range(1, 4):
        found = await restored.results.newest(snippet_id(f"x = {number}"), "engine")
        assert found
        assert found.film.run().code == f"x = {number}"
    await restored.aclose()


@BOTH
async def test_restoring_into_a_database_that_holds_something_is_refused(kind: str, empty_database: EmptyDatabase, tmp_path: Path) -> None:
    url = await empty_database(kind)
    await filled(url)
    await asyncio.to_thread(back_up, url, tmp_path / "backup")
    with pytest.raises(StoreUnavailable, match="already"):
        await asyncio.to_thread(restore, url, tmp_path / "backup")


@BOTH
async def test_backup_is_written_to_a_new_file_only_and_leaves_no_half_file(
    kind: str, empty_database: EmptyDatabase, tmp_path: Path
) -> None:
    url = await empty_database(kind)
    await filled(url)
    (tmp_path / "backup").write_text("the only one that there is")
    with pytest.raises(StoreUnavailable, match="is there already"):
        await asyncio.to_thread(back_up, url, tmp_path / "backup")
    assert (tmp_path / "backup").read_text() == "the only one that there is"
    with pytest.raises(StoreUnavailable):
        await asyncio.to_thread(back_up, url, tmp_path / "no" / "folder" / "backup")
    assert [name for name in os.listdir(tmp_path) if name.endswith(".part")] == []


async def test_damaged_backup_is_refused_before_anything_is_made(empty_database: EmptyDatabase, tmp_path: Path) -> None:
    url = await empty_database("sqlite")
    await filled(url)
    back_up(url, tmp_path / "backup")
    content = bytearray((tmp_path / "backup").read_bytes())
    content[len(content) // 2 :] = b"\xff" * (len(content) - len(content) // 2)
    for name, damaged in (("half", bytes(content)), ("text", b"not a database"), ("empty", b"")):
        (tmp_path / name).write_bytes(damaged)
        with pytest.raises(StoreUnavailable, match=r"damaged|no backup"):
            restore(f"sqlite:///{tmp_path}/new.db", tmp_path / name)
    assert not (tmp_path / "new.db").exists()


def test_backup_needs_a_database_and_restoring_a_file(tmp_path: Path) -> None:
    with pytest.raises(StoreUnavailable, match="There is no database"):
        back_up(f"sqlite:///{tmp_path}/none.db", tmp_path / "backup")
    with pytest.raises(StoreUnavailable, match="There is no file"):
        restore(f"sqlite:///{tmp_path}/none.db", tmp_path / "backup")
    sqlite3.connect(tmp_path / "other.db").close()
    with pytest.raises(StoreUnavailable, match="no backup of an SQLite database of Gradreel"):
        restore(f"sqlite:///{tmp_path}/none.db", tmp_path / "other.db")
