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

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Explanation:
    """One diagnosis, worded."""

    severity: str
    title: str
    message: str
    fixes: tuple[str, ...]


def explanations(film: Film, lang: Lang) -> tuple[Explanation, ...]:
    """Word the gravest diagnoses; reads the whole film, milliseconds per megabyte: call it in a thread."""
    diagnoses = json.loads(film.json()).get("diagnoses", [])
    worded = (_explained(each, lang) for each in sorted(diagnoses, key=_rank)[:MAX_EXPLANATIONS])
    return tuple(each for each in worded if each)


def _rank(diagnosis: dict[str, Any]) -> int:
    severity = diagnosis.get("severity")
    return SEVERITIES.index(severity) if severity in SEVERITIES else len(SEVERITIES)


def _explained(given: dict[str, Any], lang: Lang) -> Explanation | None:
    try:
        diagnosis = Diagnosis.model_validate(given)
        title = word(f"diagnosis-{diagnosis.kind}-title", diagnosis.params, lang)
        fixes = tuple(fix.message if lang == "en" else word(f"fix-{fix.kind}", fix.params, lang) for fix in diagnosis.fixes)
        return Explanation(diagnosis.severity, title, message_of(diagnosis, lang), fixes)
    except (KeyError, ValueError, ValidationError) as error:
        log.error("a diagnosis is not worded in %s: %s", lang, type(error).__name__)
        return None
