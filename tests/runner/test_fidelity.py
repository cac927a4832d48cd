"""The plain run and the reference run, through the real sandbox."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import replace

import httpx
import pytest

from app.runner.local import LocalRunner
from app.sandbox.report.expected import alike
from app.sandbox.report.fidelity import Ending, judge
from app.settings import Settings
from gradreel.trace import Diagnosis, Gradient, Run, Value
from gradreel.why.wording import message_of
from tests.conftest import RunSnippet, run_of

pytestmark = pytest.mark.jail

# The same code gives the same id, so each test varies its comment: what matters is the program.
OVERWRITTEN = """import torch
a = torch.tensor([1., 2., 3.], requires_grad=True)
out = a.sigmoid()
out.data.zero_()
out.sum().backward()
"""


def gradient(run: Run, name: str) -> Gradient:
    return next(each for each in run.gradients if each.name == name)


@pytest.fixture(scope="module")
async def run_compared() -> AsyncIterator[RunSnippet]:
    """Run as for a reader who does not wait: the comparison is then never left out for want of a child."""
    settings = Settings(rate_limit="off", wall_time_s=60.0, cpu_time_s=4, grace_s=10.0, queue_wait_s=60.0, zygote_start_s=200.0)
    runner = LocalRunner(settings)
    await runner.start()

    async def run(code: str) -> Run:
        return await run_of(runner, code, "test", patient=True)

    yield run
    await runner.aclose()


@pytest.mark.parametrize(
    "code",
    [
        "import torch\na = torch.ones(3, requires_grad=True)\n(a * a).sum().backward()\nprint(a.grad)",
        "import torch\nm = torch.nn.Linear(3, 2)\nm(torch.randn(4, 3)).sum().backward()\nprint(m.weight.grad.sum())",
        "import torch\na = torch.ones(2, requires_grad=True)\nb = a.exp()\nb.add_(1)\nb.sum().backward()",
        "raise ValueError('mine')",
        "print('no tensor at all')",
        "import torch\nw = torch.empty(3, 2, requires_grad=True)\nw.normal_()",
        "import torch\na = torch.ones(2, requires_grad=True)\n# %%\na += 1\n# %%\n(a * a).sum().backward()\na.grad\n# %%\nprint(1 / 0)",
    ],
)
async def test_program_that_tracing_leaves_alone_is_equal(code: str, run_compared: RunSnippet) -> None:
    assert (await run_compared(code)).fidelity == "equal"


# Not `perf_counter_ns`: on a machine that is up for 26 hours it prints what looks like an address, and those may differ.
@pytest.mark.parametrize("code", ["import time\nprint(time.time_ns())", "import os\nprint(os.urandom(8))"])
async def test_program_that_differs_from_itself_is_unchecked(code: str, run_snippet: RunSnippet) -> None:
    assert (await run_snippet(code)).fidelity == "unchecked"


async def test_card_of_a_failed_check_says_what_the_gradient_would_have_been(service: httpx.AsyncClient) -> None:
    code = "import torch\nw = torch.ones(2, requires_grad=True)\ny = w * w\nz = (y * y).sum()\ny.zero_()\nz.backward()"
    (told,) = (await service.post("/api/diagnoses", json={"code": code})).json()["diagnoses"]
    found = Diagnosis.model_validate(told)
    (gradient,) = found.unchecked_gradients
    assert (gradient.name, gradient.value.preview, gradient.expected.preview, gradient.differs) == ("w", (0.0, 0.0), (4.0, 4.0), True)
    assert message_of(found, "en").endswith(" Without the check, w.grad would have been [0, 0]; right is [4, 4].")


async def test_run_that_nobody_waits_for_is_compared_however_long_it_takes_and_however_few_children_wait() -> None:
    runner = LocalRunner(Settings(pool_children=1, twin_wait_s=0.0, wall_time_s=60.0, queue_wait_s=60.0, zygote_start_s=200.0))
    await runner.start()
    try:
        run = await run_of(runner, "import time\ntime.sleep(0.2)\nprint('on')", "background", patient=True)
    finally:
        await runner.aclose()
    assert run.fidelity == "equal"


PLAIN = Ending("completed", None, None, None, "1", (("a", "0"), ("w", "1")))
PERTURBED = replace(PLAIN, fingerprint=(("a", "0"), ("w", "2")))


@pytest.mark.parametrize(
    ("traced", "again", "fidelity"),
    [
        (replace(PLAIN, fingerprint=(("a", "0"), ("w", "3"))), PERTURBED, "equal"),
        (replace(PLAIN, fingerprint=(("a", "4"), ("w", "3"))), PERTURBED, "different"),
        (replace(PLAIN, fingerprint=(("a", "0"), ("b", "0"), ("w", "3"))), PERTURBED, "different"),
        (replace(PLAIN, stdout="2"), PERTURBED, "different"),
        (replace(PLAIN, stdout="2"), PLAIN, "different"),
        (replace(PLAIN, stdout="2"), replace(PERTURBED, stdout="3"), "unchecked"),
    ],
)
def test_comparison_leaves_out_what_memory_that_nobody_wrote_decides(traced: Ending, again: Ending, fidelity: str) -> None:
    assert judge(traced, PLAIN, again) == fidelity


async def test_addresses_printed_do_not_count_as_a_difference(run_compared: RunSnippet) -> None:
    code = "import torch\na = torch.ones(2)\nprint(object(), id(a), a.data_ptr())"
    assert (await run_compared(code)).fidelity == "equal"


async def test_program_that_asks_for_its_trace_function_sees_its_own(run_compared: RunSnippet) -> None:
    assert (await run_compared("import sys\nprint(sys.gettrace())")).fidelity == "equal"


@pytest.mark.parametrize("code", ["import torch, sys\nprint(torch._C._len_torch_function_stack())"])
async def test_program_that_looks_for_the_tracer_is_reported_as_different(code: str, run_compared: RunSnippet) -> None:
    assert (await run_compared(code)).fidelity == "different"


NESTED = """import torch
a = torch.nested.nested_tensor([torch.ones(2), torch.ones(3)], requires_grad=True)
b = torch.nested.nested_tensor([torch.ones(2), torch.ones(3)], layout=torch.jagged)
class Sub(torch.Tensor): pass
c = torch.ones(2).as_subclass(Sub)
d = torch.eye(2).to_sparse()
print(a.numel(), b.numel(), c.sum().item(), d.sum().item())
"""


async def test_tensors_without_plain_memory_are_traced_and_compared(run_compared: RunSnippet) -> None:
    run = await run_compared(NESTED)
    assert run.outcome.status == "completed"
    assert run.fidelity == "equal"
    assert run.truncated is None


async def test_endless_loop_of_ops_keeps_the_film_up_to_the_limit(run_snippet: RunSnippet) -> None:
    run = await run_snippet("import torch\nx = torch.ones(2, requires_grad=True)\nwhile True:\n    x = x + 1")
    assert run.outcome.status == "stopped"
    assert run.outcome.failure
    assert run.outcome.failure.kind in ("wall_time", "cpu_time")
    assert any(event.kind == "op" for event in run.events)


async def test_overwritten_saved_tensor_gives_expected_gradient_and_error(run_snippet: RunSnippet) -> None:
    run = await run_snippet(OVERWRITTEN)
    found = gradient(run, "a")
    assert found.differs
    assert found.value
    assert found.value.preview == (0.0, 0.0, 0.0)
    assert found.expected
    assert found.expected.preview == pytest.approx((0.1966119, 0.1049936, 0.0451767), rel=1e-5)
    assert [(each.kind, each.severity) for each in run.diagnoses] == [("silent_overwrite", "error")]


async def test_overwrite_of_what_nobody_saved_has_no_expected_gradient(run_snippet: RunSnippet) -> None:
    run = await run_snippet("import torch\na = torch.ones(3, requires_grad=True)\nout = a + 1\nout.data.zero_()\nout.sum().backward()")
    assert gradient(run, "a").expected is None
    assert all(each.severity == "note" for each in run.diagnoses)


async def test_overwrite_with_the_same_values_changes_no_gradient(run_snippet: RunSnippet) -> None:
    run = await run_snippet(OVERWRITTEN.replace("zero_()", "mul_(1)"))
    assert not gradient(run, "a").differs
    assert all(each.severity == "note" for each in run.diagnoses)


UNSEEDED = {
    "batch_norm_on_numpy_data": """import numpy as np
