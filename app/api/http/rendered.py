"""Answers with pages that are rendered and compressed once, then taken from memory."""

from __future__ import annotations

import gzip
from collections.abc import Callable
from dataclasses import dataclass

from fastapi import Request, Response

from app.api.http.budget import Budget
from app.api.http.client import client_of
from app.api.http.etag import REVALIDATE, not_modified, takes_gzip
from app.api.http.workshop import Workshop
from app.films.cache import ByteCache
from gradreel.film.film import etag_of

COMPRESS_LEVEL = 6


@dataclass(frozen=True)
class Rendered:
    """One page, in the two forms that it is sent in."""

    plain: bytes
    packed: bytes
    etag: str


class RenderedPages:
    """Pages of films: the same for everybody who asks for the same thing in the same language."""

    def __init__(self, max_bytes: int, workshop: Workshop, budget: Budget) -> None:
        self._workshop = workshop
        self._budget = budget
        self._cache: ByteCache[Rendered] = ByteCache(max_bytes, lambda page: len(page.plain) + len(page.packed))

    async def answer(self, request: Request, key: object, units: int, render: Callable[[], str]) -> Response:
        """Answer with the page that ``key`` names; all that it shows must follow from ``key``.

        Making one that is not in memory costs ``units``.
        """
        name = repr(key)
        page = self._cache.get(name)
        if page is None:
            client = client_of(request)
            self._budget.spend(client, units)
            page = await self._workshop.make(client, _rendered, render)
            self._cache[name] = page
        packed = takes_gzip(request)
        answer = not_modified(request, page.etag, REVALIDATE) or Response(
            page.packed if packed else page.plain,
            media_type="text/html; charset=utf-8",
            headers={"ETag": f'W/"{page.etag}"', "Cache-Control": REVALIDATE, **({"Content-Encoding": "gzip"} if packed else {})},
        )
        answer.headers["Vary"] = "Accept-Language, Accept-Encoding"
        return answer


def _rendered(render: Callable[[], str]) -> Rendered:
    plain = render().encode()
    return Rendered(plain, gzip.compress(plain, COMPRESS_LEVEL, mtime=0), etag_of(plain))
