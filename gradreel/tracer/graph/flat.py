"""States why the backward of a node makes zeros of gradients that are not zero: its function is flat where the program stands.

Only looked at where all of a gradient that flows out is zero: of most nodes the first elements say that it is not.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from torch import _C, Tensor

from gradreel.tracer.families import CAST, MASK, ONE_CHOICE, PRODUCT, QUOTIENT, SATURATION, SOFTMAX, flatness_of_node
from gradreel.tracer.tensors.finite import can_be_looked_at
from gradreel.tracer.tensors.kinds import is_tensor

UNDERFLOW = "underflow"
Saved = Callable[[], Sequence[tuple[str, Tensor]]]
"""Gives what a node had saved, with the names of its attributes, while it is still there."""
Looked = Sequence[tuple[dict[str, Any] | None, Any]]
"""Values of gradients, and whether they are not finite."""


def flat_of(name: str, grads: tuple[Any, ...], looked: Looked, given: tuple[Any, ...], saved: Saved) -> str | None:
    """Return why a gradient that flows out of a node is zero everywhere although one that flows in is not."""
    kind = flatness_of_node(name)
    if kind is None:
        return None
    zero = [position for position, (value, _) in enumerate(looked) if value is not None and _shows_zeros(value)]
    if not zero:
        return None
    with _C._DisableTorchDispatch():
        zero = [position for position in zero if _is_zero(grads[position])]
        arriving = [grad for grad in given if _is_readable(grad) and bool(grad.detach().any())]
        if not zero or not arriving:
            return None
        return _why(kind, zero[0], grads, arriving[0], saved)


def _why(kind: str, position: int, grads: tuple[Any, ...], arriving: Tensor, saved: Saved) -> str | None:
    if kind in (PRODUCT, QUOTIENT, CAST):
        return _scaled(kind, position, grads, arriving, dict(saved()) if kind == PRODUCT else {})
    if kind in (ONE_CHOICE, SOFTMAX):  # a logarithm of one that is saturated is no birth: there a loss is least
        return ONE_CHOICE if _chooses_of_one(grads[position], saved()) else SATURATION if kind == SOFTMAX else None
    return kind


def _scaled(kind: str, position: int, grads: tuple[Any, ...], arriving: Tensor, factors: dict[str, Tensor]) -> str | None:
    """Tell a product with zeros from one that is too small for its dtype."""
    if kind != PRODUCT:
        return UNDERFLOW if arriving.shape == grads[position].shape else None
    factor = factors.get("other" if position == 0 else "self")
    if factor is None or not _is_readable(factor):
        return None
    if not bool(factor.detach().any()):
        # Zeros that are learned can become others, and a plain 0 is meant.
        return MASK if factor.dim() and all(grad is None for at, grad in enumerate(grads) if at != position) else None
    exact = arriving.detach().double() * factor.detach().double()
    return UNDERFLOW if exact.shape == grads[position].shape and bool(exact.any()) else None


def _chooses_of_one(grad: Tensor, saved: Sequence[tuple[str, Tensor]]) -> bool:
    """Whether every row that a softmax was taken of has one element: its result is one wherever it is read."""
    results = [tensor for name, tensor in saved if name == "result" and _is_readable(tensor)]
    if not results or 1 not in results[0].shape or results[0].shape != grad.shape:
        return False
    low, high = results[0].detach().aminmax()
    return low.item() == high.item() and high.item() in (0, 1)


def _shows_zeros(value: dict[str, Any]) -> bool:
    shown = value["preview"]
    return len(shown) > 0 and not any(shown)


def _is_zero(grad: Any) -> bool:
    return _is_readable(grad) and grad.numel() > 0 and not bool(grad.detach().any())


def _is_readable(grad: Any) -> bool:
    return grad is not None and is_tensor(grad) and can_be_looked_at(grad) and not grad.is_complex()
