"""Diagnoses a request for a device that is not available."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial

from gradreel.diagnose.finding import Finding, place, worded
from gradreel.diagnose.fixes.names import use_cpu
from gradreel.diagnose.kinds.refused import refusal, told
from gradreel.diagnose.lookup.history import History
from gradreel.diagnose.lookup.raises import Raised
from gradreel.trace import Diagnosis, Fix

NOT_HERE = (
    re.compile(r"Torch not compiled with (\w+) enabled"),
    re.compile(r"PyTorch is not linked with support for (\w+) devices"),
    re.compile(r"Could not run 'aten::\S+' with arguments from the '(\w+)' backend"),
    re.compile(r"Cannot get (\w+) generator without"),
    re.compile(r"Found no (\w+) driver on your system"),
    re.compile(r"No module named 'torch\.(hpu|mtia|maia|privateuseone)'"),
    re.compile(r"Attempting to deserialize object on a (\w+) device"),
)
"""How torch says it, each with the name of the device."""
MAKERS = {"NVIDIA": "cuda"}


def find(history: History) -> Iterator[Finding]:
    """One finding for each line that asked for a device in vain."""
    for raised in history.raises:
        match = next(filter(None, (pattern.match(raised.event.message) for pattern in NOT_HERE)), None)
        if match:
            device = MAKERS.get(match[1], match[1].lower())
            yield refusal("device_unavailable", raised, partial(_diagnosis, history, raised, device), partial(_fixes, history, device))


def _diagnosis(history: History, raised: Raised, device: str) -> Diagnosis:
    event = raised.event
    return worded(
        "device_unavailable",
        "error",
        dict(told(history, raised), device=device),
        raised=True,
        event=event.index,
        raise_event=event.index,
        **place("", event),
        **place("raise", event),
    )


def _fixes(history: History, device: str) -> Iterator[Fix | None]:
    yield use_cpu(history.source, device)
