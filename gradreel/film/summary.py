"""Says in one sentence what a film shows, for titles, cards and readers without pictures."""

from __future__ import annotations

import logging

from gradreel.locale import Lang, word
from gradreel.trace import Run
from gradreel.why.wording import SEVERITIES, counts, ending_of, message_of
from gradreel.why.wording import finding_of as worded_finding

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
    return ending_of(run, lang) or word("film-completed", counts(run), lang)


def finding_of(run: Run, lang: Lang) -> str:
    """Return what is wrong, as titles say it, by the gravest diagnosis; "" where nothing is wrong, or it cannot be worded."""
    graver = [diagnosis for severity in SEVERITIES[:-1] for diagnosis in run.diagnoses if diagnosis.severity == severity]
    try:
        return worded_finding(graver[0], lang) if graver else ""
    except (KeyError, ValueError) as error:
        log.error("no finding of run %s in %s: %s", run.id, lang, type(error).__name__)
        return ""
