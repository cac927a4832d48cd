"""Turns a tensor into a Value: a corner of its elements and a summary of all of them, at bounded cost.

Nothing here copies a large tensor, and long programs get smaller previews: the first values of a film are the ones that are looked at.
"""

from __future__ import annotations

import math
from functools import lru_cache
from typing import Any

import numpy as np
import torch
from torch import _C, Tensor

from app.tracer.kinds import is_foreign_tensor

# (values so far, elements shown): a film of ten thousand values cannot show 64 elements of each.
CORNERS = ((1_000, 64), (4_000, 16))
LAST_CORNER = 4
# Beyond these the summary of a value that is larger than its corner is left out.
REDUCTIONS = 1_000
REDUCED_ELEMENTS = 50_000_000
LARGEST_REDUCED = 4_000_000
FLOAT32_MAX = float(np.finfo(np.float32).max)


class Values:
    """Makes previews and keeps account of what they cost."""

    def __init__(self) -> None:
        self._made = 0
        self._reductions = 0
        self._elements = 0

    def of(self, tensor: Tensor) -> dict[str, Any] | None:
        """Return the Value of a tensor, or None where it has no readable elements."""
        if not is_readable(tensor):
            return None
        if _C._len_torch_dispatch_stack():
            with _C._DisableTorchDispatch():  # the snippet's own dispatch modes must not see how we look
                return self._value(tensor)
        return self._value(tensor)

    def _corner(self) -> int:
        self._made += 1
        return next((shown for values, shown in CORNERS if self._made <= values), LAST_CORNER)

    def _value(self, tensor: Tensor) -> dict[str, Any]:
        shape = tuple(tensor.shape)
        count = tensor.numel()
        plain = tensor.detach()
        extent = corner_shape(shape, self._corner())
        corner = plain if extent == shape else plain[tuple(slice(0, size) for size in extent)]
        if plain.is_complex():
            return _complex_value(corner, shape, extent)
        elements = to_numpy(corner)
        value: dict[str, Any] = {"shape": shape, "preview_shape": extent, "preview": elements}
        numbers: list[Any] = elements.tolist()
        if not all(map(math.isfinite, numbers)):
            value["preview"] = [scalar(number) for number in numbers]
        if extent == shape:
            value.update(summarize(numbers, elements.dtype))
        elif count <= LARGEST_REDUCED and self._reductions < REDUCTIONS and self._elements < REDUCED_ELEMENTS:
            self._reductions += 1
            self._elements += count
            value.update(reduce_all(plain))
        return value


def is_readable(tensor: Tensor) -> bool:
    """Tell whether the elements lie in ordinary memory and may be read without running anybody's code."""
    return (
        tensor.layout is torch.strided
        and tensor.device.type == "cpu"
        and not is_foreign_tensor(tensor)
        and not tensor.is_quantized
        and not tensor.is_nested
        and _C._get_tracing_state() is None
    )


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


def to_numpy(tensor: Tensor) -> np.ndarray[Any, Any]:
    """Copy the elements of a small tensor, row-major."""
    if tensor.is_neg():
        tensor = tensor.resolve_neg()
    if tensor.dtype is torch.bool:
        tensor = tensor.to(torch.uint8)
    elif tensor.dtype not in _NUMPY_DTYPES:
        tensor = tensor.to(torch.float32)
    return tensor.numpy().flatten()


_NUMPY_DTYPES = frozenset(
    (torch.float32, torch.float64, torch.int64, torch.int32, torch.int16, torch.int8, torch.uint8, torch.uint16, torch.uint32, torch.uint64)
)


def summarize(numbers: list[Any], dtype: np.dtype[Any]) -> dict[str, Any]:
    """Summarize the elements that the preview shows, all of them."""
    if not numbers:
        return {}
    finite = [number for number in numbers if math.isfinite(number)]
    nan = sum(1 for number in numbers if number != number)
    summary: dict[str, Any] = {"nan": nan, "inf": len(numbers) - len(finite) - nan}
    if finite:
        rounded = np.float32 if dtype == np.float32 else lambda number: number
        summary["min"] = rounded(min(finite))
        summary["max"] = rounded(max(finite))
    if dtype == np.float32:
        mean = _mean(numbers)
        summary["mean"] = np.float32(mean) if abs(mean) < FLOAT32_MAX else scalar(mean)
    else:
        summary["mean"] = scalar(_mean(numbers))
    return summary


def _mean(numbers: list[Any]) -> float:
    try:
        return float(sum(numbers) / len(numbers))
    except OverflowError:
        return math.inf


def reduce_all(tensor: Tensor) -> dict[str, Any]:
    """Summarize a tensor too large for its preview, with two passes over its memory (four when it is not finite)."""
    if tensor.dtype not in _NUMPY_DTYPES or tensor.dtype in (torch.uint16, torch.uint32, torch.uint64):
        tensor = tensor.to(torch.float32)
    if not tensor.is_floating_point():
        low, high = torch.aminmax(tensor)
        return {"min": low.item(), "max": high.item(), "mean": tensor.mean(dtype=torch.float64).item()}
    mean = tensor.mean().item()
    if math.isfinite(mean):
        low, high = torch.aminmax(tensor)
        return {"min": _short(low), "max": _short(high), "mean": np.float32(mean)}
    finite = tensor[torch.isfinite(tensor)]
    nan = int(torch.isnan(tensor).sum())
    summary: dict[str, Any] = {"nan": nan, "inf": tensor.numel() - finite.numel() - nan, "mean": scalar(mean)}
    if finite.numel():
        low, high = torch.aminmax(finite)
        summary.update(min=_short(low), max=_short(high))
    return summary


def _short(tensor: Tensor) -> Any:
    # A numpy float32 is written with the few digits that it has; its double would be written with seventeen.
    return np.float32(tensor.item()) if tensor.dtype is torch.float32 else tensor.item()


def _complex_value(corner: Tensor, shape: tuple[int, ...], extent: tuple[int, ...]) -> dict[str, Any]:
    numbers = corner.resolve_conj().resolve_neg().to(torch.complex64).numpy().flatten()
    real, imaginary = ([scalar(number) for number in part.tolist()] for part in (numbers.real, numbers.imag))
    finite = int(np.isfinite(numbers).sum())
    nan = int(np.isnan(numbers).sum())
    whole = extent == shape
    return {
        "shape": shape,
        "preview_shape": extent,
        "preview": real,
        "imaginary": imaginary,
        "nan": nan if whole else 0,
        "inf": len(numbers) - finite - nan if whole else 0,
    }


def scalar(number: Any) -> Any:
    """Return a number as JSON can say it."""
    if isinstance(number, int) or math.isfinite(number):
        return number
    if number != number:
        return "NaN"
    return "Infinity" if number > 0 else "-Infinity"
