"""Readable formulas of gradients: what goes to one input of a node, as a function of ``g``, the gradient that comes in.

Each is an expression of Python over what the node itself keeps (``self``, ``other``, ``result``) and the numbers that it noted (``dim``,
``alpha``). ``notation.py`` writes it for readers; the tests compute the same expression and compare it with the engine. ``g`` and reduced
results are broadcast along the dimensions that the op reduced; where an op broadcast its inputs, what goes to the smaller one is summed
to its shape (``NeededFor.summed``). Real numbers only.
"""

from __future__ import annotations

from gradreel.derivatives.formula import Formula
from gradreel.derivatives.formula import formula_of as _of
from gradreel.derivatives.passing import PASSING

_UNARY = {
    "I0": "g * i1(self)",
    "Sinc": "g * where(self == 0, 0, (pi * self * cos(pi * self) - sin(pi * self)) / (pi * self**2))",
    "SpecialErfcx": "g * (2 * self * result - 2 / sqrt(pi))",
    "SpecialLogNdtr": "g * phi(self) / Phi(self)",
    "SpecialNdtri": "g * sqrt(2 * pi) * exp(result**2 / 2)",
    "Abs": "g * sign(self)",
    "Acos": "-g / sqrt(1 - self**2)",
    "Acosh": "g / sqrt(self**2 - 1)",
    "Asin": "g / sqrt(1 - self**2)",
    "Asinh": "g / sqrt(self**2 + 1)",
    "Atan": "g / (self**2 + 1)",
    "Atanh": "g / (1 - self**2)",
    "Cos": "-g * sin(self)",
    "Cosh": "g * sinh(self)",
    "Digamma": "g * trigamma(self)",
    "Erf": "g * (2 / sqrt(pi)) * exp(-(self**2))",
    "Erfc": "-g * (2 / sqrt(pi)) * exp(-(self**2))",
    "Erfinv": "g * (sqrt(pi) / 2) * exp(erfinv(self) ** 2)",
    "Exp": "g * result",
    "Exp2": "g * result * log(2)",
    "Expm1": "g * (result + 1)",
    "Hardsigmoid": "g / 6 * ((self > -3) & (self < 3))",
    "Hardswish": "g * where(self < -3, 0, where(self <= 3, self / 3 + 1 / 2, 1))",
    "Lgamma": "g * digamma(self)",
    "Log": "g / self",
    "Log10": "g / (self * log(10))",
    "Log1P": "g / (self + 1)",
    "Log2": "g / (self * log(2))",
    "LogSigmoid": "g * (1 - sigmoid(self))",
    "Mish": "g * (tanh(softplus(self)) + self * sigmoid(self) * (1 - tanh(softplus(self)) ** 2))",
    "NanToNum": "g * isfinite(self)",
    "Reciprocal": "-g * result**2",
    "Relu": "g * (result > 0)",
    "Rsqrt": "-g * result**3 / 2",
    "Sigmoid": "g * result * (1 - result)",
    "Silu": "g * sigmoid(self) * (1 + self * (1 - sigmoid(self)))",
    "Sin": "g * cos(self)",
    "Sinh": "g * cosh(self)",
    "SpecialEntr": "-g * (1 + log(self))",
    "Sqrt": "g / (2 * result)",
    "Tan": "g * (1 + result**2)",
    "Tanh": "g * (1 - result**2)",
}

