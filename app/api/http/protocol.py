"""Bounds what one connection may cost before the application sees a request: bytes of the head, time to send it all, connections.

    connection ─▶ too many? the oldest idle one makes room, else 503
    request    ─▶ head over ``head_bytes``: 431     not whole after ``request_time_s``: 408     no ``Host``, or two: 400
                  all three close the connection
    answer     ─▶ nothing of it taken for ``answer_pause_s``, or ``unsent_bytes`` of all answers wait: the connection is closed

uvicorn's protocol over httptools has none of these limits: it held a head of 100 MB, waited for ever for the rest of one, and kept
answers in memory for as long as clients did not take them. Nor does it look at ``Host``.
"""

from __future__ import annotations

import asyncio
import re
import resource
from dataclasses import dataclass
from functools import partial
from http import HTTPStatus
from typing import Any, cast

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from app.settings import Settings

MAX_CONNECTIONS = 4096
"""Bound where there are enough descriptors."""

# NOTE [Host] RFC 9112, section 3.2: what a proxy takes for the host, and what this server takes for it, must be one and the same.
MAX_SHOWN_BYTES = 100
HOST = re.compile(rb"(?:[\w.~!$&'()*+,;=%-]*|\[[0-9A-Fa-fv:.]+\])(?::\d*)?", re.ASCII)
ONE_HOST = "A request needs one header field Host with the name or address of the server, and this one has {what}. Send that field once."


@dataclass(frozen=True)
class ConnectionLimits:
    """What connections may cost."""

    head_bytes: int
    request_time_s: float
    connections: int
    answer_pause_s: float
    unsent_bytes: int


