"""Answers with pages that are rendered and compressed once, then taken from memory."""

from __future__ import annotations

import asyncio
import gzip
from collections.abc import Callable
from dataclasses import dataclass

from fastapi import Request, Response

from app.api.http.etag import REVALIDATE, not_modified, takes_gzip
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

    def __init__(self, max_bytes: int) -> None:
        self._cache: ByteCache[Rendered] = ByteCache(max_bytes, lambda page: len(page.plain) + len(page.packed))

    async def answer(self, request: Request, key: object, render: Callable[[], str]) -> Response:
        """Answer with the page that ``key`` names; all that it shows must follow from ``key``. It is rendered in a thread."""
        name = repr(key)
        page = self._cache.get(name)
        if page is None:
            plain = (await asyncio.to_thread(render)).encode()
            page = Rendered(plain, gzip.compress(plain, COMPRESS_LEVEL, mtime=0), etag_of(plain))
            self._cache[name] = page
        packed = takes_gzip(request)
        answer = not_modified(request, page.etag, REVALIDATE) or Response(
            page.packed if packed else page.plain,
            media_type="text/html; charset=utf-8",
            headers={"ETag": f'W/"{page.etag}"', "Cache-Control": REVALIDATE, **({"Content-Encoding": "gzip"} if packed else {})},
        )
        answer.headers["Vary"] = "Accept-Language, Accept-Encoding"
        return answer
