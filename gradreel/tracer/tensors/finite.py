"""Tells whether a tensor has elements that are NaN or infinite, and where the first of them is.

A sum over all elements costs less than half of a ReLU over them, and is finite only where every element is; where it is not, since
sums can overflow, the least and the greatest element tell.
"""

from __future__ import annotations

import math
from typing import Any

import torch
from torch import _C, Tensor

from gradreel.tracer.tensors.kinds import is_foreign_tensor, is_lazy

FINITE, INFINITE, NAN = 0, 1, 2
"""What is the worst of a tensor's elements."""


def can_be_looked_at(tensor: Tensor) -> bool:
    """Tell whether elements are floats in ordinary memory, which may be read without running anybody's code or waiting for a device."""
    return (
        (tensor.is_floating_point() or tensor.is_complex())
        and tensor.is_cpu
        and tensor.layout is torch.strided
        and not tensor.is_nested
        and (type(tensor) is Tensor or not (is_foreign_tensor(tensor) or is_lazy(tensor)))
    )


def is_non_finite(tensor: Tensor) -> bool | None:
    """Tell whether any element is NaN or infinite; None where that cannot be told, or where the dtype has neither."""
    worst = worst_of(tensor)
    return None if worst is None else worst > FINITE


def worst_of(tensor: Tensor) -> int | None:
    """Return ``FINITE``, ``INFINITE`` or ``NAN``; None where that cannot be told."""
    if not can_be_looked_at(tensor):
        return None
    try:
        if not _C._len_torch_dispatch_stack():
            return _worst(tensor.detach())
        with _C._DisableTorchDispatch():  # the snippet's own dispatch modes must not see how we look
            return _worst(tensor.detach())
    except (RuntimeError, TypeError, NotImplementedError):  # dtypes without a sum, memory that was taken away
        return None


def _worst(plain: Tensor) -> int:
    total: Any = plain.item() if plain.dim() == 0 else plain.sum().item()  # a sum over what was a Python number reads memory elsewhere
    if math.isfinite(abs(total)):
        return FINITE
    if plain.is_complex():
        return NAN if bool(torch.isnan(plain).any()) else INFINITE if bool(torch.isinf(plain).any()) else FINITE
    low, high = (each.item() for each in torch.aminmax(plain))
    return NAN if low != low else FINITE if math.isfinite(low) and math.isfinite(high) else INFINITE


def first_non_finite(tensor: Tensor) -> tuple[tuple[int, ...], Any, int] | None:
    """Return the position of the first such element, NaN before infinity, the element, and how many there are."""
    plain = tensor.detach()
    if plain.is_complex() or not can_be_looked_at(tensor):
        return None
    bad = ~torch.isfinite(plain)
    wanted = torch.isnan(plain) if bool(torch.isnan(plain).any()) else bad
    flat = int(wanted.flatten().to(torch.uint8).argmax())
    index = tuple(int(each) for each in torch.unravel_index(torch.tensor(flat), plain.shape)) if plain.dim() else ()
    return index, plain[index].item(), int(bad.sum())


def element_at(tensor: Tensor, index: tuple[int, ...], shape: tuple[int, ...]) -> tuple[tuple[int, ...], Any] | None:
    """Return the element that an op would read at a position of a result of this shape, by the rules of broadcasting, and where it is."""
    own = tuple(tensor.shape)
    if len(own) > len(index) or tensor.is_complex() or not can_be_looked_at(tensor):
        return None
    ends = list(zip(own, shape[len(shape) - len(own) :], index[len(index) - len(own) :], strict=True))
    if any(size not in (1, wide) for size, wide, _ in ends):
        return None
    place = tuple(0 if size == 1 else at for size, _, at in ends)
    return place, tensor.detach()[place].item()
