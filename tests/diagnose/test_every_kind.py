"""For every kind of diagnosis a program that calls for it, and one that nearly does and must not be told so.

``kinds/NAME.py`` and ``kinds/NAME.near_miss.py``, or both in the table below.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from gradreel.diagnose import KINDS
from tests.diagnose.case import See, program

W = "w = torch.tensor([1., 2.], requires_grad=True)\n"
LAYER = "layer = nn.Linear(2, 2)\nopt = torch.optim.SGD(layer.parameters(), lr=0.1)\n"
ENCODER = (
    "from torch.autograd import Variable\nenc, head = nn.Linear(2, 2), nn.Linear(2, 1)\n"
    "opt = torch.optim.SGD([*enc.parameters(), *head.parameters()], lr=0.1)\n"
)
TARGET = (
    "{}\nfor _ in range(2):\n    with torch.no_grad():\n        y = target(torch.ones(2))  #! here\n"
    "    loss = (layer(torch.ones(2)) - y - 1).pow(2).sum()\n    opt.zero_grad()\n    loss.backward()\n    opt.step()"
)
FUNCTION = (
    "class F(torch.autograd.Function):\n    @staticmethod\n    def forward(ctx, a, b):\n        return a * b\n"
    "    @staticmethod\n    def backward(ctx, g):\n        return {}\nF.apply(w, w * 1).sum().backward()  #! here"
)
NEEDS_THE_JAIL = {"workers_unavailable"}
"""Whose program is among the tests of the sandbox."""

CASES: dict[str, tuple[str, str]] = {
    "version_mismatch": (
        W + "y = w.exp()\ny += 1  #! here\ny.sum().backward()",
        W + "y = w.exp()\ny.sum().backward()\ny = y.detach()\ny += 1",
    ),
    "silent_overwrite": (
        W + "h = w * 1\ny = h.exp()\ny.data.zero_()  #! here\ny.sum().backward()",
        W + "h = w * 1\ny = h + 1\ny.data.zero_()\ny.sum().backward()",
    ),
    "leaf_in_place": (W + "w += 1  #! here", W + "with torch.no_grad():\n    w += 1"),
    "multi_view_in_place": (
        W + "a, b = (w * 1).unbind()\na += 1  #! here",
        W + "h = w * 1\na, b = h[0], h[1]\na += 1\n(a + b).backward()",
    ),
    "inference_tensor_saved": (
        W + "with torch.inference_mode():\n    x = torch.ones(2) * 2\n(w * x).sum().backward()  #! here",
        W + "with torch.inference_mode():\n    x = torch.ones(2) * 2\n(w * x.clone()).sum().backward()",
    ),
    "graph_freed": (
        W + "y = w.exp().sum()\ny.backward()\ny.backward()  #! here",
        W + "y = w.exp().sum()\ny.backward(retain_graph=True)\ny.backward()",
    ),
    "non_finite": (
        "x = torch.tensor([0., 1.], requires_grad=True)\ny = torch.where(x > 0, x.sqrt(), x * 0)  #! here\ny.sum().backward()",
        "x = torch.tensor([0., 4.], requires_grad=True)\nsafe = torch.where(x > 0, x, torch.ones(2))\n"
        "y = torch.where(x > 0, safe.sqrt(), x * 0)\n(y * torch.softmax(x.masked_fill(x > 3, float('-inf')), 0)).sum().backward()",
    ),
    "no_grad_path": (W + "y = w.detach() * 2\ny.sum().backward()  #! here", W + "y = w.detach() * w\ny.sum().backward()"),
    "cut_gradient": (W + "y = w * w.detach()  #! here\ny.sum().backward()", W + "print(w.detach())\ny = w * w\ny.sum().backward()"),
    "non_leaf_grad": (
        W + "h = w * 2\nh.sum().backward()\nprint(h.grad)  #! here",
        W + "h = w * 2\nh.retain_grad()\nh.sum().backward()\nprint(h.grad)",
    ),
    "shared_storage_edit": (
        "import numpy as np\nx = torch.ones(2)\na = x.numpy()\na[0] = 5  #! here\nprint(x)",
        "import numpy as np\nx = torch.ones(2)\na = x.numpy().copy()\na[0] = 5\nprint(x)",
    ),
    "unreached_parameters": (
        ENCODER + "h = Variable(enc(torch.ones(3, 2)).data, requires_grad=True)  #! here\nhead(h).sum().backward()\nopt.step()",
        ENCODER + "h = enc(torch.ones(3, 2))\nhead(Variable(h.data)).sum().backward()\nh.sum().backward()\nopt.step()",
    ),
    "device_unavailable": (
        "x = torch.ones(2).cuda()  #! here",
        "x = torch.ones(2).to('cuda' if torch.cuda.is_available() else 'cpu')",
    ),
    "non_scalar_root": (W + "(w * 2).backward()  #! here", W + "(w * 2).backward(torch.ones(2))"),
    "view_in_place": (
        W + "x = torch.ones(2)\nwith torch.inference_mode():\n    v = x[:1]\nv.add_(w[:1])  #! here",
        W + "x = torch.ones(2)\nv = x[:1]\nv.add_(w[:1])\nx.sum().backward()",
    ),
    "inference_edit": (
        "with torch.inference_mode():\n    x = torch.ones(2)\nx.add_(1)  #! here",
        "with torch.inference_mode():\n    x = torch.ones(2)\n    x.add_(1)\ny = x.clone()\ny.add_(1)",
    ),
    "custom_gradients": (W + FUNCTION.format("g"), W + FUNCTION.format("g, g")),
    "out_argument": (
        W + "o = torch.empty(2)\ntorch.mul(w, 2, out=o)  #! here",
        W + "o = torch.empty(2)\nwith torch.no_grad():\n    torch.mul(w, 2, out=o)",
    ),
    "non_leaf_optimized": (
        W + "torch.optim.SGD([w * 2], lr=0.1)  #! here",
        W + "torch.optim.SGD([(w * 2).detach().requires_grad_()], lr=0.1)",
    ),
    "non_leaf_flag": (W + "h = w * 2\nh.requires_grad = False  #! here", W + "h = (w * 2).detach()\nh.requires_grad = True"),
    "non_leaf_copied": (
        W + "import copy\nh = w * 2\ncopy.deepcopy(h)  #! here",
        W + "import copy\nh = w * 2\ncopy.deepcopy(w)\ncopy.deepcopy(h.detach())",
    ),
    "integer_requires_grad": (
        "x = torch.tensor([1, 2], requires_grad=True)  #! here",
        "x = torch.tensor([1, 2])\ny = x.float().requires_grad_()",
    ),
    "numpy_requires_grad": (W + "(w * 2).numpy()  #! here", W + "(w * 2).detach().numpy()"),
    "leaf_root": (
        W + "hits = (w * 2 > 3).float().mean()\nhits.requires_grad_()\nhits.backward()  #! here",
        W + "one = torch.tensor(3.)\none.requires_grad_()\none.backward()\n(w * 2).sum().backward()",
    ),
    "shared_weights": (
        LAYER + TARGET.format("target = layer"),
        "import copy\n" + LAYER + TARGET.format("target = copy.deepcopy(layer)"),
    ),
}


PROGRAMS = Path(__file__).parent / "kinds"
CASES |= {
    path.stem: (path.read_text(), path.with_suffix(".near_miss.py").read_text()) for path in PROGRAMS.glob("*.py") if "." not in path.stem
}


def test_every_kind_has_a_program_and_a_near_miss() -> None:
    assert CASES.keys() == KINDS.keys() - NEEDS_THE_JAIL


@pytest.mark.parametrize("kind", CASES)
def test_program_is_diagnosed_at_its_line(see: See, kind: str) -> None:
    seen = see(program(CASES[kind][0]))
    (found,) = seen.of(kind)
    assert found.line == seen.line("here")


@pytest.mark.parametrize("kind", CASES)
def test_near_miss_completes_and_is_not_diagnosed(see: See, kind: str) -> None:
    seen = see(program(CASES[kind][1]))
    assert seen.plain.error is None
    assert seen.of(kind) == []
    assert seen.alarms == []


INFERENCE_VIEW = """
    x = torch.ones(4)
    with torch.inference_mode():
        head = x[:2]  #! made
    w = torch.ones(2, requires_grad=True)
    head.mul_(w)  #! edit
"""


def test_view_made_in_inference_mode_is_told_with_where_it_was_made_and_a_way_out(see: See) -> None:
    seen = see(program(INFERENCE_VIEW))
    (found,) = seen.of("view_in_place")
    assert (found.name, found.params["case"], found.params["made_line"]) == ("head", "inference", seen.line("made"))
    assert found.edit_line == found.raise_line == seen.line("edit")
    mended = [see(fix.code) for fix in found.fixes if fix.code]
    assert [(each.plain.error, each.alarms) for each in mended] == [(None, [])] * len(mended) != []


@pytest.mark.parametrize("flag", ["hits.requires_grad_()", "hits.requires_grad = True", "hits = hits.clone().requires_grad_(True)"])
def test_metric_made_a_leaf_is_told_however_the_flag_is_set(see: See, flag: str) -> None:
    code = f"net = nn.Linear(3, 2)\nout = net(torch.ones(4, 3))\nhits = (out.argmax(1) == 0).float().mean()\n{flag}\nhits.backward()"
    (found,) = see(program(code)).of("leaf_root")
    assert (found.name, found.params["cut_line"]) == ("hits", 5)
