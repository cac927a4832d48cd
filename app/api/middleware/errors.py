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

from app.api.http.bodies import BodyRoute
from app.api.http.errors import error_response
from app.api.http.language import language
from app.api.http.state import state_of
from app.errors import ServiceError
from app.logs import stack_of
from gradreel.errors import GradreelError
from gradreel.locale import word

NOWHERE = "There is nothing at this address. What there is, is listed at /docs."
UNREADABLE = "The body is no JSON in UTF-8, or nests too deep, or has a number with thousands of digits. Send JSON like {example}."
WORDS = {"path": "address", "query": "query of the address", "header": "header field"}
"""Parts of a request that are no body. Their values are told; what stands in a body may be a program."""
MAX_FAULTS = 3
MAX_TOLD_CHARACTERS = 80

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
    return error_response(
        422, "invalid_request", f"The request cannot be read ({_told(error.errors())}). {_remedy(request, error.errors())}"
    )


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
    """A body that the route takes."""
    route = request.scope.get("route")
    return route.takes.example if isinstance(route, BodyRoute) else "{}"


def _told(faults: Sequence[Any]) -> str:
    """Say for each fault where it is and what was expected."""
    return "; ".join(f"{_shortened('.'.join(map(str, fault['loc'])))}: {fault['msg']}{_value(fault)}" for fault in faults[:MAX_FAULTS])


def _value(fault: Any) -> str:
    return f", not {_shortened(str(fault['input']))!r}" if fault["loc"][0] in WORDS and fault["input"] is not None else ""


def _remedy(request: Request, faults: Sequence[Any]) -> str:
    if all(fault["loc"][0] in WORDS for fault in faults):
        return f"Correct the {', '.join(dict.fromkeys(WORDS[fault['loc'][0]] for fault in faults))}."
    content_type = request.headers.get("content-type", "")
    labelled = "json" in content_type.lower() or not request.headers.get("content-length", "0").strip("0")
    label = "" if labelled else f", with Content-Type: application/json in place of {_shortened(content_type)!r}"
    return f"Send JSON like {_example(request)}{label}."


def _shortened(text: str) -> str:
    return text if len(text) <= MAX_TOLD_CHARACTERS else f"{text[: MAX_TOLD_CHARACTERS - 1]}…"
