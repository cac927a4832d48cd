"""Diagnoses a request for a device that is not available."""

from __future__ import annotations

import re
from collections.abc import Iterator

from gradreel.diagnose.fixes.fix import first_of_each_kind
from gradreel.diagnose.fixes.names import use_cpu
from gradreel.diagnose.lookup.history import History
from gradreel.locale import word
from gradreel.trace import Diagnosis, Param, RaiseEvent

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


def find(history: History) -> Iterator[Diagnosis]:
    """One diagnosis for each device that was asked for in vain."""
    for raised in history.raises:
        match = next(filter(None, (pattern.match(raised.message) for pattern in NOT_HERE)), None)
        if match:
            yield _diagnosis(history, raised, MAKERS.get(match[1], match[1].lower()))


def _diagnosis(history: History, raised: RaiseEvent, device: str) -> Diagnosis:
    params: dict[str, Param] = {"device": device, "line": raised.line, "code": history.source.line(raised.line)}
    return Diagnosis(
        kind="device_unavailable",
        severity="error",
        raised=True,
        event=raised.index,
        line=raised.line,
        raise_line=raised.line,
        params=params,
        message=word("diagnosis-device_unavailable", params),
        fixes=tuple(first_of_each_kind(use_cpu(history.source, device))),
    )
