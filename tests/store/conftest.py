"""Databases for the tests of the store: each test gets an empty one, once as SQLite and once as PostgreSQL."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from itertools import count
from pathlib import Path

import pytest
from sqlalchemy import make_url, text
from sqlalchemy.ext.asyncio import create_async_engine

from app.store.store import Store
from tests.postgres import postgresql

NUMBERS = count(1)


@pytest.fixture(scope="session")
def postgresql_server() -> Iterator[str]:
    """The URL of a PostgreSQL that lives as long as the tests."""
    with postgresql() as url:
        yield url


@pytest.fixture(params=["sqlite", "postgresql"])
async def database_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The URL of an empty database."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path}/gradreel.db"
    server = make_url(request.getfixturevalue("postgresql_server"))
    name = f"test_{next(NUMBERS)}"
    engine = create_async_engine(server.set(drivername="postgresql+asyncpg"), isolation_level="AUTOCOMMIT")
    async with engine.connect() as connection:
        await connection.execute(text(f"CREATE DATABASE {name}"))
    await engine.dispose()
    return server.set(database=name).render_as_string(hide_password=False)


@pytest.fixture
async def store(database_url: str) -> AsyncIterator[Store]:
    """A started store over an empty database."""
    opened = Store(database_url)
    await opened.start()
    yield opened
    await opened.aclose()
