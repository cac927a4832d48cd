"""The one shape of every answer that is not a result: ``{"error": {"kind", "message"}}``."""

from __future__ import annotations

from typing import Any

from fastapi.responses import JSONResponse
from pydantic import BaseModel


class ErrorDetail(BaseModel):
    """What went wrong and what to do about it."""

    kind: str
    message: str


class ErrorBody(BaseModel):
    """The one shape of an error."""

    error: ErrorDetail


def errors(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """Say in OpenAPI which errors an endpoint may answer with."""
    return {status: {"model": ErrorBody} for status in statuses}


def error_response(status: int, kind: str, message: str, headers: dict[str, str] | None = None) -> JSONResponse:
    """Build the answer that every error gets; errors are never cached."""
    body = ErrorBody(error=ErrorDetail(kind=kind, message=message))
    return JSONResponse(body.model_dump(), status, {"Cache-Control": "no-store", **(headers or {})})
