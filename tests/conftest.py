"""Fixtures for all tests: a service with a real sandbox, a way to run a snippet on it, and empty databases."""

from __future__ import annotations

import gc
import json
import os
import sys
import tempfile
import warnings
from collections import defaultdict
from collections.abc import AsyncIterator, Awaitable, Callable, Generator, Iterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from fastapi import FastAPI
from hypothesis import HealthCheck, settings

from app.main import create_app
from app.runner.protocol import Runner
from app.settings import Settings
from gradreel.trace import Run
from tests import long, order
from tests.postgres import EmptyDatabases, postgresql
from tests.templates import forking_templates

PATIENCE_S = 100.0
"""Longest wait for something that must happen, in seconds. Generous, since the machine may be busy; only a defect uses it up."""

# The same examples in every run; random search is left to the fuzzers.
settings.register_profile("repeatable", derandomize=True, database=None, deadline=None, suppress_health_check=list(HealthCheck))
settings.load_profile("repeatable")

EmptyDatabase = Callable[[str], Awaitable[str]]
RunSnippet = Callable[[str], Awaitable[Run]]

WHOLE: dict[str, Any] = {
    "film_memory_bytes": 0,
    "rate_limit": "off",
    "client_runs": 64,
    "twin_wait_s": 60.0,
    "cpu_time_s": 4,
    "grace_s": 10.0,
    "queue_wait_s": 60.0,
    "zygote_start_s": 200.0,
    "trace_events": 20_000,
}
"""Settings of a service with a real sandbox, with enough time for a busy machine."""


async def run_of(runner: Runner, code: str, client: str, patient: bool = False) -> Run:
    """Run a snippet and read its film."""
    return (await runner.submit(code, client, patient=patient)).film.run()


@asynccontextmanager
async def client_of(app: FastAPI) -> AsyncIterator[httpx.AsyncClient]:
    """Start ``app`` in this process and yield an HTTP client of it."""
    async with (
        app.router.lifespan_context(app),
        httpx.AsyncClient(transport=httpx.ASGITransport(app, raise_app_exceptions=False), base_url="http://test", timeout=60) as client,
    ):
        yield client


LONG_RUN_S = 300
LISTED_FILES = 60


class Durations:
    """Adds up what each file of tests takes, and writes it to ``var/durations.json`` at the end of a whole run, the longest first."""

    def __init__(self) -> None:
        self.seconds: defaultdict[str, float] = defaultdict(float)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self.seconds[report.nodeid.partition("::")[0]] += report.duration

    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        path = session.config.rootpath / "var" / "durations.json"
        path.parent.mkdir(exist_ok=True)
        rounded = {name: round(self.seconds[name], 1) for name in sorted(self.seconds, key=self.seconds.__getitem__, reverse=True)}
        path.write_text(json.dumps(rounded, indent=1) + "\n")

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        """List the files that took longest, where the run was a long one: these are the first to be made shorter."""
        if sum(self.seconds.values()) < LONG_RUN_S:
            return
        terminalreporter.section("longest files of tests, in seconds")
        for name, seconds in sorted(self.seconds.items(), key=lambda item: -item[1])[:LISTED_FILES]:
            terminalreporter.write_line(f"{seconds:7.1f} {name}")


def pytest_configure(config: pytest.Config) -> None:
    """Measure each file where workers run them; in the workers themselves there is nothing to add up."""
    if config.getoption("numprocesses", None):
        config.pluginmanager.register(Durations())


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark what is left to ``scripts/test --all``; give the longest files out first where several workers take them."""
    long.mark(items)
    if "PYTEST_XDIST_WORKER" in os.environ:
        order.order(items)


def pytest_collection_finish() -> None:
    """Leave what was imported out of all further garbage collections, of which each would look through a million objects."""
    gc.collect()
    gc.freeze()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, bool, bool]:
    """Collect garbage after a failed test, so that what it left open is not reported as a warning of a later test."""
    failed = item.session.testsfailed
    done = yield
    if item.session.testsfailed > failed:
        _collect_garbage()
    return done


def _collect_garbage() -> None:
    for name in ("last_exc", "last_value", "last_traceback"):
        vars(sys).pop(name, None)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        gc.collect()


@pytest.fixture(scope="session", autouse=True)
def own_database(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Give every service that a test starts, in this process or another, a database other than the developer's."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("GRADREEL_DATABASE_URL", f"sqlite:///{tmp_path_factory.mktemp('store')}/gradreel.db")
        patch.setenv("GRADREEL_EXAMPLE_LINKS", "0")
        patch.setenv("GRADREEL_ZYGOTE_START_S", "200")
        yield


@pytest.fixture(scope="session", autouse=True)
def templates() -> Iterator[None]:
    """Have sandboxes that are started in this process find what they import in memory."""
    with tempfile.TemporaryDirectory() as folder, forking_templates(Path(folder)):
        yield


@pytest.fixture(scope="session")
async def service(own_database: None) -> AsyncIterator[httpx.AsyncClient]:
    """A client of a service with a real sandbox, which keeps no films: each request runs its snippet."""
    async with client_of(create_app(Settings(**WHOLE, wall_time_s=60.0))) as client:
        yield client


@pytest.fixture(scope="session")
def run_snippet(service: httpx.AsyncClient) -> RunSnippet:
    """Post a snippet; the answer must be 200 and a valid run, which is returned."""

    async def post(code: str) -> Run:
        response = await service.post("/api/runs", json={"code": code})
        assert response.status_code == 200, response.text
        return Run.model_validate_json(response.content)

    return post


@pytest.fixture(scope="session")
def postgresql_databases() -> Iterator[EmptyDatabases]:
    """The databases of a PostgreSQL server that runs until the tests end."""
    with postgresql() as url:
        yield EmptyDatabases(url)


@pytest.fixture
async def empty_database(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[EmptyDatabase]:
    """Make an empty database, "sqlite" or "postgresql", and return its URL."""
    async with AsyncExitStack() as stack:

        async def make(kind: str) -> str:
            if kind == "sqlite":
                return f"sqlite:///{tmp_path}/gradreel.db"
            databases: EmptyDatabases = request.getfixturevalue("postgresql_databases")
            url = await databases.take()
            stack.push_async_callback(databases.give_back, url)
            return url.render_as_string(hide_password=False)

        yield make
