"""Rounds of loops, against the numbers that the program itself counts: each ``zeros`` has them as its shape."""

from __future__ import annotations

import importlib
import textwrap
from pathlib import Path

import pytest
import torch

import gradreel
from gradreel.film.upgrade import upgraded
from gradreel.trace import CallEvent, LineEvent, OpEvent, Recording, Run
from gradreel.tracer.limits import TracerLimits
from tests.tracer.oracle import plain, traced

LIMITS = TracerLimits(events=200_000, trace_bytes=64 * 1024**2)

LOOPS = {
    "for": """
        i = 0
        for _ in range(3):
            i += 1
            x = torch.zeros(i)
        """,
    "while with a condition": """
        i = 0
        while i < 4:
            i += 1
            x = torch.zeros(i)
        """,
    "while True": """
        i = 0
        while True:
            i += 1
            x = torch.zeros(i)
            if i == 3:
                break
        """,
    "while True around a for alone": """
        i = 0
        while True:
            for j in range(1, 3):
                i += j == 1
                x = torch.zeros(i, j)
                if i == 3:
                    raise SystemExit
        """,
    "while True that begins with a with": """
        i = 0
        while True:
            with torch.no_grad():
                i += 1
                x = torch.zeros(i)
            if i == 3:
                break
        """,
    "on one line": """
        for i in range(1, 4): x = torch.zeros(i)
        """,
    "nested": """
        for i in range(1, 3):
            for j in range(1, 4):
                x = torch.zeros(i, j)
            y = torch.zeros(i)
        """,
    "inner on one line": """
        for i in range(1, 3):
            for j in range(1, 3): x = torch.zeros(i, j)
        """,
    "header over several lines": """
        for i, j in zip(
            [1, 2, 3],
            [4, 5, 6],
        ):
            x = torch.zeros(i)
        """,
    "continue and try": """
        for i in range(1, 5):
            if i == 2:
                continue
            try:
                x = torch.zeros(i)
                assert i != 3
            except AssertionError:
                pass
        """,
    "else and after": """
        for i in range(1, 3):
            x = torch.zeros(i)
        else:
            y = torch.zeros(())
        z = torch.zeros(())
        """,
    "in a function": """
        def f(n):
            for i in range(1, n):
                x = torch.zeros(i)
        for k in range(3):
            f(k + 1)
        """,
    "recursion": """
        def f(depth):
            for i in range(1, 3):
                x = torch.zeros(i)
                if depth:
                    f(depth - 1)
                y = torch.zeros(i)
        f(2)
        """,
    "generator": """
        def numbers():
            for i in range(1, 4):
                yield torch.zeros(i)
        for i, x in enumerate(numbers()):
            y = torch.zeros(i + 1)
        """,
    "comprehension in a loop": """
        for i in range(1, 3):
            xs = [torch.zeros(i) for _ in range(2)]
        """,
    "function defined in a loop": """
        for i in range(1, 3):
            def f():
                x = torch.zeros(())
            f()
            y = torch.zeros(i)
        """,
    "more rounds than lines are recorded": """
        for i in range(1, 131):
            x = torch.zeros(i)
            if i % 2:
                y = torch.zeros(i)
        """,
    "decorated": """
        @torch.no_grad()
        def f():
            for i in range(1, 3):
                x = torch.zeros(i)
        f()
        """,
}


def film(code: str) -> Recording:
    """Trace a program, and check that it did as under plain PyTorch."""
    got, untraced = traced(code, LIMITS), plain(code)
    assert (got.stdout, got.error) == (untraced.stdout, untraced.error)
    assert got.recording is not None
    return got.recording


def code_of(name: str) -> str:
    return f"import torch\n{textwrap.dedent(LOOPS[name])}"


def zeros_of(run: Recording | Run) -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
    shapes = {tensor.id: tensor.shape for tensor in run.tensors}
    return [(event.rounds, shapes[event.outputs[0]]) for event in run.events if isinstance(event, OpEvent) and event.name == "zeros"]


@pytest.mark.parametrize("name", LOOPS)
def test_rounds_of_ops_are_those_that_the_program_counts(name: str) -> None:
    found = zeros_of(film(code_of(name)))
    assert found
    assert [rounds for rounds, _ in found] == [shape for _, shape in found]


@pytest.mark.parametrize("name", LOOPS)
def test_rounds_of_an_earlier_film_are_worked_out_once(name: str) -> None:
    recording = film(code_of(name))
    stripped = [
        event.model_copy(update={"rounds": ()}) if isinstance(event, OpEvent | LineEvent | CallEvent) else event
        for event in recording.events
    ]
    earlier = run_with(recording.model_copy(update={"events": tuple(stripped), "loops": None}), code_of(name))
    found = upgraded(earlier)
    assert [rounds for rounds, _ in zeros_of(found)] == [shape for _, shape in zeros_of(found)]
    assert found.loops is not None
    assert set(found.loops) <= set(recording.loops or ())
    assert upgraded(found) is found


def run_with(recording: Recording, code: str) -> Run:
    parts = {name: getattr(recording, name) for name in Recording.model_fields if name in Run.model_fields}
    return Run(**parts, id="", code=code, engine={"gradreel": "", "torch": "", "python": ""}, stdout="", elapsed_ms=0.0)


def test_loops_are_those_of_functions_that_ran() -> None:
    code = """
        import torch
        def f():
            while True:
                break
        def never():
            for i in range(2):
                pass
        for i in range(2):
            x = [
                torch.zeros(1),
            ]
            f()
        """
    loops = film(textwrap.dedent(code).lstrip()).loops
    assert [(loop.line, loop.last) for loop in loops or ()] == [(8, 12)]


def test_call_states_the_rounds_that_it_was_made_in() -> None:
    code = "import torch\ndef f():\n    for i in range(2):\n        x = torch.zeros(1)\nfor i in range(3):\n    f()\n"
    calls = [event for event in film(code).events if isinstance(event, CallEvent)]
    assert [call.rounds for call in calls] == [(1,), (2,), (3,)]


def test_loops_of_another_file_name_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "helper_of_loops.py").write_text("import torch\ndef f():\n    for i in range(1, 3):\n        x = torch.zeros(i)\n")
    monkeypatch.syspath_prepend(tmp_path)
    with gradreel.record() as shown:
        importlib.import_module("helper_of_loops").f()
    run = shown.run
    assert [(run.files[loop.file].name, loop.line, loop.last) for loop in run.loops or ()] == [("helper_of_loops.py", 3, 4)]
    assert [rounds for rounds, _ in zeros_of(run)] == [(1,), (2,)]


def test_recording_of_a_block_counts_the_rounds_of_its_loops() -> None:
    with gradreel.record() as shown:
        for i in range(1, 4):
            torch.zeros(i)
    assert [rounds for rounds, _ in zeros_of(shown.run)] == [(1,), (2,), (3,)]
