"""No sentence fails a film, however long the texts that a program, or a forged answer, puts into it."""

from __future__ import annotations

import pytest

from gradreel.trace import Run
from tests.conftest import RunSnippet
from tests.jail.test_output import TO_RESULT

pytestmark = pytest.mark.jail

LONG = {
    "fifty_megabytes": ("raise ValueError('x' * 5 * 10**7)", "ValueError"),
    "list_of_a_thousand": ("assert False, str(list(range(1000)))", "AssertionError"),
    "first_line_of_3000_characters": ("raise RuntimeError('y' * 3000 + '\\nand more')", "RuntimeError"),
    "name_of_a_class": ("raise type('E' * 5000, (Exception,), {})('why')", "E" * 5000),
}


@pytest.mark.parametrize("case", LONG)
async def test_long_text_of_an_exception_is_shortened_in_sentences(case: str, run_snippet: RunSnippet) -> None:
    code, exception_type = LONG[case]
    run = await run_snippet(code)
    assert run.outcome.status == "raised"
    assert run.outcome.failure
    assert run.outcome.failure.exception_type == exception_type


async def test_long_name_of_a_tensor_is_shortened_in_its_diagnosis(run_snippet: RunSnippet) -> None:
    name = "a" * 5000
    run = await run_snippet(f"import torch\n{name} = torch.ones(2, requires_grad=True)\n{name}.add_(1)")
    (found,) = run.diagnoses
    assert found.kind == "leaf_in_place"
    assert len(found.message) < 1000


FORGED = (
    TO_RESULT
    + """import json
failure = {"kind": "exit", "message": "m", "params": {"status": STATUS}}
answer = json.dumps({"torch": "9", "python": "9", "outcome": {"status": "stopped", "failure": failure}}).encode() + b"\\n"
for number in result_descriptors():
    os.write(number, answer)
os._exit(0)
"""
)


@pytest.mark.parametrize("status", ["'9' * 3000", "None", "True", "0.5", "10 ** 18", "3"])
async def test_forged_exit_status_is_shown_only_where_it_is_a_number(status: str, run_snippet: RunSnippet) -> None:
    run: Run = await run_snippet(FORGED.replace("STATUS", status))
    assert run.outcome.failure
    assert run.outcome.failure.kind == "exit"
    assert isinstance(run.outcome.failure.params["status"], int)
    assert len(run.outcome.failure.message) < 300
