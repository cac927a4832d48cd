"""Connects to SQLite or PostgreSQL by URL, with what each of them needs to lose nothing.

SQLite: WAL, so that readers never wait for the writer; ``synchronous=FULL``, so that a commit is on disk when it returns; every
transaction of ``writing`` begins IMMEDIATE, since one that starts as a reader and writes later can only fail when another wrote
in between.

NOTE [Switching to WAL] The switch first reads and then writes in one step, so SQLite refuses it at once, whatever ``busy_timeout``
says, while another server writes: as when several start together on an empty file. It is therefore made once, in ``prepare``, and
tried again until the other one is done; the file stays switched, and no later connection asks for it.
"""

from __future__ import annotations

import asyncio
import logging
import random
import sqlite3
from collections.abc import AsyncIterator, Iterator
from contextlib import AbstractContextManager, ExitStack, asynccontextmanager, contextmanager, nullcontext, suppress
from pathlib import Path
from typing import Any

from sqlalchemy import URL, TextClause, event, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, OperationalError
from sqlalchemy.exc import TimeoutError as NoConnectionFree
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from app.errors import StoreFull, StoreSilent, StoreUnavailable
from app.store.silence import ANSWER_S, CONNECT_S, PING_S, SERVER_SETTINGS, Silence, ended_when_silent, is_silence, ping

DRIVERS = {"sqlite": "sqlite+aiosqlite", "postgresql": "postgresql+asyncpg", "postgres": "postgresql+asyncpg"}

BUSY_S = 30.0
"""Longest wait for another server's transaction, of which bringing an old database up to date is the longest."""
PRAGMAS = (f"busy_timeout={BUSY_S * 1000:.0f}", "synchronous=FULL", "foreign_keys=ON")
SWITCH_TRIES = 300
POSTGRESQL_DISK_FULL = "53100"
UNWRITABLE = {sqlite3.SQLITE_READONLY, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_CANTOPEN, "25006", "58030"}
"""Of both databases: it may not be written, or its disk fails."""
DAMAGED = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)
CONNECT_ARGS = {"timeout": CONNECT_S, "server_settings": SERVER_SETTINGS}
log = logging.getLogger(__name__)

SILENT = "The database does not answer. Running still works; links do again when it is back."


class Database:
    """An engine and its two ways in: ``reading`` and ``writing``, each one transaction."""

    def __init__(self, url: str) -> None:
        """Raise ``StoreUnavailable`` when ``url`` names no database of a kind we know."""
        self.url = parse(url)
        self._engine = _engine(self.url)
        # One statement needs no BEGIN, which would be three more round trips to the thread in which SQLite runs.
        self._reader = self._engine.execution_options(gradreel_begin="")
        self.dialect = self._engine.dialect.name
        # NOTE [One writer] SQLite has one anyway; waiting here is fair and quiet, waiting there is polling.
        self._writer = asyncio.Semaphore(1 if self.dialect == "sqlite" else 8)
        self._silence = Silence()

    async def prepare(self) -> None:
        """Make the folder of an SQLite file, and switch the file to WAL; see NOTE [Switching to WAL]."""
        if self.dialect != "sqlite":
            return
        if self.url.database:
            Path(self.url.database).parent.mkdir(parents=True, exist_ok=True)
        for tries_left in reversed(range(SWITCH_TRIES)):
            if await self._switched_to_wal(last_try=not tries_left):
                return
            # Servers that started together do not try again together.
            await asyncio.sleep(random.uniform(0, 2 * BUSY_S / SWITCH_TRIES))

    async def _switched_to_wal(self, last_try: bool) -> bool:
        async with self._engine.connect() as connection:
            await connection.execution_options(gradreel_begin="")
            if (await connection.exec_driver_sql("PRAGMA journal_mode")).scalar_one() == "wal":
                return True
            try:
                await connection.exec_driver_sql("PRAGMA journal_mode=WAL")
            except OperationalError as error:
                if last_try or _code(error) != sqlite3.SQLITE_BUSY:
                    raise
                return False
        return True

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[AsyncConnection]:
        """Open a connection for one statement that only reads."""
        with _worded(), self._noticed():
            async with self._opened(self._reader) as connection:
                yield connection

    @asynccontextmanager
    async def writing(self) -> AsyncIterator[AsyncConnection]:
        """Open a transaction; it is durable when the block has ended without an exception."""
        with _worded():
            async with self._writer:
                with self._noticed():
                    async with self._opened(self._engine) as connection, _transaction(connection):
                        yield connection

    @asynccontextmanager
    async def maintaining(self) -> AsyncIterator[AsyncConnection]:
        """Open a transaction that takes the time it needs."""
        with _worded():
            async with self._engine.connect() as connection, _transaction(connection):
                yield connection

    async def connected(self) -> AsyncConnection:
        """Open a connection to keep, outside of any transaction; the caller closes it."""
        connection = await self._engine.connect()
        return await connection.execution_options(isolation_level="AUTOCOMMIT")

    async def aclose(self) -> None:
        """Close every connection."""
        with suppress(TimeoutError):
            async with asyncio.timeout(CONNECT_S):
                await self._engine.dispose()

    def _noticed(self) -> AbstractContextManager[None]:
        return self._silence.noticed() if self.dialect == "postgresql" else nullcontext()

    @asynccontextmanager
    async def _opened(self, engine: AsyncEngine) -> AsyncIterator[AsyncConnection]:
        """Open a connection that ends when the database says nothing for too long, be it when it is given back."""
        with ExitStack() as until_given_back:
            async with engine.connect() as connection:
                if self.dialect == "postgresql":
                    until_given_back.enter_context(ended_when_silent(await driver_of(connection), ANSWER_S))
                yield connection


