"""The database's own age: empty, present, newer than we are, not there; on both databases."""

from __future__ import annotations

import asyncio
import gzip
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy import Connection, text

from app.errors import DeleteRefused, Gone, StoreFull, StoreUnavailable
from app.store.database import Database
from app.store.models import Base
from app.store.publishers import Quota, hash_of
from app.store.store import Store
from app.store.upgrade import upgrade


async def execute(url: str, statement: str) -> None:
    database = Database(url)
    async with database.writing() as connection:
        await connection.exec_driver_sql(statement)
    await database.aclose()


async def test_empty_database_is_brought_to_exactly_what_the_models_say(store: Store, database_url: str) -> None:
    def differences(connection: Connection) -> list[object]:
        return list(compare_metadata(MigrationContext.configure(connection, opts={"compare_type": True}), Base.metadata))

    database = Database(database_url)
    async with database.reading() as connection:
        assert await connection.run_sync(differences) == []
    await database.aclose()


async def test_second_start_changes_nothing_and_loses_nothing(store: Store, database_url: str) -> None:
    creation = await store.snippets.create("x = 1", "client", None)
    again = Store(database_url)
    assert await again.start() == await store.start()
    assert (await again.snippets.find(creation.id)).code == "x = 1"
    await again.aclose()


async def test_servers_that_start_together_on_an_empty_database_all_start(database_url: str) -> None:
    stores = [Store(database_url) for _ in range(4)]
    assert len(set(await asyncio.gather(*(store.start() for store in stores)))) == 1
    await asyncio.gather(*(store.aclose() for store in stores))


async def test_server_that_starts_while_another_writes_to_a_fresh_file_waits_for_it(tmp_path: Path) -> None:
    other = sqlite3.connect(tmp_path / "gradreel.db", isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    # SQLite refuses to switch to WAL at once, however long it is told to wait.
    with pytest.raises(sqlite3.OperationalError, match="locked"), closing(sqlite3.connect(tmp_path / "gradreel.db")) as refused:
        refused.execute("PRAGMA journal_mode=WAL")
    store = Store(f"sqlite:///{tmp_path}/gradreel.db")
    starting = asyncio.create_task(store.start())
    asyncio.get_running_loop().call_later(0.3, other.close)
    await starting
    assert (await store.snippets.create("x = 1", "client", None)).created
    await store.aclose()


async def test_newer_database_is_refused_with_what_to_do_and_left_alone(store: Store, database_url: str) -> None:
    await store.snippets.create("x = 1", "client", None)
    await execute(database_url, "UPDATE alembic_version SET version_num = '9999'")
    late = Store(database_url)
    with pytest.raises(StoreUnavailable, match=r"newer Gradreel.*9999.*restore a backup"):
        await late.start()
    await late.aclose()
    assert [snippet.code for snippet in await store.snippets.without_result("any", 5)] == ["x = 1"]


@pytest.mark.parametrize("url", ["mysql://host/name", "no url at all", "oracle://x"])
async def test_database_of_another_kind_is_refused(url: str) -> None:
    with pytest.raises(StoreUnavailable, match="GRADREEL_DATABASE_URL"):
        Store(url)


async def test_database_that_cannot_be_reached_is_named_without_its_password(tmp_path: Path) -> None:
    store = Store(f"postgresql://user:hunter2@/name?host={tmp_path}")
    with pytest.raises(StoreUnavailable, match="cannot be used") as caught:
        await store.start()
    assert "hunter2" not in str(caught.value)
    assert not await store.ready()
    await store.aclose()


async def test_folder_of_the_database_is_made_and_one_that_cannot_be_is_told(tmp_path: Path) -> None:
    store = Store(f"sqlite:///{tmp_path}/new/folder/gradreel.db")
    await store.start()
    await store.aclose()
    (tmp_path / "file").touch()
    refused = Store(f"sqlite:///{tmp_path}/file/gradreel.db")
    with pytest.raises(StoreUnavailable, match="cannot be used"):
        await refused.start()
    await refused.aclose()


async def test_file_that_is_no_database_is_refused(tmp_path: Path) -> None:
    (tmp_path / "notes.db").write_bytes(b"These are my notes. " * 100)
    store = Store(f"sqlite:///{tmp_path}/notes.db")
    with pytest.raises(StoreUnavailable, match="not a database"):
        await store.start()
    await store.aclose()


async def test_database_of_the_first_step_keeps_links_films_tokens_and_tombstones(database_url: str) -> None:
    database = Database(database_url)
    await database.prepare()
    async with database.writing() as connection:
        await connection.run_sync(upgrade, "0001")
        row = {"client": "c" * 32, "created_s": 7, "deleted_s": None}
        for id, token, deleted_s in (("owned00000", "secret", None), ("nobody0000", None, None), ("gone000000", None, 9)):
            content = {
                "id": id,
                "digest": id * 5,
                "code": id.encode(),
                "token_hash": hash_of(token) if token else b"",
                "deleted_s": deleted_s,
            }
            await connection.execute(INSERT_SNIPPET, row | content)
            if not deleted_s:
                await connection.execute(INSERT_RESULT, {"id": id})
    await database.aclose()
    store = Store(database_url)
    await store.start()
    assert (await store.snippets.find("nobody0000")).code == "nobody0000"
    for id in ("owned00000", "nobody0000"):
        stored = await store.results.newest(id, "engine")
        assert stored
        assert stored.film.body == FILM
    with pytest.raises(Gone):
        await store.snippets.find("gone000000")
    with pytest.raises(DeleteRefused):
        await store.snippets.delete("nobody0000", "")
    with pytest.raises(StoreFull, match=f"at least {2 * len(FILM)} bytes"):
        await store.snippets.create("x = 1", "client", Quota(all_bytes=8))
    assert await store.snippets.delete("owned00000", "secret") is True
    await store.aclose()


FILM = gzip.compress(b"{}")
INSERT_SNIPPET = text(
    "INSERT INTO snippet (id, digest, code, client, token_hash, created_s, deleted_s) "
    "VALUES (:id, :digest, :code, :client, :token_hash, :created_s, :deleted_s)"
)
INSERT_RESULT = text(
    "INSERT INTO result (snippet_id, engine, body, etag, reusable, summary, created_s) VALUES (:id, 'engine', :body, 'etag', true, '{}', 7)"
).bindparams(body=FILM)
