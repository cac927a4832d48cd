"""A service over a small runner, for tests of HTTP alone."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack

import httpx
import pytest

from app.main import create_app
from app.runner.protocol import FinishedRun, FixResult, Health, IntendedRun, ProposedFix
from app.settings import Settings
from gradreel.film.film import Film, film_of
from gradreel.film.load import in_present_form
from gradreel.ids import snippet_id
from gradreel.trace import Diagnosis, Engine, Failure, Fix, Outcome, Run
from tests.conftest import PATIENCE_S, EmptyDatabase, client_of

COMPLETED = Outcome(status="completed")


def stopped(kind: str) -> Outcome:
    """An outcome of a run that was stopped."""
    return Outcome(status="stopped", failure=Failure.model_validate({"kind": kind, "message": f"Stopped by {kind}."}))


class SeatedRunner:
    """A small Runner: answers at once, raises, or waits until it is cancelled; and remembers what it was asked for."""

    def __init__(self, error: Exception | None = None, waits: bool = False, outcome: Outcome = COMPLETED, engine: str = "0.0.0") -> None:
        self.engine = engine
        self.error, self.waits, self.outcome = error, waits, outcome
        self.entered, self.cancelled = asyncio.Event(), asyncio.Event()
        self.codes: list[str] = []
        self.running = 0
        self.hurried = 0
        """Runs that somebody waited for."""
        self.intended: list[str] = []
        self.tried: list[str] = []
        self.results: dict[str, FixResult] = {}
        """Of fixes by key; those that are not here work."""
        self.fixes: tuple[Fix, ...] = ()
        """What every run offers."""

    async def start(self) -> None: ...

    async def aclose(self) -> None: ...

    def ahead(self, ticket: str) -> int | None:
        return None

    def health(self) -> Health:
        return Health(tier="N", layers=("seccomp",), children_waiting=1, running=self.running, queued=0, ready=True)

    async def complete(self, code: str, film: Film, client: str) -> Film:
        return film

    async def renew(self, film: Film, snippet_id: str = "") -> Film:
        found = in_present_form(film)
        return found.in_form_of(found.run().model_copy(update={"id": snippet_id})) if snippet_id else found

    async def submit(self, code: str, client: str, ticket: str | None = None, patient: bool = False, kept: bool = False) -> FinishedRun:
        self.codes.append(code)
        self.hurried += not patient
        self.entered.set()
        if self.error:
            raise self.error
        if self.waits:
            try:
                await asyncio.Event().wait()
            except asyncio.CancelledError:
                self.cancelled.set()
                raise
        engine = Engine(gradreel="0", torch="0", python="0")
        told = Diagnosis(kind="leaf_in_place", severity="error", raised=True, event=None, line=None, message="", fixes=self.fixes)
        run = Run(
            id=snippet_id(code),
            code=code,
            engine=engine,
            outcome=self.outcome,
            stdout=f"{len(self.codes)}",
            elapsed_ms=1.0,
            diagnoses=(told,) if self.fixes else (),
        )
        failure = self.outcome.failure
        return FinishedRun(film_of(run), self.outcome.status, failure.kind if failure else None, run.fidelity)

    async def run_intended(self, code: str, client: str, cell: int | None = None) -> IntendedRun:
        self.intended.append(code)
        return IntendedRun(code, b"", cell=cell)

    async def try_fix(self, intended: IntendedRun, fix: ProposedFix, client: str) -> FixResult:
        self.tried.append(fix.key)
        return self.results.get(fix.key, FixResult("works"))


async def answers(client: httpx.AsyncClient, path: str) -> httpx.Response:
    """Ask until ``path`` is answered with 200."""
    for _ in range(round(PATIENCE_S * 20)):
        response = await client.get(path)
        if response.status_code == 200:
            return response
        await asyncio.sleep(0.05)
    raise AssertionError(f"{path} was never answered with 200")


Serve = Callable[..., Awaitable[httpx.AsyncClient]]


on_both_databases = pytest.mark.parametrize("database_url", ["sqlite", "postgresql"], indirect=True)
"""For tests of what is stored: the others meet SQLite alone."""


@pytest.fixture
async def database_url(request: pytest.FixtureRequest, empty_database: EmptyDatabase) -> str:
    """The URL of an empty database."""
    return await empty_database(getattr(request, "param", "sqlite"))


@pytest.fixture
async def serve(database_url: str) -> AsyncIterator[Serve]:
    """Start a service over a given runner and an empty store; its client is returned, and closed after the test.

    Started again in the same test, it has the same store.
    """
    async with AsyncExitStack() as stack:

        async def start(runner: SeatedRunner, **settings: object) -> httpx.AsyncClient:
            given = {"rate_limit": "off", "refresh_pause_s": 0, "database_url": database_url, **settings}
            return await stack.enter_async_context(client_of(create_app(Settings.model_validate(given), lambda _: runner)))

        yield start
