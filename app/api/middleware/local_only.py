"""Keeps other sites away from a server without a sandbox, on which any snippet can do what its user can.

A page of another site can make the browser send requests here: to the loopback address itself (then ``Origin`` names that site), or
to a name of its own that it points here meanwhile, DNS rebinding (then ``Host`` names it).
"""

from __future__ import annotations

import ipaddress
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Receive, Scope, Send

from app.api.http.errors import error_response

READING = ("GET", "HEAD", "OPTIONS")
REFUSED = "This server runs without a sandbox and answers only to this machine: {what}. Open it as http://localhost or http://127.0.0.1."


class LocalOnly:
    """ASGI middleware: answer 403 unless ``Host`` is this machine and, for whatever changes something, ``Origin`` is this server."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        reason = _reason(Headers(scope=scope), scope["method"]) if scope["type"] == "http" else None
        if reason is None:
            await self._app(scope, receive, send)
        else:
            await error_response(403, "local_only", REFUSED.format(what=reason))(scope, receive, send)


def _reason(headers: Headers, method: str) -> str | None:
    """Say why a request is refused; None when it is not."""
    host = headers.get("host", "")
    if not is_local(host):
        return f"the request is for {host[:100]!r}"
    origin = headers.get("origin")
    if method not in READING and origin is not None and urlsplit(origin).netloc.lower() != host.lower():
        return f"the request comes from {origin[:100]!r}"
    if method not in READING and headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none"):
        return "the request comes from another site"
    return None


def is_local(host: str) -> bool:
    """Whether ``host``, a name or an address with or without a port, is this machine."""
    try:
        name = urlsplit(f"//{host}").hostname or ""
        return name == "localhost" or name.endswith(".localhost") or ipaddress.ip_address(name).is_loopback
    except ValueError:
        return False
