"""``POST /api/diagnoses``: what a snippet's film says is wrong, with what takes further runs. Asked for once the film is shown."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response

from app.api.http.bodies import TakesCode
from app.api.http.client import client_of
from app.api.http.errors import errors
from app.api.http.leaving import CLIENT_CLOSED_REQUEST, unless_client_leaves
from app.api.http.state import Service
from app.runner.code import encoded
from app.workers import work
from gradreel.trace import Diagnosis, Frozen

router = APIRouter(prefix="/api", tags=["runs"], route_class=TakesCode)


class DiagnosesRequest(Frozen):
    """The body of ``POST /api/diagnoses``."""

    code: str
    """The Python snippet, at most 64 KiB of UTF-8."""


class Diagnoses(Frozen):
    """The diagnoses of a film."""

    etag: str
    """Tag of the film that has them."""
    diagnoses: tuple[Diagnosis, ...]
    """As in ``Run``; ``unchecked_pending`` in none of them, unless it could not be found out now."""


@router.post("/diagnoses", response_model=Diagnoses, summary="Diagnose a snippet whole", responses=errors(413, 422, 429, 500, 503))
async def diagnose_whole(body: DiagnosesRequest, request: Request, service: Service) -> Response:
    """Say what a failed version check has prevented, where the snippet's film says that this can be found out (``unchecked_pending``).

    ``POST /api/runs`` does not wait for it, since it takes up to four further runs without the tracer. From then on the film has it,
    wherever it is shown. It counts as a run; code of which no film is known is run first, and counts as another.
    """
    encoded(body.code, service.settings.code_bytes)
    client = client_of(request)
    headers = {"Cache-Control": "no-store"}

    async def take() -> None:
        headers.update(await service.run_rate.take(client))

    async def found() -> bytes:
        film = await service.library.whole(body.code, client, take)
        listed = await service.workers.recall((film.etag,), client, work.diagnoses, film)
        return b'{"etag":"%b","diagnoses":%b}' % (film.etag.encode(), listed)

    content = await unless_client_leaves(request, found())
    if content is None:
        return Response(status_code=CLIENT_CLOSED_REQUEST)
    return Response(content, media_type="application/json", headers=headers)
