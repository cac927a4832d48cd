"""Answers exceptions that no endpoint foresaw: here and not in the server, whose log would quote them."""

from __future__ import annotations

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from app.api.middleware.errors import internal_response


class Incidents:
    """ASGI middleware: answer 500 with a number to what nobody else has handled."""

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
        except Exception as error:
            if scope["type"] != "http":
                raise
            answer = internal_response(error)
            if not started:
                await answer(scope, receive, send)
