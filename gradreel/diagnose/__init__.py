"""Diagnoses a run: what went, or will go, wrong, the most important first.

Pure functions: no torch, no clock, nothing but ``gradreel.trace`` and the catalogue of ``gradreel.locale``. One file per kind, each with
``find(history) -> Iterator[Diagnosis]``; ``history`` looks things up, ``flow`` and ``memory`` follow values, ``fix_*`` write the ways out.
"""

from __future__ import annotations

from gradreel.diagnose.kinds import (
    cut_gradient,
    device_unavailable,
    graph_freed,
    inference_tensor_saved,
    leaf_in_place,
    multi_view_in_place,
    no_grad_path,
    non_leaf_grad,
    shared_storage_edit,
    silent_overwrite,
    version_mismatch,
)
from gradreel.diagnose.lookup.history import History
from gradreel.trace import Diagnosis, Recording

SEVERITIES = ("error", "warning", "note")
KINDS = (
    version_mismatch,
    leaf_in_place,
    multi_view_in_place,
    inference_tensor_saved,
    graph_freed,
    no_grad_path,
    device_unavailable,
    silent_overwrite,
    shared_storage_edit,
    non_leaf_grad,
    cut_gradient,
)
BETTER = {"shared_storage_edit": "silent_overwrite", "cut_gradient": "no_grad_path"}


def diagnose(code: str, recording: Recording) -> tuple[Diagnosis, ...]:
    """Diagnose a run: errors before warnings before notes, what raised before what would, early before late."""
    history = History(code, recording)
    found = [diagnosis for kind in KINDS for diagnosis in kind.find(history)]
    found = [each for each in found if not _told_better(each, found)]
    return tuple(sorted(found, key=lambda each: (SEVERITIES.index(each.severity), not each.raised)))


def _told_better(diagnosis: Diagnosis, found: list[Diagnosis]) -> bool:
    """Whether an error tells the same event: a wrong gradient more than a changed name, a missing path more than a missing part."""
    better = BETTER.get(diagnosis.kind)
    return any(each.kind == better and each.event == diagnosis.event and each.severity == "error" for each in found)
