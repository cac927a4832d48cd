"""Says of a route what its body is: an example of it, how large it may be, and what to do where it is larger.

    router = APIRouter(route_class=TakesCode) ─▶ the body is read up to the route's limit ─▶ FastAPI parses it
                                                └▶ more: 413, in the route's words

A body is bounded before anything parses it, whether its size was declared or not.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, ClassVar

from fastapi import Request, Response
from fastapi.routing import APIRoute
from starlette.exceptions import HTTPException
from starlette.types import Message, Receive

from app.api.http.state import state_of
from app.errors import CodeTooLarge, NotesTooLarge, RequestRejected
from app.notes.check import MAX_BYTES, MAX_TEXT_CHARACTERS
from app.settings import Settings
from gradreel.comparison import MAX_SIDES

# NOTE [Body limit] JSON may spell one byte as six (\\u0000) and one character as twelve (two surrogates), and the object around them
# takes a few more.
JSON_BYTES_PER_BYTE = 6
JSON_BYTES_PER_CHARACTER = 12
JSON_ENVELOPE_BYTES = 1024


@dataclass(frozen=True)
class Body:
    """The body of a route."""

    example: str
    """One that the route takes."""
    limit_bytes: Callable[[Settings], int]
    """How large it may be as it is sent."""
    too_large: type[RequestRejected]
    remedy: str
    """What to do where it is larger."""


def _code_bytes(settings: Settings) -> int:
    return settings.code_bytes * JSON_BYTES_PER_BYTE + JSON_ENVELOPE_BYTES


def _codes_bytes(settings: Settings) -> int:
    return MAX_SIDES * settings.code_bytes * JSON_BYTES_PER_BYTE + JSON_ENVELOPE_BYTES


def _notes_bytes(_: Settings) -> int:
    return MAX_BYTES * JSON_BYTES_PER_BYTE + JSON_ENVELOPE_BYTES


CODE = Body('{"code": "import torch"}', _code_bytes, CodeTooLarge, "Cut the code down to the part that matters.")
CODES = Body(
    '{"sides": [{"code": "import torch"}, {"code": "import torch as t"}]}',
    _codes_bytes,
    CodeTooLarge,
    "Cut the programs down to the part that matters.",
)
TEXT = Body(
    '{"text": "RuntimeError: Trying to backward through the graph a second time", "lang": "en"}',
    lambda settings: 2 * _code_bytes(settings),
    CodeTooLarge,
    "Keep the traceback, its last line, and the part of the code that matters.",
)
NOTES = Body(
    '{"notes": [{"at": {"line": 8, "kind": "op", "name": "matmul"}, "text": {"en": "Look at **d**."}}]}',
    _notes_bytes,
    NotesTooLarge,
    "Shorten the notes.",
)
CODE_AND_NOTES = Body(
    '{"code": "import torch", "step": 1}',
    lambda settings: _code_bytes(settings) + _notes_bytes(settings),
    CodeTooLarge,
    "Cut the code down to the part that matters, or shorten the notes.",
)
NOTE = Body(
    '{"text": "Look at **d**."}',
    lambda _: MAX_TEXT_CHARACTERS * JSON_BYTES_PER_CHARACTER + JSON_ENVELOPE_BYTES,
    NotesTooLarge,
    "Shorten the note.",
)


class BodyRoute(APIRoute):
    """A route that reads no more of a body than ``takes`` allows."""

    takes: ClassVar[Body]

    def get_route_handler(self) -> Callable[[Request], Any]:
        """Put the limit before what FastAPI does with a request."""
        handle = super().get_route_handler()

        async def limited(request: Request) -> Response:
            limit_bytes = self.takes.limit_bytes((await state_of(request)).settings)
            if _declared_bytes(request) > limit_bytes:
                raise self._too_large(limit_bytes)
            reading = _Reading(request.receive, limit_bytes)
            try:
                answer: Response = await handle(Request(request.scope, reading))
            except (_TooMuch, HTTPException):
                # FastAPI takes what stops the reading for a body that cannot be read, and says so.
                if reading.is_too_much:
                    raise self._too_large(limit_bytes) from None
                raise
            return answer

        return limited

    def _too_large(self, limit_bytes: int) -> RequestRejected:
        error = self.takes.too_large(f"The request is larger than {limit_bytes:,} bytes. {self.takes.remedy}")
        error.headers = {"Connection": "close"}
        return error


class TakesCode(BodyRoute):
    """A route that takes a program."""

    takes = CODE


class TakesCodes(BodyRoute):
    """A route that takes some programs."""

    takes = CODES


class TakesText(BodyRoute):
    """A route that takes a text, and the program that it is about."""

    takes = TEXT


class TakesCodeAndNotes(BodyRoute):
    """A route that takes a program, and what its author writes to it."""

    takes = CODE_AND_NOTES


class TakesNotes(BodyRoute):
    """A route that takes what an author writes to a film."""

    takes = NOTES


class TakesNote(BodyRoute):
    """A route that takes the text of one note."""

    takes = NOTE


class _TooMuch(Exception):
    """Stops the reading of a body; never leaves ``BodyRoute``."""


class _Reading:
    """Hands a body on until there is too much of it."""

    def __init__(self, receive: Receive, limit_bytes: int) -> None:
        self._receive = receive
        self._left_bytes = limit_bytes

    @property
    def is_too_much(self) -> bool:
        """Whether more came than may."""
        return self._left_bytes < 0

    async def __call__(self) -> Message:
        message = await self._receive()
        self._left_bytes -= len(message.get("body", b""))
        if self.is_too_much:
            raise _TooMuch
        return message


def _declared_bytes(request: Request) -> int:
    """Return the size that a request says its body has; 0 where it says nothing."""
    length = request.headers.get("content-length", "")
    return int(length) if length.isdigit() else 0
