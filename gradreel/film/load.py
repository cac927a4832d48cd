"""Reads a film that was saved as JSON, by this version of Gradreel or an earlier one."""

from __future__ import annotations

import orjson
from pydantic import ValidationError

from gradreel.errors import FilmUnreadable
from gradreel.film.film import Film, film_of
from gradreel.trace import SCHEMA_VERSION, Run


def film_from_json(text: bytes) -> Film:
    """Read a ``Run`` as JSON; raises ``FilmUnreadable``, which says what is wrong with it and what to do."""
    try:
        document = orjson.loads(text)
    except orjson.JSONDecodeError as error:
        raise FilmUnreadable(f"This is no film: it is not JSON ({error}).") from None
    version = document.get("schema_version") if isinstance(document, dict) else None
    if not isinstance(version, int):
        raise FilmUnreadable("This is no film: it has no schema_version. Save it with `-o film.json` or take /s/<id>.json of a link.")
    if version > SCHEMA_VERSION:
        raise FilmUnreadable(
            f"This film has schema version {version}, and this Gradreel reads versions up to {SCHEMA_VERSION}: upgrade Gradreel."
        )
    try:
        return film_of(Run.model_validate(document))
    except ValidationError as error:
        raise FilmUnreadable(f"This film does not fit its schema in {error.error_count()} places: it was edited or cut.") from None