_ACTIVATIONS = {
    "PolygammaBackward0.self": (_of("g * polygamma(n + 1, self)"),),
    "CeluBackward0.self": (_of("where(self > 0, g, g * exp(self / alpha))"),),
    "ClampBackward1.self": (
        _of("g * (self >= min)", max=None),
        _of("g * (self <= max)", min=None),
        _of("g * ((self >= min) & (self <= max))"),
    ),
    "ClampMaxBackward0.self": (_of("g * (self <= max)"),),
    "ClampMinBackward0.self": (_of("g * (self >= min)"),),
    "EluBackward0.self": (
        _of("where(self > 0, g, g * exp(self))", alpha=1, scale=1, input_scale=1),
        _of("where(self > 0, g, alpha * g * exp(self))", scale=1, input_scale=1),
        _of("where(self > 0, scale * g, scale * alpha * g * exp(self))", input_scale=1),
    ),
    "GeluBackward0.self": (_of("g * (Phi(self) + self * phi(self))", approximate="none"),),
    "HardshrinkBackward0.self": (_of("g * (abs(self) > lambd)"),),
    "HardtanhBackward0.self": (_of("g * ((self > min_val) & (self < max_val))"),),
    "LeakyReluBackward0.self": (_of("where(self > 0, g, negative_slope * g)"),),
    "LeakyReluBackward1.self": (_of("where(result > 0, g, negative_slope * g)"),),
    "LogitBackward0.self": (_of("g / (self * (1 - self))", eps=None),),
    "NativeDropoutBackward0.input": (_of("g * result1 / (1 - p)"),),
    "PreluKernelBackward0.self": (_of("where(self > 0, g, weight * g)"),),
    "PreluKernelBackward0.weight": (_of("g * where(self > 0, 0, self)"),),
    "SoftplusBackward0.self": (
        _of("where(self > threshold, g, g * sigmoid(self))", beta=1),
        _of("where(beta * self > threshold, g, g * sigmoid(beta * self))"),
    ),
    "SoftshrinkBackward0.self": (_of("g * (abs(self) > lambd)"),),
    "ThresholdBackward0.self": (_of("g * (self > threshold)"),),
    "ThresholdBackward1.self": (_of("g * (self > threshold)"),),
}

_PRODUCTS = {
    "AddbmmBackward0.batch1": (_of("g @ T(batch2)", alpha=1), _of("alpha * (g @ T(batch2))")),
    "AddbmmBackward0.batch2": (_of("T(batch1) @ g", alpha=1), _of("alpha * (T(batch1) @ g)")),
    "AddmmBackward0.mat1": (_of("g @ T(mat2)", alpha=1), _of("alpha * (g @ T(mat2))")),
    "AddmmBackward0.mat2": (_of("T(mat1) @ g", alpha=1), _of("alpha * (T(mat1) @ g)")),
    "AddmvBackward0.mat": (_of("outer(g, vec)", alpha=1), _of("alpha * outer(g, vec)")),
    "AddmvBackward0.vec": (_of("T(mat) @ g", alpha=1), _of("alpha * (T(mat) @ g)")),
    "AddrBackward0.vec1": (_of("g @ vec2", alpha=1), _of("alpha * (g @ vec2)")),
    "AddrBackward0.vec2": (_of("T(g) @ vec1", alpha=1), _of("alpha * (T(g) @ vec1)")),
    "BaddbmmBackward0.batch1": (_of("g @ T(batch2)", alpha=1), _of("alpha * (g @ T(batch2))")),
    "BaddbmmBackward0.batch2": (_of("T(batch1) @ g", alpha=1), _of("alpha * (T(batch1) @ g)")),
    "BmmBackward0.mat2": (_of("T(self) @ g"),),
    "BmmBackward0.self": (_of("g @ T(mat2)"),),
    "DotBackward0.self": (_of("g * tensor"),),
    "DotBackward0.tensor": (_of("g * self"),),
    "LinalgInvExBackward0.A": (_of("-T(inverse) @ g @ T(inverse)"),),
    "MmBackward0.mat2": (_of("T(self) @ g"),),
    "MmBackward0.self": (_of("g @ T(mat2)"),),
    "MvBackward0.self": (_of("outer(g, vec)"),),
    "MvBackward0.vec": (_of("T(self) @ g"),),
    "VdotBackward0.other": (_of("g * self"),),
    "VdotBackward0.self": (_of("g * other"),),
}

