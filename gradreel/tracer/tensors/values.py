"""Turns a tensor into a Value: a corner of its elements and a summary of all of them, at bounded cost.

Nothing here copies a large tensor, and long programs get smaller previews: the first values of a recording are the ones that are looked at.
See corner.py for the way to the elements.
"""

from __future__ import annotations

import math
from itertools import chain
from typing import Any

import numpy as np
import torch
from torch import _C, Tensor

from gradreel.tracer.tensors.finite import is_non_finite
from gradreel.tracer.tensors.kinds import is_foreign_tensor, is_lazy
from gradreel.tracer.tensors.preview import SHORT, corner_of, corner_shape

# (values so far, elements shown): a recording of ten thousand values cannot show 64 elements of each. After the last of them only small
# tensors are shown at all, until the gradients at the end.
CORNERS = ((256, 64), (512, 16))
SMALL = 16
# Beyond these the summary of a value that is larger than its corner is left out.
REDUCTIONS = 128
REDUCED_ELEMENTS = 50_000_000
LARGEST_REDUCED = 4_000_000
FLOAT32_MAX = float(np.finfo(np.float32).max)

_isfinite = math.isfinite


class Values:
    """Makes previews and keeps account of what they cost."""

    def __init__(self, shown: bool = True, checked: bool | None = None) -> None:
        """``shown``: whether there are any values at all; ``checked``: whether tensors without one are looked at for NaN and infinities."""
        self.shown = shown
        self.checked = shown if checked is None else checked
        self._made = 0
        self.full = False
        """Whether enough has been shown of values of more than ``SMALL`` elements."""
        self._corner = CORNERS[0][1]
        self._reductions = 0
        self._elements = 0

    def of(self, tensor: Tensor, always: bool = False, memory: int = 0) -> dict[str, Any] | None:
        """Return the Value of a tensor, or None where it has no readable elements, or where enough of them have been shown.

        ``memory``: the size of its storage in bytes, where it is known.
        """
        if not self.shown or (self.full and not always and tensor.numel() > SMALL) or not is_readable(tensor):
            return None
        made = self._made = self._made + 1
        if made > CORNERS[0][0]:
            self._corner = CORNERS[1][1] if made <= CORNERS[1][0] else SMALL
            self.full = made >= CORNERS[1][0]
        try:
            if not _C._len_torch_dispatch_stack():
                return self._value(tensor, memory)
            with _C._DisableTorchDispatch():  # the snippet's own dispatch modes must not see how we look
                return self._value(tensor, memory)
        except (RuntimeError, TypeError, NotImplementedError):  # wrappers without memory
            return None

    def of_zeros(self, tensor: Tensor) -> dict[str, Any] | None:
        """Return the Value of a gradient of zero, where enough others have been shown: a single element tells that of nearly all others."""
        if not self.shown or not is_readable(tensor) or not tensor.is_floating_point() or not 0 < tensor.numel() <= LARGEST_REDUCED:
            return None
        try:
            with _C._DisableTorchDispatch():
                plain = tensor.detach()
                if plain[(0,) * plain.dim()].item() != 0 or bool(plain.any()):
                    return None
        except (RuntimeError, TypeError, NotImplementedError):  # wrappers without memory
            return None
        return {"shape": tuple(tensor.shape), "preview_shape": (1,) * tensor.dim(), "preview": (0,), "min": 0, "max": 0, "mean": 0}

    def non_finite(self, tensor: Tensor, value: dict[str, Any] | None, look: bool = True) -> bool | None:
        """Tell whether an element of a tensor is NaN or infinite, as the contract states it: None where its Value counts none.

        ``look``: whether a tensor is looked at whose Value does not count them.
        """
        if value is not None and ("mean" in value or "nan" in value):
            return True if value.get("nan") or value.get("inf") else None
        return is_non_finite(tensor) if look and self.checked else None

    def _value(self, tensor: Tensor, memory: int) -> dict[str, Any]:
        shape = tuple(tensor.shape)
        if not shape and tensor.dtype is torch.float32 and abs(number := tensor.item()) < FLOAT32_MAX:
            return _single(number)
        extent = corner_shape(shape, self._corner)
        if extent == shape:
            return _whole(tensor, shape, memory)
        floats = corner_of(tensor, extent, memory)
        if floats is not None:
            value = {"shape": shape, "preview_shape": extent, "preview": _shown(floats, floats.tolist())}
        else:
            plain = tensor.detach()
            preview = _preview(_numbers(plain.as_strided(extent, plain.stride(), plain.storage_offset()), extent), tensor)
            value = {"shape": shape, "preview_shape": extent, **preview}
        if self._reductions < REDUCTIONS:
            self._reduce(tensor, value)
        elif not any(value["preview"]) and tensor.numel() <= LARGEST_REDUCED and not bool(tensor.detach().any()):
            value.update(min=0, max=0, mean=0)  # seldom, and what a gradient of zero is told from
        return value

    def _reduce(self, tensor: Tensor, value: dict[str, Any]) -> None:
        count = tensor.numel()
        if count <= LARGEST_REDUCED and self._elements < REDUCED_ELEMENTS and not tensor.is_complex():
            self._reductions += 1
            self._elements += count
            value.update(reduce_all(tensor.detach()))


def is_readable(tensor: Tensor) -> bool:
    """Tell whether the elements lie in ordinary memory and may be read without running anybody's code."""
    return (
        tensor.layout is torch.strided
        and tensor.is_cpu
        and not tensor.is_nested
        and not tensor.is_quantized
        and (type(tensor) is Tensor or not (is_foreign_tensor(tensor) or is_lazy(tensor)))
    )


