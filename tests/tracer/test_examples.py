"""Every built-in example, traced and plain: same output, same exception, same tensors and gradients, bit for bit."""

from __future__ import annotations

from pathlib import Path

import pytest

from gradreel.cells import has_cells
from tests.tracer.cells_compared import Runner, differences
from tests.tracer.oracle import plain, traced
from tests.tracer.truth import check_truth

ALL = sorted((Path(__file__).parents[2] / "app" / "examples").glob("*/*.py"))
NOTEBOOKS = [path for path in ALL if has_cells(path.read_text(encoding="utf-8"))]
EXAMPLES = [path for path in ALL if path not in NOTEBOOKS]


def test_notebooks_among_the_examples_are_compared_after_each_cell() -> None:
    with Runner("plain") as plain_runner, Runner("traced") as traced_runner:
        found = {path.stem: differences(plain_runner.cells(path), traced_runner.cells(path)) for path in NOTEBOOKS}
    assert found == {path.stem: [] for path in NOTEBOOKS}
    assert len(found) >= 4


@pytest.mark.parametrize("path", EXAMPLES, ids=[f"{path.parent.name}/{path.stem}" for path in EXAMPLES])
def test_example_traced_equals_plain(path: Path) -> None:
    code = path.read_text(encoding="utf-8")
    expected, got = plain(code), traced(code)
    assert (got.error, got.line) == (expected.error, expected.line)
    assert got.stdout == expected.stdout
    assert got.recording is not None
    check_truth(got.recording)
    assert got.tensors.keys() == expected.tensors.keys()
    if "torch.empty(" not in code:  # whose elements are those of whatever was there before
        assert got.tensors == expected.tensors
