"""``GET /metrics``: what the service counts, for Prometheus; not for everybody."""

from __future__ import annotations

import hmac
from ipaddress import ip_address
from typing import Annotated

from fastapi import APIRouter, Depends, Request, Response
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer
from prometheus_client.exposition import CONTENT_TYPE_LATEST

from app.api.http.errors import errors
from app.api.http.state import Service
from app.errors import MetricsRefused, StoreUnavailable, TokenMissing
from app.metrics import Stored

router = APIRouter(tags=["health"])

BEARER = HTTPBearer(auto_error=False, scheme_name="MetricsToken", description="`Bearer` and `GRADREEL_METRICS_TOKEN`, where that is set.")
TOKEN_WANTED = "Send the token of GRADREEL_METRICS_TOKEN: Authorization: Bearer <token>."
FORWARDED = ("forwarded", "x-forwarded-for", "x-real-ip", "via")
"""Fields by which a proxy on this machine shows that the request is somebody else's."""


@router.get("/metrics", summary="Counters for Prometheus", response_class=Response, responses=errors(401, 403))
async def metrics(request: Request, service: Service, given: Annotated[HTTPAuthorizationCredentials | None, Depends(BEARER)]) -> Response:
    """Return every counter in the text exposition format, to whoever has the token; without one, to this machine alone."""
    token = service.settings.metrics_token
    if token:
        if given is None:
            raise TokenMissing(TOKEN_WANTED)
        if not hmac.compare_digest(given.credentials.encode(), token.encode()):
            raise MetricsRefused(TOKEN_WANTED)
    elif not _from_this_machine(request):
        raise MetricsRefused("Counters are for this machine alone: ask from there, or set GRADREEL_METRICS_TOKEN and send it.")
    try:
        stored = await service.store.results.stored_bytes()
    except StoreUnavailable:
        stored = None
    told = service.metrics.text(Stored(stored, service.settings.stored_film_bytes))
    return Response(told, headers={"Content-Type": CONTENT_TYPE_LATEST, "Cache-Control": "no-store"})


def _from_this_machine(request: Request) -> bool:
    if request.client is None or any(name in request.headers for name in FORWARDED):
        return False
    try:
        return ip_address(request.client.host).is_loopback
    except ValueError:
        return False
