"""Ends work whose client has left."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable
from typing import TypeVar

from fastapi import Request

CLIENT_CLOSED_REQUEST = 499

T = TypeVar("T")


async def unless_client_leaves(request: Request, work: Awaitable[T]) -> T | None:
    """Await ``work``; cancel it and return None as soon as the client has closed the connection."""
    running = asyncio.ensure_future(work)
    leaving = asyncio.ensure_future(_closed(request))
    try:
        await asyncio.wait({running, leaving}, return_when=asyncio.FIRST_COMPLETED)
        return running.result() if running.done() else None
    finally:
        leaving.cancel()
        running.cancel()
        await asyncio.gather(leaving, running, return_exceptions=True)


async def _closed(request: Request) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass
