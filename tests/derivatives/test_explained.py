"""What a film says of why tensors are kept."""

from __future__ import annotations

import pytest
import torch

from gradreel.derivatives import explained, unexplained
from gradreel.derivatives.notation import written
from gradreel.diagnose.lookup.names import with_names
from gradreel.trace import Recording
from gradreel.tracer.torch_features import CAN_MAKE_SAVED
from tests.tracer.test_events import recording

HEAD = """import torch
import torch.nn.functional as F
torch.manual_seed(0)
w = torch.randn(4, 3, requires_grad=True)
w2 = torch.randn(3, requires_grad=True)
x = torch.randn(2, 4)
d = x @ w
"""
TOLD = {
    "both_inputs_of_a_product": ("f = d @ w2", ["to w2: dᵀ·g", "to d: g ⊗ w2"]),
    "python_number": ("f = w * 3", ["to w: 3·g"]),
    "number_that_divides": ("f = w / 2.5", ["to w: g / 2.5"]),
    "result": ("y = d.sigmoid()", ["to d: g ⊙ y ⊙ (1 − y)"]),
    "result_with_the_name_of_the_input": ("d = d.sigmoid()", ["to d: g ⊙ result ⊙ (1 − result)"]),
    "broadcast_input": ("y = d * w2", ["to d: g ⊙ w2", "to w2: g ⊙ d, summed"]),
    "same_input_twice": ("y = d * d", ["to d: g ⊙ d, along one of 2"]),
    "unnamed_input": ("y = (d - 1).pow(2)", ["to sub(d): 2·g ⊙ sub(d)"]),
    "program_with_a_g": ("g = d\ny = g * w2", ["to g: grad ⊙ w2", "to w2: grad ⊙ g, summed"]),
    "weight_that_linear_transposes": ("v = torch.randn(5, 3, requires_grad=True)\ny = F.linear(d, v)", ["to d: g·v", "to vᵀ: dᵀ·g"]),
    "number_among_them": ("y = d ** 3.5", ["to d: 3.5·g ⊙ d^2.5"]),
    "both_factors_are_one_tensor_that_divides": ("y = d / d", ["to d: g / d, along one of 2", "to d: −g ⊙ d / d², along one of 2"]),
    "data_that_came_from_elsewhere": ("import numpy\ny = torch.from_numpy(numpy.ones(3, dtype=numpy.float32)) / w2", ["to w2: None"]),
    "two_inputs_that_would_be_called_alike": ("y = w2.cos().exp() / w2.sin().exp()",
                                              ["to w2: −g ⊙ sin(w2)", "to w2: g ⊙ cos(w2)", "to cos(w2): g ⊙ result",
                                               "to sin(w2): g ⊙ result", "to exp(…): None", "to exp(…): g / exp(…)"]),
    "joint_formula": ("y = F.layer_norm(d, (3,), w2)", ["for d, w2, bias"]),
    "convolution_of_data": ("c = torch.nn.Conv1d(2, 3, 1)\ny = c(torch.ones(1, 2, 4))", ["for input, c.weight, c.bias"]),
    "option_that_the_formula_does_not_know": ("y = F.embedding(torch.tensor([1, 1]), w, scale_grad_by_freq=True)", ["to w: None"]),
    "option_that_the_formula_knows": ("y = F.softplus(d, threshold=1)", ["to d: (g if d > 1 else g ⊙ σ(d))"]),
    "node_that_is_not_in_the_table": ("class A(torch.autograd.Function):\n    @staticmethod\n    def forward(ctx, x):\n"
                                      "        ctx.save_for_backward(x)\n        return x.clone()\n    @staticmethod\n"
                                      "    def backward(ctx, g):\n        return g\ny = A.apply(d)", []),
    "complex_numbers": ("c = torch.randn(3, dtype=torch.cfloat, requires_grad=True)\ny = c * c", ["to c: None, along one of 2"]),
}  # fmt: skip


def _told(made: Recording, first: int) -> list[str]:
    reasons = [reason for saved in made.saved if saved.event >= first for reason in saved.needed_for]
    found = [
        f"for {', '.join(each.together)}"
        if each.together
        else f"to {each.goal}: {each.text}{', summed' if each.summed else ''}{f', along one of {each.edges}' if each.edges > 1 else ''}"
        for each in reasons
    ]
    return list(dict.fromkeys(found))


@pytest.mark.parametrize(("text", "expected"), TOLD.values(), ids=TOLD)
def test_saved_tensor_names_the_gradients_that_read_it(text: str, expected: list[str]) -> None:
    before = len(recording(HEAD).events)
    told = _told(explained(recording(HEAD + text), torch.__version__), before)
    assert sorted(told) == sorted(expected)


def test_input_that_was_made_out_of_sight_is_called_by_its_node() -> None:
    told = _told(explained(recording(HEAD + "y = F.cross_entropy(d, torch.tensor([0, 1]))"), torch.__version__), 0)
    assert "to LogSoftmaxBackward0: −g ⊙ one_hot(tensor(…)) / total_weight" in told
    assert "to d: g − exp(result) ⊙ sum(g, dim=1)" in told


