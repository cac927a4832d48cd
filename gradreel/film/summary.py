"""Says in one sentence what a film shows, for titles, cards and readers without pictures."""

from __future__ import annotations

import logging

from gradreel.locale import Lang, word
from gradreel.trace import Diagnosis, Param, Run

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
    for severity in ("error", "warning", "note"):
        for diagnosis in run.diagnoses:
            if diagnosis.severity == severity:
                return _message(diagnosis, lang)
    failure = run.outcome.failure
    if failure is None:
        return word("film-completed", {"operations": sum(event.kind == "op" for event in run.events), "nodes": len(run.nodes)}, lang)
    if failure.kind == "python_error":
        text = failure.message.partition("\n")[0]
        return word("film-raised", {"type": failure.exception_type or "Exception", "message": text, "line": failure.line or 0}, lang)
    return word("film-stopped", {"message": failure.message}, lang)


def _message(diagnosis: Diagnosis, lang: Lang) -> str:
    if lang == "en":
        return diagnosis.message
    return word(f"diagnosis-{diagnosis.kind}", {**ADDED_PARAMS, **diagnosis.params}, lang)
