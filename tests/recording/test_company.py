"""A recording among others: debuggers, other recordings, threads, forks, generators, modes. All of them go on as they were."""

from __future__ import annotations

import bdb
import gc
import os
import random
import sys
import threading
import types
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from torch.overrides import TorchFunctionMode

import gradreel
from gradreel.trace import LineEvent, OpEvent
from tests.recording.programs import plain, write


def ops(film: gradreel.Film) -> list[str]:
    return [event.name for event in film.run.events if isinstance(event, OpEvent)]


def work(x: torch.Tensor) -> torch.Tensor:
    y = x + 1
    return y * 2


class Seen(bdb.Bdb):
    """A debugger that notes which lines of this file it is asked about, and never stops."""

    def __init__(self) -> None:
        super().__init__()
        self.lines: list[tuple[str, str, int]] = []

    def trace_dispatch(self, frame: types.FrameType, event: str, arg: Any) -> Any:
        if frame.f_code.co_filename == __file__:
            self.lines.append((frame.f_code.co_name, event, frame.f_lineno))
        return self.trace_dispatch


def watched(record: bool, before: int) -> list[tuple[str, str, int]]:
    seen = Seen()
    sys.settrace(seen.trace_dispatch)
    sys._getframe().f_trace = seen.trace_dispatch
    try:
        if record:
            with gradreel.record() as film:
                work(torch.ones(1))
            assert ops(film)[1:] == ["add", "mul"]
            assert sys.gettrace() == seen.trace_dispatch
        else:
            work(torch.ones(1))
    finally:
        sys.settrace(None)
        sys.settrace(before or None)  # type: ignore[arg-type]
    return [each for each in seen.lines if each[0] == "work"]


def test_debugger_that_is_there_sees_the_same_lines_and_is_left_in_place() -> None:
    assert watched(True, 0) == watched(False, 0)


def test_trace_function_that_the_block_sets_stays_after_it() -> None:
    seen: list[str] = []

    def trace(frame: types.FrameType, _event: str, _arg: Any) -> None:
        seen.append(frame.f_code.co_name)

    try:
        with gradreel.record() as film:
            work(torch.ones(1))
            sys.settrace(trace)
            work(torch.ones(1))
        assert sys.gettrace() is trace or seen
    finally:
        sys.settrace(None)
    assert seen.count("work") == 1
    assert ops(film).count("mul") == 2
    # From Python 3.12 on the recorder needs no trace function: lines are shown also then.
    assert [each.kind for each in film.run.not_shown] == (["settrace"] if sys.version_info < (3, 12) else [])


def test_block_inside_a_block_is_a_part_of_it_and_one_line_says_so(capfd: pytest.CaptureFixture[str]) -> None:
    with gradreel.record() as outer:
        work(torch.ones(1))
        with gradreel.record() as inner:
            work(torch.ones(1))
        assert not inner.is_ready
    assert inner.run is outer.run
    assert len(ops(outer)) == 6
    told = capfd.readouterr().err.splitlines()
    assert len(told) == 1
    assert "one recording at a time" in told[0]


def test_block_in_a_thread_is_recorded_there() -> None:
    films: list[gradreel.Film] = []

    def run() -> None:
        with gradreel.record() as film:
            torch.autograd.backward(work(torch.ones(1, requires_grad=True)))
        films.append(film)

    thread = threading.Thread(target=run)
    thread.start()
    thread.join()
    (film,) = films
    assert "mul" in ops(film)
    assert any(isinstance(event, LineEvent) and event.function.endswith("work") for event in film.run.events)


def test_other_thread_that_runs_meanwhile_is_not_recorded() -> None:
    begun, end = threading.Event(), threading.Event()
    grads: list[Any] = []

    def run() -> None:
        w = torch.ones(1, requires_grad=True)
        while not end.is_set():
            torch.autograd.backward((w * 3).sum())
            print("elsewhere")
            begun.set()
        grads.append(w.grad)

    thread = threading.Thread(target=run)
    thread.start()
    begun.wait()
    with gradreel.record() as film:
        for _ in range(20):
            torch.autograd.backward(work(torch.ones(1, requires_grad=True)))
    end.set()
    thread.join()
    assert sum(event.kind == "backward_end" for event in film.run.events) == 20
    assert film.run.stdout == ""
    assert grads[0] % 3 == 0


def unfinished(films: list[gradreel.Film]) -> Iterator[int]:
    with gradreel.record() as film:
        films.append(film)
        work(torch.ones(1))
        yield 1
        work(torch.ones(1))
        yield 2


class Mode(TorchFunctionMode):
    def __torch_function__(self, func: Any, _types: Any, args: Any = (), kwargs: Any = None) -> Any:
        return func(*args, **(kwargs or {}))


def test_generator_that_is_never_finished_stops_recording_when_it_is_gone() -> None:
    films: list[gradreel.Film] = []
    generator = unfinished(films)
    next(generator)
    with Mode() as mode:
        del generator
        gc.collect()
        assert torch._C._len_torch_function_stack() == 1
        assert torch._C._get_function_stack_at(0) is mode
    assert ops(films[0])[:3] == ["ones", "add", "mul"]
    assert films[0].run.outcome.failure is not None
    assert films[0].run.outcome.failure.exception_type == "GeneratorExit"


def test_forked_process_records_nothing(tmp_path: os.PathLike[str]) -> None:
    with gradreel.record() as film:
        work(torch.ones(1))
        pid = os.fork()
        if pid == 0:
            work(torch.ones(1))
            os._exit(0 if sys.gettrace() is None else 1)
        _, status = os.waitpid(pid, 0)
    assert status == 0
    assert len(ops(film)) == 3


def test_random_state_grad_mode_and_hooks_are_those_of_the_program() -> None:
    def draw() -> list[Any]:
        return [torch.rand(1).item(), random.random(), np.random.rand(), torch.is_grad_enabled(), threading.active_count()]

    states = torch.get_rng_state(), random.getstate(), np.random.get_state()
    expected = draw()
    torch.set_rng_state(states[0])
    random.setstate(states[1])
    np.random.set_state(states[2])
    with gradreel.record():
        work(torch.ones(1))
        found = draw()
    assert found == expected


def test_exception_in_the_program_has_no_frame_of_the_recorder() -> None:
    names = []
    try:
        with gradreel.record():
            work(torch.ones(2) + torch.ones(3))
    except RuntimeError as error:
        entry = error.__traceback__
        while entry is not None:
            names.append(entry.tb_frame.f_code.co_filename)
            entry = entry.tb_next
    assert names == [__file__]


COMPILED = """
import torch
import gradreel

@torch.compile(backend="eager")
def f(x):
    with gradreel.record() as film:
        y = x.sin()
    return y * 2, film

y, film = f(torch.ones(2, requires_grad=True))
y.sum().backward()
print(y.tolist(), [event.name for event in film.run.events if event.kind == "op"])
"""


def test_block_in_a_compiled_function_is_recorded_as_it_is_written(tmp_path: Path) -> None:
    write(tmp_path, {"compiled.py": COMPILED})
    ended = plain(tmp_path, "-W", "ignore", "compiled.py")
    # PyTorch 2.12 logs that its compiler has no triton.
    said = [line for line in ended.stderr.splitlines() if "triton not found" not in line]
    assert (ended.status, said) == (0, [])
    assert ended.stdout == f"{(torch.ones(2).sin() * 2).tolist()} ['sin']\n"
