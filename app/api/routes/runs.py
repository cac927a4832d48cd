"""``POST /api/runs``: runs a snippet. A snippet that fails is a result, not an error."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response

from app.api.http.bodies import TakesCode
from app.api.http.client import client_of
from app.api.http.errors import errors
from app.api.http.film_answers import film_body
from app.api.http.leaving import CLIENT_CLOSED_REQUEST, unless_client_leaves
from app.api.http.state import Service
from app.api.routes.queue import TicketHeader
from app.runner.code import encoded
from gradreel.trace import Run, RunRequest

router = APIRouter(prefix="/api", tags=["runs"], route_class=TakesCode)


@router.post(
    "/runs",
    response_model=Run,
    summary="Run a snippet",
    responses=errors(413, 422, 429, 500, 503),
)
async def run_snippet(body: RunRequest, request: Request, service: Service, gradreel_ticket: TicketHeader = None) -> Response:
    """Run the snippet in a sandbox and answer with everything that autograd did.

    The answer is 200 also when the snippet raised, was stopped by a limit or ended its own process: see ``outcome``. Code that has run
    before is answered from what is known, at once and without counting as a run; ``Cache-Control: no-cache`` runs it again. The header
    ``Gradreel-Film`` says where the film came from: ``run``, ``memory`` or ``store``. A run sent with the header ``Gradreel-Ticket``, a
    random word of the sender's, can be asked after while it waits: ``GET /api/queue/{ticket}``.
    """
    encoded(body.code, service.settings.code_bytes)
    headers = {"Cache-Control": "no-store"}
    if "no-cache" not in request.headers.get("cache-control", "") and (known := await service.library.known(body.code)):
        return film_body(request, service, known.film, headers | {"Gradreel-Film": known.source})
    client = client_of(request)
    headers |= await service.run_rate.take(client)
    film = await unless_client_leaves(request, service.library.run(body.code, client, gradreel_ticket))
    if film is None:
        return Response(status_code=CLIENT_CLOSED_REQUEST)
    return film_body(request, service, film, headers | {"Gradreel-Film": "run"})
