"""Logs and counts every request: an id, the route, the status, the time. Never the query, never the body."""

from __future__ import annotations

import secrets
import time

import structlog
from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from app.metrics import Metrics

log = structlog.stdlib.get_logger("gradreel.request")

QUIET = ("/healthz", "/readyz", "/metrics", "/api/queue/{ticket}")
"""Asked for every few seconds, by machines and by pages that wait; counted, but logged only when they fail."""
METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})
ABORTED = 499


class RequestLog:
    """ASGI middleware: give each request an id, bind it to everything logged meanwhile, and tell how the request ended."""

    def __init__(self, app: ASGIApp, metrics: Metrics) -> None:
        self._app = app
        self._metrics = metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        request_id = secrets.token_hex(8)
        status = ABORTED

        async def with_id(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                MutableHeaders(scope=message)["X-Request-ID"] = request_id
            await send(message)

        start = time.perf_counter()
        with structlog.contextvars.bound_contextvars(request_id=request_id):
            try:
                await self._app(scope, receive, with_id)
            finally:
                self._note(scope, status, time.perf_counter() - start)

    def _note(self, scope: Scope, status: int, seconds: float) -> None:
        route = getattr(scope.get("route"), "path", None) or ("/static" if scope["path"].startswith("/static/") else "unmatched")
        method = scope["method"] if scope["method"] in METHODS else "other"
        self._metrics.answered(method, route, status, seconds)
        if route not in QUIET or status >= 500:
            client = scope["client"][0] if scope.get("client") else None
            log.info("request", method=method, route=route, status=status, ms=round(seconds * 1000, 1), client=client)
