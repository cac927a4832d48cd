"""Turns every exception that leaves an endpoint into an answer of the one shape that errors have."""

from __future__ import annotations

import logging
import re
import secrets
from collections.abc import Sequence
from http import HTTPStatus
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.responses import HTMLResponse, Response

from app.api.http.errors import error_response
from app.api.http.language import language
from app.api.http.state import state_of
from app.errors import ServiceError
from app.logs import stack_of
from gradreel.errors import GradreelError
from gradreel.locale import word

NOWHERE = "There is nothing at this address. What there is, is listed at /docs."
UNREADABLE = "The body is no JSON in UTF-8. Send JSON like {example}."
CODE = '{"code": "import torch"}'
NOTES = '{"notes": [{"at": {"line": 8, "kind": "op", "name": "matmul"}, "text": {"en": "Look at **d**."}}]}'
NOTE = '{"text": "Look at **d**."}'

log = logging.getLogger(__name__)


def install_error_handlers(app: FastAPI) -> None:
    """Give every exception that leaves an endpoint the one shape."""
    app.add_exception_handler(GradreelError, _on_gradreel_error)
    app.add_exception_handler(RequestValidationError, _on_invalid_request)
    app.add_exception_handler(HTTPException, _on_http_exception)


async def _on_gradreel_error(_: Request, error: Exception) -> Response:
    assert isinstance(error, GradreelError)
    if not isinstance(error, ServiceError) or error.status == HTTPStatus.INTERNAL_SERVER_ERROR:
        return internal_response(error)
    headers = {"Retry-After": str(error.retry_after_s)} if error.retry_after_s else {}
    return error_response(error.status, error.kind, str(error), headers | (error.headers or {}))


async def _on_invalid_request(request: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)
    return error_response(422, "invalid_request", _explain(error.errors(), _example(request)))


async def _on_http_exception(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    if error.status_code == HTTPStatus.BAD_REQUEST:
        return error_response(422, "invalid_request", UNREADABLE.format(example=_example(request)))
    kind = HTTPStatus(error.status_code).phrase.lower().replace(" ", "_")
    headers, message = dict(error.headers or {}), str(error.detail)
    if error.status_code == HTTPStatus.NOT_FOUND:
        if "text/html" in request.headers.get("accept", ""):
            return await _page_not_found(request)
        message = NOWHERE
    if error.status_code == HTTPStatus.METHOD_NOT_ALLOWED:
        headers["Allow"] = _methods_of(request) or headers.get("Allow", "")
        message = f"{request.method} means nothing at this address. It takes {headers['Allow']}."
    return error_response(error.status_code, kind, message, headers)


async def _page_not_found(request: Request) -> Response:
    state, lang = await state_of(request), language(request)
    page = state.pages.error(lang, HTTPStatus.NOT_FOUND, word("served-nothing", {}, lang))
    return HTMLResponse(page, HTTPStatus.NOT_FOUND, {"Cache-Control": "no-cache"})


def _methods_of(request: Request) -> str:
    """List every method that a path takes; the router names those of the first endpoint alone."""
    paths: dict[str, dict[str, Any]] = request.app.openapi()["paths"]
    found = {
        method.upper()
        for template, methods in paths.items()
        if re.fullmatch("[^/]+".join(map(re.escape, re.split(r"{\w+}", template))), request.url.path)
        for method in methods
    }
    return ", ".join(sorted(found))


def internal_response(error: Exception) -> Response:
    """Log what happened under a new number and answer with that number alone.

    Of an error that is not ours the message is left out of the log: it may quote the snippet.
    """
    incident = secrets.token_hex(4)
    told = str(error) if isinstance(error, GradreelError) else type(error).__name__
    log.error("incident %s: %s\n%s", incident, told, stack_of(error))
    return error_response(500, "internal", f"We failed, not the snippet. Try again; if it stays, report incident {incident}.")


def _example(request: Request) -> str:
    """A body that the address takes."""
    path = request.url.path
    return NOTES if path.endswith("/notes") else NOTE if path.endswith("/notes/preview") else CODE


def _explain(errors: Sequence[Any], example: str) -> str:
    """Say for each fault where it is and what was expected, without echoing the input."""
    faults = "; ".join(f"{'.'.join(str(part) for part in error['loc'])}: {error['msg']}" for error in errors[:3])
    return f"The request cannot be read ({faults}). Send JSON like {example}."
