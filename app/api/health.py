"""``GET /healthz``: is the service up, and how well is a snippet locked in."""

from __future__ import annotations

from typing import Literal

from fastapi import APIRouter, Response
from pydantic import BaseModel

from app.api.state import Service
from app.runner.protocol import Health
from app.version import VERSION

router = APIRouter(tags=["health"])


class HealthBody(BaseModel):
    """The answer of ``/healthz``."""

    status: Literal["ok", "starting"]
    version: str
    sandbox: Health


@router.get("/healthz", summary="Health and sandbox tier", responses={503: {"model": HealthBody}})
def healthz(service: Service, response: Response) -> HealthBody:
    """Answer 200 when a snippet would be run now, 503 while no jailed child can be had."""
    health = service.runner.health()
    response.headers["Cache-Control"] = "no-store"
    response.status_code = 200 if health.ready else 503
    return HealthBody(status="ok" if health.ready else "starting", version=VERSION, sandbox=health)
