"""A film: a run in the form in which it is stored and sent, with its tag and a sentence on what it shows."""

from __future__ import annotations

import gzip
import hashlib
from dataclasses import dataclass, field, replace
from typing import Any

import orjson

from gradreel.film.bounds import unpacked
from gradreel.film.summary import summary_of
from gradreel.locale import LANGUAGES
from gradreel.trace import Run

COMPRESS_LEVEL = 6
ETAG_LENGTH = 20
GZIP_SIZE_BYTES = 4

NEVER_KEPT = ("internal", "result_invalid")
"""Stops that are our failure or somebody's forgery: nothing to show anybody twice."""
NEVER_REUSED = ("wall_time", "cpu_time", "memory", *NEVER_KEPT)
"""Stops that depend on what else the machine was doing: worth showing, but the same code is run anew."""


@dataclass(frozen=True)
class Film:
    """One run, ready to be sent: ``body`` never changes for the same ``etag``."""

    body: bytes
    """Gzipped JSON of the ``Run``."""
    etag: str
    """``etag_of`` the JSON."""
    reusable: bool
    summary: dict[str, str]
    """One sentence per language."""
    kept: bool = True
    """Whether it may be stored and remembered at all."""
    made_of: Run | None = field(default=None, repr=False, compare=False)
    """The run, where the film was made in this process: reading it back takes seconds. A film from a store or a file has none."""

    @property
    def json_bytes(self) -> int:
        """Size of the JSON, which gzip notes at the end."""
        return int.from_bytes(self.body[-GZIP_SIZE_BYTES:], "little")

    def json(self) -> bytes:
        """The JSON itself; of a film from a store or a file as much as may be read, see ``gradreel.film.bounds``."""
        return unpacked(self.body, None if self.made_of is None else self.json_bytes)

    def run(self) -> Run:
        """Return the run: the one that it was made of, else what the JSON says."""
        return self.made_of or Run.model_validate_json(self.json())

    def diagnoses(self) -> list[dict[str, Any]]:
        """Return the diagnoses as plain data, without reading the rest of a stored film into models."""
        return self.parts("diagnoses")[0]

    def parts(self, *names: str) -> list[list[dict[str, Any]]]:
        """Return lists of the run likewise: ``diagnoses``, ``cells``."""
        if self.made_of is not None:
            return [[each.model_dump(mode="json") for each in getattr(self.made_of, name)] for name in names]
        found: dict[str, list[dict[str, Any]]] = orjson.loads(self.json())
        return [found.get(name, []) for name in names]

    def in_form_of(self, run: Run) -> Film:
        """Return this film with the JSON of ``run``, which says the same in another form."""
        body, etag = _packed(run)
        return replace(self, body=body, etag=etag, made_of=run)


def film_of(run: Run) -> Film:
    """Compress and describe ``run``. Takes milliseconds per megabyte: call it in a thread."""
    body, etag = _packed(run)
    failure = run.outcome.failure
    kind = failure.kind if failure else None
    summary: dict[str, str] = {lang: summary_of(run, lang) for lang in LANGUAGES}
    return Film(body, etag, kind not in NEVER_REUSED, summary, kind not in NEVER_KEPT, run)


def etag_of(content: bytes) -> str:
    """Return the tag of ``content``: the first 20 hexadecimal digits of its SHA-256."""
    return hashlib.sha256(content).hexdigest()[:ETAG_LENGTH]


def _packed(run: Run) -> tuple[bytes, str]:
    text = run.model_dump_json().encode()
    return gzip.compress(text, COMPRESS_LEVEL, mtime=0), etag_of(text)
