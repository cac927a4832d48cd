"""Each failing cell of a program is diagnosed, also where two of them fail on one tensor."""

from __future__ import annotations

import pytest

from gradreel.cells import cells_of
from tests.diagnose.case import See

SAVED = "import torch\nw = torch.ones(2, requires_grad=True)\ny = w.exp()\n"
PROGRAMS = {
    "one_edit": ("version_mismatch", SAVED + "# %%\ny += 1\ny.sum().backward()\n# %%\ny.sum().backward()\n"),
    "two_edits": ("version_mismatch", SAVED + "# %%\ny += 1\ny.sum().backward()\n# %%\ny *= 2\ny.sum().backward()\n"),
    "edit_before": ("version_mismatch", SAVED + "y += 1\n# %%\ny.sum().backward()\n# %%\n(y * 2).sum().backward()\n"),
    "leaf": ("leaf_in_place", SAVED + "# %%\nw += 1\n# %%\nw += 1\n"),
    "freed": ("graph_freed", SAVED + "y.sum().backward()\n# %%\ny.sum().backward()\n# %%\ny.sum().backward()\n"),
    "device": ("device_unavailable", SAVED + "# %%\ntorch.ones(2, device='cuda')\n# %%\ntorch.ones(2, device='cuda')\n"),
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_two_cells_that_fail_on_one_tensor_have_a_diagnosis_each(see: See, name: str) -> None:
    kind, code = PROGRAMS[name]
    seen = see(code)
    failed = [cell for cell in seen.recording.cells if cell.status == "raised"]
    assert [cell.index for cell in failed] == [2, 3]
    assert [(told.kind, told.cell, told.raised) for told in seen.diagnoses if told.severity == "error"] == [
        (kind, 2, True),
        (kind, 3, True),
    ]


def test_version_that_each_cell_found_is_told(see: See) -> None:
    found = [told.current_version for told in see(PROGRAMS["two_edits"][1]).of("version_mismatch")]
    assert found == [1, 2]


def test_several_saves_that_one_edit_made_stale_are_one_diagnosis_of_the_cell_that_failed(see: See) -> None:
    seen = see(
        "import torch\nw = torch.ones(2, requires_grad=True)\n# %%\ny = w.exp()\nz = y * y\n# %%\ny += 1\n# %%\nz.sum().backward()\n"
    )
    assert [(told.kind, told.cell) for told in seen.diagnoses] == [("version_mismatch", 4)]
    assert seen.diagnoses[0].others


def test_way_out_of_a_cell_leaves_the_cells_below_as_they_are(see: See) -> None:
    code = "import torch\nw = torch.ones(2, requires_grad=True)\n# %%\nw.add_(1)\nw.mul_(2)\n# %% [markdown]\n# A slice:\n# %%\nw[0] = 0\n"
    (first, second) = (told.fixes[0] for told in see(code).diagnoses if told.severity == "error")
    assert (first.kind, first.params["last_line"]) == ("no_grad_lines", 5)
    assert (second.kind, second.params["line"]) == ("no_grad", 9)
    assert [cells_of(fix.code or "")[-1].line for fix in (first, second)] == [9, 8]


@pytest.mark.parametrize("code", [SAVED + "# %%\ny.sum().backward()\n# %%\nw.grad\n", SAVED + "# %% [markdown]\n# y\n# %%\ny = y + 1\n"])
def test_cells_in_which_nothing_is_wrong_have_no_diagnosis(see: See, code: str) -> None:
    assert see(code).diagnoses == ()
