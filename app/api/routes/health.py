"""``GET /healthz``: is the service up, and how well is a snippet locked in; ``GET /readyz``: may requests be sent here."""

from __future__ import annotations

from typing import Literal

from fastapi import APIRouter, Response
from pydantic import BaseModel

from app.api.http.state import Service
from app.runner.protocol import Health
from gradreel.version import VERSION

router = APIRouter(tags=["health"])


class HealthBody(BaseModel):
    """The answer of ``/healthz``."""

    status: Literal["ok", "starting"]
    version: str
    sandbox: Health
    contact: str = ""
    """Where readers report abuse."""


@router.get("/healthz", summary="Health and sandbox tier", responses={503: {"model": HealthBody}})
async def healthz(service: Service, response: Response) -> HealthBody:
    """Answer 200 when a snippet would be run now, 503 while no jailed child can be had."""
    health = service.runner.health()
    response.headers["Cache-Control"] = "no-store"
    response.status_code = 200 if health.ready else 503
    return HealthBody(status="ok" if health.ready else "starting", version=VERSION, sandbox=health, contact=service.settings.contact)


class ReadyBody(BaseModel):
    """The answer of ``/readyz``."""

    ready: bool
    runner: bool
    """A snippet would be run now."""
    store: bool
    """The database answers."""
    workers: bool
    """Texts are read, and files and pages made: nothing has been at it, or waited, for longer than it may."""


@router.get("/readyz", summary="Readiness", responses={503: {"model": ReadyBody}})
async def readyz(service: Service, response: Response) -> ReadyBody:
    """Answer 200 when the sandbox, the database and the workers would do their part now; else 503."""
    runner, store, workers = service.runner.health().ready, await service.store.ready(), service.workers.keeps_up
    response.headers["Cache-Control"] = "no-store"
    ready = runner and store and workers
    response.status_code = 200 if ready else 503
    return ReadyBody(ready=ready, runner=runner, store=store, workers=workers)
