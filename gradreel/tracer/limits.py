"""How much one run may record, and how long it may take."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class TracerLimits:
    """Bounds of one recording."""

    events: int = 100_000
    """Events recorded; the film stops there and the program runs on."""
    trace_bytes: int = 16 * 1024**2
    """Size of the recording as JSON, in bytes; the film stops before it."""
    soft_time_s: float | None = None
    """Wall-clock time after which the snippet is interrupted from within, in seconds; None never interrupts."""
