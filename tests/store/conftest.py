"""Databases for the tests of the store: each test gets an empty one, once as SQLite and once as PostgreSQL."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from app.store.store import Store
from tests.conftest import EmptyDatabase


@pytest.fixture(params=["sqlite", "postgresql"])
async def database_url(request: pytest.FixtureRequest, empty_database: EmptyDatabase) -> str:
    """The URL of an empty database."""
    return await empty_database(request.param)


@pytest.fixture
async def store(database_url: str) -> AsyncIterator[Store]:
    """A started store over an empty database."""
    opened = Store(database_url)
    await opened.start()
    yield opened
    await opened.aclose()
