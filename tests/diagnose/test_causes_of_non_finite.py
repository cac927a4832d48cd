"""The cause that is named of a NaN or an infinity is what the numbers show; what they do not show is told as not known."""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import dataclass

import pytest

from tests.diagnose.case import See, program


@dataclass(frozen=True)
class Case:
    """A program, and what is told of its first birth."""

    code: str
    cause: str
    value: str = "nan"

    @property
    def text(self) -> str:
        return "import torch.nn.functional as F\n" + program(self.code)


SCORES = "x = torch.zeros({shape}, requires_grad=True)\nrow = torch.tensor({row})\n"
MASK = "[[float('-inf')] * 3, [0., 0., 0.]]"
MIXED = "[[float('-inf'), float('inf'), 0.], [0., 0., 0.]]"
ONE_MASKED = "[[float('-inf'), 0., 0.], [0., 0., 0.]]"


def scores(row: str, then: str) -> str:
    return SCORES.format(shape="2, 3", row=row) + then


LINEAR = "net = nn.Linear(2, 3)\nwith torch.no_grad():\n    net.weight.copy_(torch.tensor([[1., 1.], [-1., -1.], [1., -1.]]))\n"
CASES = {
    "softmax of a masked row": Case(scores(MASK, "(x + row).softmax(1).pow(2).sum().backward()  #! birth"), "all_masked"),
    "softmax of both infinities": Case(scores(MIXED, "(x + row).softmax(-1).sum().backward()  #! birth"), "infinity_minus_infinity"),
    "cross entropy of a masked row": Case(
        scores(MASK, "F.cross_entropy(x + row, torch.tensor([0, 1])).backward()  #! birth"), "all_masked"
    ),
    "cross entropy of both infinities": Case(
        LINEAR
        + "x = torch.ones(2, 2)\nx[0, 1] = float('-inf')\nloss = F.cross_entropy(net(x), torch.tensor([0, 1]))  #! birth\nloss.backward()",
        "infinity_minus_infinity",
    ),
    "cross entropy of a masked row that is ignored besides both infinities": Case(
        scores("[[float('-inf')] * 3, [float('inf'), 0., 0.]]", "F.cross_entropy(x + row, torch.tensor([-100, 1])).backward()  #! birth"),
        "infinity_minus_infinity",
    ),
    "cross entropy of probabilities, of which a masked one is 0": Case(
        scores(ONE_MASKED, "F.cross_entropy(x + row, torch.tensor([[0., .5, .5]] * 2)).backward()  #! birth"), "zero_times_infinity"
    ),
    "cross entropy of ignored classes": Case(
        "x = torch.zeros(2, 3, requires_grad=True)\nF.cross_entropy(x, torch.tensor([-100, -100])).backward()  #! birth", "mean_of_nothing"
    ),
    "gradient of logsumexp of a masked row": Case(
        scores(MASK, "y = (x + row).logsumexp(1).exp().sum()  #! birth\ny.backward()"), "infinity_minus_infinity"
    ),
    "sum of both infinities": Case(
        "w = torch.ones(2, requires_grad=True)\nx = torch.tensor([float('inf'), float('-inf')])\n(w * x).mean().backward()  #! birth",
        "infinity_minus_infinity",
    ),
    "layer norm of an infinity": Case(
        "x = torch.randn(2, 3)\nx[0, 0] = float('inf')\nnn.LayerNorm(3)(x).sum().backward()  #! birth", "infinity_minus_infinity"
    ),
    "batch norm of an infinity": Case(
        "x = torch.randn(2, 3)\nx[0, 0] = float('inf')\nnn.BatchNorm1d(3)(x).sum().backward()  #! birth", "infinity_minus_infinity"
    ),
    "quotient of infinities": Case(
        "w = torch.ones(2, requires_grad=True)\nx = torch.full((2,), float('inf'))\n(w * x / x).sum().backward()  #! birth",
        "infinity_over_infinity",
    ),
    "infinity that Python states": Case(
        "w = torch.tensor([0., 1.], requires_grad=True)\n(w * float('inf')).sum().backward()  #! birth", "zero_times_infinity"
    ),
    "product of matrices with a zero": Case(
        "w = torch.zeros(2, 2, requires_grad=True)\nx = torch.full((2, 2), float('inf'))\n(x @ w).sum().backward()  #! birth",
        "zero_times_infinity",
    ),
    "product of matrices with both infinities": Case(
        "w = torch.tensor([[1., 1.], [-1., 1.]], requires_grad=True)\n"
        "x = torch.full((2, 2), float('inf'))\n(x @ w).sum().backward()  #! birth",
        "infinity_minus_infinity",
    ),
    "product of matrices that is too large": Case(
        "w = torch.full((2, 2), 3e38, requires_grad=True)\nx = torch.tensor([[10., -10.]])\n(x @ w).sum().backward()  #! birth", "overflow"
    ),
    "division by Python's zero": Case(
        "x = torch.ones(2, requires_grad=True)\n(x / 0).sum().backward()  #! birth", "division_by_zero", "inf"
    ),
    "remainder of a division by zero": Case(
        "x = torch.ones(2, requires_grad=True)\ntorch.fmod(x, 0.).sum().backward()  #! birth", "division_by_zero"
    ),
    "loss of paths that are too short": Case(
        "x = torch.randn(2, 1, 3, requires_grad=True)\nlengths = torch.tensor([2]), torch.tensor([3])\n"
        "F.ctc_loss(x.log_softmax(2), torch.tensor([[1, 1, 1]]), *lengths).backward()  #! birth",
        "other",
        "inf",
    ),
    "infinity that gelu is given": Case(
        "x = torch.ones(2, requires_grad=True)\nm = torch.full((2,), float('-inf'))\nF.gelu(x + m).sum().backward()  #! birth",
        "from_infinity",
    ),
    "cell of a GRU that is given an infinity": Case(
        "gru = nn.GRU(3, 4)\nx = torch.randn(2, 1, 3)\nx[0, 0, 1] = float('-inf')\ny, h = gru(x)  #! birth\ny.sum().backward()",
        "zero_times_infinity",
    ),
    "cell of an LSTM that is given an infinity": Case(
        "lstm = nn.LSTM(3, 4)\nx = torch.randn(2, 1, 3)\nx[0, 0, 1] = float('inf')\ny, h = lstm(x)  #! birth\ny.sum().backward()",
        "from_infinity",
    ),
    "eigenvectors of equal eigenvalues": Case(
        "x = torch.eye(3, requires_grad=True)\nw, v = torch.linalg.eigh(x)  #! birth\nv.pow(3).sum().backward()", "division_by_zero"
    ),
    "gradients of finite numbers whose sum is too large": Case(
        "w = torch.ones(1, requires_grad=True)\nfor _ in range(2):\n    (w * 3e38).sum().backward()  #! birth", "sum_of_gradients", "inf"
    ),
    "gradient that the program gives": Case(
        "w = torch.ones(2, requires_grad=True)\n(w * 2).backward(torch.tensor([float('inf'), 1.]))  #! birth", "given_gradient", "inf"
    ),
    "root of zero in a gradient of autograd.grad": Case(
        "w = torch.ones(1, requires_grad=True)\ny = (w * 0).sqrt()  #! birth\n(g,) = torch.autograd.grad(y, w, create_graph=True)\n"
        "g.pow(2).sum().backward()",
        "root_of_zero",
        "inf",
    ),
}


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_number_that_is_not_finite_is_told_with_what_the_numbers_show(see: See, case: Case) -> None:
    seen = see(case.text)
    told = [each for each in seen.of("non_finite") if each.cause != "input_data"]
    assert [(each.birth_line, each.cause, each.params["value"]) for each in told] == [(seen.line("birth"), case.cause, case.value)]


