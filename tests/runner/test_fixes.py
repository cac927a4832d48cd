"""Fixes as they are offered: run in the sandbox, and judged by how the program before the fix was meant to go."""

from __future__ import annotations

from textwrap import dedent

import httpx
import pytest

from gradreel.trace import Diagnosis, Run
from tests.conftest import RunSnippet
from tests.diagnose.case import program

pytestmark = pytest.mark.jail

Verdicts = dict[str, str]


async def verdicts(service: httpx.AsyncClient, code: str) -> Verdicts:
    """By kind of fix: what became of it."""
    whole = (await service.post("/api/diagnoses", json={"code": code})).json()
    kinds = {fix["key"]: fix["kind"] for diagnosis in whole["diagnoses"] for fix in diagnosis["fixes"]}
    answer = await service.post("/api/fixes", json={"code": code, "details": True})
    assert answer.status_code == 200, answer.text
    return {kinds[key]: each["verdict"] for key, each in answer.json().items()}


SIGMOID = """
    x = torch.tensor([1., 2.], requires_grad=True)
    y = torch.sigmoid(x)
    y += 1
    y.sum().backward()
"""
UNSEEDED = """
    import numpy as np
    x = torch.tensor(np.random.default_rng().normal(size=3), requires_grad=True)
    y = torch.exp(x)
    y += 1
    y.sum().backward()
"""


async def test_fix_that_gives_the_gradient_of_the_unedited_save_works(service: httpx.AsyncClient) -> None:
    found = await verdicts(service, program(SIGMOID))
    assert found["out_of_place"] == "works"


async def test_fix_of_a_program_that_differs_from_itself_is_unchecked(service: httpx.AsyncClient) -> None:
    found = await verdicts(service, program(UNSEEDED))
    assert found["out_of_place"] == "unchecked"


async def test_fix_of_a_program_that_then_exits_is_unchecked(service: httpx.AsyncClient) -> None:
    code = program(
        dedent(SIGMOID).replace(
            "y.sum().backward()", "try:\n    y.sum().backward()\nexcept RuntimeError:\n    pass\nelse:\n    __import__('os')._exit(3)"
        )
    )
    assert (await verdicts(service, code))["out_of_place"] == "unchecked"


async def test_every_way_to_a_single_number_for_backward_works(service: httpx.AsyncClient) -> None:
    code = "import torch\nw = torch.ones(2, requires_grad=True)\nloss = w * 2\nloss.backward()\nprint(w.grad)\n"
    found = await verdicts(service, code)
    assert set(found.values()) == {"works"}
    assert len(found) == 3


WORKERS = """
    from torch.utils.data import DataLoader, TensorDataset
    data = TensorDataset(torch.ones(4, 3), torch.ones(4, 1))
    loader = DataLoader(data, batch_size=2, num_workers=2, persistent_workers=True)
    layer = nn.Linear(3, 1)
    for x, y in loader:
        (layer(x) - y).pow(2).mean().backward()
"""


async def test_loader_with_workers_is_diagnosed_and_loads_in_the_program_itself(
    service: httpx.AsyncClient, run_snippet: RunSnippet
) -> None:
    run = await run_snippet(program(WORKERS))
    (found,) = run.diagnoses
    assert (found.kind, found.line, found.params["asked_line"]) == ("workers_unavailable", 7, 5)
    assert run.outcome.failure is not None
    assert run.outcome.failure.hint_kind == "subprocess"
    assert await verdicts(service, program(WORKERS)) == {"no_workers": "works"}


async def test_file_that_is_missing_beside_a_loader_with_workers_is_not_told_as_one(run_snippet: RunSnippet) -> None:
    code = program(WORKERS).replace("for x, y in loader", "for x, y in open('rows.csv')")
    assert (await run_snippet(code)).diagnoses == ()


IMPORTS = "import torch\nfrom torch import nn\n"
FAILING_CELLS = {
    "saved": "x = torch.tensor([1., 2.], requires_grad=True)\ny = torch.sigmoid(x)\ny += 1\ny.sum().backward()\n",
    "leaf": "w = torch.ones(2, requires_grad=True)\nw.add_(1)\n(w * w).sum().backward()\n",
    "freed": "v = torch.ones(2, requires_grad=True)\nloss = (v * v).sum()\nloss.backward()\nloss.backward()\n",
    "root": "u = torch.ones(2, requires_grad=True)\n(u * 2).backward()\n",
}


async def test_failing_cell_has_the_working_fixes_of_the_same_program_alone(service: httpx.AsyncClient) -> None:
    alone = {name: await verdicts(service, IMPORTS + code) for name, code in FAILING_CELLS.items()}
    notebook = IMPORTS + "".join(f"# %% {name}\n{code}" for name, code in FAILING_CELLS.items())
    run = Run.model_validate((await service.post("/api/runs", json={"code": notebook})).json())
    whole = (await service.post("/api/diagnoses", json={"code": notebook})).json()
    run = run.model_copy(update={"diagnoses": tuple(map(Diagnosis.model_validate, whole["diagnoses"]))})
    answer = (await service.post("/api/fixes", json={"code": notebook})).json()
    for number, name in enumerate(FAILING_CELLS, 2):
        found = {fix.kind: answer[fix.key] for told in run.diagnoses if told.cell == number for fix in told.fixes if fix.key in answer}
        # A program with cells cannot be put into one block.
        assert {kind for kind, verdict in alone[name].items() if verdict == "works"} - {"allow_mutation"} <= {
            kind for kind, verdict in found.items() if verdict == "works"
        }, (name, alone[name], found)
        assert "works" in found.values(), (name, found)


SHARED_CELLS = """import torch
x = torch.tensor([1., 2.], requires_grad=True)
# %% Edited in a cell of its own
y = torch.exp(x)
# %%
y += 1
# %%
y.sum().backward()
# %% Needs what the failing cell would have left alone
assert x.grad is None
# %%
(x * 2).sum().backward()
"""


async def test_fix_that_makes_another_cell_fail_does_not_work(service: httpx.AsyncClient) -> None:
    assert set((await verdicts(service, SHARED_CELLS)).values()) == {"raises"}


async def test_fix_whose_edit_is_in_an_earlier_cell_works(service: httpx.AsyncClient) -> None:
    assert (await verdicts(service, SHARED_CELLS.replace("assert x.grad is None", "x.grad")))["out_of_place"] == "works"
