"""``POST /api/fixes``: which fixes of a snippet's film work. Asked for after a run, never on a page view."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response
from pydantic import StrictBool

from app.api.http.bodies import TakesCode
from app.api.http.client import client_of
from app.api.http.errors import errors
from app.api.http.leaving import CLIENT_CLOSED_REQUEST, unless_client_leaves
from app.api.http.state import Service
from app.runner.code import encoded
from app.runner.protocol import FixResult, Verdict
from gradreel.trace import Frozen

router = APIRouter(prefix="/api", tags=["runs"], route_class=TakesCode)


class FixesRequest(Frozen):
    """The body of ``POST /api/fixes``."""

    code: str
    """The Python snippet before any fix, at most 64 KiB of UTF-8."""
    details: StrictBool = False
    """Answer with a ``FixDetails`` for each key instead of the verdict alone."""


class FixDetails(Frozen):
    """The verdict on one fix, and what it rests on."""

    verdict: Verdict
    """``works``: it runs to its end with the gradients that the program was meant to have. ``raises``: it raises an exception still.
    ``changes``: gradients or values differ. ``unchecked``: it was not run, was stopped by a limit, or differs from itself."""
    changed: tuple[str, ...] = ()
    """Of ``changes``: what differs, by name (``w.grad``); an empty name for what no name of the program leads to."""
    exception_type: str = ""
    """Of ``raises``: what it raises."""


@router.post(
    "/fixes",
    response_model=dict[str, Verdict] | dict[str, FixDetails],
    summary="Try the fixes of a snippet",
    responses=errors(413, 422, 429, 500, 503),
)
async def try_fixes(body: FixesRequest, request: Request, service: Service, response: Response) -> object:
    """Say of every fix of the snippet's film, by its ``key``, whether it works.

    What is not known yet is run: the snippet, and then each fixed program, in a sandboxed process of its own, one after the other; each
    counts as a run. Fixes for which no run is left, or no room in the queue, are ``unchecked`` until they are asked for again.
    """
    encoded(body.code, service.settings.code_bytes)
    client = client_of(request)
    response.headers["Cache-Control"] = "no-store"

    async def take() -> None:
        response.headers.update(await service.run_rate.take(client))

    async def work() -> dict[str, FixResult]:
        return await service.fixes.results(body.code, await service.library.whole(body.code, client, take), client, take)

    results = await unless_client_leaves(request, work())
    if results is None:
        return Response(status_code=CLIENT_CLOSED_REQUEST)
    return {key: vars(result) if body.details else result.verdict for key, result in results.items()}
