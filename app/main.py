"""Settings in, ASGI application out.

create_app ─┬─ lifespan: starts the runner before the first request, drains it after the last
            ├─ app.api routers: runs, examples, health, pages
            └─ body limit ▶ headers ▶ compression ▶ routes; every error has one shape
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

from fastapi import FastAPI
from starlette.middleware.gzip import GZipMiddleware

from app.api import examples, health, pages, runs
from app.api.body_limit import BodyLimit
from app.api.errors import install_error_handlers
from app.api.headers import SecurityHeaders
from app.api.rate import RunRate
from app.api.state import State
from app.runner.local import LocalRunner
from app.runner.protocol import Runner
from app.settings import Settings
from app.version import VERSION

# NOTE [Body limit] JSON may spell one byte of code as six (\\u0000), and the object around it takes a few more.
JSON_BYTES_PER_CODE_BYTE = 6
JSON_ENVELOPE_BYTES = 1024


def create_app(settings: Settings | None = None, make_runner: Callable[[Settings], Runner] = LocalRunner) -> FastAPI:
    """Build the service; nothing is started before its lifespan begins.

    Raises ``SandboxUnavailable`` from the lifespan when no jail can be set up and ``insecure_no_sandbox`` is off.
    """
    settings = settings or Settings()
    runner = make_runner(settings)

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        await runner.start()
        try:
            yield
        finally:
            await runner.aclose()

    app = FastAPI(
        title="Gradreel",
        version=VERSION,
        description="Runs a PyTorch snippet in a sandbox and tells, as one JSON document, what autograd did.",
        lifespan=lifespan,
        docs_url=None,
        redoc_url=None,
    )
    app.state.gradreel = State(settings=settings, runner=runner, rate=RunRate(settings.rate_limit))
    for router in (runs.router, examples.router, health.router, pages.router):
        app.include_router(router)
    pages.mount_static(app, settings)
    install_error_handlers(app)
    app.add_middleware(GZipMiddleware, minimum_size=1024, compresslevel=5)
    app.add_middleware(SecurityHeaders)
    app.add_middleware(BodyLimit, limit_bytes=settings.code_bytes * JSON_BYTES_PER_CODE_BYTE + JSON_ENVELOPE_BYTES)
    return app
