"""Figures in, one Markdown table out, with the machine and the commit they were measured on."""

from __future__ import annotations

import os
import platform
import statistics
import subprocess
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime


@dataclass(frozen=True)
class Figure:
    """One row: what was measured, the reference, and the required value."""

    name: str
    measured: str
    reference: str
    ratio: str
    mark: str


def table(figures: Iterable[Figure]) -> str:
    """Lay the figures out as Markdown."""
    rows = [f"| {f.name} | {f.measured} | {f.reference} | {f.ratio} | {f.mark} |" for f in figures]
    return "\n".join(["| figure | measured | reference in the same run | ratio | mark |", "|---|---|---|---|---|", *rows])


def header() -> str:
    """Say when, where and on which commit."""
    commit = subprocess.run(["git", "rev-parse", "--short", "HEAD"], capture_output=True, text=True, check=False).stdout.strip()
    when = datetime.now(UTC).strftime("%Y-%m-%d %H:%M UTC")
    return f"{when} · commit {commit or 'unknown'} · {os.cpu_count()} cores · {platform.machine()} · Linux {platform.release()}"


def milliseconds(seconds: float) -> str:
    """Format a duration given in seconds."""
    return f"{seconds * 1000:.1f} ms"


def median(seconds: Sequence[float]) -> float:
    """Median of the measured durations."""
    return statistics.median(seconds)


def percentile(seconds: Sequence[float], share: float) -> float:
    """The duration that ``share`` of the measured ones stay under (nearest rank)."""
    ranked = sorted(seconds)
    return ranked[min(len(ranked) - 1, int(share * len(ranked)))]
