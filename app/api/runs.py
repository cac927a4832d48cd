"""``POST /api/runs``: a snippet in, a ``Run`` out. A snippet that fails is a result, not an error."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable

from fastapi import APIRouter, Request, Response

from app.api.errors import ErrorBody
from app.api.state import Service
from app.errors import CodeTooLarge, CodeUnreadable
from app.trace import Run, RunRequest

router = APIRouter(prefix="/api", tags=["runs"])

CLIENT_CLOSED_REQUEST = 499


@router.post(
    "/runs",
    response_model=Run,
    summary="Run a snippet",
    responses={status: {"model": ErrorBody} for status in (413, 422, 429, 500, 503)},
)
async def run_snippet(body: RunRequest, request: Request, service: Service) -> Response:
    """Run the snippet in a sandbox and answer with everything that autograd did.

    The answer is 200 also when the snippet raised, was stopped by a limit or ended its own process: see ``outcome``.
    """
    check_code(body.code, service.settings.code_bytes)
    client = request.client.host if request.client else "unknown"
    service.rate.take(client)
    run = await _unless_client_leaves(request, service.runner.submit(body.code, client))
    if run is None:
        return Response(status_code=CLIENT_CLOSED_REQUEST)
    return Response(run.model_dump_json(), media_type="application/json", headers={"Cache-Control": "no-store"})


def check_code(code: str, limit_bytes: int) -> None:
    """Raise ``CodeUnreadable`` or ``CodeTooLarge`` unless ``code`` is text of at most ``limit_bytes`` as UTF-8."""
    try:
        size = len(code.encode())
    except UnicodeEncodeError as error:
        raise CodeUnreadable(
            f"The code has a lone surrogate ({code[error.start]!r}) at position {error.start}, which is no text: remove it."
        ) from None
    if size > limit_bytes:
        raise CodeTooLarge(f"The code is {size:,} bytes long; at most {limit_bytes:,} bytes are run. Cut it down to the part that matters.")


async def _unless_client_leaves(request: Request, work: Awaitable[Run]) -> Run | None:
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
