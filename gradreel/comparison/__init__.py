"""Compares programs, or cells of programs, by their runs.

Run × cell ─▶ Part          what of a run is compared
Parts ──┬─ code.py          the lines that differ
        ├─ moments.py       what corresponds to what, and where the sides part
        └─ numbers.py       values of names, and gradients of the same backward pass
                └─▶ Comparison
"""

from __future__ import annotations

from gradreel.comparison.compare import MAX_SIDES, MIN_SIDES, compare
from gradreel.comparison.part import NoSuchCell, Part

__all__ = ["MAX_SIDES", "MIN_SIDES", "NoSuchCell", "Part", "compare"]
