"""Builds the service as an ASGI application.

create_app ─┬─ lifespan: opens the store and starts the runner before the first request, drains both after the last
            ├─ app.api routers: runs, queue, diagnoses, fixes, films, comparisons, readings, snippets, notes, preview, animations, kept,
            │  shared, embed, elements, oembed, examples, lessons, health, metrics, pages
            └─ HEAD ▶ log ▶ headers ▶ (local only) ▶ compression ▶ incidents ▶ routes; every error has one shape
"""

from __future__ import annotations

import asyncio
import gc
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from functools import partial

import orjson
from fastapi import Depends, FastAPI

from app.api.http.blocked import BlockedClients
from app.api.http.budget import Budget
from app.api.http.prices import charged
from app.api.http.rate import Rate
from app.api.http.rendered import RenderedPages
from app.api.http.state import State
from app.api.middleware.compression import Compression
from app.api.middleware.errors import install_error_handlers
from app.api.middleware.head import HeadAsGet
from app.api.middleware.headers import SecurityHeaders
from app.api.middleware.incidents import Incidents
from app.api.middleware.local_only import LocalOnly
from app.api.middleware.request_log import RequestLog
from app.api.routes import (
    animations,
    comparisons,
    diagnoses,
    elements,
    embed,
    examples,
    films,
    fixes,
    health,
    kept,
    lessons,
    metrics,
    notes,
    oembed,
    pages,
    preview,
    queue,
    readings,
    runs,
    shared,
    snippets,
)
from app.films.fixes import Fixes
from app.films.library import Library
from app.films.link_cache import LinkCache
from app.films.refresh import Refresh
from app.lessons.myths import MYTHS
from app.metrics import Metrics, Work
from app.render.animations import Animations
from app.render.guide import examples_by_guide
from app.render.page import Pages
from app.render.stills import Stills
from app.runner.choice import runner_for
from app.runner.protocol import ProposedFix, Runner
from app.settings import Settings
from app.store.publishers import Quota
from app.store.store import Store
from app.workers import work
from app.workers.workers import Workers
from gradreel.film.film import Film
from gradreel.version import VERSION

# The first that takes an address answers.
ROUTES = (
    *(
        runs,
        queue,
        diagnoses,
        fixes,
        films,
        comparisons,
        readings,
        snippets,
        notes,
        preview,
        animations,
        kept,
        shared,
        embed,
        elements,
        oembed,
        examples,
        lessons,
        health,
        metrics,
    ),
    pages,
)


def create_app(settings: Settings | None = None, make_runner: Callable[[Settings], Runner] = runner_for) -> FastAPI:
    """Build the service; nothing is started before its lifespan begins.

    Raises ``SandboxUnavailable`` from the lifespan when no jail can be set up and ``insecure_no_sandbox`` is off, and
    ``StoreUnavailable`` when the database cannot be used.
    """
    settings = settings or Settings()
    state = _assemble(settings, make_runner(settings))

    app = FastAPI(
        title="Gradreel",
        version=VERSION,
        description="Runs a PyTorch snippet in a sandbox and tells, as one JSON document, what autograd did.",
        lifespan=lambda _: _running(state),
        docs_url=None,
        redoc_url=None,
    )
    app.state.gradreel = state
    for endpoints in ROUTES:
        app.include_router(endpoints.router, dependencies=[Depends(charged)])
    pages.mount_static(app, settings)
    install_error_handlers(app)
    _add_middleware(app, state)
    return app


def _add_middleware(app: FastAPI, state: State) -> None:
    """Put the layers around the routes, the innermost first."""
    settings = state.settings
    app.add_middleware(Incidents)
    app.add_middleware(Compression, minimum_size=1024, compresslevel=5)
    if settings.insecure_no_sandbox:
        app.add_middleware(LocalOnly)
    app.add_middleware(SecurityHeaders)
    app.add_middleware(RequestLog, metrics=state.metrics)
    app.add_middleware(HeadAsGet)


@asynccontextmanager
async def _running(state: State) -> AsyncIterator[None]:
    """Start the store and the runner, and stop them after the last request."""
    await state.store.start()
    try:
        await asyncio.gather(state.runner.start(), state.workers.start())
        try:
            async with _listening(state), _refreshing(state):
                with _startup_set_aside():
                    yield
        finally:
            await asyncio.gather(state.runner.aclose(), state.workers.aclose())
    finally:
        await state.library.aclose()
        state.stills.close()
        await state.animations.aclose()
        await state.store.aclose()


def _assemble(settings: Settings, runner: Runner) -> State:
    limited = settings.limits_clients
    budget = Budget(settings.work_rate_limit if limited else None)
    workers = Workers(settings, budget.charge)
    metrics_ = Metrics(runner.health, lambda: Work(workers.oldest_s, workers.replaced))
    store = Store(settings.database_url)
    links = LinkCache(store, runner.renew, lambda: runner.engine, settings.view_memory_bytes, settings.view_age_s)
    fixes_ = Fixes(runner, store, partial(_proposed, workers))
    library = Library(runner, store, links, fixes_, metrics_, settings.film_memory_bytes, partial(_is_pending, workers))
    published = [*(example.code for example in examples_by_guide()), *(myth.code for myth in MYTHS)] if settings.example_links else []
    quota = Quota(settings.max_client_snippets, settings.max_client_film_bytes, settings.stored_film_bytes)
    return State(
        settings=settings,
        runner=runner,
        store=store,
        library=library,
        fixes=fixes_,
        refresh=Refresh(library, runner, store, quota, settings.refresh_pause_s, published),
        pages=Pages(settings.static_dist, settings.insecure_no_sandbox),
        stills=Stills(settings),
        animations=Animations(settings),
        rendered=RenderedPages(settings.page_memory_bytes, budget),
        blocked=BlockedClients(settings.blocked_clients, settings.contact),
        budget=budget,
        workers=workers,
        metrics=metrics_,
        run_rate=Rate("runs", settings.rate_limit if limited else None, store.rates),
        create_rate=Rate("links", settings.create_rate_limit if limited else None, store.rates),
        all_create_rate=Rate("new links", settings.all_create_rate_limit if limited else None, store.rates),
        quota=quota,
        still_rate=Rate("pictures", settings.still_rate_limit if limited else None, store.rates),
        file_rate=Rate("files", settings.file_rate_limit if limited else None, store.rates),
        animation_rate=Rate("animations", settings.animation_rate_limit if limited else None, store.rates),
    )


async def _proposed(workers: Workers, film: Film, client: str) -> list[ProposedFix]:
    return work.FIXES.validate_json(await workers.recall((film.etag,), client, work.fixes_proposed, film))


async def _is_pending(workers: Workers, film: Film, client: str) -> bool:
    found = orjson.loads(await workers.recall((film.etag,), client, work.diagnoses, film))
    return any(each.get("unchecked_pending") for each in found)


@contextmanager
def _startup_set_aside() -> Iterator[None]:
    """Take what was made until now out of the garbage collector's rounds: walking over it costs everybody 0.1 s, and it all stays."""
    gc.freeze()
    try:
        yield
    finally:
        gc.unfreeze()


@asynccontextmanager
async def _listening(state: State) -> AsyncIterator[None]:
    """Hear of links that other servers change."""
    task = asyncio.create_task(state.store.changes.listen_forever(state.library.changed))
    try:
        yield
    finally:
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task


@asynccontextmanager
async def _refreshing(state: State) -> AsyncIterator[None]:
    """Bring stored films up to date in the background."""
    if not state.settings.refresh_pause_s:
        yield
        return
    task = asyncio.create_task(state.refresh.run_forever())
    try:
        yield
    finally:
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task