def http_protocol(settings: Settings) -> type[asyncio.Protocol]:
    """Return what uvicorn takes as its ``http``."""
    descriptors = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    # The other half is for the sandbox, the database and files.
    connections = settings.connections or min(MAX_CONNECTIONS, descriptors // 2)
    limits = ConnectionLimits(settings.head_bytes, settings.request_time_s, connections, settings.answer_pause_s, settings.unsent_bytes)
    return cast(type[asyncio.Protocol], partial(LimitedProtocol, limits))


class HeadTooLarge(Exception):
    """Raised into the parser to stop it; never leaves ``LimitedProtocol``."""


class HostUnclear(Exception):
    """The same."""


class LimitedProtocol(HttpToolsProtocol):
    """uvicorn's protocol with limits on the reading of requests."""

    def __init__(self, limits: ConnectionLimits, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._limits = limits
        self._head_bytes = 0
        """Bytes that were received while a head was being read."""
        self._head_fields_bytes = 0
        """Bytes of the head's whole fields: a head that comes in one piece with others is counted by them."""
        self._reading_head = True
        self._hosts: list[bytes] = []
        """Values of the fields ``Host`` of the request that is being read."""
        self._host_fault = ""
        self._since_s = self.loop.time()
        self._timer: asyncio.TimerHandle | None = None
        self._sending: asyncio.TimerHandle | None = None
        """Runs while an answer waits for the client to take it."""
        self._sending_since_s = 0.0

    @property
    def idle(self) -> bool:
        """Whether no request is being answered."""
        return self.cycle is None or self.cycle.response_complete

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Accept a connection, unless there are too many that are all in use."""
        super().connection_made(transport)
        if len(self.connections) > self._limits.connections and not self._make_room():
            self._refuse(HTTPStatus.SERVICE_UNAVAILABLE, "The server has as many connections as it can hold. Try again in a moment.")
            return
        self._expect_request()

    def connection_lost(self, exc: Exception | None) -> None:
        """Let go of the timers."""
        self._stop_timer()
        self._stop_sending()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Parse ``data``; a head that is over the limit ends the connection."""
        if self.transport.is_closing():
            return
        if self._timer is None and self.idle:
            self._expect_request()
        if self._reading_head:
            self._head_bytes += len(data)
        super().data_received(data)
        if self._reading_head and self._head_bytes > self._limits.head_bytes and not self.transport.is_closing():
            self._refuse_head()

    def on_message_begin(self) -> None:
        """Begin to count the head of the next request."""
        self._reading_head, self._head_fields_bytes = True, 0
        self._hosts.clear()
        super().on_message_begin()

    def on_url(self, url: bytes) -> None:
        """Count the address."""
        self._count_field(url)
        super().on_url(url)

    def on_header(self, name: bytes, value: bytes) -> None:
        """Count a field, also one that follows the body: whoever still reads the head would find it there."""
        self._count_field(name, value)
        if name.lower() == b"host":
            self._hosts.append(value)
            self._check_host(at_least=0)
        super().on_header(name, value)

    def on_headers_complete(self) -> None:
        """End the head: what follows is body."""
        self._check_host(at_least=0 if self.parser.get_http_version() == "1.0" else 1)
        self._reading_head, self._head_bytes = False, 0
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        """The request is here: no more time limit on it, and the next one's head may follow in the same data."""
        self._stop_timer()
        self._reading_head = True
        super().on_message_complete()

    def send_400_response(self, msg: str) -> None:
        """Refuse what cannot be parsed, or what the parser was stopped at."""
        if self._head_fields_bytes > self._limits.head_bytes:
            self._refuse_head()
        elif self._host_fault:
            self._refuse(HTTPStatus.BAD_REQUEST, ONE_HOST.format(what=self._host_fault))
        else:
            super().send_400_response(msg)

    def pause_writing(self) -> None:
        """More of an answer waits than the client takes at once."""
        super().pause_writing()
        self._sending_since_s = self.loop.time()
        self._expect_progress(self.unsent_bytes)
        self._keep_bound()

    def resume_writing(self) -> None:
        """The client has taken most of it."""
        self._stop_sending()
        super().resume_writing()

    @property
    def unsent_bytes(self) -> int:
        """Bytes of answers that wait for the client to take them."""
        return self.transport.get_write_buffer_size()

    def _expect_progress(self, unsent_bytes: int) -> None:
        self._sending = self.loop.call_later(self._limits.answer_pause_s, self._check_progress, unsent_bytes)

    def _check_progress(self, before_bytes: int) -> None:
        now_bytes = self.unsent_bytes
        if now_bytes < before_bytes:
            self._expect_progress(now_bytes)
        else:
            self._sending = None
            self.transport.abort()

    def _stop_sending(self) -> None:
        if self._sending is not None:
            self._sending.cancel()
            self._sending = None

    def _keep_bound(self) -> None:
        """Close the connections that have waited longest until what waits in all is within its bound."""
        waiting = [each for each in self.connections if isinstance(each, LimitedProtocol) and each._sending is not None]
        excess_bytes = sum(each.unsent_bytes for each in waiting) - self._limits.unsent_bytes
        for each in sorted(waiting, key=lambda each: each._sending_since_s):
            if excess_bytes <= 0:
                return
            excess_bytes -= each.unsent_bytes
            each._stop_sending()
            each.transport.abort()

    def _count_field(self, *parts: bytes) -> None:
        self._head_fields_bytes += sum(map(len, parts))
        if self._head_fields_bytes > self._limits.head_bytes:
            raise HeadTooLarge

    def _check_host(self, at_least: int) -> None:
        """Stop the parser at a request whose host is not one; see NOTE [Host]."""
        if not at_least <= len(self._hosts) <= 1:
            self._host_fault = "two" if self._hosts else "none"
        elif self._hosts and not HOST.fullmatch(self._hosts[0]):
            self._host_fault = ascii(self._hosts[0][:MAX_SHOWN_BYTES].decode("latin-1"))
        if self._host_fault:
            raise HostUnclear

    def _expect_request(self) -> None:
        self._since_s = self.loop.time()
        self._timer = self.loop.call_later(self._limits.request_time_s, self._on_timeout)

    def _stop_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _on_timeout(self) -> None:
        self._timer = None
        message = f"The request was not complete after {self._limits.request_time_s:g} s. Send it faster, or check the connection."
        self._refuse(HTTPStatus.REQUEST_TIMEOUT, message)

    def _make_room(self) -> bool:
        """Close the connection that has been idle for longest; say whether there was one."""
        others = (each for each in self.connections if each is not self and isinstance(each, LimitedProtocol) and each.idle)
        oldest = min(others, key=lambda each: each._since_s, default=None)
        if oldest is None:
            return False
        oldest.transport.abort()
        self.connections.discard(oldest)
        return True

    def _refuse_head(self) -> None:
        message = f"The head of the request is larger than {self._limits.head_bytes:,} bytes. Send fewer or shorter header fields."
        self._refuse(HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE, message)

    def _refuse(self, status: HTTPStatus, message: str) -> None:
        """Answer in plain text, unless an answer has begun, and close the connection."""
        self._stop_timer()
        if self.idle and not self.transport.is_closing():
            head = f"HTTP/1.1 {status.value} {status.phrase}\r\ncontent-type: text/plain; charset=utf-8\r\n"
            self.transport.write(f"{head}content-length: {len(message)}\r\nconnection: close\r\n\r\n{message}".encode("ascii"))
        self.transport.close()
