"""Lists which fixes of a film could be run."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from app.runner.protocol import ProposedFix
from gradreel.film.film import Film

__all__ = ["ProposedFix", "proposed_fixes"]


def proposed_fixes(film: Film) -> list[ProposedFix]:
    """List the fixes of a film that could be run, each once, in the order of its diagnoses."""
    diagnoses, cells = film.parts("diagnoses", "cells")
    found: dict[str, ProposedFix] = {}
    for diagnosis in diagnoses:
        cell = _judged_cell(diagnosis, cells)
        for fix in diagnosis["fixes"]:
            if fix.get("key") and fix["code"]:
                found.setdefault(fix["key"], ProposedFix(fix["key"], fix["kind"], fix["code"], cell))
    return list(found.values())


def _judged_cell(diagnosis: Mapping[str, Any], cells: Sequence[Mapping[str, Any]]) -> int | None:
    """The cell after which the fixes of a diagnosis are judged: the one that raised, else the last one that completed."""
    cell: int | None = diagnosis.get("cell")
    if diagnosis["raised"] and cell is not None:
        return cell
    completed = [each["index"] for each in cells if each["kind"] == "code" and each["status"] == "completed"]
    return max([*completed, cell or 1]) if cells else None
