"""Stops reading a request body at a limit, before anything parses it."""

from __future__ import annotations

from contextlib import suppress

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from app.api.http.errors import error_response


class BodyTooLarge(Exception):
    """Raised into whoever reads the body; never leaves ``BodyLimit``."""


class _Reading:
    """Hands the body on until there is too much of it."""

    def __init__(self, receive: Receive, limit_bytes: int) -> None:
        self._receive = receive
        self._left_bytes = limit_bytes
        self.too_large = False

    async def __call__(self) -> Message:
        message = await self._receive()
        self._left_bytes -= len(message.get("body", b""))
        if self._left_bytes < 0:
            self.too_large = True
            raise BodyTooLarge
        return message


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
        reading = _Reading(receive, self._limit_bytes)
        started = False

        async def note_start(message: Message) -> None:
            # Whoever reads the body may take our exception for a malformed one and answer so: that answer is not sent.
            nonlocal started
            if started or not reading.too_large:
                started = True
                await send(message)

        with suppress(BodyTooLarge):
            await self._app(scope, reading, note_start)
        if reading.too_large and not started:
            await self._refuse(scope, receive, send)

    @staticmethod
    def _declared(scope: Scope) -> int:
        length = dict(scope["headers"]).get(b"content-length", b"")
        return int(length) if length.isdigit() else 0

    async def _refuse(self, scope: Scope, receive: Receive, send: Send) -> None:
        of_notes = scope["path"].endswith("/notes")
        remedy = "Shorten the notes." if of_notes else "Cut the code down to the part that matters."
        kind = "notes_too_large" if of_notes else "code_too_large"
        message = f"The request is larger than {self._limit_bytes:,} bytes. {remedy}"
        await error_response(413, kind, message, {"Connection": "close"})(scope, receive, send)