def test_lines_of_the_births_are_those_that_plain_torch_finds(see: See) -> None:
    looked_at = {name: case for name, case in CASES.items() if case.cause in ("overflow", "division_by_zero", "mean_of_nothing", "other")}
    programs = json.dumps({name: case.text for name, case in looked_at.items()})
    command = [sys.executable, "-m", "tests.diagnose.births_oracle"]
    found = json.loads(subprocess.run(command, input=programs, capture_output=True, text=True, check=True).stdout)
    for name, case in looked_at.items():
        assert found[name]["births"][0][0] == see(case.text).line("birth"), name


INNER = """
    x = torch.ones(2, 3, requires_grad=True)
    zeros = torch.zeros(3)
    rows = torch.stack([(x / zeros)[0], (x[1] * -1) / zeros])  #! birth
    rows = rows * torch.tensor([[1.], [1.]])
    loss = nn.functional.cross_entropy(rows, torch.tensor([0, 1]), reduction="none")
    print(loss)
    loss.sum().backward()
"""


def test_tensor_that_an_op_made_inside_itself_is_not_what_the_program_puts_there(see: See) -> None:
    seen = see(program(INNER))
    assert [(each.birth_line, each.cause) for each in seen.of("non_finite")] == [(seen.line("birth"), "division_by_zero")]


