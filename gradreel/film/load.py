"""Reads films that were saved or stored as JSON, by this version of Gradreel or an earlier one."""

from __future__ import annotations

import gzip
import zlib

import orjson
from pydantic import ValidationError

from gradreel.errors import FilmUnreadable
from gradreel.film.film import Film, film_of
from gradreel.trace import SCHEMA_VERSION, Run

WHERE_FILMS_ARE = "Save one with `-o film.json`, or take /s/<id>.json of a link."


def film_from_json(text: bytes) -> Film:
    """Read a ``Run`` as JSON; raises ``FilmUnreadable``, which says what is wrong with it and what to do."""
    return film_of(run_from_json(text))


def in_present_form(film: Film) -> Film:
    """Bring an earlier engine's film into the form that today's page reads; raises ``FilmUnreadable``.

    A film of schema version 1 stays one: what it does not know is unknown. Takes about a second per 10 MB: call it in a thread.
    """
    try:
        text = film.json()
    except (gzip.BadGzipFile, EOFError, zlib.error):
        raise FilmUnreadable("This film is damaged: it is not gzip. Delete it and run the code again.") from None
    return film.in_form_of(run_from_json(text))


def run_from_json(text: bytes) -> Run:
    """Read a ``Run`` of any schema version up to the present one; raises ``FilmUnreadable``."""
    try:
        document = orjson.loads(text)
    except orjson.JSONDecodeError as error:
        raise FilmUnreadable(
            f"This is no film: it is not JSON ({error}). Save it with `-o film.json` or take /s/<id>.json of a link."
        ) from None
    version = document.get("schema_version") if isinstance(document, dict) else None
    if not isinstance(version, int) or version < 1:
        raise FilmUnreadable(f"This is no film: it has no schema_version. {WHERE_FILMS_ARE}")
    if version > SCHEMA_VERSION:
        raise FilmUnreadable(
            f"This film has schema version {version}, and this Gradreel reads versions up to {SCHEMA_VERSION}: upgrade Gradreel."
        )
    try:
        run = Run.model_validate(document)
    except ValidationError as error:
        places = error.error_count()
        raise FilmUnreadable(
            f"This film does not fit its schema in {places} places: it was edited or cut. Run the code again to make it anew."
        ) from None
    if run.schema_version == SCHEMA_VERSION:
        return run
    # NOTE [Table of ops] It is plain data, but lies in the tracer's package, which nothing else here is to load.
    from gradreel.film.upgrade import upgraded

    return upgraded(run)
