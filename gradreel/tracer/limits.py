"""How much one run may record, and how long it may take. Whoever records states it: there are no defaults."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class TracerLimits:
    """Bounds of one recording."""

    events: int
    """Events recorded; the recording stops there and the program runs on."""
    trace_bytes: int
    """Size of the recording as JSON, in bytes; the recording stops before it."""
    soft_time_s: float | None = None
    """Wall-clock time after which the program is interrupted from within, in seconds; None never interrupts."""
    values: bool = True
    """Whether elements of tensors are shown; those of tensors on other devices than the CPU are never read."""
    checked: bool | None = None
    """Whether tensors are looked at for NaN and infinities that show no elements; None: where elements are shown."""
    last: int | None = None
    """Training steps that are kept, each up to the end of a run of the engine; what is older is left out while the program runs."""
    passes: int | None = None
    """Runs of the engine after which nothing more is recorded; one inside another is not counted."""
    recording_s: float | None = None
    """Wall-clock time after which a film that is full is recorded no further, in seconds: the program gets the rest for itself."""
    again_s: float | None = None
    """Time, by the clock and of the processor, within which a program that ended with an error after its recording had stopped is run
    again, to record its end; None never runs it again."""
