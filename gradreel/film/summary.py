"""Says in one sentence what a film shows, for titles, cards and readers without pictures."""

from __future__ import annotations

import logging

from gradreel.locale import Lang, word
from gradreel.trace import Diagnosis, Param, Run
from gradreel.trace.files import place

SEVERITIES = ("error", "warning", "note")
"""The gravest first."""

ADDED_PARAMS: dict[str, Param] = {"others": 0, "rounds": 1, "caught": False, "keeps": False, "carried": ""}
"""Parameters that diagnoses of schema version 1, or of an earlier engine, lack."""

log = logging.getLogger(__name__)


def summary_of(run: Run, lang: Lang) -> str:
    """Word the gravest diagnosis, else how the run ended, else how much there is to see; "" where that cannot be worded."""
    try:
        return _summary(run, lang)
    except (KeyError, ValueError) as error:
        log.error("no summary of run %s in %s: %s", run.id, lang, type(error).__name__)
        return ""


def _summary(run: Run, lang: Lang) -> str:
    for severity in SEVERITIES:
        for diagnosis in run.diagnoses:
            if diagnosis.severity == severity:
                return message_of(diagnosis, lang)
    return ending_of(run, lang) or word("film-completed", _counts(run), lang)


def count_of(run: Run, lang: Lang) -> str:
    """Say how much there is to see."""
    return word("film-counts", _counts(run), lang)


def ending_of(run: Run, lang: Lang) -> str:
    """Say why the program did not complete; "" where it did."""
    failure = run.outcome.failure
    if failure is None:
        return ""
    if failure.kind == "python_error":
        text = failure.message.partition("\n")[0]
        raised: dict[str, Param] = {"type": failure.exception_type or "Exception", "message": text}
        return word("film-raised", raised | place(run.files, failure.line or 0, failure.file), lang)
    return word("film-stopped", {"message": failure.message}, lang)


def _counts(run: Run) -> dict[str, Param]:
    return {"operations": sum(event.kind == "op" for event in run.events), "nodes": len(run.nodes)}


def message_of(diagnosis: Diagnosis, lang: Lang) -> str:
    """Word a diagnosis as it is on its card."""
    if lang == "en":
        return diagnosis.message
    return word(f"diagnosis-{diagnosis.kind}", {**ADDED_PARAMS, **diagnosis.params}, lang)
