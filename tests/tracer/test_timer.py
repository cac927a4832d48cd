"""The soft limit interrupts the snippet, whatever moment it strikes at, and nothing of it is left afterwards."""

from __future__ import annotations

import json
import signal
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from types import FrameType

import pytest

from app.sandbox.child.modes import MODES
from app.sandbox.protocol.modes import Mode
from gradreel.tracer.program.source import is_snippet
from gradreel.tracer.safety import timer
from tests.tracer.oracle import LIMITS

ALARMS = (signal.SIGALRM, signal.SIGXCPU)
SHORT = "import torch\nx = torch.ones(1, requires_grad=True)\nfor _ in range(8):\n    x = x * 1\nx.backward()"
MOMENTS = 60
LONGEST_S = 0.003


def nothing(_number: int, _frame: FrameType | None) -> None:
    """The handler before, and afterwards."""


def nothing_raised(_unraisable: object) -> None:
    """In place of the hook of pytest."""


@pytest.fixture
def restless(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Alarms that come again and again until the timer is off; one that is left over afterwards is seen in the handlers."""
    before = [signal.signal(number, nothing) for number in ALARMS]
    monkeypatch.setattr(timer, "AGAIN_S", 0.0001)
    monkeypatch.setattr(timer, "DELAY_S", 0.0001)
    # An alarm that strikes in a destructor is told to this hook; the one of pytest would be interrupted as well.
    monkeypatch.setattr(sys, "unraisablehook", nothing_raised)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        for number, handler in zip(ALARMS, before, strict=True):
            signal.signal(number, handler)


@pytest.mark.parametrize("mode", MODES)
def test_alarm_at_any_moment_ends_in_an_answer_and_leaves_no_timer(restless: None, mode: Mode) -> None:
    """It neither gets out of the recording nor leaves half of the tracer installed."""
    kinds = set()
    for moment in range(1, MOMENTS):
        answer = json.loads(MODES[mode](SHORT, replace(LIMITS, soft_time_s=LONGEST_S * moment / MOMENTS), None))
        assert signal.getitimer(signal.ITIMER_REAL) == (0.0, 0.0)
        assert [signal.getsignal(number) for number in ALARMS] == [nothing] * 2
        kinds.add((answer["outcome"]["failure"] or {"kind": "none"})["kind"])
    assert kinds <= {"none", "wall_time"}
    assert "wall_time" in kinds


def test_alarm_that_is_caught_comes_again(restless: None) -> None:
    code = "try:\n    while True:\n        pass\nexcept BaseException:\n    pass\nwhile True:\n    pass"
    answer = json.loads(MODES["traced"](code, replace(LIMITS, soft_time_s=0.001), None))
    assert answer["outcome"]["failure"]["kind"] == "wall_time"


def test_alarm_taken_by_another_thread_while_the_timer_is_removed_does_not_set_it_again(
    restless: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The mask of the main thread does not keep it from others; what they take is handled in the main one, a little later."""
    setitimer = signal.setitimer
    struck: list[None] = []

    def taken_off(which: int, seconds: float, interval: float = 0.0) -> tuple[float, float]:
        before = setitimer(which, seconds, interval)
        if not seconds:
            struck.append(other.submit(signal.raise_signal, signal.SIGALRM).result())
        return before

    with ThreadPoolExecutor(1) as other:
        other.submit(int).result()  # the thread is there before the mask, which it would inherit
        monkeypatch.setattr(signal, "setitimer", taken_off)
        with timer.soft_timer(1000.0, is_snippet):
            pass
        monkeypatch.undo()
    assert len(struck) == 1
    assert signal.getitimer(signal.ITIMER_REAL) == (0.0, 0.0)