def test_goal_is_the_tensor_that_the_edge_leads_to() -> None:
    made = explained(recording(HEAD + "f = d @ w2"), torch.__version__)
    names = {tensor.id: tensor.names for tensor in made.tensors}
    [(kept, goal)] = [(names[each.tensor], names[each.needed_for[0].tensor or ""]) for each in made.saved if each.attribute == "vec"]
    assert (kept, goal) == (("w2",), ("d",))


NOTHING = {
    "sign": ("y = d.neg()", "gradient", ["to d: −g"]),
    "sum_of_both": ("y = d + w2", "numbers", ["to d: g", "to w2: g, summed"]),
    "number_is_added": ("y = d + 1", "gradient", ["to d: g"]),
    "shape": ("y = d.sum()", "numbers", ["to d: expand(g)"]),
    "without_a_formula": ("y = d.as_strided((2,), (1,))", "numbers", []),
    "saves": ("y = d.exp()", None, []),
    "hooks_hold_it": ("with torch.autograd.graph.saved_tensors_hooks(lambda t: t, lambda t: t):\n    y = d.exp()", None, []),
}


@pytest.mark.parametrize(("text", "expected", "passed"), NOTHING.values(), ids=NOTHING)
def test_node_that_keeps_nothing_says_why_and_what_it_passes_on(text: str, expected: str | None, passed: list[str]) -> None:
    made = explained(recording(HEAD + text), torch.__version__)
    node = [each for each in made.nodes if each.event >= len(recording(HEAD).events) and each.variable is None][-1]
    assert node.keeps_nothing == expected
    assert [f"to {each.goal}: {each.text}{', summed' if each.summed else ''}" for each in node.passes_on] == passed


CUSTOM = """class A(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x.clone()
    @staticmethod
    def backward(ctx, g):
        return g
y = A.apply(d)"""
WHY = {
    "gradients": ("f = d @ w2", "gradients"),
    "custom_function": (CUSTOM, "author"),
    "edit_of_a_view": ("b = d * 1\nb[1:].mul_(w2)", "inside"),
}


NEEDS = {"edit_of_a_view": pytest.mark.skipif(not CAN_MAKE_SAVED, reason="this PyTorch cannot make a SavedTensor: docs/torch-range.md")}


@pytest.mark.parametrize(
    ("text", "expected"), [pytest.param(*case, id=name, marks=[NEEDS[name]] if name in NEEDS else []) for name, case in WHY.items()]
)
def test_saved_tensor_says_what_is_known_of_why_it_is_kept(text: str, expected: str) -> None:
    made = recording(HEAD + text)
    assert explained(made, torch.__version__).saved[-1].why == expected
    assert explained(made, "1.13.1").saved[-1].why == ("unknown" if expected == "gradients" else expected)


def test_version_without_a_table_takes_back_what_a_recording_claims() -> None:
    made = explained(recording(HEAD + "f = d @ w2"), torch.__version__)
    assert any(saved.needed_for for saved in made.saved)
    assert not any(saved.why for saved in unexplained(made).saved)
    for bare in (unexplained(made), explained(made, "1.13.1")):
        assert not any(saved.needed_for for saved in bare.saved)
        assert not any(node.keeps_nothing for node in bare.nodes)


def test_film_of_a_release_without_derivatives_says_so() -> None:
    made = recording(HEAD + "f = d @ w2")
    [said] = explained(made, "1.13.1+cpu").not_shown
    assert (said.kind, said.what, said.line, said.count) == ("derivatives", "1.13.1", None, 2)
    assert explained(explained(made, "1.13.1"), torch.__version__).not_shown == ()
    assert explained(recording("import torch"), "1.13.1").not_shown == ()


@pytest.mark.parametrize(
    ("formula", "expected"),
    [
        ("-g / sqrt(1 - self**2)", "−g / √(1 − x²)"),
        ("g * (self - 1) / (2 * (self + 1))", "g ⊙ (x − 1) / (2·(x + 1))"),
        ("where(self > 0, g, 2 * g)", "(g if x > 0 else 2·g)"),
        ("sum(g * self, dim)", "sum(g ⊙ x, dim=1)"),
        ("T(self) @ g", "xᵀ·g"),
        ("g * (self == 0)", "g ⊙ [x = 0]"),
    ],
)
def test_formula_is_written_with_the_names_of_the_program(formula: str, expected: str) -> None:
    assert written(formula, {"self": "x", "dim": "1"}) == expected


HELPED = """
net = torch.nn.ModuleList([torch.nn.LayerNorm(3)])
def helped(module, x):
    for part in module:
        x = part(x)
    return x
y = helped(net, d)
"""


def test_gradients_are_named_as_everywhere_else_not_after_the_variable_of_a_helper() -> None:
    made = with_names(recording(HEAD + HELPED))
    assert _told(explained(made, torch.__version__), len(recording(HEAD).events)) == ["for d, net.0.weight, net.0.bias"]
