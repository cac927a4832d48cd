"""Calls of ops on random inputs, one for each node with a readable formula: what the formulas and the table are checked with."""

from __future__ import annotations

from collections.abc import Callable

import torch
from torch import Tensor
from torch.nn import functional as F

from tests.derivatives.passing import passing
from tests.seeding import seed

Case = tuple[str, Callable[..., Tensor], tuple[Tensor, ...]]
"""The node, the call, and its inputs, all of which require gradients where they can."""


def _normal(*shape: int) -> Tensor:
    return torch.randn(*shape, dtype=torch.float64)


def _positive(*shape: int) -> Tensor:
    return torch.rand(*shape, dtype=torch.float64) * 0.8 + 0.1


def _whole(most: int, *shape: int) -> Tensor:
    return torch.randint(0, most, shape)


UNARY: dict[str, Callable[[Tensor], Tensor]] = {
    "I0": torch.i0,
    "Sinc": torch.sinc,
    "SpecialErfcx": torch.special.erfcx,
    "SpecialLogNdtr": torch.special.log_ndtr,
    "SpecialNdtri": torch.special.ndtri,
    "Abs": torch.abs,
    "Acos": torch.acos,
    "Acosh": lambda x: torch.acosh(x + 1),
    "Asin": torch.asin,
    "Asinh": torch.asinh,
    "Atan": torch.atan,
    "Atanh": torch.atanh,
    "Cos": torch.cos,
    "Cosh": torch.cosh,
    "Digamma": torch.digamma,
    "Erf": torch.erf,
    "Erfc": torch.erfc,
    "Erfinv": torch.erfinv,
    "Exp": torch.exp,
    "Exp2": torch.exp2,
    "Expm1": torch.expm1,
    "Hardsigmoid": lambda x: F.hardsigmoid(8 * x - 4),
    "Hardswish": lambda x: F.hardswish(8 * x - 4),
    "Lgamma": torch.lgamma,
    "Log": torch.log,
    "Log10": torch.log10,
    "Log1P": torch.log1p,
    "Log2": torch.log2,
    "LogSigmoid": F.logsigmoid,
    "Mish": F.mish,
    "NanToNum": lambda x: torch.nan_to_num(x.log() * 0 + x),
    "Reciprocal": torch.reciprocal,
    "Relu": lambda x: torch.relu(x - 0.5),
    "Rsqrt": torch.rsqrt,
    "Sigmoid": torch.sigmoid,
    "Silu": F.silu,
    "Sin": torch.sin,
    "Sinh": torch.sinh,
    "SpecialEntr": torch.special.entr,
    "Sqrt": torch.sqrt,
    "Tan": torch.tan,
    "Tanh": torch.tanh,
}

N, P = _normal, _positive


def _activations() -> list[Case]:
    x = (N(4, 3),)
    return [
        ("PolygammaBackward0", lambda x: torch.polygamma(1, x), (P(3),)),
        ("CeluBackward0", lambda x: F.celu(x, 0.7), x),
        ("ClampBackward1", lambda x: x.clamp(-0.5, 0.5), x),
        ("ClampBackward1", lambda x: x.clamp(min=0.1), x),
        ("ClampBackward1", lambda x: x.clamp(max=0.1), x),
        ("ClampMaxBackward0", lambda x: torch.clamp_max(x, 0.1), x),
        ("ClampMinBackward0", lambda x: torch.clamp_min(x, 0.1), x),
        ("EluBackward0", lambda x: F.elu(x), x),
        ("EluBackward0", lambda x: F.elu(x, 0.3), x),
        ("EluBackward0", lambda x: F.selu(x), x),
        ("GeluBackward0", lambda x: F.gelu(x), x),
        ("HardshrinkBackward0", lambda x: F.hardshrink(x, 0.3), x),
        ("HardtanhBackward0", lambda x: F.hardtanh(x, -0.4, 0.6), x),
        ("HardtanhBackward0", lambda x: F.relu6(x), x),
        ("LeakyReluBackward0", lambda x: F.leaky_relu(x, 0.2), x),
        ("LeakyReluBackward1", lambda x: F.leaky_relu_(x.clone(), 0.2), x),
        ("LogitBackward0", lambda x: torch.logit(x), (P(3),)),
        ("NativeDropoutBackward0", lambda x: torch.native_dropout(x, 0.4, True)[0], x),
        ("PreluKernelBackward0", lambda x, w: torch._prelu_kernel(x, w), (N(4, 3), N(1, 1))),
        ("SoftplusBackward0", lambda x: F.softplus(x), x),
        ("SoftplusBackward0", lambda x: F.softplus(x, 2), x),
        ("SoftplusBackward0", lambda x: F.softplus(x, threshold=0.4), x),
        ("SoftplusBackward0", lambda x: F.softplus(x, 2, 0.4), x),
        ("SoftshrinkBackward0", lambda x: F.softshrink(x, 0.3), x),
        ("ThresholdBackward0", lambda x: F.threshold(x, 0.3, 9), x),
        ("ThresholdBackward1", lambda x: F.threshold(x.clone(), 0.3, 9, inplace=True), x),
    ]


