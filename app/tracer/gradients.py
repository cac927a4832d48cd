"""Turns the ``.grad`` of every tensor that the program still holds into Gradient records."""

from __future__ import annotations

from typing import Any

from torch import _C

from app.tracer.tensors import Tensors
from app.tracer.values import Values


def gradients(tensors: Tensors, values: Values) -> list[dict[str, Any]]:
    """Return the gradients of leaves, and of tensors that retain theirs, in the order in which the tensors were met."""
    found = []
    with _C.DisableTorchFunction():
        for known, tensor in tensors.living():
            if not (tensor.is_leaf or tensor.retains_grad):
                continue  # asking would warn
            grad = tensor.grad
            if grad is not None:
                found.append({"tensor": known.id, "name": known.names[0] if known.names else None, "value": values.of(grad)})
    return found
