"""Fixes as they are offered: run in the sandbox, and judged by how the program before the fix was meant to go."""

from __future__ import annotations

from textwrap import dedent

import httpx
import pytest

from tests.conftest import RunSnippet
from tests.diagnose.case import program

pytestmark = pytest.mark.jail

Verdicts = dict[str, str]


async def verdicts(service: httpx.AsyncClient, run_snippet: RunSnippet, code: str) -> Verdicts:
    """By kind of fix: what became of it."""
    run = await run_snippet(code)
    kinds = {fix.key: fix.kind for diagnosis in run.diagnoses for fix in diagnosis.fixes}
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


async def test_fix_that_gives_the_gradient_of_the_unedited_save_works(service: httpx.AsyncClient, run_snippet: RunSnippet) -> None:
    found = await verdicts(service, run_snippet, program(SIGMOID))
    assert found["out_of_place"] == "works"


async def test_fix_of_a_program_that_differs_from_itself_is_unchecked(service: httpx.AsyncClient, run_snippet: RunSnippet) -> None:
    found = await verdicts(service, run_snippet, program(UNSEEDED))
    assert found["out_of_place"] == "unchecked"


async def test_fix_of_a_program_that_then_exits_is_unchecked(service: httpx.AsyncClient, run_snippet: RunSnippet) -> None:
    code = program(
        dedent(SIGMOID).replace(
            "y.sum().backward()", "try:\n    y.sum().backward()\nexcept RuntimeError:\n    pass\nelse:\n    __import__('os')._exit(3)"
        )
    )
    assert (await verdicts(service, run_snippet, code))["out_of_place"] == "unchecked"


async def test_every_way_to_a_single_number_for_backward_works(service: httpx.AsyncClient, run_snippet: RunSnippet) -> None:
    code = "import torch\nw = torch.ones(2, requires_grad=True)\nloss = w * 2\nloss.backward()\nprint(w.grad)\n"
    found = await verdicts(service, run_snippet, code)
    assert set(found.values()) == {"works"}
    assert len(found) == 3
