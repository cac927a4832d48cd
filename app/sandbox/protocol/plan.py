"""The settings that the zygote and its children need, as plain numbers that fit on a command line.

The zygote imports neither pydantic nor the application's settings: it gets this instead.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from typing import Literal

MIB = 1024 * 1024

Tier = Literal["N", "L", "none"]


@dataclass(frozen=True)
class Plan:
    """Limits of the zygote and its children; see ``app.settings`` for meaning and defaults."""

    highest_tier: Tier
    jail_uid: int
    memory_bytes: int
    cpu_time_s: int
    wall_time_s: float
    tmp_bytes: int
    tmp_inodes: int
    open_files: int
    threads: int
    trace_events: int
    trace_bytes: int

    @property
    def tracer_bytes(self) -> int:
        """Where the tracer stops recording, so that what is added at the end still fits into ``trace_bytes``."""
        return self.trace_bytes * 7 // 8

    @property
    def headroom_bytes(self) -> int:
        """Address space reserved for encoding the answer after the snippet: the recording, joined and completed, and one copy of it."""
        return 96 * MIB + 3 * self.trace_bytes

    def to_json(self) -> str:
        """One line of JSON; ``from_json`` is its inverse."""
        return json.dumps(asdict(self))

    @staticmethod
    def from_json(text: str) -> Plan:
        """Read what ``to_json`` wrote."""
        return Plan(**json.loads(text))
