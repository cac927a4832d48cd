"""How a child runs a snippet in each mode."""

from __future__ import annotations

import types
from collections.abc import Callable, Mapping

import orjson

from app.sandbox.protocol.modes import Mode
from gradreel.tracer.control.fingerprint import residue
from gradreel.tracer.control.perturbed import run_stirred
from gradreel.tracer.control.plain import run_plain
from gradreel.tracer.control.reference import run_unharmed
from gradreel.tracer.limits import TracerLimits
from gradreel.tracer.record import record
from gradreel.tracer.safety.headroom import take_headroom

HandIn = Callable[[bytes], None]
Run = Callable[[str, TracerLimits, HandIn | None], bytes]


def run_traced(code: str, limits: TracerLimits, hand_in: HandIn | None = None) -> bytes:
    """Record the snippet; return a Recording with its residue, as a line of JSON. ``hand_in`` gets it earlier: see NOTE [Hand in]."""
    found: dict[str, str] = {}

    def look(module: types.ModuleType) -> None:
        if hand_in is not None:
            take_headroom()
        found.update(residue(module))

    def complete(recording: bytes) -> bytes:
        return recording.removesuffix(b"}") + b',"residue":' + orjson.dumps(found) + b"}\n"

    def pass_on(recording: bytes) -> None:
        if hand_in is not None:
            hand_in(complete(recording))

    return complete(record(code, limits, look, pass_on))


MODES: Mapping[Mode, Run] = {"traced": run_traced, "plain": run_plain, "perturbed": run_stirred, "reference": run_unharmed}
