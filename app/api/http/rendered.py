"""Answers with pages that are rendered and compressed once, then taken from memory."""

from __future__ import annotations

import asyncio
import gzip
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import TypeVar

from fastapi import Request, Response

from app.api.http.budget import Budget
from app.api.http.client import client_of
from app.api.http.etag import REVALIDATE, not_modified, takes_gzip
from app.films.cache import ByteCache
from gradreel.film.film import etag_of

COMPRESS_LEVEL = 6
PAGE_UNITS = 10
"""For filling in and packing a page, beside what is found for it."""

Facts = TypeVar("Facts")


@dataclass(frozen=True)
class Rendered:
    """One page, in the two forms that it is sent in."""

    plain: bytes
    packed: bytes
    etag: str


class RenderedPages:
    """Pages of films: the same for everybody who asks for the same thing in the same language."""

    def __init__(self, max_bytes: int, budget: Budget) -> None:
        self._budget = budget
        self._cache: ByteCache[Rendered] = ByteCache(max_bytes, lambda page: len(page.plain) + len(page.packed))

    async def answer(self, request: Request, key: object, find: Callable[[], Awaitable[Facts]], render: Callable[[Facts], str]) -> Response:
        """Answer with the page that ``key`` names; all that it shows must follow from ``key``.

        One that is not in memory is made of what ``find`` has a worker find; besides that, making it costs ``PAGE_UNITS``.
        """
        name = repr(key)
        page = self._cache.get(name)
        if page is None:
            self._budget.spend(client_of(request), PAGE_UNITS)
            page = await asyncio.to_thread(_rendered, render, await find())
            self._cache[name] = page
        packed = takes_gzip(request)
        answer = not_modified(request, page.etag, REVALIDATE) or Response(
            page.packed if packed else page.plain,
            media_type="text/html; charset=utf-8",
            headers={"ETag": f'W/"{page.etag}"', "Cache-Control": REVALIDATE, **({"Content-Encoding": "gzip"} if packed else {})},
        )
        answer.headers["Vary"] = "Accept-Language, Accept-Encoding"
        return answer


def _rendered(render: Callable[[Facts], str], facts: Facts) -> Rendered:
    plain = render(facts).encode()
    return Rendered(plain, gzip.compress(plain, COMPRESS_LEVEL, mtime=0), etag_of(plain))
