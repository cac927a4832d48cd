"""Gzips answers for readers that take it: one that forbids it with ``gzip;q=0`` gets them plain."""

from __future__ import annotations

from starlette.datastructures import Headers
from starlette.middleware.gzip import GZipMiddleware
from starlette.types import Receive, Scope, Send

from app.api.http.etag import accepts_gzip


class Compression(GZipMiddleware):
    """``GZipMiddleware``, which looks only for the word, and for readers that accept the coding."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and not accepts_gzip(Headers(scope=scope)):
            await self.app(scope, receive, send)
        else:
            await super().__call__(scope, receive, send)
