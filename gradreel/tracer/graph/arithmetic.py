"""Says by which arithmetic an op made a NaN or an infinity, where the numbers that it was given show it.

Each function looks at those numbers and answers only what they prove; None leaves it open. Nothing is guessed from an op's name.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from torch import Tensor

from gradreel.tracer.graph.rows import row_of, rows_of_classes, terms_of
from gradreel.tracer.tensors.finite import FINITE, can_be_looked_at, element_at, worst_of
from gradreel.tracer.tensors.kinds import is_tensor

Arithmetic = str | None
INF = math.inf


@dataclass(frozen=True)
class Made:
    """An element that is not finite, and the call that made it."""

    name: str
    """The op's, without the underscores of operators and of edits in place."""
    result: Tensor
    index: tuple[int, ...]
    value: float
    arguments: tuple[Any, ...]
    named: dict[str, Any]
    overwritten: bool
    """Whether it wrote over its first argument, which then no longer tells what it was given."""

    @property
    def is_nan(self) -> bool:
        return math.isnan(self.value)

    def argument(self, position: int, name: str, default: Any = None) -> Any:
        """An argument, by its position or by its name."""
        if position < len(self.arguments):
            return self.arguments[position]
        return self.named.get(name, default)

    def tensor(self, position: int, name: str) -> Tensor | None:
        """An argument that is a tensor whose elements can be read, and could be when the op read them."""
        given = self.argument(position, name)
        readable = is_tensor(given) and not (position == 0 and self.overwritten) and can_be_looked_at(given)
        return given.detach() if readable else None

    def number(self, position: int, name: str = "other") -> float | None:
        """The number that went into the element from an argument of the shape of the result, or one that is broadcast to it."""
        given = self.argument(position, name)
        if isinstance(given, int | float):
            return float(given)
        tensor = given if is_tensor(given) and not (position == 0 and self.overwritten) and not given.is_complex() else None
        found = None if tensor is None else element_at(tensor, self.index, tuple(self.result.shape))
        return None if found is None else float(found[1])


def arithmetic_of(name: str, result: Tensor, index: tuple[int, ...], value: float, called: tuple[Any, ...]) -> Arithmetic:
    """Return how an op made an element; ``called``: its arguments, those by name, and whether it wrote over the first."""
    plain = name.strip("_")
    found = _TABLE.get(plain) or (_TABLE.get(plain[1:]) if name.startswith("__i") else None)
    return found(Made(plain, result, index, value, *called)) if found is not None else None


def _product(made: Made) -> Arithmetic:
    if made.is_nan:  # of numbers none of which is NaN
        return "zero_times_infinity"
    return _overflow(made)


def _overflow(made: Made) -> Arithmetic:
    """An infinity of finite numbers, of a function that has no poles."""
    return None if made.is_nan else "overflow"


def _quotient(made: Made) -> Arithmetic:
    above, below = made.number(0, "input"), made.number(1)
    if made.name in ("rdiv", "rtruediv"):
        above, below = below, above
    if below is None:
        return None
    if below == 0:
        return "zero_over_zero" if made.is_nan else "division_by_zero"
    if made.is_nan:
        return "infinity_over_infinity" if above is not None and math.isinf(above) and math.isinf(below) else None
    return "overflow"


def _remainder(made: Made) -> Arithmetic:
    return "division_by_zero" if made.number(1) == 0 else None


def _reciprocal(made: Made) -> Arithmetic:
    below = made.number(0, "input")
    if below == 0:
        return "division_by_zero"
    return "outside_domain" if made.is_nan and below is not None else None


def _inside(low: float, high: float, at_edge: Arithmetic) -> Callable[[Made], Arithmetic]:
    """Of a function that is defined between two numbers, and may have poles there."""

    def found(made: Made) -> Arithmetic:
        given = made.number(1 if made.name in ("xlogy", "xlog1py") else 0, "input")
        if given is None:
            return None
        if given in (low, high) and not made.is_nan:
            return at_edge
        return "outside_domain" if made.is_nan and not low <= given <= high else None

    return found


def _determinant(made: Made) -> Arithmetic:
    given = made.tensor(0, "A" if made.name.startswith("linalg") else "input")
    if given is None or worst_of(given) != FINITE:
        return None
    return None if made.is_nan else "log_of_zero"


def _power(made: Made) -> Arithmetic:
    base, exponent = made.number(0, "input"), made.number(1, "exponent")
    if made.name == "rpow":
        base, exponent = exponent, base
    if base is None or exponent is None:
        return None
    if made.is_nan:
        return "outside_domain" if base < 0 and math.isfinite(exponent) and exponent != int(exponent) else None
    return "division_by_zero" if base == 0 and exponent < 0 else "overflow"


def _sum(made: Made) -> Arithmetic:
    """Of a sum: it is NaN, without one among what is added, where infinities of both signs are."""
    given = made.tensor(0, "input")
    if given is None:
        return None
    if given.numel() == 0:
        return "mean_of_nothing" if made.is_nan else None
    if not made.is_nan:
        return "overflow" if worst_of(given) == FINITE else None
    return "infinity_minus_infinity" if _has(given, INF) and _has(given, -INF) else None


def _difference(made: Made) -> Arithmetic:
    given = made.number(0, "input"), made.number(1)
    if made.is_nan:
        return "infinity_minus_infinity" if all(each is not None and math.isinf(each) for each in given) else None
    return "overflow"


def _spread(made: Made) -> Arithmetic:
    given = made.tensor(0, "input")
    if given is None:
        return None
    if worst_of(given) != FINITE:  # infinite less a mean that is
        return "infinity_minus_infinity" if made.is_nan else None
    if made.is_nan:
        return "std_of_one_element" if 0 < given.numel() == made.result.numel() else None
    return "overflow"


