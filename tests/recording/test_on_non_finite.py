"""``on_error(non_finite=True)``: the film of the first gradient that is NaN or infinite, where the program does not look for such itself.

What a program says that looks for them would make them expected, so this file says none of it.
"""

from __future__ import annotations

from pathlib import Path

import pytest
import torch

import gradreel
from gradreel.film.load import run_from_json


def is_nan(tensor: torch.Tensor) -> bool:
    return bool(tensor != tensor)


class Unlucky:
    """Trains until one batch has a distance of zero under a root."""

    def __init__(self) -> None:
        torch.manual_seed(0)
        self.net = torch.nn.Linear(2, 2)
        self.opt = torch.optim.SGD(self.net.parameters(), lr=0.1, foreach=False)

    def step(self, x: torch.Tensor) -> torch.Tensor:
        self.opt.zero_grad()
        out = self.net(x)
        spread = (out - out.mean(0)).pow(2).sum(0)
        loss: torch.Tensor = spread.sqrt().sum()
        torch.autograd.backward(loss)
        self.opt.step()
        return loss.detach()

    def train(self) -> list[torch.Tensor]:
        batches = [torch.randn(3, 2, generator=torch.Generator().manual_seed(number)) for number in range(6)]
        batches[4] = torch.ones(3, 2)
        return [self.step(batch) for batch in batches]


def test_first_nan_of_a_gradient_writes_a_film_of_its_birth_and_the_program_goes_on_as_it_does_alone(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    plain, watched = Unlucky(), Unlucky()
    losses = plain.train()
    with gradreel.on_error(tmp_path / "nan.json", non_finite=True) as armed:
        assert torch.equal(torch.stack(watched.train()[:-1]), torch.stack(losses[:-1]))
    assert [is_nan(loss) for loss in losses] == [False, False, False, False, False, True]
    assert all(torch.equal(a != a, b != b) for a, b in zip(plain.net.parameters(), watched.net.parameters(), strict=True))
    expected = f"gradreel: backward() gave a gradient that is NaN or infinite; the film of the last steps is in {tmp_path}/nan.json\n"
    assert capfd.readouterr().err == expected
    run = run_from_json((tmp_path / "nan.json").read_bytes())
    (found,) = [diagnosis for diagnosis in run.diagnoses if diagnosis.kind == "non_finite"]
    assert found.birth_line is not None
    assert Path(__file__).read_text().splitlines()[found.birth_line - 1].strip() == "loss: torch.Tensor = spread.sqrt().sum()"
    assert (found.cause, found.phase, armed.film.is_ready) == ("root_of_zero", "backward", True)


def test_nan_is_not_waited_for_unless_it_is_asked_for(tmp_path: Path) -> None:
    with gradreel.on_error(tmp_path / "nan.json"):
        Unlucky().train()
    assert not list(tmp_path.iterdir())


def test_infinity_that_gradscaler_skips_writes_no_film(tmp_path: Path) -> None:
    net = torch.nn.Linear(1, 1)
    opt = torch.optim.SGD(net.parameters(), lr=0.1, foreach=False)
    scaler = getattr(torch.amp, "Grad" + "Scaler")("cpu", init_scale=2.0**127)
    with gradreel.on_error(tmp_path / "nan.json", non_finite=True) as armed:
        for _ in range(6):
            opt.zero_grad()
            scaler.scale(net(torch.full((1, 1), 9.0)).pow(2).sum() + 2).backward()
            assert net.weight.grad is not None
            scaler.step(opt)
            scaler.update()
        assert not armed.film.is_ready
    assert not list(tmp_path.iterdir())