def _products() -> list[Case]:
    a, b, v, w = N(3, 4), N(4, 2), N(4), N(3)
    p, q = N(2, 3, 4), N(2, 4, 5)
    return [
        ("AddbmmBackward0", torch.addbmm, (N(3, 5), p, q)),
        ("AddbmmBackward0", lambda x, p, q: torch.addbmm(x, p, q, alpha=2), (N(3, 5), p, q)),
        ("AddmmBackward0", torch.addmm, (N(3, 2), a, b)),
        ("AddmmBackward0", lambda x, a, b: torch.addmm(x, a, b, alpha=2), (N(3, 2), a, b)),
        ("AddmmBackward0", F.linear, (N(3, 4), N(2, 4), N(2))),
        ("AddmvBackward0", torch.addmv, (N(3), a, v)),
        ("AddmvBackward0", lambda x, a, v: torch.addmv(x, a, v, alpha=2), (N(3), a, v)),
        ("AddrBackward0", torch.addr, (N(3, 4), w, v)),
        ("AddrBackward0", lambda x, w, v: torch.addr(x, w, v, alpha=2), (N(3, 4), w, v)),
        ("BaddbmmBackward0", torch.baddbmm, (N(2, 3, 5), p, q)),
        ("BaddbmmBackward0", lambda x, p, q: torch.baddbmm(x, p, q, alpha=2), (N(2, 3, 5), p, q)),
        ("BmmBackward0", torch.bmm, (p, q)),
        ("DotBackward0", torch.dot, (v, N(4))),
        ("LinalgInvExBackward0", torch.inverse, (N(3, 3) + 3 * torch.eye(3),)),
        ("MmBackward0", torch.mm, (a, b)),
        ("MmBackward0", lambda a, b: a @ b, (a, b)),
        ("MvBackward0", torch.mv, (a, v)),
        ("VdotBackward0", torch.vdot, (v, N(4))),
    ]


