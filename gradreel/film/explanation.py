"""Words what a film's diagnoses say for pages that are read before, or without, any script: what is wrong, and the ways out."""

from __future__ import annotations

import logging
from dataclasses import dataclass
from typing import Any

from pydantic import ValidationError

from gradreel.film.film import Film
from gradreel.locale import Lang, word
from gradreel.trace import Diagnosis
from gradreel.why.wording import SEVERITIES, finding_of, fix_message_of, message_of, title_of

MAX_EXPLANATIONS = 3

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Explanation:
    """A diagnosis, worded."""

    severity: str
    title: str
    finding: str
    """What is wrong and on which line, for the title of a film."""
    message: str
    fixes: tuple[str, ...]


@dataclass(frozen=True)
class Told:
    """What a film, or one cell of it, says without a picture."""

    summary: str
    """One sentence."""
    explanations: tuple[Explanation, ...] = ()
    """The gravest first."""

    @property
    def finding(self) -> str:
        """What is wrong, as titles say it; "" where there are only notes."""
        return next((each.finding for each in self.explanations if each.severity != "note"), "")


def told_of(film: Film, lang: Lang, cell: int | None = None) -> Told:
    """Word the gravest diagnoses and a summary; unpacks the whole film, milliseconds per megabyte: call it in a thread.

    ``cell`` is the number of the cell that is told of; of a program without that cell all counts, as for None.
    """
    found, cells = film.parts("diagnoses", "cells")
    the_cell = next((each for each in cells if cell is not None and each.get("index") == cell), None)
    concerned = found if the_cell is None else [each for each in found if each.get("cell") == cell]
    worded = (_explained(each, lang) for each in sorted(concerned, key=_rank)[:MAX_EXPLANATIONS])
    explained = tuple(each for each in worded if each)
    if the_cell is None:
        return Told(film.summary.get(lang, ""), explained)
    return Told(explained[0].message if explained else _ending(the_cell, lang), explained)


def explanations(film: Film, lang: Lang) -> tuple[Explanation, ...]:
    """Word the gravest diagnoses, as ``told_of`` does."""
    return told_of(film, lang).explanations


def _ending(cell: dict[str, Any], lang: Lang) -> str:
    """Say how a cell ended, as the list of cells does; "" where that cannot be worded."""
    failure: dict[str, Any] = cell.get("failure") or {}
    params = {"number": cell["index"], "type": failure.get("exception_type") or "Exception"}
    try:
        return word(f"page-cell-{cell.get('status')}", params, lang)
    except KeyError as error:
        log.error("the end of a cell is not worded: %s", error)
        return ""


def _rank(diagnosis: dict[str, Any]) -> int:
    severity = diagnosis.get("severity")
    return SEVERITIES.index(severity) if severity in SEVERITIES else len(SEVERITIES)


def _explained(given: dict[str, Any], lang: Lang) -> Explanation | None:
    try:
        diagnosis = Diagnosis.model_validate(given)
        title = title_of(diagnosis, lang)
        fixes = tuple(fix_message_of(fix, lang) for fix in diagnosis.fixes)
        return Explanation(diagnosis.severity, title, finding_of(diagnosis, lang), message_of(diagnosis, lang), fixes)
    except (KeyError, ValueError, ValidationError) as error:
        log.error("a diagnosis is not worded in %s: %s", lang, type(error).__name__)
        return None
