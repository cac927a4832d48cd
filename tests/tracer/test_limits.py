"""Limits, ends and lifetimes: the program runs on when the film is full, and nothing is kept alive."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace

import pytest

from gradreel.tracer.limits import TracerLimits
from tests.tracer.oracle import LIMITS, plain, traced

LOOP = """import torch
x = torch.ones(4, requires_grad=True)
y = x
for i in range({}):
    y = y * 1.0001
y.sum().backward()
print(x.grad)
"""


@pytest.mark.parametrize("limits", [replace(LIMITS, events=50), replace(LIMITS, trace_bytes=100_000)], ids=["events", "bytes"])
def test_full_film_stops_and_program_runs_on(limits: TracerLimits) -> None:
    code = LOOP.format(300)
    got = traced(code, limits)
    assert got.recording is not None
    assert got.recording.truncated is not None
    assert got.recording.truncated.kind == ("events" if limits.events == 50 else "bytes")
    assert got.recording.truncated.event == len(got.recording.events)
    assert got.stdout == plain(code).stdout
    assert got.recording.outcome.status == "completed"
    assert len(got.recording.events) <= limits.events + 2


def test_full_film_still_tells_how_the_program_ended() -> None:
    got = traced(LOOP.format(100) + "x += 1\n", replace(LIMITS, events=50))
    assert got.error is not None
    assert got.error[1].startswith("a leaf Variable that requires grad")
    assert got.line == 8


def test_recording_stays_within_its_bytes() -> None:
    limits = replace(LIMITS, trace_bytes=300_000)
    got = traced(LOOP.format(2000), limits)
    assert got.recording is not None
    assert len(got.recording.model_dump_json(exclude_defaults=True)) < limits.trace_bytes * 1.1


def test_endless_loop_is_stopped_with_what_was_seen() -> None:
    got = traced("import torch\nx = torch.ones(2)\nwhile True:\n    pass\n", replace(LIMITS, soft_time_s=2.0))
    assert got.recording is not None
    assert got.recording.outcome.status == "stopped"
    assert got.recording.outcome.failure is not None
    assert got.recording.outcome.failure.kind == "wall_time"
    assert any(event.kind == "op" for event in got.recording.events)


@pytest.mark.parametrize(
    ("code", "status", "message"),
    [
        ("", "completed", None),
        ("import sys\nsys.exit()", "completed", None),
        ("import sys\nsys.exit(3)", "raised", "3"),
        ("raise SystemExit('bye')", "raised", "bye"),
        ("x = (", "raised", "'(' was never closed (snippet.py, line 1)"),
        ("x = 1\0", "raised", "source code string cannot contain null bytes"),
        ("raise KeyboardInterrupt", "raised", ""),
        ("x = " + "[" * 300 + "]" * 300, "raised", None),
    ],
)
def test_end_without_tensors_is_told_as_python_does(code: str, status: str, message: str | None) -> None:
    got = traced(code)
    assert got.recording is not None
    assert got.recording.outcome.status == status
    if message is not None:
        assert got.error is not None
        assert got.error[1] == message


def test_ten_megabytes_in_one_line_end_in_an_answer() -> None:
    got = traced("x = '" + "a" * 10_000_000 + "'\nprint(len(x))\n")
    assert got.stdout == "10000000\n"


def test_dropped_tensors_die_at_once() -> None:
    code = """
import torch, weakref
w = torch.ones(4, requires_grad=True)
alive = []
for i in range(5):
    x = w * i
    y = x.exp()
    z = y[:2]
    alive.append([weakref.ref(t) for t in (x, y, z)])
    z.sum().backward()
    del x, y, z
    print([r() is None for r in alive[-1]])
"""
    assert traced(code).stdout == plain(code).stdout == "[True, True, True]\n" * 5


def test_training_loop_needs_no_more_memory_than_one_step() -> None:
    # 60 steps of 4 × 8 MB: whoever keeps what they drop needs 2 GB.
    code = """
import resource, torch
from gradreel.tracer.limits import TracerLimits
from gradreel.tracer.record import record
program = '''
import torch
w = torch.ones(1000, 2000, requires_grad=True)
for i in range(60):
    y = (w * 2).exp().sin().sum()
    y.backward()
    w.grad = None
'''
base = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
record(program, TracerLimits(events=45_000, trace_bytes=24 * 1024**2))
print((resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - base) // 1024)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert int(done.stdout) < 250


def test_long_graph_is_walked_without_recursion() -> None:
    code = LOOP.format(3000)
    assert traced(code).stdout == plain(code).stdout