def _single(number: float) -> dict[str, Any]:
    """Return what ``_whole`` would for one finite float32, at a third of the cost: programs about losses are full of them."""
    short = np.float32(number)
    return {"shape": (), "preview_shape": (), "preview": (number,), "min": short, "max": short, "mean": np.float32(number + 0.0)}


def _whole(tensor: Tensor, shape: tuple[int, ...], memory: int) -> dict[str, Any]:
    """Show and summarize a small tensor, all of it."""
    floats = corner_of(tensor, shape, memory)
    if floats is not None:
        numbers = floats.tolist()
        return {"shape": shape, "preview_shape": shape, "preview": _shown(floats, numbers), **_summary(numbers, tensor)}
    numbers = _numbers(tensor, shape)
    if tensor.is_complex():
        return _complexes(numbers, shape)
    value = {"shape": shape, "preview_shape": shape, **_preview(numbers, tensor)}
    if numbers:
        value.update(_summary(numbers, tensor))
    return value


def _shown(floats: Any, numbers: list[float]) -> Any:
    # A numpy float32 is written with the few digits that it has; its double would be written with seventeen.
    return floats if _isfinite(sum(numbers)) else [scalar(number) for number in numbers]


def _numbers(tensor: Tensor, shape: tuple[int, ...]) -> list[Any]:
    if tensor._is_zerotensor():  # of a part of one, tolist() reads what is not there
        raise RuntimeError("no memory")
    nested: Any = tensor.tolist()
    if len(shape) == 1:
        return nested if tensor.dtype is not torch.bool else list(map(int, nested))
    if not shape:
        nested = [nested]
    for _ in range(len(shape) - 1):
        nested = chain.from_iterable(nested)
    return list(nested) if tensor.dtype is not torch.bool else list(map(int, nested))


def _preview(numbers: list[Any], tensor: Tensor) -> dict[str, Any]:
    if tensor.is_complex():
        return {"preview": [scalar(number.real) for number in numbers], "imaginary": [scalar(number.imag) for number in numbers]}
    if not tensor.is_floating_point():
        return {"preview": numbers}
    if not _isfinite(sum(numbers)):
        return {"preview": [scalar(number) for number in numbers]}
    # A numpy float32 is written with the few digits that it has; its double would be written with seventeen.
    return {"preview": np.array(numbers, np.float32) if tensor.dtype is torch.float32 and len(numbers) > SHORT else numbers}


def _summary(numbers: list[Any], tensor: Tensor) -> dict[str, Any]:
    total = sum(numbers)
    if not tensor.is_floating_point():
        return {"min": min(numbers), "max": max(numbers), "mean": _mean(total, len(numbers))}
    rounded = np.float32 if tensor.dtype is torch.float32 else float
    if _isfinite(total):
        return {"min": rounded(min(numbers)), "max": rounded(max(numbers)), "mean": _rounded_mean(total, len(numbers), rounded)}
    finite = [number for number in numbers if _isfinite(number)]
    nan = sum(1 for number in numbers if number != number)
    summary = {"nan": nan, "inf": len(numbers) - len(finite) - nan, "mean": scalar(total)}
    if finite:
        summary.update(min=rounded(min(finite)), max=rounded(max(finite)))
    return summary


def _rounded_mean(total: float, count: int, rounded: Any) -> Any:
    mean = total / count
    return rounded(mean) if abs(mean) < FLOAT32_MAX else mean


def _complexes(numbers: list[complex], shape: tuple[int, ...]) -> dict[str, Any]:
    nan = sum(1 for number in numbers if number != number)
    infinite = sum(1 for number in numbers if number == number and not (_isfinite(number.real) and _isfinite(number.imag)))
    return {
        "shape": shape,
        "preview_shape": shape,
        "preview": [scalar(number.real) for number in numbers],
        "imaginary": [scalar(number.imag) for number in numbers],
        "min": None,
        "max": None,
        "mean": None,
        "nan": nan,
        "inf": infinite,
    }


def _mean(total: Any, count: int) -> float:
    try:
        return float(total / count)
    except OverflowError:
        return math.inf


def reduce_all(tensor: Tensor) -> dict[str, Any]:
    """Summarize a tensor too large for its preview, with two passes over its memory (four when it is not finite)."""
    if tensor.dtype not in _REDUCED_DTYPES:
        tensor = tensor.to(torch.float32)
    if not tensor.is_floating_point():
        low, high = torch.aminmax(tensor)
        return {"min": low.item(), "max": high.item(), "mean": tensor.mean(dtype=torch.float64).item()}
    mean = tensor.mean().item()
    if _isfinite(mean):
        low, high = torch.aminmax(tensor)
        return {"min": _short(low), "max": _short(high), "mean": np.float32(mean)}
    finite = tensor[torch.isfinite(tensor)]
    nan = int(torch.isnan(tensor).sum())
    summary: dict[str, Any] = {"nan": nan, "inf": tensor.numel() - finite.numel() - nan, "mean": scalar(mean)}
    if finite.numel():
        low, high = torch.aminmax(finite)
        summary.update(min=_short(low), max=_short(high))
    return summary


_REDUCED_DTYPES = frozenset((torch.float32, torch.float64, torch.int64, torch.int32, torch.int16, torch.int8, torch.uint8))


def _short(tensor: Tensor) -> Any:
    return np.float32(tensor.item()) if tensor.dtype is torch.float32 else tensor.item()


def scalar(number: Any) -> Any:
    """Return a number as JSON can say it."""
    if isinstance(number, int) or _isfinite(number):
        return number
    if number != number:
        return "NaN"
    return "Infinity" if number > 0 else "-Infinity"
