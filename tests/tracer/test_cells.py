"""A program in percent format runs cell by cell as in IPython, traced or not, and the recording tells of each cell."""

from __future__ import annotations

import json
from typing import Any

import pytest
from IPython.core.interactiveshell import InteractiveShell
from traitlets.config import Config

from app.sandbox.child.modes import run_traced
from gradreel.cells import cells_of
from gradreel.trace import Cell, ControlRun, LineEvent, OpEvent, Recording
from gradreel.tracer.control.intended import run_intended
from gradreel.tracer.control.plain import run_plain
from gradreel.tracer.control.reference import run_reference
from gradreel.tracer.limits import TracerLimits
from tests.tracer.oracle import LIMITS, fresh_world, text

PROGRAMS = {
    "failing_on_purpose": """import torch
w = torch.ones(3, requires_grad=True)
# %% A leaf that is edited
w.add_(1)
# %%
loss = (w * w).sum()
loss.backward()
w.grad
# %%
loss.backward()
# %% The same with other values
b = w.exp()
b.add_(1)
b.sum().backward()
# %%
b.detach();
# %%
(w.grad, {"a": 3}, None)
""",
    "no_python": "x = 1\n# %% Broken\ny = = 2\n# %%\nfor\n# %%\nx\n",
    "deferred_annotations": "# %%\nfrom __future__ import annotations\n# %%\ndef f(a: unknown) -> None: ...\n# %%\nf.__annotations__\n",
    "annotations_at_once": "# %%\ndef f(a: unknown) -> None: ...\n# %%\nfrom __future__ import annotations\n",
    "names_that_are_gone": "# %%\nx = 3\n# %%\ndel x\n# %%\nx\n# %%\n'x' in globals()\n",
    "echoes": "# %%\n5;\n# %%\n5 # no;\n# %%\n5; 'x'\n# %%\nNone\n# %%\n(y := 4)\n# %%\n'ü;'\n# %%\nif y: 7\n# %%\n\n# %%\n'doc'\n# %%\ny;  # why\n",  # noqa: E501
    "unprintable": "# %%\nclass A:\n    def __repr__(self): return 'made'\nA()\n",
    "functions_of_earlier_cells": "# %%\ndef f(n):\n    return 1 / n\n# %%\nf(0)\n# %%\nf(1)\n",
    "return_outside": "# %%\nreturn 3\n# %%\n1\n",
}


@pytest.fixture(scope="module")
def shell() -> Any:
    config = Config()
    config.HistoryManager.enabled = False
    made: Any = InteractiveShell
    return made(config=config)


def in_ipython(shell: Any, code: str) -> list[tuple[str, str | None, str | None, str | None]]:
    """How IPython's own shell ends each cell: status, type and text of the exception, echo."""
    shell.reset()
    shell.compile.flags = type(shell.compile)().flags
    found: list[tuple[str, str | None, str | None, str | None]] = []
    for cell in cells_of(code):
        if cell.kind == "text":
            continue
        result = shell.run_cell(cell.code, store_history=True)
        error = result.error_before_exec or result.error_in_exec
        if error is not None:
            told = type(error).__name__, error.msg if isinstance(error, SyntaxError) else str(error)
            found.append(("raised", *told, None))
        else:
            found.append(("completed", None, None, None if result.result is None else repr(result.result)))
    return found


def told(cell: Any) -> tuple[str, str | None, str | None, str | None]:
    failure = cell.failure
    if failure is None:
        return cell.status, None, None, cell.echo
    return cell.status, failure.exception_type, failure.message.partition(" (snippet.py, line")[0], cell.echo


def runs(code: str, limits: TracerLimits = LIMITS) -> tuple[Recording, ControlRun]:
    """The recording, and the run under plain PyTorch, which write the same."""
    with fresh_world() as (out, err):
        recording = Recording.model_validate_json(run_traced(code, limits))
        written = text(out), text(err)
    with fresh_world() as (out, err):
        plainly = ControlRun.model_validate_json(run_plain(code, limits))
        assert (text(out), text(err)) == written
    return recording, plainly


def code_cells(recording: Recording) -> list[Cell]:
    return [cell for cell in recording.cells if cell.kind == "code"]


@pytest.mark.parametrize("name", PROGRAMS)
def test_cells_end_as_in_ipython_traced_and_not(shell: InteractiveShell, name: str) -> None:
    code = PROGRAMS[name]
    with fresh_world():
        expected = in_ipython(shell, code)
    recording, plainly = runs(code)
    assert [told(cell) for cell in plainly.cells] == expected
    assert [told(cell) for cell in code_cells(recording)] == expected
    assert list(recording.cell_fingerprints) == [cell.fingerprint for cell in plainly.cells]
    assert recording.fingerprint == plainly.fingerprint


def test_outcome_is_that_of_the_first_cell_that_raised() -> None:
    recording, plainly = runs(PROGRAMS["failing_on_purpose"])
    for outcome in (recording.outcome, plainly.outcome):
        assert outcome.status == "raised"
        assert outcome.failure is not None
        assert outcome.failure.line == 4
    assert [cell.failure and cell.failure.line for cell in code_cells(recording)] == [None, 4, None, 10, 14, None, None]


