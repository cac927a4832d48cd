"""Diagnoses a request for a device that is not available."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial

from gradreel.diagnose.finding import Finding, line_at, worded
from gradreel.diagnose.fixes.devices import use_cpu
from gradreel.diagnose.lookup import explain
from gradreel.diagnose.lookup.history import History
from gradreel.diagnose.lookup.raises import Raised
from gradreel.diagnose.refused import refusal, told
from gradreel.trace import Diagnosis, Fix

RANK = 170
evidence = explain.refused_call

NOT_HERE = (
    re.compile(r"Torch not compiled with (\w+) enabled"),
    re.compile(r"PyTorch is not linked with support for (\w+) devices"),
    re.compile(r"Could not run 'aten::\S+' with arguments from the '(\w+)' backend"),
    re.compile(r"Cannot get (\w+) generator without"),
    re.compile(r"Found no (\w+) driver on your system"),
    re.compile(r"No module named 'torch\.(hpu|mtia|maia|privateuseone)'"),
    re.compile(r"Attempting to deserialize object on a (\w+) device"),
    re.compile(r"type torch\.(cuda|xpu)\.\w+ not available"),
    re.compile(r"Cannot initialize (\w+) without ATen_\w+ library"),
    re.compile(r"PyTorch was compiled without (\w+) support"),
    re.compile(r"torch\.(cuda|xpu)\.Stream requires CUDA support"),
    re.compile(r"module 'torch\._C' has no attribute '_(cuda|xpu)_\w+'"),
)
"""How torch says it, each with the name of the device."""
UNNAMED = ("Cannot access accelerator device when none is available", "Tried to instantiate dummy base class")
"""How it says it of a device that a number stands for, which is CUDA's way."""
MAKERS = {"NVIDIA": "cuda"}


def device_missing(message: str) -> str | None:
    """The device that is not here, where that is what an exception says."""
    if message.startswith(UNNAMED):
        return "cuda"
    match = next(filter(None, (pattern.match(message) for pattern in NOT_HERE)), None)
    return MAKERS.get(match[1], match[1].lower()) if match else None


def find(history: History) -> Iterator[Finding]:
    """One finding for each line that asked for a device that is not available."""
    for raised in history.raises:
        device = device_missing(raised.event.message)
        if device is not None:
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
        **line_at("", event),
        **line_at("raise", event),
    )


def _fixes(history: History, device: str) -> Iterator[Fix | None]:
    yield use_cpu(history.source, device)