def _binary() -> list[Case]:
    a, b = P(3, 4), P(3, 4) + 0.3
    tied = torch.tensor([1.0, 2.0, 3.0], dtype=torch.float64)
    return [
        ("AddcdivBackward0", torch.addcdiv, (N(3, 4), a, b)),
        ("AddcdivBackward0", lambda x, a, b: torch.addcdiv(x, a, b, value=3), (N(3, 4), a, b)),
        ("AddcmulBackward0", torch.addcmul, (N(3, 4), a, b)),
        ("AddcmulBackward0", lambda x, a, b: torch.addcmul(x, a, b, value=3), (N(3, 4), a, b)),
        ("Atan2Backward0", torch.atan2, (a, b)),
        ("DivBackward0", torch.div, (a, b)),
        ("DivBackward0", torch.div, (N(3, 4), P(4))),
        ("FmodBackward1", torch.fmod, (3 * a, b)),
        ("HypotBackward0", torch.hypot, (a, b)),
        ("LerpBackward1", torch.lerp, (a, b, P(3, 4))),
        ("LinalgCrossBackward0", lambda a, b: torch.linalg.cross(a, b, dim=0), (a, b)),
        ("LogaddexpBackward0", torch.logaddexp, (a, b)),
        ("Logaddexp2Backward0", torch.logaddexp2, (a, b)),
        ("MaximumBackward0", torch.maximum, (tied, tied.flip(0))),
        ("MinimumBackward0", torch.minimum, (tied, tied.flip(0))),
        ("MulBackward0", torch.mul, (a, b)),
        ("MulBackward0", torch.mul, (N(3, 4), N(3, 1))),
        ("PowBackward0", lambda x: x**2, (N(3),)),
        ("PowBackward0", lambda x: x**3, (N(3),)),
        ("PowBackward0", lambda x: x**-1.5, (P(3),)),
        ("PowBackward1", torch.pow, (a, b)),
        ("PowBackward2", lambda x: 3**x, (N(3),)),
        ("RemainderBackward1", torch.remainder, (3 * a, b)),
        ("SpecialXlog1PyBackward0", torch.special.xlog1py, (a, b)),
        ("XlogyBackward0", torch.xlogy, (a, b)),
    ]


def _reductions() -> list[Case]:
    x, tied = (N(4, 3),), (torch.tensor([[1.0, 3.0, 3.0], [2.0, 0.0, 1.0]], dtype=torch.float64),)
    return [
        ("AmaxBackward0", lambda x: x.amax(1), tied),
        ("AminBackward0", lambda x: x.amin((0, 1)), tied),
        ("DistBackward0", torch.dist, (N(4, 3), N(4, 3))),
        ("LinalgVectorNormBackward0", lambda x: x.norm(), x),
        ("LinalgVectorNormBackward0", lambda x: torch.linalg.vector_norm(x, 1, 0), x),
        ("LinalgVectorNormBackward0", lambda x: torch.linalg.vector_norm(x, 2, 1, True), x),
        ("LogSoftmaxBackward0", lambda x: x.log_softmax(1), x),
        ("LogsumexpBackward0", lambda x: x.logsumexp(1), x),
        ("MaxBackward1", lambda x: x.max(), tied),
        ("MedianBackward0", lambda x: x.median(), tied),
        ("MinBackward1", lambda x: x.min(), tied),
        ("ProdBackward0", lambda x: x.prod(), tied),
        ("ProdBackward1", lambda x: x.prod(1), tied),
        ("NansumBackward0", lambda x: x.nansum(1), x),
        ("NormBackward0", lambda x: torch.ops.aten.norm.Scalar(x), x),
        ("NormBackward1", lambda x: torch.ops.aten.norm.ScalarOpt_dim(x, 2, [1]), x),
        ("NormBackward1", lambda x: torch.ops.aten.norm.ScalarOpt_dim(x, 1, [1]), x),
        ("SoftmaxBackward0", lambda x: x.softmax(0), x),
        ("StdBackward0", lambda x: x.std(), x),
        ("StdBackward0", lambda x: x.std(1, correction=0), x),
        ("VarBackward0", lambda x: x.var((0, 1)), x),
        ("VarBackward0", lambda x: x.var(1, keepdim=True), x),
        ("VarBackward0", lambda x: x.var(0, correction=0), x),
    ]


