"""``GET /metrics``: what the service counts, for Prometheus."""

from __future__ import annotations

from fastapi import APIRouter, Response
from prometheus_client.exposition import CONTENT_TYPE_LATEST

from app.api.http.state import Service

router = APIRouter(tags=["health"])


@router.get("/metrics", summary="Counters for Prometheus", response_class=Response)
async def metrics(service: Service) -> Response:
    """Return every counter in the text exposition format."""
    return Response(service.metrics.text(), headers={"Content-Type": CONTENT_TYPE_LATEST, "Cache-Control": "no-store"})