import torch
from torch import nn
rng = np.random.default_rng()
model = nn.Sequential(nn.Linear(8, 16), nn.BatchNorm1d(16), nn.ReLU(), nn.Linear(16, 1))
opt = torch.optim.SGD(model.parameters(), lr=0.01)
for step in range(30):
    x = torch.from_numpy(rng.normal(size=(32, 8)).astype(np.float32))
    opt.zero_grad()
    model(x).pow(2).mean().backward()
    opt.step()
""",
    "seeded_by_the_time": """import time
import torch
torch.manual_seed(time.time_ns())
w = torch.ones(3, requires_grad=True)
x = torch.randn(3)
out = (w * x).sigmoid()
x.data.mul_(1)
out.sum().backward()
""",
    "data_edited_after_a_random_save": """import numpy as np
import torch
rng = np.random.default_rng()
w = torch.ones(3, requires_grad=True)
x = torch.from_numpy(rng.normal(size=3).astype(np.float32))
out = (w * x).sum()
x.data.add_(0)
out.backward()
""",
}


@pytest.mark.parametrize("case", UNSEEDED)
async def test_unseeded_program_is_not_said_to_have_wrong_gradients(case: str, run_snippet: RunSnippet) -> None:
    run = await run_snippet(UNSEEDED[case])
    assert run.outcome.status == "completed"
    assert not any(each.differs for each in run.gradients)
    assert all(each.severity == "note" for each in run.diagnoses)


LONG = {
    "data_edited_in_a_loop": """import torch
