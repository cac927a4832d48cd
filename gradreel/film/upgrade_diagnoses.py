"""Fills in what diagnoses of earlier engines did not state: one diagnosis for each cause, and the evidence of each.

Earlier engines told one edit of several saved tensors as several diagnoses, where it had made them stale in several rounds of a loop or
had done nothing to some; and left it to the page to find out what explains a diagnosis.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable

from gradreel.diagnose import KINDS
from gradreel.diagnose.lookup.explain import evidence_of
from gradreel.diagnose.lookup.history import History
from gradreel.locale import word
from gradreel.trace import Diagnosis, Param, Recording, Run
from gradreel.why.wording import ADDED_PARAMS

log = logging.getLogger(__name__)

DIAGNOSED = ("outcome", "files", "events", "tensors", "nodes", "saved", "gradients", "truncated", "gap", "not_shown")
"""What of a run the diagnoses followed from."""


def lack_evidence(run: Run) -> bool:
    """Whether an engine made this that did not state evidence yet."""
    return bool(run.diagnoses) and not any(diagnosis.evidence for diagnosis in run.diagnoses)


def with_evidence(run: Run) -> Run:
    """Return ``run`` with its diagnoses in today's form."""
    parts = {name: getattr(run, name) for name in DIAGNOSED}
    history = History(run.code, Recording(torch=run.engine.torch, python=run.engine.python, **parts))
    told = tuple(_explained(history, diagnosis) for diagnosis in one_per_cause(run.diagnoses))
    return run.model_copy(update={"diagnoses": told})


def one_per_cause(diagnoses: Iterable[Diagnosis]) -> tuple[Diagnosis, ...]:
    """Put those together whose saved tensors one statement edited, in the order of the first of each."""
    causes: dict[object, list[Diagnosis]] = {}
    for at, diagnosis in enumerate(diagnoses):
        edits_saved = diagnosis.saved is not None and diagnosis.edit_line is not None
        causes.setdefault((diagnosis.kind, diagnosis.edit_file, diagnosis.edit_line) if edits_saved else at, []).append(diagnosis)
    return tuple(_as_one(*each) for each in causes.values())


def _as_one(first: Diagnosis, *more: Diagnosis) -> Diagnosis:
    if not more:
        return first
    saved = (id_ for each in (first, *more) for id_ in (each.saved, *each.others) if id_ not in (None, first.saved))
    others = tuple(dict.fromkeys(saved))
    fixes = {(fix.kind, fix.key): fix for each in (first, *more) for fix in each.fixes}
    params: dict[str, Param] = {**first.params, "others": len(others)}
    told = {"others": others, "params": params, "message": _message(first, params), "fixes": tuple(fixes.values())}
    return first.model_copy(update=told)


def _message(diagnosis: Diagnosis, params: dict[str, Param]) -> str:
    try:
        return word(f"diagnosis-{diagnosis.kind}", {**ADDED_PARAMS, **params})
    except (KeyError, ValueError):
        return diagnosis.message


def _explained(history: History, diagnosis: Diagnosis) -> Diagnosis:
    kind = KINDS.get(diagnosis.kind)
    try:
        evidence = evidence_of(kind.evidence, history, diagnosis) if kind else ()
    except Exception:  # a film is never lost because its evidence failed
        log.exception("no evidence for a stored %s", diagnosis.kind)
        evidence = ()
    named = (diagnosis.saved, diagnosis.tensor, diagnosis.node)
    return diagnosis.model_copy(update={"evidence": evidence or tuple(each for each in named if each is not None)})
