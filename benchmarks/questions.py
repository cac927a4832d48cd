"""Counts the questions that the examples ask, by kind, and how many of their answers are what plain PyTorch does.

The answers are those on file (``tests/golden/predictions.json``, written by the tests of the page); the oracle, ``tests/plain_torch.py``,
loads nothing of Gradreel.
"""

from __future__ import annotations

from collections import defaultdict
from typing import Any

from benchmarks.table import Figure
from tests.test_predictions import ANSWERS, CLAIMS

CHECKS = {
    "edit": "exceptions of the run; gradients against a run in which every saved tensor is a copy",
    "backward": "exceptions of the run, by their message",
    "saver": "lines at which a saved-tensor hook is called with this memory",
    "saves": "memory that the line's saved-tensor hooks are called with",
    "leaf": "is_leaf and requires_grad when backward() begins",
    "fills": ".grad after the line, of every option",
    "grad": ".grad after the line, against every option",
    "value": "elements before and after the line",
    "node": "prehooks of all nodes, with the lines of anomaly mode",
}


def figures() -> list[Figure]:
    """One row for each kind."""
    asked: dict[str, list[dict[str, Any]]] = defaultdict(list)
    for claim in CLAIMS:
        asked[claim["kind"]].append(claim)
    return [_figure(kind, claims) for kind, claims in sorted(asked.items(), key=lambda item: -len(item[1]))]


def _figure(kind: str, claims: list[dict[str, Any]]) -> Figure:
    right = sum(ANSWERS[kind](claim) == [claim["says"]] for claim in claims)
    films = len({claim["example"] for claim in claims})
    return Figure(f"questions: {kind}", f"{len(claims)} in {films} examples", CHECKS[kind], f"{right} of {len(claims)} agree", "all")
