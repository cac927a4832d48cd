"""Words what a film's diagnoses say for pages that are read before, or without, any script: what is wrong, and the ways out."""

from __future__ import annotations

import logging
from dataclasses import dataclass
from typing import Any

from pydantic import ValidationError

from gradreel.film.film import Film
from gradreel.locale import Lang
from gradreel.trace import Diagnosis
from gradreel.why.wording import SEVERITIES, fix_message_of, message_of, title_of

MAX_EXPLANATIONS = 3

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Explanation:
    """A diagnosis, worded."""

    severity: str
    title: str
    message: str
    fixes: tuple[str, ...]


def explanations(film: Film, lang: Lang, cell: int | None = None) -> tuple[Explanation, ...]:
    """Word the gravest diagnoses; unpacks the whole film, milliseconds per megabyte: call it in a thread.

    ``cell`` is the number of the cell whose diagnoses these are; of a program without that cell all count, as for None.
    """
    found, cells = film.parts("diagnoses", "cells")
    is_known = cell is not None and any(each.get("index") == cell for each in cells)
    concerned = [each for each in found if each.get("cell") == cell] if is_known else found
    worded = (_explained(each, lang) for each in sorted(concerned, key=_rank)[:MAX_EXPLANATIONS])
    return tuple(each for each in worded if each)


def _rank(diagnosis: dict[str, Any]) -> int:
    severity = diagnosis.get("severity")
    return SEVERITIES.index(severity) if severity in SEVERITIES else len(SEVERITIES)


def _explained(given: dict[str, Any], lang: Lang) -> Explanation | None:
    try:
        diagnosis = Diagnosis.model_validate(given)
        title = title_of(diagnosis, lang)
        fixes = tuple(fix_message_of(fix, lang) for fix in diagnosis.fixes)
        return Explanation(diagnosis.severity, title, message_of(diagnosis, lang), fixes)
    except (KeyError, ValueError, ValidationError) as error:
        log.error("a diagnosis is not worded in %s: %s", lang, type(error).__name__)
        return None
