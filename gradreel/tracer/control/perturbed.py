"""Runs a program under plain PyTorch while fresh memory holds other leftovers.

``torch.empty`` returns memory as it was left. A program that reads it ends one way in one process and another way in the next, with or
without a tracer: where this control run differs from the plain one, no comparison says anything.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from gradreel.tracer.control.plain import run_plain
from gradreel.tracer.limits import TracerLimits

M_PERTURB = -6
"""glibc `malloc.h`: fill what is allocated with the complement of a byte; 0 fills nothing."""
FILL = 0x5A


def run_perturbed(code: str, limits: TracerLimits, hand_in: Callable[[bytes], None] | None = None) -> bytes:
    """Run the program untraced and return a ControlRun as a line of JSON; memory that it has not written reads ``FILL``."""
    return run_plain(code, limits, hand_in, perturbed_memory())


@contextmanager
def perturbed_memory() -> Iterator[None]:
    """Let the C library fill what it allocates. Without glibc nothing is filled."""
    mallopt = getattr(ctypes.CDLL(None), "mallopt", None)
    if mallopt is not None:
        mallopt(M_PERTURB, 0xFF ^ FILL)
    try:
        yield
    finally:
        if mallopt is not None:
            mallopt(M_PERTURB, 0)
