"""Reads films that were saved or stored as JSON, by this version of Gradreel or an earlier one."""

from __future__ import annotations

import base64
import re
import sys
import zlib
from functools import cache
from typing import Any

import orjson
from pydantic import ValidationError
from pydantic_core import SchemaValidator

from gradreel.errors import FilmUnreadable
from gradreel.film.bounds import check_counts, check_text, unpacked
from gradreel.film.film import Film, film_of
from gradreel.film.upgrade_diagnoses import lack_evidence
from gradreel.trace import SCHEMA_VERSION, Run
from gradreel.trace.fail_fast import validator_of
from gradreel.version import VERSION

RELEASE = re.compile(r"(\d{1,6})\.(\d{1,6})\b")
MAX_VERSION_CHARACTERS = 40
MAX_PLACE_CHARACTERS = 120
UNKNOWN = frozenset(("extra_forbidden", "literal_error", "union_tag_invalid"))
"""What pydantic calls a field, a value of an enumeration, or a kind of event that a model does not have."""
LACKING = frozenset(("missing", "value_error", "assertion_error"))
"""What pydantic calls a field that is not there, and what our own checks of a film find, such as an id that nothing has."""
BEGINNING = re.compile(rb'\s*\{\s*"(outcome|schema_version)"')
"""Of a film as JSON, as the library, the service and earlier versions write it."""
CUT = "This film is cut: its end is missing."
WHERE_FILMS_ARE = "Save one with `-o film.json`, or take /s/<id>.json of a link."


def film_from_json(text: bytes) -> Film:
    """Read a ``Run`` as JSON; raises ``FilmUnreadable``, which says what is wrong with it and what to do."""
    return film_of(run_from_json(text))


def run_from_file(content: bytes) -> Run:
    """Read the ``Run`` in a film's file: JSON, or the HTML that plays it; raises ``FilmUnreadable``."""
    if not content.lstrip().startswith(b"<"):
        return run_from_json(content)
    packed = re.search(rb'<template id="film">([A-Za-z0-9+/=]+)</template>', content)
    if packed is None:
        if b'<meta name="generator" content="Gradreel' in content and b"</html>" not in content:
            raise FilmUnreadable(f"{CUT} Copy the whole file, or run the code again to make it anew.")
        raise FilmUnreadable(f"This is no film: it is HTML, and holds none. {WHERE_FILMS_ARE}")
    try:
        text = unpacked(base64.b64decode(packed[1], validate=True))
    except (ValueError, zlib.error):
        raise FilmUnreadable("This film is damaged: it is not gzip. Run the code again to make it anew.") from None
    return run_from_json(text)


def in_present_form(film: Film) -> Film:
    """Bring an earlier engine's film into the form that today's page reads; raises ``FilmUnreadable``.

    A film of schema version 1 stays one: what it does not know is unknown. Takes about a second per 10 MB: call it in a thread.
    """
    try:
        text = unpacked(film.body)
    except zlib.error:
        raise FilmUnreadable("This film is damaged: it is not gzip. Delete it and run the code again.") from None
    return film.in_form_of(run_from_json(text))


def run_from_json(text: bytes) -> Run:
    """Read a ``Run`` of any schema version up to the present one; raises ``FilmUnreadable``."""
    check_text(text)
    try:
        document = orjson.loads(text)
    except orjson.JSONDecodeError as error:
        if BEGINNING.match(text) and "unexpected end" in str(error):
            raise FilmUnreadable(f"{CUT} Copy the whole file, or run the code again to make it anew.") from None
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
    check_counts(document)
    try:
        run: Run = _validator().validate_python(document)
    except ValidationError as error:
        made_by = str(_version_in(document))[:MAX_VERSION_CHARACTERS]
        if _is_newer(error) and not _release(made_by) < _release(VERSION):
            raise FilmUnreadable(
                f"This film was made by Gradreel {made_by} and says things that this Gradreel, {VERSION}, does not know: upgrade Gradreel."
            ) from None
        first = error.errors(include_url=False, include_context=False, include_input=False)[0]
        place = f"{'.'.join(map(str, first['loc']))[:MAX_PLACE_CHARACTERS]}: {first['msg'][:MAX_PLACE_CHARACTERS]}"
        raise FilmUnreadable(
            f"This film does not fit its schema ({place}): it was edited or cut. Run the code again to make it anew."
        ) from None
    if run.schema_version == SCHEMA_VERSION and run.loops is not None and not lack_evidence(run):
        return run
    # NOTE [Table of ops] It is plain data, but lies in the tracer's package, which nothing else here is to load.
    from gradreel.film.upgrade import upgraded

    return upgraded(run)


@cache
def _validator() -> SchemaValidator:
    """Of a run, as the model is, but that each sequence and mapping stops at its first error."""
    return validator_of(Run)


def _is_newer(error: ValidationError) -> bool:
    """Whether something is there that a later version may have added, and nothing is lacking as where a film was cut.

    What else does not fit may have another form since then.
    """
    found = {each["type"] for each in error.errors(include_url=False, include_context=False, include_input=False)}
    return bool(found & UNKNOWN) and not found & LACKING


def _release(version: str) -> tuple[int, ...]:
    """Major and minor number of a version; one without them is taken for the latest."""
    found = RELEASE.match(version)
    return (int(found[1]), int(found[2])) if found else (sys.maxsize,)


def _version_in(document: dict[str, Any]) -> object:
    engine = document.get("engine")
    return engine.get("gradreel") if isinstance(engine, dict) else "of an unknown version"
