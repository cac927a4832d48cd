"""Stops reading a request body at a limit, before anything parses it."""

from __future__ import annotations

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from app.api.errors import error_response


class _TooLarge(Exception):
    pass


class BodyLimit:
    """ASGI middleware: answer 413 to a body of more than ``limit_bytes``, declared or not."""

    def __init__(self, app: ASGIApp, limit_bytes: int) -> None:
        self._app = app
        self._limit_bytes = limit_bytes

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        if self._declared(scope) > self._limit_bytes:
            await self._refuse(scope, receive, send)
            return
        started = False

        async def note_start(message: Message) -> None:
            nonlocal started
            started = True
            await send(message)

        try:
            await self._app(scope, self._counting(receive), note_start)
        except _TooLarge:
            if not started:
                await self._refuse(scope, receive, send)

    @staticmethod
    def _declared(scope: Scope) -> int:
        length = dict(scope["headers"]).get(b"content-length", b"")
        return int(length) if length.isdigit() else 0

    def _counting(self, receive: Receive) -> Receive:
        seen = 0

        async def count() -> Message:
            nonlocal seen
            message = await receive()
            seen += len(message.get("body", b""))
            if seen > self._limit_bytes:
                raise _TooLarge
            return message

        return count

    async def _refuse(self, scope: Scope, receive: Receive, send: Send) -> None:
        message = f"The request is larger than {self._limit_bytes:,} bytes. Cut the code down to the part that matters."
        await error_response(413, "code_too_large", message, {"Connection": "close"})(scope, receive, send)
