"""Says by which arithmetic the backward of a node made a NaN or an infinity, where the gradient that came in and what was saved show it."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from itertools import product

from torch import Tensor

from gradreel.tracer.families import op_of_node
from gradreel.tracer.graph.arithmetic import Arithmetic, of_terms
from gradreel.tracer.graph.rows import terms_of
from gradreel.tracer.tensors.finite import FINITE, can_be_looked_at, element_at, worst_of


@dataclass(frozen=True)
class Given:
    """An element that a node made, and what that node was given."""

    name: str
    """The op's that the node belongs to."""
    index: tuple[int, ...]
    value: float
    result: Tensor
    gradients: list[Tensor]
    saved: list[Tensor]

    @property
    def is_nan(self) -> bool:
        return math.isnan(self.value)

    @property
    def gradient(self) -> float | None:
        """The gradient at the position of the element."""
        return next(iter(self._at(self.gradients)), None)

    @property
    def numbers(self) -> list[float]:
        """What was saved at that position."""
        return self._at(self.saved)

    @property
    def is_finite(self) -> bool:
        """Whether all that it was given is."""
        return all((worst_of(each) or FINITE) == FINITE for each in (*self.gradients, *self.saved))

    def _at(self, tensors: list[Tensor]) -> list[float]:
        found = (element_at(tensor, self.index, tuple(self.result.shape)) for tensor in tensors)
        return [float(each[1]) for each in found if each is not None]


def arithmetic_of_node(
    name: str, result: Tensor, index: tuple[int, ...], value: float, gradients: list[Tensor], saved: list[Tensor]
) -> Arithmetic:
    """Return how the backward of a node made an element of a gradient."""
    op = op_of_node(name)
    found = _TABLE.get(op)
    return found(Given(op, index, value, result, gradients, saved)) if found is not None else None


def _pole(at: tuple[float, ...], reason: Arithmetic) -> Callable[[Given], Arithmetic]:
    """Of a function whose slope is infinite at some numbers."""

    def found(given: Given) -> Arithmetic:
        gradient, numbers = given.gradient, given.numbers
        if gradient is None:
            return None
        if given.is_nan and gradient == 0 and any(number in at or math.isinf(number) for number in numbers):
            return "zero_times_infinity"
        if any(number in at for number in numbers):
            return reason if math.isfinite(gradient) and (gradient != 0 or not given.is_nan) else None
        return "overflow" if not given.is_nan and given.is_finite else None

    return found


def _product(given: Given) -> Arithmetic:
    if not given.is_nan:
        return "overflow" if given.is_finite else None
    factors = [number for number in (given.gradient, *given.numbers) if number is not None]
    return "zero_times_infinity" if 0 in factors and any(map(math.isinf, factors)) else None


def _sum(given: Given) -> Arithmetic:
    """Of what only adds: NaN without one among what is added is a difference of infinities."""
    if given.is_nan:
        return "infinity_minus_infinity"
    return "overflow" if given.is_finite else None


def _exponential(given: Given) -> Arithmetic:
    if given.is_nan:
        return "zero_times_infinity" if given.gradient == 0 and any(map(math.isinf, given.numbers)) else None
    return "overflow" if given.is_finite else None


def _log_of_sum(given: Given) -> Arithmetic:
    """It multiplies with exp(element − result): of an infinite element and the same result that is a difference of infinities."""
    finite = all(worst_of(gradient) == FINITE for gradient in given.gradients)
    return "infinity_minus_infinity" if given.is_nan and finite and any(map(math.isinf, given.numbers)) else None


def _spread(given: Given) -> Arithmetic:
    alone = any(gradient.numel() == given.result.numel() for gradient in given.gradients)
    return "std_of_one_element" if given.is_nan and given.is_finite and alone else None


def _spectrum(given: Given) -> Arithmetic:
    """It divides by the differences of eigenvalues, or of singular values."""
    values = [each.detach() for each in given.saved if each.dim() == given.result.dim() - 1 and not each.is_complex()]
    return "division_by_zero" if given.is_finite and any(bool((each.diff() == 0).any()) for each in values) else None


def _matmul(given: Given) -> Arithmetic:
    """Of the products that have the shape of the result, where those that may have made the element agree."""
    found = set()
    for gradient, saved in product(given.gradients, given.saved):
        if not (can_be_looked_at(gradient) and can_be_looked_at(saved)) or gradient.dim() < 2 or saved.dim() < 2:
            continue
        gradient, saved, finite = gradient.detach(), saved.detach(), worst_of(gradient) == worst_of(saved) == FINITE
        for left, right in ((gradient, saved.mT), (saved.mT, gradient), (gradient.mT, saved), (gradient, saved)):
            if left.shape[-1] == right.shape[-2] and (left.shape[-2], right.shape[-1]) == tuple(given.result.shape[-2:]):
                terms = terms_of(left, right, given.index)
                found.add(of_terms(terms, given.value, finite) if terms is not None else None)
    found.discard(None)
    return found.pop() if len(found) == 1 else None


_TABLE: dict[str, Callable[[Given], Arithmetic]] = {
    name: function
    for names, function in (
        ("log log2 log10 xlogy logit", _pole((0.0,), "log_of_zero")),
        ("log1p", _pole((-1.0,), "log_of_zero")),
        ("sqrt norm linalg_vector_norm pow hypot", _pole((0.0,), "root_of_zero")),
        ("div reciprocal rsqrt", _pole((0.0,), "division_by_zero")),
        ("acos asin atanh erfinv acosh", _pole((-1.0, 1.0), "infinite_slope")),
        ("mul", _product),
        ("exp exp2 sinh cosh expm1", _exponential),
        ("logsumexp", _log_of_sum),
        ("std var std_mean var_mean", _spread),
        ("expand add sub rsub index index_select gather repeat", _sum),
        ("linalg_eigh linalg_svd", _spectrum),
        ("mm addmm bmm baddbmm linear", _matmul),
    )
    for name in names.split()
}