def _choices() -> list[Case]:
    x, rows = N(4, 3), (N(4, 3),)
    mask, index = x > 0, _whole(4, 2, 3)
    return [
        ("AdaptiveMaxPool2DBackward0", lambda x: F.adaptive_max_pool2d(x, 2), (N(1, 2, 5, 5),)),
        ("CummaxBackward0", lambda x: x.cummax(0)[0], rows),
        ("CumminBackward0", lambda x: x.cummin(0)[0], rows),
        ("EmbeddingBackward0", lambda w: F.embedding(_whole(4, 2, 5), w), rows),
        ("GatherBackward0", lambda x: x.gather(0, index), rows),
        ("IndexAddBackward0", lambda x, y: x.index_add(0, torch.tensor([1, 3]), y), (N(4, 3), N(2, 3))),
        ("IndexAddBackward0", lambda x, y: x.index_add(0, torch.tensor([1, 3]), y, alpha=2), (N(4, 3), N(2, 3))),
        ("IndexBackward0", lambda x: x[torch.tensor([0, 2, 2])], rows),
        ("IndexCopyBackward0", lambda x, y: x.index_copy(0, torch.tensor([1, 3]), y), (N(4, 3), N(2, 3))),
        ("IndexFillBackward0", lambda x: x.index_fill(0, torch.tensor([1, 3]), 7), rows),
        ("IndexPutBackward0", lambda x, y: x.index_put((torch.tensor([1, 3]),), y), (N(4, 3), N(2, 3))),
        ("IndexBackward0", lambda x: x[_whole(4, 5), _whole(3, 5)], rows),
        ("IndexSelectBackward0", lambda x: x.index_select(1, torch.tensor([0, 2, 2])), rows),
        ("KthvalueBackward0", lambda x: x.kthvalue(2, 0)[0], rows),
        ("MaskedFillBackward0", lambda x: x.masked_fill(mask, 7), rows),
        ("MaskedFillBackward1", lambda x, v: x.masked_fill(mask, v), (N(4, 3), N(1)[0])),
        ("MaskedScatterBackward0", lambda x: x.masked_scatter(mask, torch.ones(4, 3, dtype=x.dtype)), rows),
        ("MaskedSelectBackward0", lambda x: x.masked_select(mask), rows),
        ("MaxBackward0", lambda x: x.max(1)[0], rows),
        ("MaxPool2DWithIndicesBackward0", lambda x: F.max_pool2d(x, 3, 1), (N(1, 2, 5, 5),)),
        ("MaxPool3DWithIndicesBackward0", lambda x: F.max_pool3d(x, 2, 1), (N(1, 2, 3, 3, 3),)),
        ("NanmedianBackward1", lambda x: x.nanmedian(1)[0], rows),
        ("MedianBackward1", lambda x: x.median(1)[0], rows),
        ("MinBackward0", lambda x: x.min(0, keepdim=True)[0], rows),
        ("ModeBackward0", lambda x: x.mode(1)[0], rows),
        ("ScatterAddBackward0", lambda x, y: x.scatter_add(0, index, y), (N(4, 3), N(2, 3))),
        ("ScatterBackward0", lambda x, y: x.scatter(0, torch.tensor([[0, 1, 2]]), y), (N(4, 3), N(1, 3))),
        ("ScatterBackward1", lambda x: x.scatter(0, index, 5.0), rows),
        ("SortBackward0", lambda x: x.sort(1)[0], rows),
        ("TakeBackward0", lambda x: x.take(torch.tensor([[0, 5], [5, 7]])), rows),
        ("TopkBackward0", lambda x: x.topk(2, 1)[0], rows),
        ("WhereBackward0", lambda x, y: torch.where(mask, x, y), (N(4, 3), N(3))),
    ]


