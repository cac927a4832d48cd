"""Tells what kind of object a value is without running any of the snippet's code.

``isinstance`` asks ``__class__`` and metaclasses, which a snippet may define; the real type and its ``__mro__`` cannot lie.
"""

from __future__ import annotations

from typing import Any

from torch import Tensor, nn
from torch.nn.parameter import Parameter, UninitializedParameter

_PLAIN_TYPES = (Tensor, Parameter)
# The mixin that lazy parameters and lazy buffers share has no public name.
_LAZY = UninitializedParameter.__mro__[1]
_mro = type.__dict__["__mro__"].__get__


def has_base(value: object, base: type) -> bool:
    """Tell whether the real type of ``value`` is ``base`` or derives from it."""
    return base in _mro(type(value))


def is_tensor(value: object) -> bool:
    """Tell whether a value is a tensor of whatever subclass."""
    return type(value) in _PLAIN_TYPES or Tensor in _mro(type(value))


def is_module(value: object) -> bool:
    """Tell whether a value is an ``nn.Module``."""
    return nn.Module in _mro(type(value))


def is_foreign_tensor(tensor: Tensor) -> bool:
    """Tell whether a tensor subclass runs code of its own below autograd."""
    kind = type(tensor)
    if kind in _PLAIN_TYPES:
        return False
    return any("__torch_dispatch__" in vars(base) for base in _mro(kind) if base is not Tensor and Tensor in _mro(base))


def is_lazy(tensor: Tensor) -> bool:
    """Tell whether a tensor is a parameter or buffer whose shape is not known yet."""
    return type(tensor) is not Tensor and _LAZY in _mro(type(tensor))


def flatten(value: Any, into: list[Tensor], depth: int = 4) -> None:
    """Append the tensors inside lists, tuples and dicts to ``into``, in order."""
    kind = type(value)
    if kind in _PLAIN_TYPES:
        into.append(value)
    elif kind is list or kind is tuple or (tuple in _mro(kind) or list in _mro(kind)):
        if depth:
            for item in list.__iter__(value) if list in _mro(kind) else tuple.__iter__(value):
                flatten(item, into, depth - 1)
    elif dict in _mro(kind):
        if depth:
            for item in dict.values(value):
                flatten(item, into, depth - 1)
    elif Tensor in _mro(kind):
        into.append(value)
