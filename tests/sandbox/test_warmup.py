"""The program that warms a child up does all that it is there for."""

from __future__ import annotations

import orjson

from app.sandbox.child.modes import run_traced
from app.sandbox.child.warmup import SAMPLE
from gradreel.tracer.limits import TracerLimits


def test_sample_completes_and_does_what_most_snippets_do() -> None:
    recording = orjson.loads(run_traced(SAMPLE, TracerLimits(events=1_000, trace_bytes=1024**2, soft_time_s=None)))
    assert recording["outcome"] == {"status": "completed", "failure": None}
    kinds = {event["kind"] for event in recording["events"]}
    assert {"line", "op", "bind", "backward_start", "node", "accumulate", "backward_end"} <= kinds
    assert any(event["kind"] == "op" and event.get("writes") for event in recording["events"])
