"""``POST /api/runs`` through the real sandbox: ordinary snippets, bad ones, and what the next one notices."""

from __future__ import annotations

import httpx
import pytest

from app.main import create_app
from app.settings import Settings
from gradreel.trace import Run
from tests.conftest import WHOLE, RunSnippet, client_of

pytestmark = pytest.mark.jail

STALE = """import torch
x = torch.tensor([[1., 2.]])
w1 = torch.ones(2, 1, requires_grad=True)
w2 = torch.ones(1, requires_grad=True)
d = torch.matmul(x, w1)
f = torch.matmul(d, w2)
d[:] = 0
f.backward()
"""

FINE = "import torch\na = torch.ones(2, requires_grad=True)\n(a * 3).sum().backward()\nprint(a.grad)\n"


def assert_fine(run: Run) -> None:
    """The ordinary program ran as under plain PyTorch, whatever ran before it."""
    assert run.outcome.status == "completed"
    assert run.stdout == "tensor([3., 3.])\n"
    assert run.diagnoses == ()


async def test_ordinary_snippet_completes_without_diagnosis(run_snippet: RunSnippet) -> None:
    assert_fine(await run_snippet(FINE))


async def test_edit_after_save_is_known_at_the_edit_and_raises_in_backward(run_snippet: RunSnippet) -> None:
    run = await run_snippet(STALE)
    assert run.outcome.status == "raised"
    assert run.outcome.failure
    assert run.outcome.failure.message.startswith("one of the variables needed for gradient computation has been modified by an inplace")
    (diagnosis,) = run.diagnoses
    assert (diagnosis.kind, diagnosis.name) == ("version_mismatch", "d")
    assert (diagnosis.saved_line, diagnosis.edit_line, diagnosis.raise_line) == (6, 7, 8)
    assert (diagnosis.saved_version, diagnosis.current_version) == (0, 1)
    edit = next(event for event in run.events if event.kind == "op" and event.stale)
    assert edit.line == 7
    assert diagnosis.saved in edit.stale


async def test_edit_that_nothing_records_is_named_with_its_line(run_snippet: RunSnippet) -> None:
    run = await run_snippet(
        "import torch\nw = torch.ones(3, requires_grad=True)\ny = w.exp()\nsetattr(y, 'real', torch.zeros(3))\ny.sum().backward()\n"
    )
    (diagnosis,) = run.diagnoses
    assert (diagnosis.kind, diagnosis.name) == ("version_mismatch", "y")
    assert (diagnosis.saved_line, diagnosis.edit_line, diagnosis.raise_line) == (3, 4, 5)


async def test_same_code_twice_gives_the_same_trace(run_snippet: RunSnippet) -> None:
    first, second = [(await run_snippet(FINE)).model_dump(exclude={"elapsed_ms", "fidelity"}) for _ in range(2)]
    assert first == second


STOPS = {
    "exits without a result": ("import os\nos._exit(0)", {"no_result", "exit"}),
    "exits with a status": ("import os\nos._exit(3)", {"exit"}),
    "loops for ever": ("while True:\n    pass", {"wall_time", "cpu_time"}),
    "prints a megabyte": ("print('x' * 1_000_000)", {"output_limit"}),
    "kills itself": ("import os, signal\nos.kill(os.getpid(), signal.SIGSEGV)", {"crash"}),
}


@pytest.mark.parametrize("case", STOPS)
async def test_snippet_over_a_limit_is_stopped_and_the_next_run_is_unaffected(case: str, run_snippet: RunSnippet) -> None:
    code, kinds = STOPS[case]
    run = await run_snippet(code)
    assert run.outcome.status == "stopped"
    assert run.outcome.failure
    assert run.outcome.failure.kind in kinds
    assert run.outcome.failure.message
    assert_fine(await run_snippet(FINE))


async def test_snippet_that_sleeps_too_long_is_stopped_by_the_clock() -> None:
    async with client_of(create_app(Settings(**WHOLE, wall_time_s=2.0))) as client:
        run = (await client.post("/api/runs", json={"code": "import time\ntime.sleep(1000)"})).json()
    assert (run["outcome"]["status"], run["outcome"]["failure"]["kind"]) == ("stopped", "wall_time")


async def test_print_flood_keeps_the_first_bytes(run_snippet: RunSnippet) -> None:
    run = await run_snippet("print('first')\nprint('x' * 1_000_000)")
    assert run.stdout.startswith("first\nxxx")
    assert len(run.stdout) == 64 * 1024


RAISES = {
    "syntax error": ("import torch\nx = (1,", "SyntaxError", 2),
    "NUL byte": ("x = 1\0", None, None),
    "exit status one": ("import sys\nsys.exit(1)", "SystemExit", 2),
    "hundred gigabytes": ("import torch\nx = torch.empty(25 * 10**9)", "RuntimeError", 2),
    "network": ("import socket\nsocket.socket()", "PermissionError", 2),
}


@pytest.mark.parametrize("case", RAISES)
async def test_snippet_that_raises_gives_type_text_and_line(case: str, run_snippet: RunSnippet) -> None:
    code, exception_type, line = RAISES[case]
    run = await run_snippet(code)
    assert run.outcome.status == "raised"
    failure = run.outcome.failure
    assert failure
    assert failure.message
    assert exception_type in (None, failure.exception_type)
    assert line in (None, failure.line)
    assert_fine(await run_snippet(FINE))


@pytest.mark.parametrize("code", ["", "\n\n", "# nothing", "print(1)", "import sys\nsys.exit(0)"])
async def test_snippet_without_a_tensor_completes_with_an_empty_graph(code: str, run_snippet: RunSnippet) -> None:
    run = await run_snippet(code)
    assert run.outcome.status == "completed"
    assert (run.tensors, run.nodes) == ((), ())


async def test_hundred_thousand_ops_shorten_the_film_but_not_the_program(run_snippet: RunSnippet) -> None:
    run = await run_snippet("import torch\nx = torch.zeros(())\nfor i in range(100_000):\n    x = x + 1\nprint(int(x))")
    assert run.outcome.status == "completed"
    assert run.stdout == "100000\n"
    assert run.gap or (run.truncated and run.truncated.kind == "events")
    assert len(run.events) <= 45_000


async def test_code_over_64_kib_is_refused_with_the_size(service: httpx.AsyncClient) -> None:
    response = await service.post("/api/runs", json={"code": "#" * (65 * 1024)})
    assert response.status_code == 413
    assert response.json()["error"]["kind"] == "code_too_large"
    assert "66,560" in response.json()["error"]["message"]


async def test_code_of_exactly_64_kib_runs(run_snippet: RunSnippet) -> None:
    assert (await run_snippet("#" * (64 * 1024))).outcome.status == "completed"
