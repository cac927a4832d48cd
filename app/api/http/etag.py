"""Answers with tagged content: 304 when the reader has it already, and films as the gzip that is stored wherever that is taken."""

from __future__ import annotations

import zlib
from collections.abc import AsyncIterator

from fastapi import Request, Response
from fastapi.responses import StreamingResponse
from starlette.datastructures import Headers

from gradreel.film.film import Film

REVALIDATE = "public, no-cache"
"""May be kept, must be asked for again: what a link shows changes with a new engine or a deletion."""
GZIP_WINDOW = zlib.MAX_WBITS + 16
PIECE_BYTES = 64 * 1024
IMMUTABLE = "public, max-age=31536000, immutable"


def tagged(request: Request, etag: str, content: bytes | str, media_type: str, cache: str = REVALIDATE) -> Response:
    """Answer with ``content``, or with 304 when ``If-None-Match`` names ``etag``."""
    return not_modified(request, etag, cache) or Response(content, media_type=media_type, headers=_headers(etag, cache))


def film_json(request: Request, film: Film, cache: str) -> Response:
    """Answer with the run of ``film``."""
    return not_modified(request, film.etag, cache) or film_body(request, film, _headers(film.etag, cache))


def film_body(request: Request, film: Film, headers: dict[str, str]) -> Response:
    """Answer with the run of ``film`` whatever the reader has."""
    if takes_gzip(request):
        return Response(
            film.body, media_type="application/json", headers={**headers, "Content-Encoding": "gzip", "Vary": "Accept-Encoding"}
        )
    headers = {**headers, "Vary": "Accept-Encoding", "Content-Length": str(film.json_bytes)}
    return StreamingResponse(_unpacked(film.body), media_type="application/json", headers=headers)


async def _unpacked(body: bytes) -> AsyncIterator[bytes]:
    """Unpack in pieces: all of a large film would hold up everybody else, and take memory for each who asks for it."""
    unpacker = zlib.decompressobj(GZIP_WINDOW)
    for start in range(0, len(body), PIECE_BYTES):
        packed = body[start : start + PIECE_BYTES]
        while packed:
            if piece := unpacker.decompress(packed, PIECE_BYTES):
                yield piece
            packed = unpacker.unconsumed_tail
    yield unpacker.flush()


def not_modified(request: Request, etag: str, cache: str) -> Response | None:
    """Answer 304 when ``If-None-Match`` names ``etag``; else None."""
    given = {tag.strip().removeprefix("W/").strip('"') for tag in request.headers.get("if-none-match", "").split(",")}
    return Response(status_code=304, headers=_headers(etag, cache)) if etag in given or "*" in given else None


def takes_gzip(request: Request) -> bool:
    """Whether the reader accepts gzip."""
    return accepts_gzip(request.headers)


def accepts_gzip(headers: Headers) -> bool:
    """Whether ``Accept-Encoding`` allows gzip."""
    for part in headers.get("accept-encoding", "").split(","):
        coding, _, weight = part.partition(";")
        if coding.strip().lower() in ("gzip", "*"):
            return weight.replace(" ", "") not in ("q=0", "q=0.0", "q=0.00", "q=0.000")
    return False


def _headers(etag: str, cache: str) -> dict[str, str]:
    # Weak: the same film travels gzipped and plain.
    return {"ETag": f'W/"{etag}"', "Cache-Control": cache}
