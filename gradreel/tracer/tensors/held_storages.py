"""Tells whether a storage would stay if the graphs were dropped: a leaf lies in it, or Python still refers to a tensor in it.

A saved tensor is alive as long as its node is, and so may be its Python object: only the number of references to that tells whether
the program refers to it. Some versions of PyTorch count as one reference that C++ shares the tensor; so the numbers are measured once, of
tensors that the program does not refer to.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

import torch
from torch import _C

from gradreel.tracer.tensors.addresses import tensor_at, weak_reference
from gradreel.tracer.tensors.storages import Storage


def is_held(storage: Storage, is_alive: Callable[[int], bool]) -> bool:
    """Tell whether a leaf that requires grad, or anybody but graphs, holds a tensor in a storage."""
    if storage.holds_leaf:
        return True
    addresses = (storage.first,) if storage.members is None else tuple(storage.members)
    return any(address and is_alive(address) and _is_referred_to(address) for address in addresses)


def _is_referred_to(address: int) -> bool:
    tensor = tensor_at(address)
    return tensor is not None and sys.getrefcount(tensor) > (_SHARED if _is_shared(tensor) else _ALONE)


def _is_shared(tensor: Any) -> bool:
    """Tell whether anybody but its Python object holds a tensor. Where PyTorch cannot say so, it makes no difference either."""
    return hasattr(tensor, "_use_count") and tensor._use_count() > 1


def _references(address: int) -> int:
    found = tensor_at(address)
    return sys.getrefcount(found)


def _references_without_program() -> tuple[int, int]:
    """Return how many references ``_is_referred_to`` sees where the program has none: of an unshared tensor, and of a saved one."""
    with _C.DisableTorchFunction(), torch.inference_mode(False), torch.enable_grad():
        tensor = torch.zeros(1, requires_grad=True).view(1)
        address, pin = tensor._cdata, weak_reference(tensor)
        alone = _references(address) - 1
        saving = tensor.sin()
        del tensor
        shared = _references(address)
        del saving, pin
        return alone, shared


_ALONE, _SHARED = _references_without_program()