IN_THE_PASS = """
    w = torch.zeros(2, requires_grad=True)
    for _ in range(2):
        loss = w.sqrt().sum()  #! birth
        loss.backward()  #! backward
        with torch.no_grad():
            w -= 0.1 * w.grad
        w.grad = None
"""


def test_number_that_a_pass_makes_is_not_said_to_reach_what_that_pass_begins_from(see: See) -> None:
    (told,) = see(program(IN_THE_PASS)).of("non_finite")
    assert told.phase == "backward"
    assert told.params["reach"] == "leaf"
    assert "begins from" not in told.message


def test_tensor_without_a_name_gets_none_that_the_program_uses(see: See) -> None:
    code = "x = torch.ones(2)\nw = torch.zeros(2, requires_grad=True)\n(x * (w / (w * 1))).sum().backward()  #! birth"
    (told,) = see(program(code)).of("non_finite")
    assert told.params["elements"] == "w[0] = 0, …[0] = 0"


MADE_OF_MEANT = {
    "logsumexp": ("torch.logsumexp(x, 1).sum().backward()  #! birth", "infinity_minus_infinity"),
    "logsumexp in lines": ("y = x.logsumexp(1)  #! birth\nloss = y.sum()\nloss.backward()", "infinity_minus_infinity"),
    "norm": ("x.norm().backward()  #! birth", "from_infinity"),
    "logaddexp": ("torch.logaddexp(x, x).sum().backward()  #! birth", "from_infinity"),
}


@pytest.mark.parametrize("name", MADE_OF_MEANT)
def test_nan_that_a_pass_makes_of_infinities_the_program_puts_there_is_told(see: See, name: str) -> None:
    code, cause = MADE_OF_MEANT[name]
    seen = see(program(f"x = torch.full((2, 3), -float('inf'), requires_grad=True)\n{code}"))
    (told,) = [each for each in seen.of("non_finite") if each.params["value"] == "nan"]
    assert (told.birth_line, told.phase, told.cause) == (seen.line("birth"), "backward", cause)
    assert (told.names, told.params["reach"]) == (("x",), "leaf")
    assert "x[0, 0] = -inf" in str(told.params["elements"])


FINITE_BESIDE = {
    "lstm": "lstm = nn.LSTM(3, 4)\nx = torch.randn(2, 1, 3)\nx[0, 0, 2] = float('inf')\nlstm(x)[0].sum().backward()",
    "gru": "gru = nn.GRU(3, 4)\nx = torch.randn(2, 1, 3)\nx[0, 0, 2] = float('inf')\ngru(x)[0].sum().backward()",
    "cell": "cell = nn.LSTMCell(3, 4)\nx = torch.randn(2, 3)\nx[0, 0] = float('inf')\ncell(x)[0].sum().backward()",
    "difference with a weight": "x = torch.ones(2, requires_grad=True)\nm = torch.full((2,), float('inf'))\n"
    "torch.addcmul(m, x * -5, m).sum().backward()",
    "slope of a product": "x = torch.full((2,), 0.25, requires_grad=True)\nm = torch.full((2,), float('inf'))\n"
    "((x * m) * 0).sum().backward()",
}


@pytest.mark.parametrize("name", FINITE_BESIDE)
def test_finite_number_is_not_shown_as_the_reason_beside_an_infinity(see: See, name: str) -> None:
    told = see(program("torch.manual_seed(0)\n" + FINITE_BESIDE[name])).of("non_finite")
    assert told
    for shown in (part for each in told for part in str(each.params["elements"]).split(", ") if " = " in part):
        assert shown.rpartition(" = ")[2] in ("inf", "-inf", "nan", "0", "-0"), shown


def test_one_at_which_a_slope_is_infinite_is_shown_as_the_reason(see: See) -> None:
    (told,) = see(program("x = torch.ones(1, requires_grad=True)\n(x.acos() * 0).sum().backward()")).of("non_finite")
    assert "x[0] = 1" in str(told.params["elements"])