def _losses() -> list[Case]:
    x, y, z = (N(4, 3), N(4, 3)), _positive(4, 3), _whole(3, 4)
    signs = torch.tensor([1.0, -1.0, 1.0], dtype=torch.float64)
    pixels = _whole(3, 2, 2, 2)
    return [
        ("BinaryCrossEntropyBackward0", lambda p: F.binary_cross_entropy(p, y), (P(4, 3),)),
        ("BinaryCrossEntropyBackward0", lambda p: F.binary_cross_entropy(p, y, reduction="none"), (P(4, 3),)),
        ("BinaryCrossEntropyWithLogitsBackward0", lambda x: F.binary_cross_entropy_with_logits(x, y), (N(4, 3),)),
        ("BinaryCrossEntropyWithLogitsBackward0", lambda x: F.binary_cross_entropy_with_logits(x, y, reduction="sum"), (N(4, 3),)),
        ("HuberLossBackward0", lambda x, y: F.huber_loss(x, y, delta=0.7), x),
        ("HuberLossBackward0", lambda x, y: F.huber_loss(x, y, reduction="sum", delta=0.7), x),
        ("MseLossBackward0", F.mse_loss, x),
        ("MseLossBackward0", lambda x, y: F.mse_loss(x, y, reduction="sum"), x),
        ("NllLossBackward0", lambda x: F.nll_loss(x, z), (N(4, 3),)),
        ("NllLossBackward0", lambda x: F.nll_loss(x, torch.tensor([0, -100, 2, 1])), (N(4, 3),)),
        ("NllLossBackward0", lambda x: F.nll_loss(x, z, reduction="sum"), (N(4, 3),)),
        ("NllLoss2DBackward0", lambda x: F.nll_loss(x, pixels), (N(2, 3, 2, 2),)),
        ("NllLoss2DBackward0", lambda x: F.nll_loss(x, pixels, reduction="sum"), (N(2, 3, 2, 2),)),
        ("SmoothL1LossBackward0", lambda x, y: F.smooth_l1_loss(x, y, beta=0.7), x),
        ("SmoothL1LossBackward0", lambda x, y: F.smooth_l1_loss(x, y, reduction="none", beta=0.7), x),
        ("SoftMarginLossBackward0", lambda x: F.soft_margin_loss(x, signs.expand(4, 3)), (N(4, 3),)),
        ("SoftMarginLossBackward0", lambda x: F.soft_margin_loss(x, signs.expand(4, 3), reduction="none"), (N(4, 3),)),
    ]


def cases() -> list[Case]:
    """Return all of them, with the same numbers each time."""
    with torch.random.fork_rng():
        seed()
        unary: list[Case] = [(f"{name}Backward0", call, (P(4, 3),)) for name, call in UNARY.items()]
        return [*unary, *_activations(), *_products(), *_binary(), *_reductions(), *_choices(), *_losses(), *passing()]


def options() -> list[Case]:
    """Return calls with options that formulas do not know, or only some of them."""
    with torch.random.fork_rng():
        seed()
        x, w, y, z = (N(4, 3),), torch.rand(3, dtype=torch.float64), P(4, 3), _whole(3, 4)
        return [
            ("BinaryCrossEntropyBackward0", lambda p: F.binary_cross_entropy(p, y, y), (P(4, 3),)),
            ("BinaryCrossEntropyWithLogitsBackward0", lambda x: F.binary_cross_entropy_with_logits(x, y, y), x),
            ("BinaryCrossEntropyWithLogitsBackward0", lambda x: F.binary_cross_entropy_with_logits(x, y, pos_weight=w), x),
            ("DistBackward0", lambda a, b: torch.dist(a, b, 3), (N(4, 3), N(4, 3))),
            ("EluBackward0", lambda x: torch.ops.aten.elu(x, 0.5, 2.0, 3.0), x),
            ("EmbeddingBackward0", lambda w: F.embedding(torch.tensor([1, 1, 2]), w, scale_grad_by_freq=True), x),
            ("EmbeddingBackward0", lambda w: F.embedding(torch.tensor([1, 1, 2]), w, padding_idx=1), x),
            ("GeluBackward0", lambda x: F.gelu(x, approximate="tanh"), x),
            ("IndexPutBackward0", lambda x, y: x.index_put((torch.tensor([1, 1]),), y, accumulate=True), (N(4, 3), N(2, 3))),
            ("LinalgVectorNormBackward0", lambda x: torch.linalg.vector_norm(x, 3), x),
            ("NllLossBackward0", lambda x: F.nll_loss(x, z, reduction="none"), x),
            ("LogitBackward0", lambda x: torch.logit(x, 0.3), (P(4, 3),)),
            ("NllLossBackward0", lambda x: F.nll_loss(x, z, w), x),
            ("NllLossBackward0", lambda x: F.nll_loss(x, z, ignore_index=1), x),
            ("NllLossBackward0", lambda x: F.nll_loss(x, z, ignore_index=1, reduction="sum"), x),
            ("NormBackward1", lambda x: torch.ops.aten.norm.ScalarOpt_dim(x, 3, [1]), x),
            ("StdBackward0", lambda x: x.std(correction=2), x),
            ("VarBackward0", lambda x: x.var(correction=2), x),
        ]
