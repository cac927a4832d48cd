"""Words what a film's diagnoses say for pages that are read before, or without, any script: what is wrong, and the ways out."""

from __future__ import annotations

import json
import logging
from dataclasses import dataclass
from typing import Any

from pydantic import ValidationError

from gradreel.film.film import Film
from gradreel.film.summary import SEVERITIES, message_of
from gradreel.locale import Lang, word
from gradreel.trace import Diagnosis

MAX_EXPLANATIONS = 3
MAX_NAMED = 4
KEY = b'"diagnoses":['

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Explanation:
    """The diagnoses of one cause, worded."""

    severity: str
    title: str
    message: str
    fixes: tuple[str, ...]


def explanations(film: Film, lang: Lang) -> tuple[Explanation, ...]:
    """Word the gravest diagnoses; unpacks the whole film, milliseconds per megabyte: call it in a thread."""
    diagnoses = _diagnoses(film.json())
    worded = (_explained(each, lang) for each in _causes(sorted(diagnoses, key=_rank))[:MAX_EXPLANATIONS])
    return tuple(each for each in worded if each)


def _diagnoses(film: bytes) -> list[dict[str, Any]]:
    """Read the diagnoses alone: reading a large film takes seconds, in which no other thread runs.

    A film is written without spaces, in the order of its fields, and a quote inside a text is written with a backslash: nothing in front
    of the diagnoses looks like their key.
    """
    start = film.find(KEY)
    if start < 0:
        return []
    found = json.JSONDecoder().raw_decode(film[start + len(KEY) - 1 :].decode())[0]
    return [each for each in found if isinstance(each, dict)]


def _causes(diagnoses: list[dict[str, Any]]) -> list[list[dict[str, Any]]]:
    """Put diagnoses of one cause together, as the page does: what one line that edits does to several saved tensors is told once."""
    causes: dict[object, list[dict[str, Any]]] = {}
    for at, each in enumerate(diagnoses):
        edits_saved = each.get("saved") is not None and each.get("edit_line") is not None
        causes.setdefault((each.get("kind"), each.get("edit_file"), each["edit_line"]) if edits_saved else at, []).append(each)
    return list(causes.values())


def _rank(diagnosis: dict[str, Any]) -> int:
    severity = diagnosis.get("severity")
    return SEVERITIES.index(severity) if severity in SEVERITIES else len(SEVERITIES)


@dataclass(frozen=True)
class _Worded:
    """One diagnosis, worded, and its fixes by key."""

    diagnosis: Diagnosis
    title: str
    message: str
    fixes: dict[str, str]


def _explained(given: list[dict[str, Any]], lang: Lang) -> Explanation | None:
    worded = [found for each in given if (found := _worded(each, lang))]
    if not worded:
        return None
    first, *others = worded
    also = _same_edit([each.diagnosis for each in others], lang) if others else ""
    message = f"{first.message}{' ' if also and lang == 'en' else ''}{also}"
    fixes = {key: text for each in worded for key, text in each.fixes.items()}
    return Explanation(first.diagnosis.severity, first.title, message, tuple(fixes.values()))


def _worded(given: dict[str, Any], lang: Lang) -> _Worded | None:
    try:
        diagnosis = Diagnosis.model_validate(given)
        title = word(f"diagnosis-{diagnosis.kind}-title", diagnosis.params, lang)
        fixes = {fix.key: fix.message if lang == "en" else word(f"fix-{fix.kind}", fix.params, lang) for fix in diagnosis.fixes}
        return _Worded(diagnosis, title, message_of(diagnosis, lang), fixes)
    except (KeyError, ValueError, ValidationError) as error:
        log.error("a diagnosis is not worded in %s: %s", lang, type(error).__name__)
        return None


def _same_edit(others: list[Diagnosis], lang: Lang) -> str:
    """Say what else the same edit made stale: "The same edit makes 2 more saved tensors stale: w (line 3), b (line 4)."."""
    names = [_saved_on(each, lang) for each in others[:MAX_NAMED]]
    more = [word("page-badge-more", {"count": len(others) - MAX_NAMED}, lang)] if len(others) > MAX_NAMED else []
    listed = (", " if lang == "en" else "、").join([*names, *more])
    return (
        f"{word('diagnosis-same-edit', {'count': len(others)}, lang)}{' ' if lang == 'en' else ''}{listed}{'.' if lang == 'en' else '。'}"
    )


def _saved_on(diagnosis: Diagnosis, lang: Lang) -> str:
    name = diagnosis.name or word("step-unnamed", {}, lang)
    return word("diagnosis-saved-on", {"name": name, "line": diagnosis.saved_line or 0}, lang)
