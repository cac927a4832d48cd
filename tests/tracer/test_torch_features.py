"""What an older PyTorch lacks, forced upon the one that is here: the film leaves it out and says so, or is the same."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import torch

import gradreel
from gradreel.trace import Run
from gradreel.tracer import torch_features
from gradreel.tracer.graph import copy_slices, op_events, saved

ROOT = Path(__file__).parents[2]
by_refusal: Any = vars(torch_features)["_hooks_by_refusal"]


def recorded_edit(of_view: bool) -> Run:
    w = torch.ones(3, requires_grad=True)
    try:
        with gradreel.record() as film:
            buffer = torch.zeros(2, 3)
            if of_view:
                buffer[0].mul_(w)
            h = (w * buffer.sum()).exp().relu_()
            torch.stack([h, h * 2]).sum()
            h += 1
            torch.autograd.backward(h.sum())
    except RuntimeError:
        pass
    return film.run


def told(run: Run) -> list[tuple[str, str]]:
    return [(entry.kind, entry.what) for entry in run.not_shown if entry.kind != "derivatives"]


def test_edit_through_a_view_is_told_as_not_shown_without_make_saved(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(copy_slices, "CAN_MAKE_SAVED", False)
    monkeypatch.setattr(op_events, "CAN_MAKE_SAVED", False)
    run = recorded_edit(of_view=True)
    assert ("old_torch", "CopySlices") in told(run)
    assert run.diagnoses[0].kind == "version_mismatch"


def test_saves_are_recorded_alike_without_read_saved(monkeypatch: pytest.MonkeyPatch) -> None:
    as_it_is = recorded_edit(of_view=False)
    monkeypatch.setattr(saved, "CAN_READ_SAVED", False)
    without = recorded_edit(of_view=False)
    assert without.saved == as_it_is.saved
    assert [event.kind for event in without.events] == [event.kind for event in as_it_is.events]
    assert without.diagnoses == as_it_is.diagnoses
    assert without.diagnoses[0].kind == "version_mismatch"
    assert told(without) == []


def test_hooks_of_the_program_are_not_called_for_nodes_found_late_without_read_saved(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(saved, "CAN_READ_SAVED", False)
    unpacked: list[int] = []

    def unpack(tensor: torch.Tensor) -> torch.Tensor:
        unpacked.append(1)
        return tensor

    with torch.autograd.graph.saved_tensors_hooks(lambda tensor: tensor, unpack):
        h = torch.ones(2, requires_grad=True).exp()
    with gradreel.record() as film:
        total = h.sum()
    assert unpacked == []
    assert ("old_torch", "ExpBackward0") in told(film.run)
    torch.autograd.backward(total)
    assert unpacked == [1]


def test_hooks_are_found_by_refusal_as_by_the_getter() -> None:
    found = [by_refusal()]
    with torch.autograd.graph.saved_tensors_hooks(lambda tensor: tensor, lambda tensor: tensor):
        found.append(by_refusal())
        torch.ones(1, requires_grad=True).exp()  # they are still on
    with torch.autograd.graph.disable_saved_tensors_hooks("not here"):
        found.append(by_refusal())
        with pytest.raises(RuntimeError, match="not here"), torch.autograd.graph.saved_tensors_hooks(lambda t: t, lambda t: t):
            pass
    assert [*found, by_refusal()] == [False, True, False, False]


def test_accelerator_is_found_without_torch_accelerator() -> None:
    found: Any = vars(torch_features)["_accelerator_before_2_6"]
    assert found() is torch_features.has_accelerator()


def test_counter_is_set_as_asked() -> None:
    tensor = torch.ones(2)
    torch_features.set_version(tensor, 7)
    assert tensor._version == 7


def test_page_has_a_row_for_everything_that_may_be_lacking_and_names_its_test() -> None:
    page = (ROOT / "docs" / "torch-range.md").read_text()
    here = Path(__file__).read_text() + (ROOT / "tests/derivatives/test_explained.py").read_text()
    rows = [line.split("|") for line in page.splitlines() if line.startswith("| `")]
    assert {row[1].strip(" `") for row in rows} == {*torch_features.FEATURES, "derivatives"}
    assert all(f"def {row[3].strip(' `')}(" in here for row in rows)


def test_table_of_the_page_is_that_of_the_results() -> None:
    assert subprocess.run([sys.executable, ROOT / "scripts" / "torch-range", "--check"], check=False).returncode == 0
