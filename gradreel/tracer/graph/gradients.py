"""Turns the ``.grad`` of every tensor that the program still holds into Gradient records."""

from __future__ import annotations

from typing import Any

from torch import _C

from gradreel.tracer.tensors.flags import is_leaf, retains_grad
from gradreel.tracer.tensors.identity import Tensors, raw_storage
from gradreel.tracer.tensors.values import Values


def gradients(tensors: Tensors, values: Values) -> list[dict[str, Any]]:
    """Return the gradients of leaves, and of tensors that retain theirs, in the order in which the tensors were met."""
    found = []
    with _C.DisableTorchFunction():
        for known, tensor in tensors.living():
            if not (is_leaf(tensor) or retains_grad(tensor)):
                continue  # asking would warn
            grad = tensor.grad
            if grad is not None:
                raw = raw_storage(grad)
                value = values.of(grad, always=True, memory=raw.nbytes() if raw is not None else 0)
                found.append({"tensor": known.id, "name": _name(known.names), "value": value})
    return found


def _name(names: tuple[str, ...]) -> str | None:
    """Return the first name that holds outside of methods as well: a control run is compared by names of the module."""
    return next((name for name in names if not name.startswith("self.")), names[0] if names else None)
