"""Tells which bytes of a storage a tensor's elements occupy, well enough to say of most pairs of views that they share none.

A layout is ``(start, end, period, extent)``, in bytes: every element lies between ``start`` and ``end``, and within ``extent`` bytes
from ``start + k * period`` for some ``k``. Rows, columns, blocks and diagonals of one buffer are told apart this way. A period of zero
says that there are no gaps: every byte between ``start`` and ``end`` belongs to an element.
"""

from __future__ import annotations

from functools import lru_cache
from math import gcd
from typing import Any

import torch
from torch import Tensor

from gradreel.tracer.tensors.kinds import is_foreign_tensor, is_lazy

Layout = tuple[int, int, int, int]
NOWHERE: Layout = (0, 0, 0, 0)
"""Of a tensor without elements, or without strided memory."""


def layout_of(tensor: Tensor) -> Layout:
    """Return where a tensor's elements lie in its storage."""
    if tensor.layout is not torch.strided or tensor.is_nested:
        return NOWHERE
    if type(tensor) is not Tensor and (is_lazy(tensor) or is_foreign_tensor(tensor)):
        return NOWHERE
    reach, period, extent = _runs(tuple(tensor.shape), tensor.stride())
    if not reach:
        return NOWHERE
    item = tensor.element_size()
    offset: Any = tensor.storage_offset()
    return (offset * item, (offset + reach) * item, period * item, extent * item)


def has_gaps(layout: Layout) -> bool:
    """Tell whether some bytes between the first element and the last belong to none."""
    return layout[2] != 0


def may_overlap(one: Layout, other: Layout) -> bool:
    """Tell whether two layouts of one storage may have a byte in common; False is certain."""
    if one[0] >= other[1] or other[0] >= one[1]:
        return False
    period = gcd(one[2], other[2])
    if not period:
        return True
    distance = (other[0] - one[0]) % period
    return distance < one[3] or distance + other[3] > period


@lru_cache(maxsize=4096)
def _runs(shape: tuple[int, ...], strides: tuple[int, ...]) -> tuple[int, int, int]:
    """Return how many elements a tensor spans, the period of its runs, and how many elements a run spans.

    The period is 0 where there are no gaps, and all that the tensor spans where they follow no rule.
    """
    if 0 in shape:
        return 0, 0, 0
    dims = sorted((stride, size) for size, stride in zip(shape, strides, strict=True) if size > 1 and stride)
    best = (0, 0)
    extent = 1
    gaps = False
    for position, (stride, size) in enumerate(dims):
        gaps = gaps or extent < stride
        regular = extent < stride and all(larger % stride == 0 for larger, _ in dims[position:])
        if regular and (not best[0] or extent * best[0] < best[1] * stride):
            best = (stride, extent)
        extent += (size - 1) * stride
    period, run = best
    return (extent, period, run) if run else (extent, extent if gaps else 0, extent)
