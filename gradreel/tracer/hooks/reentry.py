"""Makes a copy of a Python function of PyTorch whose inner ops the function mode receives.

Such a function (``F.multi_head_attention_forward``, ``Tensor.__rsub__``) begins with ``has_torch_function``, which returns true as long
as a mode is active: called again with the mode on, it would pass itself to the mode without end. So the same code is run with globals
in which that one function returns false; every other global is looked up in the real module at the time of use.
"""

from __future__ import annotations

import dis
import os
import types
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any

import torch
import torch.nn.functional
from torch import _C

_CHECKS = ("has_torch_function", "has_torch_function_unary", "has_torch_function_variadic")


class _Overlay(dict[str, Any]):
    """Globals that differ from the module's in a few names."""

    def __init__(self, real: dict[str, Any], changed: dict[str, Any]) -> None:
        # CPython reads these with the plain dict lookup, past __missing__.
        plain: dict[str, Any] = {name: real[name] for name in ("__name__", "__builtins__", "__file__", "__spec__") if name in real}
        super().__init__({**plain, **changed})
        self._real = real
        self["__warningregistry__"] = real.setdefault("__warningregistry__", {})

    def __missing__(self, name: str) -> Any:
        return self._real[name]


def unpatched(function: types.FunctionType, frame: types.FrameType | None) -> Callable[..., Any]:
    """Return the function that was called where its name now leads to another.

    A function of PyTorch passes itself on by name (``handle_torch_function(Tensor.backward, …)``); when a program has put its own in
    that place, calling what arrives would call it twice. The calling frame says which function is meant. A method that is written in C
    does the same; its name says which one that is.
    """
    if frame is None or frame.f_code is not _HANDLE:
        return _native(function)
    if frame.f_back is None:
        return function
    caller = frame.f_back.f_code
    if caller is function.__code__:
        return function
    return _ORIGINALS.get(caller, function)


def _native(function: types.FunctionType) -> Callable[..., Any]:
    """Return the method in C whose place in ``torch.Tensor`` a function of the program has taken; the function itself where it has none."""
    if function.__code__.co_filename.startswith(_TORCH):
        return function
    name = next((name for name, value in vars(torch.Tensor).items() if value is function), None)
    method: Callable[..., Any] = vars(_C.TensorBase).get(name or "", function)
    return method


_TORCH = os.path.dirname(torch.__file__) + os.sep
_HANDLE = torch.overrides.handle_torch_function.__code__
# By the real code of each function, as it was when PyTorch was imported.
_ORIGINALS: Mapping[types.CodeType, types.FunctionType] = types.MappingProxyType(
    {
        value.__code__: value
        for place in (torch.Tensor, torch.autograd, torch.nn.functional, torch.functional)
        for value in vars(place).values()
        if type(value) is types.FunctionType
    }
)


def _no(*_arguments: Any) -> bool:
    return False


@lru_cache(maxsize=1024)
def _sets_globals(code: types.CodeType) -> bool:
    return any(instruction.opname in ("STORE_GLOBAL", "DELETE_GLOBAL") for instruction in dis.get_instructions(code))


def with_inner_ops(function: types.FunctionType) -> Callable[..., Any] | None:
    """Return the function with that check replaced, or None where that would change it."""
    names = set(function.__code__.co_names)
    replaced = {name: _no for name in _CHECKS if name in names}
    if not replaced or _sets_globals(function.__code__):
        return None
    copy = types.FunctionType(
        function.__code__, _Overlay(function.__globals__, replaced), function.__name__, function.__defaults__, function.__closure__
    )
    copy.__kwdefaults__ = function.__kwdefaults__
    return copy
