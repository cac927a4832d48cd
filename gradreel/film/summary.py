"""Says in one sentence what a film shows, for titles, cards and readers without pictures."""

from __future__ import annotations

from gradreel.locale import Lang, word
from gradreel.trace import Run


def summary_of(run: Run, lang: Lang) -> str:
    """Word the gravest diagnosis, else how the run ended, else how much there is to see."""
    for severity in ("error", "warning", "note"):
        for diagnosis in run.diagnoses:
            if diagnosis.severity == severity:
                return diagnosis.message if lang == "en" else word(f"diagnosis-{diagnosis.kind}", diagnosis.params, lang)
    failure = run.outcome.failure
    if failure is None:
        return word("film-completed", {"operations": sum(event.kind == "op" for event in run.events), "nodes": len(run.nodes)}, lang)
    if failure.kind == "python_error":
        text = failure.message.partition("\n")[0]
        return word("film-raised", {"type": failure.exception_type or "Exception", "message": text, "line": failure.line or 0}, lang)
    return word("film-stopped", {"message": failure.message}, lang)
