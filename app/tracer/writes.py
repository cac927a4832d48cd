"""Turns the versions before and after an op into writes: which tensors it edited, where, and which saved tensors are stale now."""

from __future__ import annotations

from typing import Any

from torch import Tensor

from app.tracer.saved import Saves
from app.tracer.tensors import Known, Tensors, region_of
from app.tracer.values import Values


class Writes:
    """Compares version counters around an op."""

    def __init__(self, tensors: Tensors, saves: Saves, values: Values) -> None:
        self._tensors = tensors
        self._saves = saves
        self._values = values

    def after(self, watched: list[Tensor], before: list[int], name: str, inner: str | None = None) -> tuple[list[dict[str, Any]], list[str], list[Tensor]]:
        """Return the writes, the saved tensors that they made stale, and the edited tensors, each counter once."""
        writes: list[dict[str, Any]] = []
        stale: list[str] = []
        edited: list[Tensor] = []
        seen: set[str | None] = set()
        for tensor, version in zip(watched, before, strict=True):
            if version < 0 or tensor._version == version:
                continue
            known = self._tensors.meet(tensor, None)
            if known.counter in seen:
                continue
            seen.add(known.counter)
            edited.append(tensor)
            writes.append(self.write(tensor, known, version, inner))
            stale += self._saves.moved(known.counter, tensor._version)
        return writes, stale, edited

    def write(self, tensor: Tensor, known: Known, before: int, inner: str | None = None) -> dict[str, Any]:
        """Describe a write into a tensor whose counter stood at ``before``."""
        return {
            "tensor": known.id,
            "counter": known.counter,
            "version_before": before,
            "version_after": tensor._version,
            "via": "in_place" if _watches(known) else "data",
            "region": region_of(tensor),
            "op": inner,
            "value": self._values.of(tensor),
        }


def _watches(known: Known) -> bool:
    """Tell whether the tensor's counter is the first of its storage: others came with ``.data`` and protect nothing."""
    if known.storage is None or known.counter is None:
        return True
    return next(iter(known.storage.counters), known.counter) == known.counter


def versions(tensors: list[Tensor]) -> list[int]:
    """Return the counters of tensors; -1 for those that have none."""
    return [-1 if tensor.is_inference() else tensor._version for tensor in tensors]
