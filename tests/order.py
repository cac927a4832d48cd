"""The order in which files of tests are given to workers: those that take longest first, so that all workers end at about the same time."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

LONGEST_FIRST = (
    "tests/cluster/test_faults.py",  # waits more than it computes: the next ones have the cores
    "tests/diagnose/test_public_corpus.py",
    "tests/tracer/test_databases.py",
    "tests/packaging/",
    "tests/sandbox/test_forged.py",
    "tests/api/test_crash.py",
    "tests/jail/",
    "tests/cluster/",
    "tests/notebook/",
    "tests/browser/",
    "tests/publish/",
    "tests/recording/",
    "tests/diagnose/",
)
"""Files and folders, by how their paths begin."""


def rank(nodeid: str) -> int:
    """The place of a test's file in the order."""
    return next((place for place, start in enumerate(LONGEST_FIRST) if nodeid.startswith(start)), len(LONGEST_FIRST))


def order(items: list[pytest.Item]) -> None:
    """Bring tests into this order; within a file, and among files of one rank, nothing changes."""
    items.sort(key=lambda item: rank(item.nodeid))


def unknown(paths: Sequence[str]) -> list[str]:
    """Entries of the order that begin no path."""
    return [start for start in LONGEST_FIRST if not any(path.startswith(start) for path in paths)]
