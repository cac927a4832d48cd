"""Finds tensors by the addresses of their C++ objects, and keeps an address from being used again."""

from __future__ import annotations

import ctypes
from typing import Any

from torch import _C, Tensor

# Known to PyTorch, unknown to its stubs.
_internals: Any = _C
_wrap = _internals._wrap_tensor_impl
weak_reference = _internals._WeakTensorRef
"""Keeps neither the elements nor the autograd state alive."""

_capsule = ctypes.pythonapi.PyCapsule_New
_capsule.restype = ctypes.py_object
_capsule.argtypes = [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p]


def tensor_at(address: int) -> Tensor | None:
    """Return the tensor at an address that is known to be in use; None for those that cannot be had this way."""
    try:
        tensor: Tensor = _wrap(_capsule(address, None, None))
    except RuntimeError:  # sparse tensors and wrappers
        return None
    return tensor