_BINARY = {
    "LinalgCrossBackward0.other": (_of("cross(g, self, dim)"),),
    "LinalgCrossBackward0.self": (_of("cross(other, g, dim)"),),
    "AddcdivBackward0.tensor1": (_of("g / tensor2", value=1), _of("value * g / tensor2")),
    "AddcdivBackward0.tensor2": (_of("-g * tensor1 / tensor2**2", value=1), _of("-value * g * tensor1 / tensor2**2")),
    "AddcmulBackward0.tensor1": (_of("g * tensor2", value=1), _of("value * g * tensor2")),
    "AddcmulBackward0.tensor2": (_of("g * tensor1", value=1), _of("value * g * tensor1")),
    "Atan2Backward0.other": (_of("-g * self / (self**2 + other**2)"),),
    "Atan2Backward0.self": (_of("g * other / (self**2 + other**2)"),),
    "DivBackward0.other": (_of("-g * self / other**2"),),
    "DivBackward0.self": (_of("g / other"),),
    "FmodBackward1.other": (_of("-g * trunc(self / other)"),),
    "HypotBackward0.other": (_of("g * other / result"),),
    "HypotBackward0.self": (_of("g * self / result"),),
    "LerpBackward1.end": (_of("g * weight"),),
    "LerpBackward1.self": (_of("g * (1 - weight)"),),
    "LerpBackward1.weight": (_of("g * (end - self)"),),
    "LogaddexpBackward0.other": (_of("g / (1 + exp(self - other))"),),
    "LogaddexpBackward0.self": (_of("g / (1 + exp(other - self))"),),
    "Logaddexp2Backward0.other": (_of("g / (1 + 2 ** (self - other))"),),
    "Logaddexp2Backward0.self": (_of("g / (1 + 2 ** (other - self))"),),
    "MaximumBackward0.other": (_of("g * ((other > self) + (self == other) / 2)"),),
    "MaximumBackward0.self": (_of("g * ((self > other) + (self == other) / 2)"),),
    "MinimumBackward0.other": (_of("g * ((other < self) + (self == other) / 2)"),),
    "MinimumBackward0.self": (_of("g * ((self < other) + (self == other) / 2)"),),
    "MulBackward0.other": (_of("g * self"),),
    "MulBackward0.self": (_of("g * other"),),
    "PowBackward0.self": (
        _of("2 * g * self", exponent=2),
        _of("3 * g * self**2", exponent=3),
        _of("exponent * g * self ** (exponent - 1)"),
    ),
    "PowBackward1.exponent": (_of("g * result * log(self)"),),
    "PowBackward1.self": (_of("g * exponent * self ** (exponent - 1)"),),
    "PowBackward2.exponent": (_of("g * result * log(self)"),),
    "RemainderBackward1.other": (_of("-g * floor(self / other)"),),
    "SpecialXlog1PyBackward0.other": (_of("g * self / (other + 1)"),),
    "SpecialXlog1PyBackward0.self": (_of("g * log(1 + other)"),),
    "XlogyBackward0.other": (_of("g * self / other"),),
    "XlogyBackward0.self": (_of("g * log(other)"),),
}

_REDUCTIONS = {
    "DistBackward0.other": (_of("g * (other - self) / result", p=2),),
    "DistBackward0.self": (_of("g * (self - other) / result", p=2),),
    "MedianBackward0.self": (_of("g * (self == result) / sum(self == result)"),),
    "ProdBackward0.self": (_of("g * product_of_others(self)"),),
    "ProdBackward1.self": (_of("g * product_of_others(self, dim)"),),
    "AmaxBackward0.self": (_of("g * (self == result) / sum(self == result, dim)"),),
    "AminBackward0.self": (_of("g * (self == result) / sum(self == result, dim)"),),
    "LinalgVectorNormBackward0.self": (_of("g * self / result", ord=2), _of("g * sign(self)", ord=1)),
    "LogSoftmaxBackward0.self": (_of("g - exp(result) * sum(g, dim)"),),
    "LogsumexpBackward0.self": (_of("g * exp(self - result)"),),
    "MaxBackward1.self": (_of("g * (self == result) / sum(self == result)"),),
    "MinBackward1.self": (_of("g * (self == result) / sum(self == result)"),),
    "NansumBackward0.self": (_of("where(isnan(self), 0, g)"),),
    "NormBackward0.self": (_of("g * self / result", p=2),),
    "NormBackward1.self": (_of("g * self / result", p=2), _of("g * sign(self)", p=1)),
    "SoftmaxBackward0.self": (_of("result * (g - sum(g * result, dim))"),),
    "StdBackward0.self": (
        _of("g * (self - mean(self, dim)) / ((count(self, dim) - 1) * result)", correction=(None, 1)),
        _of("g * (self - mean(self, dim)) / (count(self, dim) * result)", correction=0),
    ),
    "VarBackward0.self": (
        _of("2 * g * (self - mean(self, dim)) / (count(self, dim) - 1)", correction=(None, 1)),
        _of("2 * g * (self - mean(self, dim)) / count(self, dim)", correction=0),
    ),
}

