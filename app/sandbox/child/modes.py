"""How a child runs a snippet in each mode."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from app.sandbox.protocol.modes import Mode
from gradreel.tracer.control.fingerprint import GradientDigests
from gradreel.tracer.control.intended import run_fixed, run_intended, run_intended_perturbed
from gradreel.tracer.control.perturbed import run_perturbed
from gradreel.tracer.control.plain import fingerprint_at_end, run_plain
from gradreel.tracer.control.reference import run_reference
from gradreel.tracer.control.unchecked import run_allowed, run_copied, run_unchecked
from gradreel.tracer.limits import TracerLimits
from gradreel.tracer.record import record

HandIn = Callable[[bytes], None]
Run = Callable[[str, TracerLimits, HandIn | None], bytes]


def run_traced(code: str, limits: TracerLimits, hand_in: HandIn | None = None) -> bytes:
    """Record the snippet; return a Recording with its fingerprint, as a line of JSON. ``hand_in`` gets it earlier: see NOTE [Hand in]."""
    return record(code, limits, fingerprint_at_end(take_memory=hand_in is not None), hand_in, GradientDigests().look)


MODES: Mapping[Mode, Run] = {
    "traced": run_traced,
    "plain": run_plain,
    "perturbed": run_perturbed,
    "reference": run_reference,
    "fixed": run_fixed,
    "intended": run_intended,
    "intended_perturbed": run_intended_perturbed,
    "unchecked": run_unchecked,
    "copied": run_copied,
    "allowed": run_allowed,
}
