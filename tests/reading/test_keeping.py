"""What the code reading says an op keeps is what plain PyTorch keeps: the saved tensors of each op are looked at as it runs."""

from __future__ import annotations

import pytest
import torch

from gradreel.reading import read_code

EXPRESSIONS = (
    *("x.exp()", "torch.sigmoid(x)", "F.relu(x)", "torch.tanh(x)", "x.softmax(-1)", "F.log_softmax(x, dim=-1)", "x.sqrt()", "x.rsqrt()"),
    *("x * y", "x * 2", "x / y", "x / 2", "2 / x", "x + y", "x - y", "x - 1", "1 - x", "x @ y", "x ** 2", "x ** y", "2 ** x", "-x"),
    *("torch.mul(x, y)", "torch.matmul(x, y)", "torch.mm(x, y)", "x.pow(3)", "x.square()", "x.log()", "x.abs()", "x.sin()", "x.cos()"),
    *("x.sum()", "x.mean()", "x.std()", "x.var()", "x.norm()", "x.prod()", "x.logsumexp(0)", "x.cumsum(0)", "x.cumprod(0)", "x.amax()"),
    *(
        "torch.where(x > 0, x, y)",
        "torch.maximum(x, y)",
        "torch.cat([x, y])",
        "torch.stack([x, y])",
        "torch.clamp(x, 0, 1)",
        "x.clamp_min(0)",
    ),
    *(
        "F.linear(x, y)",
        "F.gelu(x)",
        "F.silu(x)",
        "F.elu(x)",
        "F.leaky_relu(x)",
        "F.softplus(x)",
        "F.hardtanh(x)",
        "F.dropout(x)",
        "F.mish(x)",
    ),
    *(
        "F.mse_loss(x, y)",
        "F.l1_loss(x, y)",
        "F.smooth_l1_loss(x, y)",
        "F.normalize(x)",
        "torch.einsum('ij,jk->ik', x, y)",
        "x.tril()",
        "x.clone()",
    ),
    *(
        "torch.atan2(x, y)",
        "torch.addmm(x, x, y)",
        "torch.outer(x[0], y[0])",
        "x.t() @ y",
        "x[0] * y[1]",
        "x.view(-1) * y.reshape(9)",
        "x.flip(0)",
    ),
    *(
        "F.layer_norm(x, (3,))",
        "F.cosine_similarity(x, y)",
        "torch.lerp(x, y, 0.5)",
        "x.masked_fill(y > 0, 0)",
        "F.binary_cross_entropy_with_logits(x, y)",
    ),
    *(
        "x.erf()",
        "x.reciprocal()",
        "x.log1p()",
        "x.expm1()",
        "F.logsigmoid(x)",
        "torch.kron(x, y)",
        "torch.bmm(x[None], y[None])",
        "F.cross_entropy(x, y)",
    ),
)
UNKNOWN = ("F.cosine_similarity(x, y)",)
"""Functions of which the code reading knows nothing, and says so."""


def kept(expression: str) -> set[str]:
    """Which of x, y and the result are among the saved tensors."""
    leaf = torch.rand(2, 3, 3, requires_grad=True)
    x, y = leaf[0].clone(), leaf[1].clone()
    places: list[int] = []

    def packed(each: torch.Tensor) -> torch.Tensor:
        places.append(each.untyped_storage().data_ptr())
        return each

    with torch.autograd.graph.saved_tensors_hooks(packed, lambda each: each):
        z = eval(expression, {"torch": torch, "F": torch.nn.functional, "x": x, "y": y})
    return {name for name, each in (("x", x), ("y", y), ("z", z)) if each.untyped_storage().data_ptr() in places}


@pytest.mark.parametrize("expression", EXPRESSIONS)
def test_edits_of_what_an_op_keeps_are_told_and_no_others(expression: str) -> None:
    piece = read_code(
        f"import torch\n"
        f"import torch.nn.functional as F\n"
        f"def f(x, y):\n"
        f"    z = {expression}\n"
        f"    x += 1\n"
        f"    y += 1\n"
        f"    z += 1\n"
        f"    return z\n"
    )
    assert piece is not None
    told = {edit.target for edit in piece.edits if edit.effect == "breaks"}
    unsure = {edit.target for edit in piece.edits for each in edit.breaks if "may keep" in each.reason}
    if expression in UNKNOWN:
        assert {edit.effect for edit in piece.edits} == {"unknown"}
        return
    assert told - unsure <= kept(expression)
    assert kept(expression) <= told
