"""Programs with cells do under the tracer what they do as plain Python, compared after each cell.

Compared are how the cell ended, with type, text and line of its exception, its echo, what it wrote to both streams, every name with its
tensors, their gradients and version counters, bit for bit, and the state of each source of random numbers.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.tracer.cells_compared import Runner, differences, is_long, programs

ALWAYS = {
    # They found something.
    "modes_across_cells",
    "own_tracing",
    "patched_torch",
    "tensor_subclasses_and_modes",
    "warning_filters",
    "warnings_and_streams",
    "written_code",
    # One of each kind.
    "autograd_tutorial",
    "echoes",
    "exits",
    "objects_that_are_freed",
    "syntax_errors",
    "training_loop_over_cells",
}

ONCE_DIFFERENT = {
    "place_of_builtins": "# %%\n__builtins__.len('abc')\n",
    "trace_function_for_threads": "# %%\nimport threading\nthreading.gettrace()\n",
    "warning_while_a_cell_is_compiled_is_given_in_its_turn": "# %%\nprint('first')\n# %%\n1 is 1\n# %%\n'\\d'\n",
    "warnings_of_compiling_are_errors_by_an_earlier_cell": "# %%\nimport warnings\nwarnings.simplefilter('error')\n# %%\n1 is 1\n",
    "warnings_of_compiling_are_ignored_by_an_earlier_cell": "# %%\nimport warnings\nwarnings.simplefilter('ignore')\n# %%\n1 is 1\n",
    "place_of_a_warning_that_is_caught": "# %%\nimport torch, warnings\nx = torch.ones(1, requires_grad=True) * 2\n"
    "with warnings.catch_warnings(record=True) as caught:\n    warnings.simplefilter('always')\n    x.grad\n"
    "# %%\n[(each.filename, each.lineno) for each in caught]\n",
    "place_of_a_warning_that_the_program_shows": "# %%\nimport torch, warnings\nx = torch.ones(1, requires_grad=True) * 2\n"
    "warnings.showwarning = lambda message, kind, file, line, *rest: print(file, line)\nx.grad\n",
    "warning_that_is_filtered_by_module": "# %%\nimport torch, warnings\nx = torch.ones(1, requires_grad=True) * 2\n"
    "warnings.filterwarnings('ignore', module='__main__')\nx.grad\n",
    "function_mode_that_is_left_in_a_later_cell": "# %%\nimport torch\nclass Mode(torch.overrides.TorchFunctionMode):\n"
    "    count = 0\n    def __torch_function__(self, func, types, args=(), kwargs=None):\n        self.count += 1\n"
    "        return func(*args, **(kwargs or {}))\nx = torch.ones(1, requires_grad=True)\nmode = Mode()\nmode.__enter__();\n"
    "# %%\n(x * x).sum().backward()\nmode.count\n# %%\nmode.__exit__(None, None, None)\n# %%\nx + 1\nmode.count\n",
    "method_in_c_that_the_program_replaces": "# %%\nimport torch\nx = torch.ones(2, requires_grad=True)\nreal = torch.Tensor.sum\n"
    "torch.Tensor.sum = lambda self: real(self) * 10\nx.sum().backward()\nx.grad\n",
}


@pytest.fixture(scope="module")
def plain() -> Iterator[Runner]:
    with Runner("plain") as runner:
        yield runner


@pytest.fixture(scope="module")
def traced() -> Iterator[Runner]:
    with Runner("traced") as runner:
        yield runner


def each_program() -> list[pytest.ParameterSet]:
    return [pytest.param(path, id=path.stem, marks=() if path.stem in ALWAYS else pytest.mark.long) for path in programs()]


@pytest.mark.parametrize("path", each_program())
def test_program_with_cells_traced_equals_plain_after_each_cell(plain: Runner, traced: Runner, path: Path) -> None:
    assert differences(plain.cells(path), traced.cells(path)) == []


@pytest.mark.parametrize("name", ONCE_DIFFERENT)
def test_cells_that_once_differed_are_equal(plain: Runner, traced: Runner, tmp_path: Path, name: str) -> None:
    path = tmp_path / f"{name}.py"
    path.write_text(ONCE_DIFFERENT[name], encoding="utf-8")
    expected = plain.cells(path)
    assert differences(expected, traced.cells(path)) == []


def test_corpus_has_thirty_programs_and_ten_that_are_long() -> None:
    found = programs()
    assert len(found) >= 30
    assert sum(map(is_long, found)) >= 10
    assert {path.stem for path in found} >= ALWAYS


CHANGED = {
    "gradient": ("w * 2", "w * 3", {(2, "name w"), (3, "name w")}),
    "random_numbers": ("torch.rand(1)", "torch.rand(2)", {(2, "random"), (3, "random")}),
    "line": ("1 / 0", "\n1 / 0", {(3, "line")}),
    "text": ("1 / 0", "1 % 0", {(3, "error")}),
    "output": ("print(1)", "print(2)", {(2, "stdout")}),
    "echo": ("None", "3", {(2, "echo")}),
    "warning": ("print(1)", "print(1); import warnings; warnings.warn('x')", {(2, "stderr")}),
}


@pytest.mark.parametrize("what", CHANGED)
def test_change_of_a_program_is_found_in_the_cells_that_it_changes(plain: Runner, traced: Runner, tmp_path: Path, what: str) -> None:
    """Otherwise that programs are equal would say nothing."""
    code = "import torch\nw = torch.ones(1, requires_grad=True)\n# %%\n(w * 2).backward()\n_ = torch.rand(1)\nprint(1)\nNone\n# %%\n1 / 0\n"
    old, new, expected = CHANGED[what]
    one, other = tmp_path / "one.py", tmp_path / "other.py"
    one.write_text(code)
    other.write_text(code.replace(old, new))
    found = {(each.cell, each.what) for each in differences(plain.cells(one), traced.cells(other)) if each.cell <= 3}
    assert {each for each in found if not each[1].startswith("name _") and each[1] != "name warnings"} == expected