_CHOICES = {
    "AdaptiveMaxPool2DBackward0.self": (_of("scatter_add(g, result1)"),),
    "IndexCopyBackward0.self": (_of("index_fill(g, index, 0, dim)"),),
    "IndexCopyBackward0.source": (_of("index_select(g, index, dim)"),),
    "IndexFillBackward0.self": (_of("index_fill(g, index, 0, dim)"),),
    "IndexPutBackward0.self": (_of("index_put(g, indices, 0)", accumulate=False),),
    "IndexPutBackward0.values": (_of("index(g, indices)"),),
    "MaskedScatterBackward0.self": (_of("where(mask, 0, g)"),),
    "MaxPool3DWithIndicesBackward0.self": (_of("scatter_add(g, result1)"),),
    "NanmedianBackward1.self": (_of("scatter_add(g, indices, dim)"),),
    "TakeBackward0.self": (_of("put(g, index)"),),
    "CummaxBackward0.self": (_of("scatter_add(g, indices, dim)"),),
    "CumminBackward0.self": (_of("scatter_add(g, indices, dim)"),),
    "EmbeddingBackward0.weight": (_of("index_add(g, indices)", padding_idx=-1, scale_grad_by_freq=False),),
    "GatherBackward0.self": (_of("scatter_add(g, index, dim)"),),
    "IndexAddBackward0.source": (_of("index_select(g, index, dim)", alpha=1), _of("alpha * index_select(g, index, dim)")),
    "IndexBackward0.self": (_of("index_add(g, indices)"),),
    "IndexSelectBackward0.self": (_of("index_add(g, index, dim)"),),
    "KthvalueBackward0.self": (_of("scatter_add(g, indices, dim)"),),
    "MaskedFillBackward0.self": (_of("where(mask, 0, g)"),),
    "MaskedFillBackward1.self": (_of("where(mask, 0, g)"),),
    "MaskedFillBackward1.value": (_of("sum(where(mask, g, 0))"),),
    "MaskedSelectBackward0.self": (_of("masked_scatter(g, mask)"),),
    "MaxBackward0.self": (_of("scatter_add(g, indices, dim)"),),
    "MaxPool2DWithIndicesBackward0.self": (_of("scatter_add(g, result1)"),),
    "MedianBackward1.self": (_of("scatter_add(g, indices, dim)"),),
    "MinBackward0.self": (_of("scatter_add(g, indices, dim)"),),
    "ModeBackward0.self": (_of("scatter_add(g, indices, dim)"),),
    "ScatterAddBackward0.src": (_of("gather(g, index, dim)"),),
    "ScatterBackward0.self": (_of("scatter(g, index, 0, dim)"),),
    "ScatterBackward0.src": (_of("gather(g, index, dim)"),),
    "ScatterBackward1.self": (_of("scatter(g, index, 0, dim)"),),
    "SortBackward0.self": (_of("scatter_add(g, indices, dim)"),),
    "TopkBackward0.self": (_of("scatter_add(g, indices, dim)"),),
    "WhereBackward0.other": (_of("where(condition, 0, g)"),),
    "WhereBackward0.self": (_of("where(condition, g, 0)"),),
}

