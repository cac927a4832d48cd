"""The call that is offered for a module takes its sizes from the layers of that module; where they do not say them, none is offered."""

from __future__ import annotations

from textwrap import dedent

import pytest

from gradreel.reading import OfferedCall, read_code
from tests.reading.truth import Runner


@pytest.fixture(scope="module")
def running() -> Runner:
    return Runner()


def module(init: str, forward: str, arguments: str = "", inputs: str = "x") -> str:
    body = "".join(f"        {line}\n" for line in init.splitlines())
    ends = "".join(f"        {line}\n" for line in forward.splitlines())
    return (
        "import torch\nfrom torch import nn\nimport torch.nn.functional as F\nclass Net(nn.Module):\n"
        f"    def __init__(self{arguments}):\n        super().__init__()\n{body}    def forward(self, {inputs}):\n{ends}"
    )


def offer(code: str) -> OfferedCall:
    piece = read_code(code)
    assert piece is not None
    return piece.modules[-1]


WORKING = {
    "linear": (module("self.fc = nn.Linear(10, 3)", "return self.fc(x)"), "x = torch.randn(2, 10)"),
    "size by a constructor's argument": (module("self.fc = nn.Linear(n_in, 3)", "return self.fc(x)", ", n_in=6"), "x = torch.randn(2, 6)"),
    "argument without a default": (module("self.fc = nn.Linear(dim, 2 * dim)", "return self.fc(x)", ", dim"), "x = torch.randn(2, 8)"),
    "size by an attribute": (module("self.d = 3 * 4\nself.fc = nn.Linear(self.d, 2)", "return self.fc(x)"), "x = torch.randn(2, 12)"),
    "images": (module("self.c = nn.Conv2d(3, 4, 3)", "return F.relu(self.c(x))"), "x = torch.randn(2, 3, 16, 16)"),
    "words": (module("self.e = nn.Embedding(20, 4)", "return self.e(x)"), "x = torch.randint(0, 20, (2, 5))"),
    "sequence": (module("self.r = nn.GRU(4, 5, batch_first=True)", "return self.r(x)"), "x = torch.randn(2, 5, 4)"),
    "sequential": (module("self.s = nn.Sequential(nn.ReLU(), nn.Linear(7, 2))", "return self.s(x)"), "x = torch.randn(2, 7)"),
    "norm": (module("self.n = nn.LayerNorm(9)", "y = self.n(x)\nreturn y, x"), "x = torch.randn(2, 9)"),
    "two inputs": (
        module("self.a = nn.Linear(3, 2)\nself.b = nn.Linear(4, 2)", "return self.a(x) + self.b(h)", inputs="x, h"),
        "h = torch.randn(2, 4)",
    ),
    "own parameter": (module("self.w = nn.Parameter(torch.randn(5, 2))", "return x @ self.w"), "x = torch.randn(2, 5)"),
    "attention": (module("self.t = nn.TransformerEncoderLayer(8, 2)", "return self.t(x)"), "x = torch.randn(2, 5, 8)"),
}


@pytest.mark.parametrize("what", WORKING)
def test_offered_call_has_the_sizes_of_the_first_layer_and_runs_to_the_end_of_backward(running: Runner, what: str) -> None:
    code, made = WORKING[what]
    call = offer(code).call
    assert call is not None
    assert made in call.splitlines()
    assert running.text_of(f"{code}\n{call}\n", anomaly=False) == ""


def test_module_in_a_module_says_what_the_outer_one_takes(running: Runner) -> None:
    inner = module("self.fc = nn.Linear(n, n)", "return self.fc(x)", ", n")
    outer = (
        "class Outer(nn.Module):\n"
        "    def __init__(self):\n"
        "        super().__init__()\n"
        "        self.inner = Net(6)\n"
        "    def forward(self, x):\n"
        "        return self.inner(x)\n"
    )
    call = offer(inner + outer).call
    assert call == "model = Outer()\nx = torch.randn(2, 6)\nmodel(x).sum().backward()"
    assert running.text_of(f"{inner}{outer}{call}\n", anomaly=False) == ""


@pytest.mark.parametrize(
    ("code", "says"),
    [
        (module("pass", "return x.exp()"), "which shape x must have is not known"),
        (module("self.net = net", "return self.net(x)", ", net"), "what its argument net is to be"),
        (module("self.fc = nn.Linear(len(str(self)), 2)", "return self.fc(x)"), "which shape x must have"),
        ("from torch import nn\nclass Net(nn.Module):\n    pass\n", "no forward()"),
        (module("self.fc = nn.Linear(2, 2)", "return {'y': self.fc(x)}"), "returns no tensor"),
    ],
)
def test_no_call_is_offered_where_the_layers_do_not_say_the_sizes(code: str, says: str) -> None:
    offered = offer(code)
    assert offered.call is None
    assert says in offered.reason


def test_module_that_the_code_makes_itself_is_marked_so() -> None:
    code = module("self.fc = nn.Linear(2, 2)", "return self.fc(x)")
    assert (offer(code).made, offer(code + "net = Net()\n").made) == (False, True)


def test_names_that_the_class_and_the_call_need_are_imported() -> None:
    piece = read_code(
        dedent("""
        class Net(nn.Module):
            def __init__(self):
                super().__init__()
                self.fc = nn.Linear(2, 2)
            def forward(self, x):
                return F.relu(self.fc(x))
    """)
    )
    assert piece is not None
    assert set(piece.imports) == {"import torch", "from torch import nn", "import torch.nn.functional as F"}