w = torch.ones(40, 40, requires_grad=True)
h = torch.ones(40, 40)
for step in range(60):
    out = (w * h).sum()
    h.data.mul_(1.0)
    out.backward()
    with torch.no_grad():
        w -= 0.001 * w.grad
""",
    "codebook_written_through_data": """import torch
codebook = torch.nn.Parameter(torch.randn(32, 16))
encoder = torch.nn.Linear(16, 16)
for step in range(20):
    z = encoder(torch.randn(8, 16))
    index = torch.cdist(z, codebook).argmin(1)
    loss = (z - codebook[index]).pow(2).mean()
    for j in range(8):
        codebook.data[j].mul_(0.99).add_(0.01 * z[j].detach())
    loss.backward()
""",
}


@pytest.mark.parametrize("case", LONG)
async def test_long_film_with_smaller_previews_than_its_reference_is_compared_where_it_can_be(case: str, run_snippet: RunSnippet) -> None:
    run = await run_snippet(LONG[case])
    assert run.outcome.status == "completed"
    assert run.gradients


def corner(shape: tuple[int, ...], extent: tuple[int, ...], start: float = 0.0, **summary: float) -> Value:
    """A value whose elements count up, row by row."""
    rows, columns = extent
    preview = tuple(start + row * shape[1] + column for row in range(rows) for column in range(columns))
    return Value(shape=shape, preview_shape=extent, preview=preview, **summary)


SUMMARY = {"min": 0.0, "max": 99.0, "mean": 49.5}


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        (corner((2, 2), (2, 2), **SUMMARY), corner((2, 2), (2, 2), **SUMMARY), True),
        (corner((2, 2), (2, 2)), corner((2, 2), (2, 2), 0.5), False),
        (corner((10, 10), (8, 8)), corner((10, 10), (4, 4)), None),
        (corner((10, 10), (8, 8)), corner((10, 10), (4, 4), 1.0), False),
        (corner((10, 10), (8, 8), **SUMMARY), corner((10, 10), (4, 4), **SUMMARY), True),
        (corner((10, 10), (8, 8), **SUMMARY), corner((10, 10), (4, 4)), None),
        (corner((10, 10), (8, 8), **SUMMARY), corner((10, 10), (4, 4), **{**SUMMARY, "mean": 50.5}), False),
        (corner((10, 10), (4, 4)), corner((10, 9), (4, 4)), None),
    ],
)
def test_values_are_compared_as_far_as_both_show(one: Value, other: Value, expected: bool | None) -> None:
    assert alike(one, other) is expected
