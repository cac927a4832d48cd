"""``GET /api/queue/{ticket}``: how many runs come before one that waits."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Header, Path, Response
from pydantic import BaseModel, StringConstraints
from pydantic.json_schema import SkipJsonSchema

from app.api.http.errors import errors
from app.api.http.state import Service

router = APIRouter(prefix="/api", tags=["runs"])

TICKET = r"^[0-9A-Za-z_-]{16,64}$"

TicketHeader = Annotated[Annotated[str, StringConstraints(pattern=TICKET)] | SkipJsonSchema[None], Header()]
"""Names a run for as long as it waits; long enough that nobody guesses another's."""


class QueuePlace(BaseModel):
    """Where a run stands."""

    position: int | None
    """Runs that wait and come before it; 0 when it is next, null when it does not wait: it runs, has ended, or never came."""


@router.get("/queue/{ticket}", summary="Ask how long the line is", responses=errors(422))
async def queue_place(ticket: Annotated[str, Path(pattern=TICKET)], service: Service, response: Response) -> QueuePlace:
    """Say how many waiting runs come before the one that was sent with ``Gradreel-Ticket: {ticket}``."""
    response.headers["Cache-Control"] = "no-store"
    return QueuePlace(position=service.runner.ahead(ticket))
