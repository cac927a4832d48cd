"""What ``gradreel.compare()`` says of blocks and of cells, against the numbers of plain PyTorch."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import torch

import gradreel
from app.sandbox.child.modes import run_traced
from gradreel.comparison import NoSuchCell, Part
from gradreel.comparison import compare as compare_parts
from gradreel.trace import Engine, Recording, Run, Trace
from tests.tracer.oracle import LIMITS, fresh_world

START = (0.5, 0.75)


def stack(p: torch.Tensor) -> torch.Tensor:
    q = torch.stack([p[0], p[1], p[0] / p[1]])
    torch.autograd.backward(q.sum())
    return q


def detach(p: torch.Tensor) -> torch.Tensor:
    q = torch.stack([p[0], p[1], (p[0] / p[1]).detach()])
    torch.autograd.backward(q.sum())
    return q


def fill(p: torch.Tensor) -> torch.Tensor:
    q = torch.zeros(3)
    q[:2] = p
    q[2] = q[0] / q[1]
    torch.autograd.backward(q.sum())
    return q


Experiment = Callable[[torch.Tensor], torch.Tensor]


def film_of(experiment: Experiment) -> gradreel.Film:
    p = torch.tensor(START, requires_grad=True)
    block = gradreel.record()
    try:
        with block:
            q = experiment(p)
            q = q * 1
    except RuntimeError:
        pass
    return block.film


def plain(experiment: Experiment) -> tuple[torch.Tensor | None, torch.Tensor | None]:
    """The result and the gradient without any recording; None for what an error leaves out."""
    p = torch.tensor(START, requires_grad=True)
    try:
        result = experiment(p)
    except RuntimeError:
        return None, p.grad
    return result, p.grad


def test_experiments_of_one_forward_have_its_values_equal_and_the_gradients_and_differences_of_plain_torch() -> None:
    experiments = [stack, detach, fill]
    compared = gradreel.compare(*map(film_of, experiments), names=["stack", "detach", "fill"])
    expected = [plain(experiment)[1] for experiment in experiments]
    assert expected[0] is not None
    assert expected[2] is None, "the version check refuses the third one"
    row = compared.gradients["p"]
    found = [None if value is None else torch.tensor(value.preview) for value in row.values]
    for mine, theirs in zip(found, expected, strict=True):
        assert (mine is None) == (theirs is None)
        if mine is not None and theirs is not None:
            torch.testing.assert_close(mine, theirs)
    assert expected[1] is not None
    assert row.differences[1] == pytest.approx((expected[0] - expected[1]).abs().max().item())
    assert row.differences[0] is None
    assert row.differences[2] is None
    assert row.same == "different"
    assert [side.status for side in compared.found.sides] == ["completed", "completed", "raised"]
    assert not compared.is_same
    assert "p.grad   differ by 1.333   [2.333, 0.1111]   [1, 1]   None" in str(compared)


def test_two_films_of_the_same_block_differ_in_nothing() -> None:
    compared = gradreel.compare(film_of(stack), film_of(stack))
    assert compared.is_same
    assert {row.same for row in (*compared.found.values, *compared.found.gradients)} == {"equal"}
    assert all(left is not None and right is not None for left, right in compared.found.moments)
    assert "Nothing differs in what was recorded." in str(compared)


def test_complex_numbers_are_written_with_both_parts() -> None:
    def spun(factor: complex) -> gradreel.Film:
        z = torch.tensor([1j, 1 + 0j], requires_grad=True)
        with gradreel.record() as film:
            w = z * factor
            torch.autograd.backward(w.real.sum())
        return film

    assert "[0-1j, 0-1j]   [2+3j, 2+3j]" in str(gradreel.compare(spun(1j), spun(2 - 3j)))


LOOP = """import torch
torch.manual_seed(0)
model = torch.nn.Linear(3, 2)
opt = torch.optim.SGD(model.parameters(), lr=0.1)
x = torch.rand(4, 3)
kept = []
for step in range(3):
    opt.zero_grad()
    loss = model(x).square().mean()
    if step == 1:
        loss = loss * SCALE
    loss.backward()
    kept.append([p.grad.clone() for p in model.parameters()])
    opt.step()
"""
CELLS = """# %% Start
import torch
p = torch.tensor([0.5, 0.75], requires_grad=True)
# %% [markdown]
# Two ways:
# %% Stack
q = torch.stack([p[0], p[1], p[0] / p[1]])
q.sum().backward()
# %% Detach
p.grad = None
q = torch.stack([p[0], p[1], (p[0] / p[1]).detach()])
q.sum().backward()
"""


def run_of(code: str) -> Run:
    with fresh_world():
        recording = Recording.model_validate_json(run_traced(code, LIMITS))
    said = {name: getattr(recording, name) for name in Trace.model_fields}
    return Run(id="x", code=code, engine=Engine(gradreel="0", torch="0", python="0"), stdout="", elapsed_ms=1.0, **said)


def test_programs_whose_second_round_differs_are_compared_by_the_gradients_of_that_round() -> None:
    codes = [LOOP.replace("SCALE", scale) for scale in ("1", "3")]
    compared = compare_parts([Part(run_of(code)) for code in codes])
    rounds = []
    for code in codes:
        names: dict[str, Any] = {}
        exec(code, names)  # noqa: S102
        rounds.append(names["kept"][1])
    assert compared.backward == 2
    rows = {row.name: row for row in compared.gradients}
    for at, name in enumerate(["model.weight", "model.bias"]):
        theirs = [each[at] for each in rounds]
        assert rows[name].same == "different"
        assert rows[name].differences[1] == pytest.approx((theirs[0] - theirs[1]).abs().max().item())
        for value, tensor in zip(rows[name].values, theirs, strict=True):
            assert value is not None
            torch.testing.assert_close(torch.tensor(value.preview).reshape(tensor.shape), tensor)
    assert {row.name: row.same for row in compared.values}["loss"] == "different"
    assert {row.name: row.same for row in compared.values}["x"] == "equal"
    parting = compared.parting
    assert parting is not None
    assert parting.why == "value", "both multiply, by other numbers"


def test_cells_of_one_program_are_compared_with_lines_of_the_whole_text() -> None:
    run = run_of(CELLS)
    compared = compare_parts([Part(run, 2), Part(run, 3)])
    assert [(side.cell, side.title) for side in compared.sides] == [(2, "Stack"), (3, "Detach")]
    assert [[line.number for line in side.lines if line.differs] for side in compared.sides] == [[7], [10, 11]]
    (row,) = compared.gradients
    names: dict[str, Any] = {}
    exec(CELLS, names)  # noqa: S102
    assert row.values[1] is not None
    torch.testing.assert_close(torch.tensor(row.values[1].preview), names["p"].grad)
    assert [value.same for value in compared.values] == ["equal"]
    for side, at in enumerate((2, 3)):
        first, last = next(cell.events for cell in run.cells if cell.index == at) or (0, 0)
        assert all(first <= event <= last for moment in compared.moments if (event := moment[side]) is not None)
    with pytest.raises(NoSuchCell, match="has no cell 9: it has the cells 1 to 3"):
        Part(run, 9)


def test_saved_film_is_compared_with_one_of_this_process_and_a_wrong_number_of_sides_is_refused(tmp_path: Path) -> None:
    film = film_of(stack)
    saved = film.save(tmp_path / "film.json")
    assert gradreel.compare(saved, film).is_same
    with pytest.raises(ValueError, match="1 programs cannot be compared: give 2 to 4"):
        gradreel.compare(film)
    with pytest.raises(ValueError, match="1 names were given for 2 sides"):
        gradreel.compare(film, film, names=["one"])
