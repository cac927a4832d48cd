"""Diagnoses a run: what went, or will go, wrong, the most important first.

    recording ─▶ kinds: one finding per cause ─▶ rank ─▶ the first MAX_DIAGNOSES ─▶ word them, and make their fixes

Pure functions: no torch, no clock, nothing but ``gradreel.trace`` and the catalogue of ``gradreel.locale``. One file per kind in
``kinds`` (``kind.py`` says what is in it); ``lookup`` answers their questions, ``fixes`` rewrites the program. A kind that fails is left
out and reported, so that it costs no film; how long each part may take, the caller says.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any

from gradreel.diagnose.finding import Finding
from gradreel.diagnose.fixes.fix import first_of_each_kind
from gradreel.diagnose.kind import Kind, all_kinds
from gradreel.diagnose.lookup.explain import evidence_of
from gradreel.diagnose.lookup.history import History
from gradreel.diagnose.lookup.recomputed import Recomputations
from gradreel.diagnose.several_files import Joined, joined
from gradreel.trace import Diagnosis, Fix, Recording

SEVERITIES = ("error", "warning", "note")
KINDS = all_kinds()
MAX_DIAGNOSES = 50
MAX_FIXES_BYTES = 1024 * 1024
"""Of all fixes of a run together: each of them holds the whole program."""
EDIT_BYTES = 64
"""What an edit costs besides its text."""


@dataclass(frozen=True)
class Diagnosed:
    """What was found in a run."""

    diagnoses: tuple[Diagnosis, ...]
    more: int
    """How many further ones were found and left out."""
    failures: tuple[tuple[str, Exception], ...]
    """What could not be worked out: the kind, and the exception that its code raised. For the caller to log."""


Attempt = Callable[[Callable[[], Any]], Any]
"""Calls a function and returns what that returns; may raise ``TimeoutError`` instead."""


def diagnose(code: str, recording: Recording, attempt: Attempt = lambda work: work()) -> Diagnosed:
    """Diagnose a run: errors before warnings before notes, what ended the program before what else raised before what would raise.

    ``attempt`` does each part of the work: a kind's search, the words and fixes of one finding. What it raises is a failure of that part.
    """
    if len(recording.files) < 2:
        return _diagnosed(History(code, recording), None, attempt)
    files = joined(code, recording)
    return _diagnosed(History(files.code, files.recording, files.unread), files, attempt)


def recomputes_after_write(recording: Recording) -> bool:
    """Did ``checkpoint`` compute anything again in a backward pass from a tensor that had been written since the forward?"""
    return next(Recomputations(History("", recording)).find(), None) is not None


def _diagnosed(history: History, files: Joined | None, attempt: Attempt) -> Diagnosed:
    failures: list[tuple[str, Exception]] = []
    found = sorted(_best(list(_found(history, failures, attempt))), key=_rank)
    told = [(finding, finding.diagnosis) for finding in found if finding.diagnosis is not None][:MAX_DIAGNOSES]
    diagnoses: list[tuple[Rank, Diagnosis]] = []
    budget = _Budget(MAX_FIXES_BYTES)
    for finding, word in told:
        try:
            diagnosis = attempt(partial(_worded, history, finding, word, files, budget))
        except Exception as error:
            failures.append((finding.kind, error))
            continue
        diagnoses.append((_rank(finding), diagnosis))
    # Of what is as grave, that of an earlier cell is told first; without cells the order stays what it is.
    diagnoses.sort(key=lambda each: (each[0], each[1].cell or 0))
    return Diagnosed(tuple(diagnosis for _, diagnosis in diagnoses), len(found) - len(told), tuple(failures))


def _worded(history: History, finding: Finding, word: Callable[[], Diagnosis], files: Joined | None, budget: _Budget) -> Diagnosis:
    found = word()
    found = found.model_copy(update={"cell": _cell_of(history, found)})
    evidence = evidence_of(KINDS[finding.kind].evidence, history, found)
    diagnosis = files.by_file(found) if files else found
    fixes = tuple(budget.affordable(map(files.fix_by_file, filter(None, finding.fixes())) if files else finding.fixes()))
    return diagnosis.model_copy(update={"evidence": evidence, "fixes": fixes})


def _cell_of(history: History, found: Diagnosis) -> int | None:
    """The cell that raised, else the one with the edit, or the event to look at."""
    events = (found.raise_event if found.raised else None, found.edit_event, found.event)
    return history.cells.at(next((event for event in events if event is not None), None))


def _found(history: History, failures: list[tuple[str, Exception]], attempt: Attempt) -> Iterator[Finding]:
    for name, kind in KINDS.items():
        try:
            yield from attempt(partial(_listed, kind, history))
        except Exception as error:
            failures.append((name, error))


def _listed(kind: Kind, history: History) -> list[Finding]:
    return list(kind.find(history))


def _best(found: list[Finding]) -> list[Finding]:
    """Leave out what says less of an event than an error of another kind: a changed name less than a wrong gradient."""
    errors = {(finding.kind, finding.event) for finding in found if finding.severity == "error"}
    better = {name: getattr(kind, "SAYS_LESS_THAN", None) for name, kind in KINDS.items()}
    return [finding for finding in found if (better[finding.kind], finding.event) not in errors]


Rank = tuple[int, bool, bool]


def _rank(finding: Finding) -> Rank:
    return SEVERITIES.index(finding.severity), not finding.ends, not finding.raised


@dataclass
class _Budget:
    """Bytes that are left for fixes: none from the first one on that is too large, since to make a fix takes time with the program."""

    left: int

    def affordable(self, fixes: Iterable[Fix | None]) -> Iterator[Fix]:
        for fix in first_of_each_kind(fixes) if self.left > 0 else ():
            self.left -= _cost(fix)
            if self.left < 0:
                return
            yield fix


def _cost(fix: Fix) -> int:
    return len(fix.code or "") + sum(len(edit.text) + EDIT_BYTES for edit in fix.edits)
