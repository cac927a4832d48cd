"""The ways in which a child runs a snippet, by the letter with which the server asks for one."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import orjson

from app.tracer.limits import TracerLimits
from app.tracer.plain import run_plain
from app.tracer.residue import residue
from app.tracer.snippet import record
from app.tracer.unharmed import run_unharmed

Mode = Callable[[str, TracerLimits], bytes]


def run_traced(code: str, limits: TracerLimits) -> bytes:
    """Record the snippet; return a Recording with its residue, as JSON."""
    found: dict[str, str] = {}
    recording = record(code, limits, lambda module: found.update(residue(module)))
    return recording.removesuffix(b"}") + b',"residue":' + orjson.dumps(found) + b"}"


MODES: Mapping[str, Mode] = {"t": run_traced, "p": run_plain, "u": run_unharmed}
