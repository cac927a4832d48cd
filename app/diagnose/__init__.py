"""Turns a snippet and its recording into diagnoses, the most important first.

Pure functions: no torch, no clock, nothing but ``app.trace`` and the catalogue of ``app.locale``. One file per kind, each with
``find(story) -> Iterator[Diagnosis]``.
"""

from __future__ import annotations

from app.diagnose import leaf_in_place, version_mismatch
from app.diagnose.story import Story
from app.trace import Diagnosis, Recording

SEVERITIES = ("error", "warning", "note")
KINDS = (version_mismatch, leaf_in_place)


def diagnose(code: str, recording: Recording) -> tuple[Diagnosis, ...]:
    """Diagnose a run: errors before warnings before notes, what raised before what would, early before late."""
    story = Story(code, recording)
    found = [diagnosis for kind in KINDS for diagnosis in kind.find(story)]
    return tuple(sorted(found, key=lambda each: (SEVERITIES.index(each.severity), not each.raised)))
