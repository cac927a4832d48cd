"""Answers exceptions that no endpoint foresaw: here and not in the server, whose log would quote them; and requests cut off at its end."""

from __future__ import annotations

import asyncio

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from app.api.http.errors import error_response
from app.api.middleware.errors import internal_response
from app.errors import Busy

ENDING = "This server is being restarted, and what you asked for was not done: try again in a moment."
RETRY_AFTER_S = 5


class Incidents:
    """ASGI middleware: answer 500 with a number to what nobody else has handled, 503 to what was cancelled."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        started = False

        async def note_start(message: Message) -> None:
            nonlocal started
            started = True
            await send(message)

        try:
            await self._app(scope, receive, note_start)
        except asyncio.CancelledError:
            # The server ends, and has waited for as long as it does: uvicorn would say that we failed.
            if scope["type"] != "http" or started:
                raise
            await error_response(503, Busy.kind, ENDING, {"Retry-After": str(RETRY_AFTER_S)})(scope, receive, send)
        except Exception as error:
            if scope["type"] != "http":
                raise
            answer = internal_response(error)
            if not started:
                await answer(scope, receive, send)
