"""Puts the security, sharing and caching headers on every answer."""

from __future__ import annotations

from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from app.api.http.etag import IMMUTABLE

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; "
    "base-uri 'none'; form-action 'self'"
)
FRAMING = ("/s/", "/e/", "/docs/", "/learn/")
"""Besides ``/``, the only paths whose pages show an embed themselves: the preview of the share dialog, the guide, lessons."""
EMBEDDABLE = "/embed/"
"""The only paths that another site may put into a frame."""
# NOTE [Any ancestor] "*" means any host of a network scheme; an article on disk or in a note-taking application has another one.
ANYBODY = "* file: data: blob: app:"
# Refused are features that browsers ask their user about. Pages copy to the clipboard and fill the screen, their frames do neither.
REFUSED_FEATURES = ("camera", "clipboard-read", "display-capture", "geolocation", "hid", "microphone", "midi", "payment", "serial", "usb")
PERMISSIONS = ", ".join((*(f"{feature}=()" for feature in REFUSED_FEATURES), "clipboard-write=(self)", "fullscreen=(self)"))
TRANSPORT = "max-age=31536000"
"""A year. Not for subdomains, which may be somebody else's."""
READABLE = ("/s/", "/embed/", "/api/snippets/", "/api/examples", "/oembed", "/embed.js", "/film/", "/static/")
"""What any site may read, without credentials: an embed has the origin ``null``, and its modules are fetched under it."""
HASHED = ("/static/assets/", "/static/embed/assets/")
"""Files with a hash of their content in their name."""


class SecurityHeaders:
    """ASGI middleware: content security policy, ``nosniff``, referrer policy and the like; hashed assets are immutable."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                _add_headers(headers, scope["path"], scope["method"], message["status"])
                # The server takes the scheme from a proxy that it trusts, and from no other.
                if scope["scheme"] == "https":
                    headers["Strict-Transport-Security"] = TRANSPORT
            await send(message)

        await self._app(scope, receive, with_headers if scope["type"] == "http" else send)


def policy_of(path: str) -> str:
    """Write the content security policy of the page at ``path``."""
    framing = "; frame-src 'self'" if path == "/" or path.startswith(FRAMING) else ""
    ancestors = ANYBODY if path.startswith(EMBEDDABLE) else "'self'"
    return f"{POLICY}{framing}; frame-ancestors {ancestors}"


def _add_headers(headers: MutableHeaders, path: str, method: str, status: int) -> None:
    headers["Content-Security-Policy"] = policy_of(path)
    if method == "GET" and path.startswith(READABLE):
        headers["Access-Control-Allow-Origin"] = "*"
    if headers.get("Content-Type", "").startswith("text/html"):
        headers["Permissions-Policy"] = PERMISSIONS
        if not path.startswith(EMBEDDABLE):
            headers["Cross-Origin-Opener-Policy"] = "same-origin"
    headers["X-Content-Type-Options"] = "nosniff"
    headers["Referrer-Policy"] = "strict-origin-when-cross-origin"
    if path.startswith(HASHED) and status in (200, 304):
        headers["Cache-Control"] = IMMUTABLE
    else:
        headers.setdefault("Cache-Control", "no-cache")
