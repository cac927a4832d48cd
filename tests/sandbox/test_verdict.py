"""Which trusted signal decides, and in which words."""

from __future__ import annotations

import signal

import pytest

from app.sandbox.report.verdict import Evidence, Status, decide, stopped
from app.settings import Settings
from gradreel.locale import keys, word
from gradreel.trace import StopKind

SETTINGS = Settings(wall_time_s=10.0, cpu_time_s=5, memory_bytes=1024**3, output_bytes=64 * 1024, trace_bytes=16 * 1024**2)
KINDS: tuple[StopKind, ...] = StopKind.__args__  # type: ignore[attr-defined]  # the alternatives of a Literal


def ended(signal_number: int = 0, exit_code: int = 0, cpu_s: float = 0.1, added_bytes: int = 0) -> Status:
    """A process that ended so."""
    return Status(signal_number | exit_code << 8, cpu_s, added_bytes)


def evidence(
    timed_out: bool = False,
    output_exceeded: bool = False,
    result_exceeded: bool = False,
    status: Status | None = None,
    result_cut: bool = False,
    out_of_memory: bool = False,
    killed: bool = False,
) -> Evidence:
    """Nothing unusual, but for what is given."""
    return Evidence(timed_out, output_exceeded, result_exceeded, result_cut, out_of_memory, killed, status)


KILLED = ended(signal.SIGKILL, cpu_s=9, added_bytes=2 * 1024**3)

CASES = [
    (evidence(timed_out=True, output_exceeded=True, result_exceeded=True, status=KILLED), False, "wall_time"),
    (evidence(output_exceeded=True, result_exceeded=True, status=KILLED), False, "output_limit"),
    (evidence(output_exceeded=True), True, "output_limit"),
    (evidence(result_exceeded=True, status=KILLED), False, "trace_too_large"),
    (evidence(status=ended(signal.SIGXCPU)), False, "cpu_time"),
    (evidence(status=ended(signal.SIGKILL, cpu_s=6.01)), False, "cpu_time"),
    (evidence(status=ended(signal.SIGSYS)), False, "forbidden_call"),
    (evidence(status=ended(signal.SIGABRT, added_bytes=1024**3)), False, "memory"),
    (evidence(status=ended(signal.SIGABRT, added_bytes=int(0.5 * 1024**3))), False, "crash"),
    (evidence(status=ended(signal.SIGSEGV)), False, "crash"),
    (evidence(status=ended(signal.SIGKILL)), False, "internal"),
    (evidence(status=ended(signal.SIGKILL), killed=True), False, "no_result"),
    (evidence(status=ended(signal.SIGKILL, cpu_s=9), killed=True), False, "cpu_time"),
    (evidence(status=ended(exit_code=3)), False, "exit"),
    (evidence(status=ended()), False, "no_result"),
    (evidence(), False, "internal"),
    (evidence(), True, None),
    (evidence(status=ended(exit_code=3)), True, None),
    (evidence(result_cut=True, status=ended(signal.SIGKILL, cpu_s=6.01)), True, "cpu_time"),
    (evidence(result_cut=True, status=ended(signal.SIGKILL, added_bytes=1024**3)), True, "internal"),
    (evidence(result_cut=True, status=ended(signal.SIGSEGV)), True, "crash"),
    (evidence(result_cut=True, status=ended()), True, None),
    (evidence(result_cut=True), True, "internal"),
    (evidence(out_of_memory=True, result_cut=True, status=ended(signal.SIGKILL, cpu_s=9)), True, "memory"),
    (evidence(out_of_memory=True, status=ended(signal.SIGKILL)), False, "memory"),
    (evidence(out_of_memory=True, timed_out=True, status=KILLED), False, "wall_time"),
]


@pytest.mark.parametrize(("signs", "has_result", "kind"), CASES)
def test_first_signal_that_applies_decides(signs: Evidence, has_result: bool, kind: str | None) -> None:
    failure = decide(signs, has_result, SETTINGS)
    assert (failure.kind if failure else None) == kind


@pytest.mark.parametrize("number", [signal.SIGSEGV, signal.SIGSYS, signal.SIGABRT, signal.SIGILL, signal.SIGBUS])
def test_signal_of_a_broken_process_asks_for_a_new_zygote(number: int) -> None:
    assert evidence(status=ended(number)).crashed
    assert not evidence(status=ended(signal.SIGKILL)).crashed
    assert not evidence().crashed


def test_signal_without_a_name_is_still_worded() -> None:
    failure = decide(evidence(status=ended(40)), False, SETTINGS)
    assert failure is not None
    assert failure.message == "The Python process crashed (signal 40)."


LIMITS = {
    "wall_time": "10 s",
    "cpu_time": "5 s",
    "memory": "1024 MiB",
    "output_limit": "64 KiB",
    "trace_too_large": "16 MiB",
}


@pytest.mark.parametrize("kind", KINDS)
def test_every_stop_is_worded_in_both_languages_with_its_limit(kind: StopKind) -> None:
    failure = stopped(kind, SETTINGS, signal="SIGSEGV", status=3)
    assert LIMITS.get(kind, "") in failure.message
    for lang in ("en", "zh"):
        text = word(f"failure-{kind}", failure.params, lang)
        assert text
        assert LIMITS.get(kind, "").split(" ")[0] in text


def test_english_and_chinese_have_the_same_failures() -> None:
    english, chinese = ([key for key in keys(lang) if key.startswith("failure-")] for lang in ("en", "zh"))
    assert english == chinese
    assert {f"failure-{kind}" for kind in KINDS} <= set(english)
