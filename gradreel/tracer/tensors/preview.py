"""Copies the leading corner of a float tensor straight from memory, which costs a fraction of asking PyTorch for a view of it.

``Tensor.numpy`` is never called on memory of the program: it makes a storage refuse ``resize_`` for ever.
"""

from __future__ import annotations

import math
from functools import lru_cache
from typing import Any

import numpy as np
import torch
from torch import _C, Tensor

from gradreel.tracer.tensors.memory import BEGIN, MEMORY

# A list of so few floats is written with all their digits: cheaper than finding the few that they have.
SHORT = 4
_FLOAT = np.dtype(np.float32)

_window = np.ndarray
_is_cow: Any = getattr(_C, "_is_cow_tensor")  # noqa: B009 - unknown to its stubs


@lru_cache(maxsize=4096)
def corner_shape(shape: tuple[int, ...], elements: int) -> tuple[int, ...]:
    """Return the extent of the leading corner of at most ``elements`` elements, as square as the shape allows."""
    if math.prod(shape) <= elements:
        return shape
    extent = [1] * len(shape)
    room = elements
    for position, dim in enumerate(sorted(range(len(shape)), key=lambda d: shape[d])):
        share = int(room ** (1 / (len(shape) - position)) + 1e-9)
        extent[dim] = max(1, min(shape[dim], share))
        room //= extent[dim]
    return tuple(extent)


def corner_of(tensor: Tensor, extent: tuple[int, ...], memory: int) -> Any:
    """Copy the leading corner of a tensor of more than a few float32 from memory, flat; None for every other tensor.

    Whether the memory is there must be known: a storage can be shrunk under its tensors. Asking here would put a Python object on the
    storage of a gradient that is on its way, and the engine would no longer add to it in place.
    """
    if not memory or tensor.dtype is not torch.float32:
        return None
    span, strides = _span(extent, tensor.stride())
    if not span or tensor.is_neg() or _is_cow(tensor):
        return None
    pointer, offset = tensor.data_ptr(), 4 * tensor.storage_offset()
    if pointer <= offset or offset + span > memory:
        return None  # its memory was taken away, or it is a zero that has none
    return _window(extent, _FLOAT, MEMORY, pointer - BEGIN, strides).flatten()


@lru_cache(maxsize=4096)
def _span(extent: tuple[int, ...], strides: tuple[int, ...]) -> tuple[int, tuple[int, ...]]:
    """Return how many bytes a corner spans, 0 where it is too small to be worth it, and the distances in it, in bytes."""
    if math.prod(extent) <= SHORT:
        return 0, ()
    last = sum((size - 1) * step for size, step in zip(extent, strides, strict=True))
    return 4 * last + 4, tuple(4 * step for step in strides)