def test_syntax_error_has_the_line_of_the_page() -> None:
    recording, _ = runs(PROGRAMS["no_python"])
    assert [cell.failure and cell.failure.line for cell in code_cells(recording)] == [None, 3, 5, None]


def test_events_of_cells_follow_each_other_and_lie_in_their_lines() -> None:
    recording, _ = runs(PROGRAMS["failing_on_purpose"])
    after = 0
    for cell in code_cells(recording):
        if cell.events is None:
            continue
        first, last = cell.events
        assert first == after
        after = last + 1
        lines = [event.line or 0 for event in recording.events[first : last + 1] if isinstance(event, LineEvent)]
        assert all(cell.line <= line <= cell.end_line for line in lines)
        assert cell.failure is None or first <= (cell.failure.event or 0) <= last
    assert after == len(recording.events)


def test_echo_is_not_recorded() -> None:
    code = "import torch\nclass A:\n    def __repr__(self):\n        torch.ones(3) * 2\n        return 'A'\n# %%\nA()\n# %%\nx = torch.ones(2)\nx\n"  # noqa: E501
    recording, _ = runs(code)
    assert [cell.echo for cell in code_cells(recording)] == [None, "A", "tensor([1., 1.])"]
    assert [event.name for event in recording.events if isinstance(event, OpEvent)] == ["ones"]


def test_exception_of_a_repr_ends_its_cell() -> None:
    recording, plainly = runs("# %%\nclass A:\n    def __repr__(self):\n        raise ValueError('no')\nA()\n# %%\n3\n")
    for cells in (code_cells(recording), plainly.cells):
        assert [told(cell) for cell in cells] == [("raised", "ValueError", "no", None), ("completed", None, None, "3")]
        assert cells[0].failure is not None
        assert cells[0].failure.line == 4


def test_echo_that_is_long_is_cut_and_what_all_cells_echo_is_bounded() -> None:
    recording, plainly = runs("".join(f"# %%\n'{number % 10}' * 50_000\n" for number in range(30)))
    echoes = [cell.echo or "" for cell in code_cells(recording)]
    assert len(echoes[0]) == 10_001
    assert echoes[0].endswith("…")
    assert sum(map(len, echoes)) < 66_000
    assert [cell.echo for cell in plainly.cells] == echoes


def test_gradients_at_the_end_of_each_cell_are_those_of_that_moment() -> None:
    code = "import torch\nw = torch.ones(2, requires_grad=True)\n# %%\n(w * 3).sum().backward()\n# %%\n(w * 4).sum().backward()\n# %%\nw.grad = None\n"  # noqa: E501
    recording, _ = runs(code)
    found = [[(gradient.name, gradient.value and gradient.value.preview) for gradient in cell.gradients] for cell in code_cells(recording)]
    assert found == [[], [("w", (3, 3))], [("w", (7, 7))], []]


EXITS = {
    "exit": ("raise SystemExit", "completed", "exit", True),
    "exit_with_status": ("import sys; sys.exit(3)", "raised", "python_error", True),
    "interrupt": ("raise KeyboardInterrupt", "raised", "python_error", False),
    "own": ("class B(BaseException): ...\nraise B", "raised", "python_error", False),
}


@pytest.mark.parametrize("name", EXITS)
def test_program_that_ends_itself_in_a_cell_skips_the_later_ones(name: str) -> None:
    statement, status, kind, exited = EXITS[name]
    recording, plainly = runs(f"import atexit\natexit.register(print, 'bye')\n# %%\n{statement}\n# %% Later\nprint('never')\n")
    for cells, outcome in ((code_cells(recording), recording.outcome), (plainly.cells, plainly.outcome)):
        assert [cell.status for cell in cells] == ["completed", "stopped", "skipped"]
        assert cells[1].failure is not None
        assert cells[1].failure.kind == kind
        assert (outcome.status, outcome.exited) == (status, exited)


def test_cell_that_never_ends_is_stopped_and_the_later_ones_are_skipped() -> None:
    code = "1 / 0\n# %%\nx = 1\nwhile True: x += 1\n# %%\nx\n"
    limits = TracerLimits(LIMITS.events, LIMITS.trace_bytes, soft_time_s=0.2)
    for answer in (Recording.model_validate_json(run_traced(code, limits)), ControlRun.model_validate_json(run_plain(code, limits))):
        cells = [cell for cell in answer.cells if getattr(cell, "kind", "code") == "code"]
        assert [cell.status for cell in cells] == ["raised", "stopped", "skipped"]
        assert answer.outcome.status == "stopped"
        assert answer.outcome.failure is not None
        assert answer.outcome.failure.kind == "wall_time"


def test_echo_that_never_ends_is_stopped() -> None:
    code = "class A:\n    def __repr__(self):\n        while True: pass\n# %%\nA()\n# %%\n1\n"
    recording = Recording.model_validate_json(run_traced(code, TracerLimits(LIMITS.events, LIMITS.trace_bytes, soft_time_s=0.2)))
    assert [cell.status for cell in code_cells(recording)] == ["completed", "stopped", "skipped"]


