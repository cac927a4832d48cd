"""``POST /api/readings``: what a pasted text says of an error of autograd, or a piece of code of its edits, where nothing can be run."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response

from app.api.http.bodies import TakesText
from app.api.http.client import client_of
from app.api.http.errors import errors
from app.api.http.state import Service
from app.errors import CodeTooLarge
from app.workers import work
from gradreel.locale import Lang
from gradreel.reading import Reading
from gradreel.trace import Frozen

router = APIRouter(prefix="/api", tags=["runs"], route_class=TakesText)


class ReadingRequest(Frozen):
    """The body of ``POST /api/readings``."""

    text: str
    """A traceback, alone or with what was pasted around it, at most 64 KiB of UTF-8; empty where only code is to be read."""
    code: str | None = None
    """The program that it is of, or a piece of it, in which its lines are looked up; as large at most."""
    lang: Lang = "en"
    """The language of what is said."""


@router.post("/readings", response_model=Reading, summary="Read a traceback", responses=errors(413, 422, 429, 503))
async def read_text(body: ReadingRequest, request: Request, service: Service) -> Response:
    """Say what the error in a text is, what follows from its message, and where to look. Nothing is run and nothing is stored.

    A text without an error of autograd is answered as well: ``kind`` is null then, and ``facts`` says why. Where the text is empty, code is
    read alone: ``piece`` has its edits in place, what each would break, the names that are missing, and a small call of each module.
    """
    for given in (body.text, body.code or ""):
        _check(given, service.settings.code_bytes)
    client = client_of(request)
    headers = {"Cache-Control": "no-store"} | await service.run_rate.take(client)
    content = await service.workers.do(client, work.reading, body.text, body.code, body.lang)
    return Response(content, media_type="application/json", headers=headers)


def _check(text: str, limit_bytes: int) -> None:
    """Raise ``CodeTooLarge`` for a text above the limit; what is no text in it, such as a lone surrogate, is read all the same."""
    size = len(text.encode(errors="replace"))
    if size > limit_bytes:
        raise CodeTooLarge(f"Of {size:,} bytes at most {limit_bytes:,} bytes are read. Keep the traceback to its last line.")
