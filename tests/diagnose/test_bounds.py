"""Diagnosis takes time linear in the trace, and what it gives is bounded, for patterns that honest and hostile programs leave behind.

Executed instructions are counted, not seconds, so that a busy machine changes nothing.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from types import FrameType
from typing import Any

import pytest

from benchmarks.diagnosing import PATTERNS, Trace, diagnosed, program_of
from gradreel.diagnose import KINDS, MAX_DIAGNOSES, MAX_FIXES_BYTES, diagnose
from gradreel.diagnose.finding import Finding
from gradreel.diagnose.lookup.history import History
from gradreel.diagnose.lookup.regions import EarliestWrites, overlap
from gradreel.locale import MAX_PARAM_CHARS
from gradreel.trace import Region

SMALL = 200
TIMES = 10
MAX_GROWTH = 12.0
"""For ten times the events: linear, and a logarithm."""


def steps(pattern: Callable[[Trace, int], None], size: int) -> int:
    """How many instructions of our own code are executed to diagnose a pattern."""
    code, recording = program_of(pattern, size)
    count = 0

    def counted(frame: FrameType, event: str, _argument: object) -> Any:
        nonlocal count
        if event == "call":
            frame.f_trace_opcodes, frame.f_trace_lines = "gradreel" in frame.f_code.co_filename, False
        count += event == "opcode"
        return counted

    before = sys.gettrace()
    sys.settrace(counted)
    try:
        diagnosed(code, recording)
    finally:
        sys.settrace(before)
    return count


@pytest.mark.parametrize("pattern", PATTERNS, ids=lambda pattern: pattern.__name__)
def test_ten_times_the_events_take_at_most_twelve_times_the_steps(pattern: Callable[[Trace, int], None]) -> None:
    steps(pattern, SMALL)  # the first sentence reads the catalogue
    assert steps(pattern, TIMES * SMALL) <= MAX_GROWTH * steps(pattern, SMALL)


@pytest.mark.parametrize("pattern", PATTERNS, ids=lambda pattern: pattern.__name__)
def test_diagnoses_and_their_texts_are_bounded_and_the_rest_are_counted(pattern: Callable[[Trace, int], None]) -> None:
    found = diagnose(*program_of(pattern, 2000))
    assert found.failures == ()
    assert len(found.diagnoses) <= MAX_DIAGNOSES
    assert found.more == 0 or len(found.diagnoses) >= MAX_DIAGNOSES // 2
    fixes = [fix for diagnosis in found.diagnoses for fix in diagnosis.fixes]
    assert sum(len(fix.code or "") for fix in fixes) <= MAX_FIXES_BYTES
    params = [
        *(value for each in found.diagnoses for value in each.params.values()),
        *(value for fix in fixes for value in fix.params.values()),
    ]
    assert all(len(value) <= MAX_PARAM_CHARS for value in params if isinstance(value, str))


def test_fixes_of_a_large_program_are_those_of_the_most_important_diagnoses() -> None:
    trace = Trace()
    w = trace.tensor(name="w")
    trace.lines.append("# " + "x" * 60_000)
    for number in range(40):
        trace.line("w.add_(1)")
        trace.refused(w, number)
    found = diagnose(*trace.finished())
    sizes = [sum(len(fix.code or "") for fix in diagnosis.fixes) for diagnosis in found.diagnoses]
    assert sum(sizes) <= MAX_FIXES_BYTES
    assert sizes[0] > 60_000
    assert sizes[-1] == 0


def test_kind_that_fails_is_left_out_and_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(_history: History) -> Iterator[Finding]:
        raise IndexError("what a forged recording may lead to")

    code, recording = program_of(PATTERNS[0], 100)
    expected = diagnose(code, recording).diagnoses
    broken = KINDS["graph_freed"]
    monkeypatch.setattr(broken, "find", fail)
    found = diagnose(code, recording)
    assert found.diagnoses == expected
    assert [(kind, type(error)) for kind, error in found.failures] == [("graph_freed", IndexError)]


REGIONS = [None, *(Region(start=start, end=start + size) for start in range(6) for size in range(4))]


@pytest.mark.parametrize("seed", range(40))
def test_earliest_write_that_meets_a_region_is_the_one_that_a_search_finds(seed: int) -> None:
    writes = [(REGIONS[(seed * 7 + number * number * 5) % len(REGIONS)], "ab"[(seed + number * 3) % 2]) for number in range(9)]
    tree = EarliestWrites([region for region, _ in writes])
    for position in reversed(range(len(writes))):
        tree.put(position, writes[position][1], writes[position][0])
        for region in REGIONS:
            for owner in ("a", "b", None):
                later = ((at, *writes[at]) for at in range(position, len(writes)))
                expected = next((at for at, place, whose in later if whose != owner and overlap(place, region)), None)
                assert tree.earliest(region, owner) == expected