def test_program_that_replaces_builtins_runs_on() -> None:
    code = "import builtins\nkept = dict(vars(builtins))\n# %%\nfor name in ('exec', 'eval', 'compile', 'repr'):\n    setattr(builtins, name, None)\n"  # noqa: E501
    code += "# %%\n3 + 4\n# %%\nvars(builtins).update(kept)\n"
    recording, plainly = runs(code)
    assert [cell.status for cell in code_cells(recording)] == [cell.status for cell in plainly.cells] == ["completed"] * 4
    assert code_cells(recording)[2].echo == "7"


def test_five_hundred_cells_are_run() -> None:
    recording, plainly = runs("".join(f"# %%\nx = {number}\nx\n" for number in range(500)))
    assert [cell.echo for cell in code_cells(recording)] == [cell.echo for cell in plainly.cells] == [str(number) for number in range(500)]


def test_exception_of_a_cell_keeps_no_tensor() -> None:
    code = "import torch, weakref\ndef f():\n    global r\n    big = torch.ones(3)\n    r = weakref.ref(big)\n    1 / 0\n# %%\nf()\n# %%\nr() is None\n"  # noqa: E501
    recording, plainly = runs(code)
    assert code_cells(recording)[-1].echo == plainly.cells[-1].echo == "True"


def test_loops_of_a_program_with_a_broken_cell_are_counted() -> None:
    code = "import torch\n# %%\nx = = 1\n# %%\nfor i in range(2):\n    y = torch.ones(i)\n"
    recording, _ = runs(code)
    assert [event.rounds for event in recording.events if isinstance(event, OpEvent)] == [(1,), (2,)]


def test_text_that_is_no_comment_is_not_run() -> None:
    recording, _ = runs("x = 1\n# %% [markdown] Why\nThis is no Python.\n# %%\nx\n")
    assert [(cell.kind, cell.status, cell.title) for cell in recording.cells] == [
        ("code", "completed", None),
        ("text", "completed", "Why"),
        ("code", "completed", None),
    ]


def test_reference_run_refuses_what_the_version_check_refuses() -> None:
    """Otherwise a cell that fails on purpose would go on there, and what follows it would differ."""
    with fresh_world():
        reference = json.loads(run_reference(PROGRAMS["failing_on_purpose"], LIMITS))
    assert [cell["status"] for cell in reference["cells"]] == [
        "completed",
        "raised",
        "completed",
        "raised",
        "raised",
        "completed",
        "completed",
    ]


FAILING = {
    "version": "y = w.exp()\ny += 1\ny.sum().backward()\n",
    "leaf": "w += 1\n",
    "freed": "loss = (w * w).sum()\nloss.backward()\nloss.backward()\n",
    "freed_function": "class F(torch.autograd.Function):\n    @staticmethod\n    def forward(ctx, x):\n        ctx.save_for_backward(x)\n"
    "        return x * 2\n    @staticmethod\n    def backward(ctx, g):\n        return g * ctx.saved_tensors[0]\n"
    "loss = F.apply(w).sum()\nloss.backward()\nloss.backward()\n",
}


@pytest.mark.parametrize("name", FAILING)
def test_intended_run_carries_out_what_is_refused_in_the_last_cell_only(name: str) -> None:
    code = "import torch\nw = torch.ones(2, requires_grad=True)\n" + f"# %%\n{FAILING[name]}" * 2
    with fresh_world():
        plain = ControlRun.model_validate_json(run_plain(code, LIMITS))
        intended = ControlRun.model_validate_json(run_intended(code, LIMITS))
    assert [cell.status for cell in plain.cells] == ["completed", "raised", "raised"]
    assert [cell.status for cell in intended.cells] == ["completed", "raised", "completed"]


def test_pass_through_a_kept_graph_with_nothing_saved_is_not_refused() -> None:
    code = (
        "import torch\nw = torch.ones(2, requires_grad=True)\n# %%\nloss = (w + 1).sum()\nloss.backward()\nloss.backward()\n# %%\nw.grad\n"
    )
    with fresh_world():
        intended = ControlRun.model_validate_json(run_intended(code, LIMITS))
    assert [cell.status for cell in intended.cells] == ["completed"] * 3


def test_threads_of_a_cell_are_waited_for_at_the_end() -> None:
    code = "import threading, time\nthreading.Thread(target=lambda: (time.sleep(0.05), print('done'))).start()\n# %%\nprint('next')\n"
    with fresh_world() as (out, _):
        run_traced(code, LIMITS)
        assert text(out) == "next\ndone\n"


def test_printed_traceback_of_a_cell_shows_the_program_only() -> None:
    code = "import traceback\n# %%\ntry:\n    1 / 0\nexcept Exception:\n    traceback.print_exc()\n"
    runs(code)
    with fresh_world() as (_, err):
        run_traced(code, LIMITS)
        printed = text(err)
    assert printed.splitlines()[:3] == ["Traceback (most recent call last):", '  File "snippet.py", line 4, in <module>', "    1 / 0"]
    assert "gradreel" not in printed