_LOSSES = {
    "HuberLossBackward0.self": (
        _of("where(abs(self - target) <= delta, g * (self - target), delta * g * sign(self - target)) / numel(self)", reduction=1),
        _of("where(abs(self - target) <= delta, g * (self - target), delta * g * sign(self - target))"),
    ),
    "HuberLossBackward0.target": (
        _of("-where(abs(self - target) <= delta, g * (self - target), delta * g * sign(self - target)) / numel(self)", reduction=1),
        _of("-where(abs(self - target) <= delta, g * (self - target), delta * g * sign(self - target))"),
    ),
    "NllLoss2DBackward0.self": (
        _of("-g * one_hot(target) / total_weight", "weight", reduction=1, ignore_index=-100),
        _of("-g * one_hot(target)", "weight", reduction=2, ignore_index=-100),
    ),
    "SmoothL1LossBackward0.self": (
        _of("where(abs(self - target) < beta, g * (self - target) / beta, g * sign(self - target)) / numel(self)", reduction=1),
        _of("where(abs(self - target) < beta, g * (self - target) / beta, g * sign(self - target))"),
    ),
    "SmoothL1LossBackward0.target": (
        _of("-where(abs(self - target) < beta, g * (self - target) / beta, g * sign(self - target)) / numel(self)", reduction=1),
        _of("-where(abs(self - target) < beta, g * (self - target) / beta, g * sign(self - target))"),
    ),
    "BinaryCrossEntropyBackward0.self": (
        _of("g * (self - target) / (self * (1 - self) * numel(self))", "weight", reduction=1),
        _of("g * (self - target) / (self * (1 - self))", "weight"),
    ),
    "BinaryCrossEntropyWithLogitsBackward0.self": (
        _of("g * (sigmoid(self) - target) / numel(self)", "weight", "pos_weight", reduction=1),
        _of("g * (sigmoid(self) - target)", "weight", "pos_weight"),
    ),
    "MseLossBackward0.self": (_of("2 * g * (self - target) / numel(self)", reduction=1), _of("2 * g * (self - target)")),
    "MseLossBackward0.target": (_of("2 * g * (target - self) / numel(self)", reduction=1), _of("2 * g * (target - self)")),
    "NllLossBackward0.self": (
        _of("-g * one_hot(target) / total_weight", "weight", reduction=1, ignore_index=-100),
        _of("-g * one_hot(target)", "weight", reduction=2, ignore_index=-100),
    ),
    "SoftMarginLossBackward0.self": (
        _of("-g * target / ((1 + exp(target * self)) * numel(self))", reduction=1),
        _of("-g * target / (1 + exp(target * self))"),
    ),
}

FORMULAS: dict[str, tuple[Formula, ...]] = {
    **{f"{name}Backward0.self": (_of(text),) for name, text in _UNARY.items()},
    **_ACTIVATIONS,
    **_PRODUCTS,
    **_BINARY,
    **_REDUCTIONS,
    **_CHOICES,
    **_LOSSES,
    **PASSING,
}
"""Node and input → formulas; the first that holds is the one."""


BROADCAST = frozenset(
    (
        *_BINARY,
        *(
            "WhereBackward0.self",
            "WhereBackward0.other",
            "PreluKernelBackward0.weight",
            "MaskedFillBackward0.self",
            "MaskedFillBackward1.self",
        ),
        *(f"{node}Backward0.{name}" for node in ("Add", "Sub", "Rsub", "Lerp") for name in ("self", "other", "end")),
    )
)
"""Those of inputs that the op itself broadcasts."""


def key_of(node: str, name: str, number: int) -> str:
    """Return what a film calls a formula: ``PowBackward0.self``, and ``PowBackward0.self.1`` for a second one of the same gradient."""
    return f"{node}.{name}.{number}" if number else f"{node}.{name}"


def by_key(key: str) -> Formula | None:
    """Return the formula that a film names; None for one of another engine."""
    base, _, last = key.rpartition(".")
    several = FORMULAS.get(base if last.isdecimal() else key, ())
    number = int(last) if last.isdecimal() else 0
    return several[number] if number < len(several) else None
