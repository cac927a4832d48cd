"""Answers with films: as the gzip that is stored wherever that is taken, else unpacked on the way."""

from __future__ import annotations

import asyncio
import zlib
from collections.abc import AsyncIterator

from fastapi import Request, Response
from fastapi.responses import StreamingResponse

from app.api.http.client import client_of
from app.api.http.etag import IS_HEAD, not_modified, tag_headers, takes_gzip
from app.api.http.prices import units_of
from app.api.http.state import State
from gradreel.film.film import Film

GZIP_WINDOW = zlib.MAX_WBITS + 16
PIECE_BYTES = 256 * 1024
"""Unpacked in about a millisecond."""


def film_json(request: Request, service: State, film: Film, cache: str) -> Response:
    """Answer with the run of ``film``, or with 304."""
    return not_modified(request, film.etag, cache) or film_body(request, service, film, tag_headers(film.etag, cache))


def film_body(request: Request, service: State, film: Film, headers: dict[str, str]) -> Response:
    """Answer with the run of ``film`` whatever the reader has. Unpacking it is charged by its size."""
    headers = {**headers, "Vary": "Accept-Encoding"}
    if takes_gzip(request):
        return Response(film.body, media_type="application/json", headers={**headers, "Content-Encoding": "gzip"})
    headers["Content-Length"] = str(film.json_bytes)
    if request.scope.get(IS_HEAD):
        return Response(media_type="application/json", headers=headers)
    service.budget.spend(client_of(request), units_of(film.json_bytes))
    return StreamingResponse(_unpacked(film.body), media_type="application/json", headers=headers)


async def _unpacked(body: bytes) -> AsyncIterator[bytes]:
    """Unpack in pieces, in a thread: all of a large film would hold up everybody else, and take memory for each who asks for it."""
    unpacker, left = zlib.decompressobj(GZIP_WINDOW), body
    while left or not unpacker.eof:
        piece = await asyncio.to_thread(unpacker.decompress, left, PIECE_BYTES)
        left = unpacker.unconsumed_tail
        if not piece and not left:
            return
        yield piece
