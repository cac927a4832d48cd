"""What gradients should have been is stated of long programs too, and of none that differs from run to run."""

from __future__ import annotations

import pytest

from app.sandbox.child.modes import MODES
from app.sandbox.protocol.modes import Mode
from app.sandbox.report.expected import with_expected
from gradreel.diagnose import diagnose
from gradreel.trace import ControlRun, Recording
from tests.tracer.oracle import LIMITS, fresh_world

BATCHES = """import numpy as np, time, torch
from torch import nn
{seed}
net = nn.Sequential(nn.Linear(20, 32), nn.BatchNorm1d(32), nn.ReLU(), nn.Linear(32, 5))
opt = torch.optim.SGD(net.parameters(), lr=0.1)
for step in range({steps}):
    x = torch.from_numpy(source.normal(size=(16, 20)).astype("float32"))
    loss = nn.functional.cross_entropy(net(x), torch.arange(16) % 5)
    opt.zero_grad()
    loss.backward()
    opt.step()
"""
LOOP = """import torch
w = torch.randn(10, 10, requires_grad=True)
for step in range(60):
    h = torch.tanh(w @ w)
    {edit}
    loss = (h ** 2).sum()
    w.grad = None
    loss.backward()
"""
UNSEEDED = {
    "numpy": "source = np.random.default_rng()",
    "time": "torch.manual_seed(time.time_ns())\nsource = np.random.RandomState(1)",
}


def stated(code: str) -> Recording:
    """The recording of a program, with what its gradients should have been."""

    def run(mode: Mode) -> ControlRun:
        with fresh_world():
            return ControlRun.model_validate_json(MODES[mode](code, LIMITS, None))

    with fresh_world():
        recording = Recording.model_validate_json(MODES["traced"](code, LIMITS, None))
    return with_expected(recording, run)


def alarms(code: str, recording: Recording) -> list[str]:
    return [each.kind for each in diagnose(code, recording).diagnoses if each.severity != "note"]


def test_training_on_batches_whose_previews_have_shrunk_raises_no_alarm() -> None:
    code = BATCHES.format(seed="source = np.random.default_rng(3)", steps=30)
    recording = stated(code)
    assert any(gradient.expected is not None for gradient in recording.gradients)
    assert alarms(code, recording) == []


@pytest.mark.parametrize(("edit", "told"), [("w.data *= 0.99", ["silent_overwrite"]), ("w.data *= 1.0", [])])
def test_loop_that_edits_data_is_told_of_exactly_where_its_gradient_is_wrong(edit: str, told: list[str]) -> None:
    code = LOOP.format(edit=edit)
    assert alarms(code, stated(code)) == told


@pytest.mark.parametrize("case", UNSEEDED)
def test_gradient_of_a_program_that_differs_from_run_to_run_is_not_called_wrong(case: str) -> None:
    code = BATCHES.format(seed=UNSEEDED[case], steps=3)
    recording = stated(code)
    assert not any(gradient.differs for gradient in recording.gradients)
    assert alarms(code, recording) == []
