"""Bounds of what is read from a file that somebody else may have made: checked before it is unpacked, parsed and validated.

file ─▶ at most so many bytes are read ─▶ at most so many are unpacked ─▶ lists and objects are counted in the text ─▶ JSON is parsed
     ─▶ entries of each table, and fields of each object, are counted ─▶ the models are made

All bounds follow from one, the size of a film as JSON. It is three times what a recording may take where its caller asks for no more
(``max_bytes``), and beyond what the service makes. A film that was recorded with a larger ``max_bytes`` is read where
``GRADREEL_MAX_FILM_MIB`` says so.
"""

from __future__ import annotations

import os
import zlib
from dataclasses import dataclass
from typing import IO, Any

from gradreel.errors import FilmUnreadable

VARIABLE = "GRADREEL_MAX_FILM_MIB"
MIB = 1024**2
DEFAULT_MIB = 96
MIN_CONTAINER_BYTES = 38
"""Of JSON for each list or object in it, on average: honest films have 40 or more."""
MIN_RECORD_BYTES = 400
"""Of the bound on all bytes, for each entry of a table: it is five times as many events as a recording has by default."""
CODE_SHARE = 12
"""One part in so many of the bound on all bytes may be the program's text, all files together: twice as much as a notebook may have."""
MAX_DIAGNOSES = 500
"""Ten times as many as a run states, see ``gradreel.diagnose``."""
MAX_FIELDS = 256
"""Of one object: a model has some thirty; what a node saved that is no tensor, and the values of a sentence, are mappings."""
GZIP_WINDOW = zlib.MAX_WBITS + 16
REMEDY = (
    "Record less of the program (last, steps, max_events, max_bytes). If you made it and it is meant to be so large, "
    f"set {VARIABLE} to the MiB of JSON that may be read."
)


@dataclass(frozen=True)
class Bounds:
    """The most that is read."""

    bytes: int
    """Of a file, and of the JSON in it."""

    @property
    def containers(self) -> int:
        """Lists and objects in the JSON, together."""
        return self.bytes // MIN_CONTAINER_BYTES

    @property
    def code(self) -> int:
        """Characters of the program's text, all files together."""
        return self.bytes // CODE_SHARE

    @property
    def records(self) -> int:
        """Entries of each table: events, tensors, nodes, saved tensors, files …"""
        return self.bytes // MIN_RECORD_BYTES


def bounds() -> Bounds:
    """Return the bounds that hold in this process; raises ``FilmUnreadable`` where the variable says no number."""
    said = os.environ.get(VARIABLE, str(DEFAULT_MIB))
    if not (said.isascii() and said.isdecimal() and 0 < int(said[:9]) < 10**6):
        raise FilmUnreadable(f"{VARIABLE} is {said!r}: a whole number of MiB, such as {DEFAULT_MIB}.")
    return Bounds(int(said[:9]) * MIB)


def content_of(file: str | os.PathLike[str]) -> bytes:
    """Read a file of a bounded size; raises ``FilmUnreadable`` for a larger one, and ``OSError``."""
    with open(file, "rb") as stream:
        return content_read(stream, os.fspath(file))


def content_read(stream: IO[bytes], name: str, most: int | None = None) -> bytes:
    """Read all of a stream likewise: at most ``most`` bytes, or those of a film."""
    limit = bounds().bytes if most is None else most
    content = stream.read(limit + 1)
    if len(content) > limit:
        size = os.fstat(stream.fileno()).st_size if stream.seekable() else 0
        found = f"{size:,}" if size > limit else f"more than {limit:,}"
        raise FilmUnreadable(f"{name} has {found} bytes, and at most {limit:,} are read. {REMEDY}")
    return content


def unpacked(body: bytes, limit: int | None = None) -> bytes:
    """Unpack a film's gzip, at most to the bound; raises ``FilmUnreadable`` for more, ``zlib.error`` for what is damaged."""
    limit = bounds().bytes if limit is None else limit
    unpacker = zlib.decompressobj(GZIP_WINDOW)
    text = unpacker.decompress(body, limit + 1)
    if len(text) > limit:
        raise FilmUnreadable(f"This film unpacks to more than {limit:,} bytes of JSON, which is the most that is read. {REMEDY}")
    if not unpacker.eof or unpacker.unused_data:
        raise zlib.error("the end of the gzip is missing, or something follows it")
    return text


def check_text(text: bytes) -> None:
    """Raise ``FilmUnreadable`` for JSON that would become too many Python objects; linear, and parses nothing."""
    bound = bounds()
    _at_most("bytes of JSON", len(text), bound.bytes)
    _at_most("lists and objects", text.count(b"[") + text.count(b"{"), bound.containers)


def check_counts(document: dict[str, Any]) -> None:
    """Raise ``FilmUnreadable`` for a parsed film with too many entries in a table, or fields in an object."""
    bound = bounds()
    for name, table in document.items():
        if isinstance(table, list):
            _at_most(name, len(table), bound.records)
    _at_most("diagnoses", len(_list(document, "diagnoses")), MAX_DIAGNOSES)
    texts = [document.get("code"), *(each.get("text") for each in _list(document, "files") if isinstance(each, dict))]
    _at_most("characters of program text", sum(len(each) for each in texts if isinstance(each, str)), bound.code)
    _at_most("fields of one object", _most_fields(document), MAX_FIELDS)


def _list(document: dict[str, Any], name: str) -> list[Any]:
    table = document.get(name)
    return table if isinstance(table, list) else []


def _most_fields(document: dict[str, Any]) -> int:
    most = 0
    places: list[Any] = [document]
    while places:
        place = places.pop()
        if type(place) is dict:
            most = max(most, len(place))
            place = place.values()
        places.extend([each for each in place if type(each) is dict or (type(each) is list and each)])
    return most


def _at_most(what: str, count: int, limit: int) -> None:
    if count > limit:
        raise FilmUnreadable(f"This film is too large to be read: it has {count:,} {what}, and there may be {limit:,}. {REMEDY}")