@asynccontextmanager
async def _transaction(connection: AsyncConnection) -> AsyncIterator[None]:
    await connection.execution_options(gradreel_begin="BEGIN IMMEDIATE")
    async with connection.begin():
        yield


async def driver_of(connection: AsyncConnection) -> Any:
    """Return the driver's own connection."""
    return (await connection.get_raw_connection()).driver_connection


async def answer_of(connection: AsyncConnection, statement: TextClause, **values: object) -> Any:
    """Ask something over a kept connection to PostgreSQL; the connection is ended if no answer comes."""
    with ended_when_silent(await driver_of(connection), PING_S):
        return (await connection.execute(statement, values)).scalar_one()


def parse(url: str) -> URL:
    """Read ``sqlite:///file`` or ``postgresql://user@host/name`` and choose the driver."""
    try:
        parsed = make_url(url)
    except ArgumentError:
        raise StoreUnavailable("GRADREEL_DATABASE_URL cannot be read as a URL: write sqlite:///file or postgresql://…") from None
    kind = parsed.drivername.partition("+")[0]
    if kind not in DRIVERS:
        raise StoreUnavailable(
            f"GRADREEL_DATABASE_URL names {kind!r}, which is no database for Gradreel: write sqlite:///file or postgresql://…"
        )
    return parsed.set(drivername=DRIVERS[kind])


def _engine(url: URL) -> AsyncEngine:
    is_sqlite = url.get_backend_name() == "sqlite"
    # A database error quotes the statement; its parameters are snippets, which no log may hold.
    engine = create_async_engine(url, hide_parameters=True, connect_args={} if is_sqlite else CONNECT_ARGS)
    if is_sqlite:
        event.listen(engine.sync_engine, "connect", _prepare)
        event.listen(engine.sync_engine, "begin", _begin)
    else:
        event.listen(engine.sync_engine, "checkout", ping)
    return engine


def _prepare(connection: Any, _: object) -> None:
    # The driver's own BEGIN would come too late and never IMMEDIATE; ``_begin`` writes it.
    connection.isolation_level = None
    cursor = connection.cursor()
    for pragma in PRAGMAS:
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _begin(connection: Any) -> None:
    statement = connection.get_execution_options().get("gradreel_begin", "BEGIN")
    if statement:
        connection.exec_driver_sql(statement)


@contextmanager
def _worded() -> Iterator[None]:
    """Say ``StoreFull`` and ``StoreSilent`` where the database, or the way to it, says so in words of its own."""
    try:
        yield
    except DBAPIError as error:
        if _code(error) == sqlite3.SQLITE_FULL or getattr(error.orig, "sqlstate", None) == POSTGRESQL_DISK_FULL:
            raise StoreFull(
                "The disk of the database is full: no link can be stored. Running still works; whoever runs this service must free room."
            ) from error
        if _code(error) in DAMAGED:
            log.error("the database is damaged: %s", str(error.orig).partition("\n")[0])
            raise StoreUnavailable(
                "The database is damaged: whoever runs this service must restore a backup. Running still works."
            ) from error
        if not UNWRITABLE.isdisjoint({_code(error), getattr(error.orig, "sqlstate", None)}):
            log.error("the database cannot be written: %s", str(error.orig).partition("\n")[0])
            raise StoreUnavailable(
                "The database cannot be written: it is read-only, or its disk fails. Running still works; whoever runs this service must "
                "look at its folder and its disk."
            ) from error
        if is_silence(error):
            raise _silent(error.orig or error) from error
        raise
    except (NoConnectionFree, OSError) as error:
        raise _silent(error) from error


def _silent(cause: BaseException) -> StoreSilent:
    """Tell the log why: visitors learn only that the database does not answer. Drivers' own words quote no parameters."""
    log.warning("the database does not answer: %s: %s", type(cause).__name__, str(cause).partition("\n")[0])
    return StoreSilent(SILENT)


def _code(error: DBAPIError) -> int:
    """SQLite's primary result code; the higher bits say more than we ask."""
    return int(getattr(error.orig, "sqlite_errorcode", 0)) & 0xFF
