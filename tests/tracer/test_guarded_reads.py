"""What the tracer reads for itself ends no recording: odd tensors, models and attributes are recorded or left out."""

from __future__ import annotations

import json
from typing import Any

import pytest

from app.sandbox.child.modes import run_traced
from app.sandbox.report.answer import validate
from gradreel.tracer.control import plain
from gradreel.tracer.control.plain import run_plain
from gradreel.tracer.record import record
from tests.tracer.oracle import LIMITS, fresh_world

SETUP = "import sys, torch\nx = torch.ones(3, requires_grad=True)\n"
PROGRAMS = {
    "view_of_an_edited_base": "h = x * 1; o = torch.unbind(h, 0)[0]; h.mul_(2); o.sum().backward()",
    "view_of_an_edited_base_never_used_again": "h = x * 1; o = torch.unbind(h, 0)[0]; h.mul_(2)",
    "getattr_of_a_module_that_raises": """class Odd(torch.nn.Linear):
    def __getattr__(self, name):
        if name in ("weight", "bias", "training"):
            return super().__getattr__(name)
        raise KeyError(name)
net = Odd(3, 3)
net(x).sum().backward()""",
    "module_without_parameters_of_its_own": """class Broken(torch.nn.Module):
    def named_parameters(self, *args, **kwargs):
        raise KeyError("no")
    def forward(self, x):
        return x * 2
net = Broken()
net(x).sum().backward()""",
    "parameters_table_deleted": "net = torch.nn.Linear(3, 3)\ndel net.__dict__['_parameters']\ny = x * 2",
    "buffer_that_is_no_tensor": "net = torch.nn.Linear(3, 3)\nnet._buffers['count'] = 5\nnet(x).sum().backward()",
    "parameter_that_is_no_tensor": "net = torch.nn.Linear(3, 3)\nnet._parameters['scale'] = 'two'\nnet(x).sum().backward()",
    "zero_tensor_without_memory": "z = torch._efficientzerotensor(3)\ny = x * z\ny.sum().backward()",
    "tensor_on_the_meta_device": "m = torch.empty(3, device='meta', requires_grad=True)\n(m * 2).sum().backward()",
    "sparse_tensor_with_gradient": "s = torch.eye(3).to_sparse().requires_grad_()\ntorch.sparse.mm(s, x[:, None]).sum().backward()",
}


def answers(code: str) -> tuple[dict[str, Any], dict[str, Any]]:
    """What a traced child and an untraced one say of a program."""
    found = []
    for run in (run_traced, run_plain):
        with fresh_world():
            found.append(json.loads(run(code, LIMITS)))
    return found[0], found[1]


@pytest.mark.parametrize("name", PROGRAMS)
def test_program_with_something_odd_ends_as_under_plain_torch(name: str) -> None:
    traced, untraced = answers(SETUP + PROGRAMS[name])
    assert traced["truncated"] is None
    assert {**(traced["outcome"]["failure"] or {}), "event": None} == {**(untraced["outcome"]["failure"] or {}), "event": None}
    assert traced["fingerprint"] == untraced["fingerprint"]
    assert any(event["kind"] == "op" for event in validate(json.dumps(traced).encode()).model_dump()["events"])


def test_failing_look_at_the_end_leaves_out_only_what_it_adds(monkeypatch: pytest.MonkeyPatch) -> None:
    def failing(_module: Any) -> dict[str, str]:
        raise MemoryError

    monkeypatch.setattr(plain, "fingerprint", failing)
    with fresh_world():
        recording = validate(run_traced(SETUP + "y = x * 2", LIMITS))
    assert recording.fingerprint is None
    assert (recording.outcome.status, recording.tensors[0].names) == ("completed", ("x",))


def test_arguments_of_a_program_are_those_of_a_script_without_any() -> None:
    code = "import sys\nassert sys.argv == ['snippet.py'], sys.argv\nsys.argv.append('--lr')"
    for run in (run_traced, run_plain):
        for _ in range(2):
            assert json.loads(run(code, LIMITS))["outcome"]["status"] == "completed"


def test_stop_is_stated_by_kind_and_params_alone() -> None:
    answer = json.loads(record("while True: pass", type(LIMITS)(LIMITS.events, LIMITS.trace_bytes, soft_time_s=0.2)))
    assert answer["outcome"]["failure"] == {"kind": "wall_time", "message": "", "line": 1, "params": {"limit_s": 0.2}}
