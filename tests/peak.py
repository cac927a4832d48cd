"""How much memory a call needs at its peak, whatever ran before it in this process."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

STATUS = Path("/proc/self/status")
RESET = "5"
"""What sets the peak of this process back to what it holds now (``man 5 proc``, /proc/pid/clear_refs)."""


def peak_bytes(call: Callable[[], object]) -> int:
    """Run ``call`` and return by how many bytes this process grew at its peak; ``ru_maxrss`` would be the peak since it began."""
    Path("/proc/self/clear_refs").write_text(RESET)
    before = _kib("VmRSS")
    call()
    return (_kib("VmHWM") - before) * 1024


def _kib(name: str) -> int:
    line = next(line for line in STATUS.read_text().splitlines() if line.startswith(f"{name}:"))
    return int(line.split()[1])
