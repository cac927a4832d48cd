"""Answers with tagged content: 304 when the reader has it already."""

from __future__ import annotations

from fastapi import Request, Response
from starlette.datastructures import Headers

REVALIDATE = "public, no-cache"
"""May be kept, must be asked for again: what a link shows changes with a new engine or a deletion."""
IMMUTABLE = "public, max-age=31536000, immutable"
FOR_MINUTES = "public, max-age=300, must-revalidate"
"""For what never changes under its address but may be deleted, or taken down: no cache shows it for longer than this afterwards."""
IS_HEAD = "gradreel.head"
"""In the scope of a request whose answer is sent without its body: what is dear to make only to be left out need not be made."""


def tagged(request: Request, etag: str, content: bytes | str, media_type: str, cache: str = REVALIDATE) -> Response:
    """Answer with ``content``, or with 304 when ``If-None-Match`` names ``etag``."""
    return not_modified(request, etag, cache) or Response(content, media_type=media_type, headers=tag_headers(etag, cache))


def not_modified(request: Request, etag: str, cache: str) -> Response | None:
    """Answer 304 when ``If-None-Match`` names ``etag``; else None."""
    given = {tag.strip().removeprefix("W/").strip('"') for tag in request.headers.get("if-none-match", "").split(",")}
    return Response(status_code=304, headers=tag_headers(etag, cache)) if etag in given or "*" in given else None


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


def tag_headers(etag: str, cache: str) -> dict[str, str]:
    """Write the headers of what may be kept, and is asked for again by its tag."""
    # Weak: the same film travels gzipped and plain.
    return {"ETag": f'W/"{etag}"', "Cache-Control": cache}
