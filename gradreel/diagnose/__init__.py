"""Diagnoses a run: what went, or will go, wrong, the most important first.

    recording ─▶ kinds: one finding per cause ─▶ rank ─▶ the first MAX_DIAGNOSES ─▶ word them, and make their fixes

Pure functions: no torch, no clock, nothing but ``gradreel.trace`` and the catalogue of ``gradreel.locale``. One file per kind in
``kinds``, each with ``find(history) -> Iterator[Finding]``, linear in the trace; ``lookup`` answers their questions, ``fixes`` rewrites
the program. A kind that fails is left out and reported, so that it costs no film.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from types import ModuleType

from gradreel.diagnose.finding import Finding
from gradreel.diagnose.fixes.fix import first_of_each_kind
from gradreel.diagnose.kinds import (
    custom_gradients,
    cut_gradient,
    device_unavailable,
    graph_freed,
    inference_edit,
    inference_tensor_saved,
    integer_requires_grad,
    leaf_in_place,
    leaf_root,
    multi_view_in_place,
    no_grad_path,
    non_leaf_copied,
    non_leaf_flag,
    non_leaf_grad,
    non_leaf_optimized,
    non_scalar_root,
    numpy_requires_grad,
    out_argument,
    shared_storage_edit,
    shared_weights,
    silent_overwrite,
    version_mismatch,
    view_in_place,
    workers_unavailable,
)
from gradreel.diagnose.lookup.history import History
from gradreel.diagnose.several_files import Joined, joined
from gradreel.trace import Diagnosis, Fix, Recording

SEVERITIES = ("error", "warning", "note")
KINDS: tuple[ModuleType, ...] = (
    version_mismatch,
    leaf_in_place,
    multi_view_in_place,
    inference_tensor_saved,
    graph_freed,
    no_grad_path,
    non_scalar_root,
    view_in_place,
    inference_edit,
    custom_gradients,
    out_argument,
    non_leaf_optimized,
    non_leaf_flag,
    non_leaf_copied,
    integer_requires_grad,
    numpy_requires_grad,
    device_unavailable,
    workers_unavailable,
    silent_overwrite,
    shared_storage_edit,
    shared_weights,
    leaf_root,
    non_leaf_grad,
    cut_gradient,
)
BETTER = {"shared_storage_edit": "silent_overwrite", "cut_gradient": "no_grad_path"}
"""Kinds that say less of an event than an error of another kind does: a changed name less than a wrong gradient."""
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


def diagnose(code: str, recording: Recording) -> Diagnosed:
    """Diagnose a run: errors before warnings before notes, what ended the program before what else raised before what would raise."""
    if len(recording.files) < 2:
        return _diagnosed(History(code, recording), None)
    files = joined(code, recording)
    return _diagnosed(History(files.code, files.recording, files.unread), files)


def _diagnosed(history: History, files: Joined | None) -> Diagnosed:
    failures: list[tuple[str, Exception]] = []
    found = sorted(_best(list(_found(history, failures))), key=_rank)
    told = [(finding, finding.diagnosis) for finding in found if finding.diagnosis is not None][:MAX_DIAGNOSES]
    diagnoses: list[Diagnosis] = []
    budget = _Budget(MAX_FIXES_BYTES)
    for finding, word in told:
        try:
            diagnosis = files.by_file(word()) if files else word()
            fixes = tuple(budget.affordable(map(files.fix_by_file, filter(None, finding.fixes())) if files else finding.fixes()))
        except Exception as error:
            failures.append((finding.kind, error))
            continue
        diagnoses.append(diagnosis.model_copy(update={"fixes": fixes}))
    return Diagnosed(tuple(diagnoses), len(found) - len(told), tuple(failures))


def _found(history: History, failures: list[tuple[str, Exception]]) -> Iterator[Finding]:
    for kind in KINDS:
        try:
            yield from kind.find(history)
        except Exception as error:
            failures.append((kind.__name__.rpartition(".")[2], error))


def _best(found: list[Finding]) -> list[Finding]:
    errors = {(finding.kind, finding.event) for finding in found if finding.severity == "error"}
    return [finding for finding in found if (BETTER.get(finding.kind), finding.event) not in errors]


def _rank(finding: Finding) -> tuple[int, bool, bool]:
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