def _normed(made: Made) -> Arithmetic:
    given = made.tensor(0, "input")
    weights = 3 if made.name in ("batch_norm", "instance_norm") else 4  # after them come running means, which it writes
    others = [each for each in (*made.arguments[1:weights], *made.named.values()) if is_tensor(each)]
    if given is None or (made.name == "batch_norm" and made.argument(5, "training") is not True):
        return None
    infinite = worst_of(given) != FINITE and all(worst_of(each) == FINITE for each in others)
    return "infinity_minus_infinity" if made.is_nan and infinite else None


def _softmax(made: Made) -> Arithmetic:
    given, dim = made.tensor(0, "input"), made.argument(1, "dim")
    if given is None or not isinstance(dim, int) or not made.is_nan:
        return None
    return _of_row(row_of(given, dim, made.index))


def _of_row(row: Tensor) -> Arithmetic:
    """What a softmax makes NaN of: from each element it subtracts the largest."""
    if bool((row == -INF).all()):
        return "all_masked"
    return "infinity_minus_infinity" if _has(row, INF) else None


def _cross_entropy(made: Made) -> Arithmetic:
    given, target = made.tensor(0, "input"), made.argument(1, "target")
    if given is None or not is_tensor(target) or not made.is_nan:
        return None
    by_index = not target.is_floating_point()
    ignored = made.argument(4, "ignore_index", -100)
    if by_index and bool((target == ignored).all()):
        return "mean_of_nothing" if made.result.dim() == 0 else None
    rows, wanted = rows_of_classes(given, target.detach(), ignored if by_index else None)
    found = next((each for each in map(_of_row, rows[rows.isinf().any(1)][:64]) if each is not None), None)
    if found is None and wanted is not None and made.name == "cross_entropy_loss" and bool(((wanted == 0) & (rows == -INF)).any()):
        return "zero_times_infinity"
    return found if made.name == "cross_entropy_loss" else None


def _loss(made: Made) -> Arithmetic:
    given, target = made.tensor(0, "input"), made.tensor(1, "target")
    if given is None or target is None:
        return None
    if made.is_nan:
        both = given.shape == target.shape and bool((given.isinf() & (given == target)).any())
        return "mean_of_nothing" if given.numel() == 0 else "infinity_minus_infinity" if both else None
    return "overflow" if worst_of(given) == worst_of(target) == FINITE else None


def _matmul(made: Made) -> Arithmetic:
    first = 1 if made.name in ("addmm", "addbmm", "baddbmm", "addmv") else 0
    left, right = made.argument(first, "input"), made.argument(first + 1, "weight")
    if made.name == "addbmm" or not all(is_tensor(each) and can_be_looked_at(each) for each in (left, right)):
        return None
    if made.name == "linear":
        right = right.mT if right.dim() > 1 else right
    terms = terms_of(left.detach(), right.detach(), made.index)
    return None if terms is None else of_terms(terms, made.value, _finite(left) and _finite(right))


def of_terms(terms: Tensor, value: float, finite: bool) -> Arithmetic:
    """What a sum of products is made of, where those products tell; ``finite``: nothing that is multiplied is infinite."""
    if not math.isnan(value):
        return "overflow" if finite else None
    if bool(terms.isnan().any()):
        return "zero_times_infinity"
    if _has(terms, INF) and _has(terms, -INF):
        return "overflow" if finite else "infinity_minus_infinity"
    return None


def _cast(made: Made) -> Arithmetic:
    given = made.argument(0, "self")
    return "overflow" if not made.is_nan and is_tensor(given) and worst_of(given) == FINITE else None


def _has(tensor: Tensor, value: float) -> bool:
    return bool((tensor == value).any())


def _finite(tensor: Tensor) -> bool:
    return worst_of(tensor) == FINITE


_TABLE: dict[str, Callable[[Made], Arithmetic]] = {
    name: function
    for names, function in (
        ("mul multiply rmul prod cumprod ldexp", _product),
        ("exp exp2 expm1 sinh cosh square norm linalg_norm linalg_vector_norm hypot", _overflow),
        ("div divide true_divide truediv rdiv rtruediv floor_divide floordiv", _quotient),
        ("remainder fmod mod", _remainder),
        ("reciprocal rsqrt", _reciprocal),
        ("log log2 log10 xlogy", _inside(0, INF, "log_of_zero")),
        ("log1p xlog1py special_xlog1py", _inside(-1, INF, "log_of_zero")),
        ("logit", _inside(0, 1, "log_of_zero")),
        ("sqrt", _inside(0, INF, None)),
        ("acos arccos asin arcsin", _inside(-1, 1, None)),
        ("atanh arctanh erfinv", _inside(-1, 1, "infinite_slope")),
        ("acosh arccosh", _inside(1, INF, None)),
        ("logdet slogdet linalg_slogdet", _determinant),
        ("pow float_power rpow", _power),
        ("sum nansum mean nanmean cumsum median nanmedian", _sum),
        ("add sub subtract rsub radd", _difference),
        ("std var std_mean var_mean", _spread),
        ("layer_norm group_norm instance_norm batch_norm", _normed),
        ("softmax log_softmax", _softmax),
        ("cross_entropy_loss nll_loss_nd", _cross_entropy),
        ("mse_loss l1_loss smooth_l1_loss huber_loss", _loss),
        ("matmul mm bmm mv dot linear addmm baddbmm addmv", _matmul),
        ("to half bfloat16 float type type_as", _cast),
    )
    for name in names.split()
}
