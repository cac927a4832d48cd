"""Answers HEAD with the headers of GET: link checkers and unfurlers ask that way. The server leaves the body out by itself."""

from __future__ import annotations

from starlette.types import ASGIApp, Receive, Scope, Send

from app.api.http.etag import IS_HEAD


class HeadAsGet:
    """ASGI middleware: route HEAD as GET, in a copy of the scope, so that the server still knows what was asked."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and scope["method"] == "HEAD":
            scope = {**scope, "method": "GET", IS_HEAD: True}
        await self._app(scope, receive, send)
