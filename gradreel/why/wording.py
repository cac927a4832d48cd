"""Words diagnoses and ways out by their kind and parameters, in a reader's language."""

from __future__ import annotations

from gradreel.locale import Lang, word
from gradreel.trace import Diagnosis, Fix, Param, Run
from gradreel.trace.files import place
from gradreel.why.ending import WANTS, telling_failure

SEVERITIES = ("error", "warning", "note")
"""The gravest first."""

ADDED_PARAMS: dict[str, Param] = {
    "others": 0,
    "again": 0,
    "of_leaf": False,
    "rounds": 1,
    "caught": False,
    "keeps": False,
    "carried": "",
    "in_module": False,
    "module": "",
}
"""Parameters that diagnoses of schema version 1, or of an earlier engine, lack."""


def title_of(diagnosis: Diagnosis, lang: Lang) -> str:
    """Word the heading of a diagnosis. Raises ``KeyError`` for a kind without one, ``ValueError`` for a parameter that lacks."""
    return word(f"diagnosis-{diagnosis.kind}-title", {**ADDED_PARAMS, **diagnosis.params}, lang)


def finding_of(diagnosis: Diagnosis, lang: Lang) -> str:
    """Word a diagnosis for the title of a film: what is wrong and on which line.

    The heading stands in for it where a kind has none, or a film of an earlier engine lacks a parameter. Raises as ``title_of`` does.
    """
    try:
        return word(f"diagnosis-{diagnosis.kind}-finding", {**ADDED_PARAMS, **diagnosis.params}, lang)
    except (KeyError, ValueError):
        return title_of(diagnosis, lang)


def message_of(diagnosis: Diagnosis, lang: Lang) -> str:
    """Word a diagnosis as it is on its card, with what the check prevented, where that is known."""
    told = _worded(f"diagnosis-{diagnosis.kind}", {**ADDED_PARAMS, **diagnosis.params}, lang, diagnosis.message)
    prevented = unchecked_of(diagnosis, lang)
    return told + prevented if lang == "zh" else f"{told} {prevented}".rstrip()


def unchecked_of(diagnosis: Diagnosis, lang: Lang) -> str:
    """Say what the gradient would have been without the check that failed; "" where that is not known."""
    return word("diagnosis-unchecked", diagnosis.unchecked, lang) if diagnosis.unchecked else ""


def fix_message_of(fix: Fix, lang: Lang) -> str:
    """Word a way out."""
    return _worded(f"fix-{fix.kind}", {**ADDED_PARAMS, **fix.params}, lang, fix.message)


def count_of(run: Run, lang: Lang) -> str:
    """Say how much there is to see."""
    return word("film-counts", counts(run), lang)


def ending_of(run: Run, lang: Lang) -> str:
    """Say why the program did not complete; "" where it did. Of cells, of which a fragment fails, also how many completed."""
    failure = telling_failure(run)
    if failure is None:
        return ""
    if failure.kind == "python_error":
        text = failure.message.partition("\n")[0]
        raised: dict[str, Param] = {"type": failure.exception_type or "Exception", "message": text}
        said = word("film-raised", raised | place(run.files, failure.line or 0, failure.file), lang)
        ran = [cell.status for cell in run.cells if cell.kind == "code"]
        if failure.exception_type not in WANTS or len(ran) < 2:
            return said
        return word("film-fragment", {"completed": ran.count("completed"), "cells": len(ran), "raised": said}, lang)
    return word("film-stopped", {"message": failure.message}, lang)


def counts(run: Run) -> dict[str, Param]:
    """Count what there is to see."""
    return {"operations": sum(event.kind == "op" for event in run.events), "nodes": len(run.nodes)}


def _worded(key: str, params: dict[str, Param], lang: Lang, made: str) -> str:
    """Word it by today's catalogue; in English, where that cannot, as the engine worded it that made the film."""
    try:
        return word(key, params, lang)
    except (KeyError, ValueError):
        if lang != "en":
            raise
        return made
