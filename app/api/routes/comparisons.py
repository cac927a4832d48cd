"""``POST /api/comparisons``: programs, or cells of programs, side by side."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Request, Response
from pydantic import Field

from app.api.http.bodies import TakesCodes
from app.api.http.client import client_of
from app.api.http.errors import errors
from app.api.http.state import Service
from app.runner.code import encoded
from app.workers import work
from gradreel.comparison import MAX_SIDES, MIN_SIDES
from gradreel.film.film import Film
from gradreel.trace import CellIndex, Comparison, Frozen

router = APIRouter(prefix="/api", tags=["runs"], route_class=TakesCodes)


class ComparedCode(Frozen):
    """One side of a comparison."""

    code: str
    """The Python snippet, at most 64 KiB of UTF-8."""
    cell: CellIndex | None = None
    """The number of the cell of code that is compared; null for the whole program."""


class ComparisonRequest(Frozen):
    """The body of ``POST /api/comparisons``."""

    sides: Annotated[tuple[ComparedCode, ...], Field(min_length=MIN_SIDES, max_length=MAX_SIDES)]
    """Two to four programs or cells; the others are compared with the first."""


@router.post("/comparisons", response_model=Comparison, summary="Compare snippets", responses=errors(413, 422, 429, 500, 503))
async def compare_snippets(body: ComparisonRequest, request: Request, service: Service) -> Response:
    """Say what differs in the code, in values and in gradients, and where the programs part.

    Code of which no film is known is run first, and counts as a run. Nothing is stored.
    """
    client = client_of(request)
    headers = {"Cache-Control": "no-store"}
    films: dict[str, Film] = {}
    for side in body.sides:
        encoded(side.code, service.settings.code_bytes)
    for code in dict.fromkeys(side.code for side in body.sides):
        film = service.library.remembered(code)
        if film is None and (known := await service.library.known(code)):
            film = known.film
        if film is None:
            headers |= await service.run_rate.take(client)
            film = await service.library.run(code, client)
        films[code] = film
    content = await service.workers.do(client, work.compared, [(films[side.code], side.cell) for side in body.sides])
    return Response(content, media_type="application/json", headers=headers)
