"""Tells what kind of object a value is without running any of the snippet's code.

``isinstance`` asks ``__class__`` and metaclasses, which a snippet may define; the real type and its ``__mro__`` cannot lie.
"""

from __future__ import annotations

from typing import Any

import torch
from torch import Tensor, nn
from torch.nn.parameter import Parameter, UninitializedParameter

PLAIN_TYPES = frozenset((Tensor, Parameter))
_ATOMS = frozenset((int, float, bool, str, type(None), slice, type(...), torch.dtype, torch.device, torch.Size))
# The mixin that lazy parameters and lazy buffers share has no public name.
_LAZY = UninitializedParameter.__mro__[1]
_mro = type.__dict__["__mro__"].__get__
_disabled = torch._C._disabled_torch_function_impl


def has_base(value: object, base: type) -> bool:
    """Tell whether the real type of ``value`` is ``base`` or derives from it."""
    return base in _mro(type(value))


def is_tensor(value: object) -> bool:
    """Tell whether a value is a tensor of whatever subclass."""
    return type(value) in PLAIN_TYPES or Tensor in _mro(type(value))


def is_module(value: object) -> bool:
    """Tell whether a value is an ``nn.Module``."""
    return nn.Module in _mro(type(value))


def is_foreign_tensor(tensor: Tensor) -> bool:
    """Tell whether a tensor subclass runs code of its own below autograd."""
    kind = type(tensor)
    if kind in PLAIN_TYPES:
        return False
    return any("__torch_dispatch__" in vars(base) for base in _mro(kind) if base is not Tensor and Tensor in _mro(base))


def has_own_ops(kind: type) -> bool:
    """Tell whether a tensor subclass has something to say in the ops that it meets."""
    return has_own_functions(kind) or _defines(kind, "__torch_dispatch__")


def has_own_functions(kind: type) -> bool:
    """Tell whether PyTorch asks a tensor subclass, or something that is no tensor, about every function that it is given to."""
    return _defines(kind, "__torch_function__")


def _defines(kind: type, name: str) -> bool:
    bases = _mro(kind)
    below = bases[: bases.index(Tensor)] if Tensor in bases else bases
    return any(vars(base).get(name, _disabled) is not _disabled for base in below)


def is_lazy(tensor: Tensor) -> bool:
    """Tell whether a tensor is a parameter or buffer whose shape is not known yet."""
    return type(tensor) is not Tensor and _LAZY in _mro(type(tensor))


def flatten(value: Any, into: list[Tensor], depth: int = 4) -> None:
    """Append the tensors inside lists, tuples and dicts to ``into``, in order."""
    kind = type(value)
    if kind in PLAIN_TYPES:
        into.append(value)
    elif kind in _ATOMS:
        return
    elif kind is tuple or kind is list:
        if depth:
            for item in value:
                kind = type(item)
                if kind in PLAIN_TYPES:  # spares a call for nearly every argument there is
                    into.append(item)
                elif kind not in _ATOMS:
                    flatten(item, into, depth - 1)
    else:
        _flatten_other(value, into, depth)


def _flatten_other(value: Any, into: list[Tensor], depth: int) -> None:
    bases = _mro(type(value))
    if Tensor in bases:
        into.append(value)
    elif depth and (list in bases or tuple in bases):
        for item in list.__iter__(value) if list in bases else tuple.__iter__(value):
            flatten(item, into, depth - 1)
    elif depth and dict in bases:
        for item in dict.values(value):
            flatten(item, into, depth - 1)


def is_number(tensor: Tensor) -> bool:
    """Tell whether PyTorch made a tensor of a Python number, as ``x * 2`` does: hooks on saved tensors never see it.

    No getter tells; but such a tensor does not widen the dtype of one without dimensions. Of booleans nothing can be widened: call this
    for tensors that the program does not know.
    """
    if type(tensor) is not Tensor or tensor.dim() or tensor.requires_grad:
        return False
    narrow = _NARROW.get(tensor.dtype)
    return narrow is not None and torch.result_type(tensor, narrow) == narrow.dtype


_NARROW = {
    wide: torch.zeros((), dtype=narrow)
    for wide, narrow in (
        (torch.float64, torch.float32),
        (torch.int64, torch.int32),
        (torch.complex128, torch.complex64),
        (torch.bool, torch.uint8),
    )
}
