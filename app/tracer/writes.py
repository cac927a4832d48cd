"""Turns the versions before and after an op into writes: which tensors it edited, and where."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from torch import Tensor

from app.tracer.tensors import Known, Tensors, region_of
from app.tracer.values import Values


@dataclass(frozen=True)
class Edits:
    """What one op wrote."""

    writes: list[dict[str, Any]] = field(default_factory=list)
    tensors: list[Tensor] = field(default_factory=list)


NO_EDITS = Edits()


class Writes:
    """Compares version counters around an op."""

    def __init__(self, tensors: Tensors, values: Values) -> None:
        self._tensors = tensors
        self._values = values

    def after(self, watched: list[Tensor], before: list[int], inner: str | None = None) -> Edits:
        """Return what has been written, each counter once."""
        edits = Edits()
        seen: set[str | None] = set()
        for tensor, version in zip(watched, before, strict=True):
            if version < 0 or tensor._version == version:
                continue
            known = self._tensors.meet(tensor, None)
            if known.counter in seen:
                continue
            seen.add(known.counter)
            edits.tensors.append(tensor)
            edits.writes.append(self.write(tensor, known, version, inner))
        return edits

    def write(self, tensor: Tensor, known: Known, before: int, inner: str | None = None) -> dict[str, Any]:
        """Describe a write into a tensor whose counter stood at ``before``."""
        return {
            "tensor": known.id,
            "counter": known.counter,
            "version_before": before,
            "version_after": tensor._version,
            "via": "data" if self._tensors.is_cut(known) else "in_place",
            "region": region_of(tensor),
            "op": inner,
            "value": self._values.of(tensor),
        }


def versions(tensors: list[Tensor]) -> list[int]:
    """Return the counters of tensors; -1 for those that have none."""
    return [-1 if tensor.is_inference() else tensor._version for tensor in tensors]
