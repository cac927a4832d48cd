"""Turns PyTorch's own test databases into small programs: what a snippet imports to get an op, a module, an optimizer and its input."""

from __future__ import annotations

import copy
import warnings
from collections.abc import Callable
from functools import cache
from typing import Any

import torch
from torch import Tensor

with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    from torch.testing._internal.autograd_function_db import autograd_function_db
    from torch.testing._internal.common_methods_invocations import op_db
    from torch.testing._internal.common_modules import module_db
    from torch.testing._internal.common_optimizers import optim_db

from tests.seeding import seed


def _dtypes(op: Any) -> set[torch.dtype]:
    found: set[torch.dtype] = op.supported_dtypes("cpu")
    return found


OPS: list[Any] = [op for op in op_db if op.supports_autograd and torch.float32 in _dtypes(op)]
MODULES: list[Any] = list(module_db)
OPTIMIZERS: list[Any] = list(optim_db)
FUNCTIONS: list[Any] = list(autograd_function_db)


def op_names() -> list[str]:
    """Return a name for every differentiable op."""
    return [f"{op.name}.{op.variant_test_name}" if op.variant_test_name else op.name for op in OPS]


@cache
def _sample(kind: str, position: int) -> Any:
    seed()
    op = (OPS if kind == "op" else FUNCTIONS)[position]
    # Not by ``sample_inputs``, which looks through the source of every frame of the stack for the test that asks: two thirds of the time.
    return next(iter(op.sample_inputs_func(op, "cpu", torch.float32, True)))


def fresh(value: Any) -> Any:
    """Copy a sample, so that two runs of one program get equal inputs of their own."""
    if isinstance(value, Tensor):
        if value.layout is not torch.strided or value.is_nested:
            return value.detach().clone().requires_grad_(value.requires_grad)
        twin = value.detach().clone(memory_format=torch.preserve_format)
        return twin.requires_grad_(value.requires_grad)
    if isinstance(value, list | tuple) and type(value) in (list, tuple):
        return type(value)(fresh(item) for item in value)
    if type(value) is dict:
        return {key: fresh(item) for key, item in value.items()}
    if isinstance(value, torch.Generator):
        return torch.Generator().manual_seed(0)
    return copy.copy(value)


def op_sample(kind: str, position: int) -> tuple[Callable[..., Any], Any, tuple[Any, ...], dict[str, Any]]:
    """Return an op, its main input, and the other arguments, new each time."""
    sample = _sample(kind, position)
    op = (OPS if kind == "op" else FUNCTIONS)[position]
    seed()
    return op, fresh(sample.input), fresh(sample.args), fresh(sample.kwargs)


def tensors_in(value: Any) -> list[Tensor]:
    """Return the tensors inside lists, tuples and dicts."""
    if isinstance(value, Tensor):
        return [value]
    if isinstance(value, list | tuple):
        return [tensor for item in value for tensor in tensors_in(item)]
    if isinstance(value, dict):
        return [tensor for item in value.values() for tensor in tensors_in(item)]
    return []


def total(value: Any) -> Tensor | None:
    """Add up everything differentiable in a result, as one real number."""
    parts = [
        (torch.view_as_real(t).sum() if t.is_complex() else t.to_dense().sum() if t.layout is not torch.strided else t.sum())
        for t in tensors_in(value)
        if t.requires_grad and (t.is_floating_point() or t.is_complex())
    ]
    return torch.stack([part.double() for part in parts]).sum() if parts else None


def module_sample(position: int, training: bool) -> tuple[torch.nn.Module, tuple[Any, ...], dict[str, Any]]:
    """Return a module of the database and the arguments of its forward."""
    info = MODULES[position]
    seed()
    found = next(iter(info.module_inputs_func(info, device="cpu", dtype=torch.float32, requires_grad=True, training=training)))
    made = found.constructor_input
    module = info.module_cls(*made.args, **made.kwargs)
    module.train(training)
    return module, fresh(found.forward_input.args), fresh(found.forward_input.kwargs)


def optimizer_sample(position: int, number: int) -> tuple[type[Any], dict[str, Any]] | None:
    """Return an optimizer class and one set of its options."""
    info = OPTIMIZERS[position]
    found = list(info.optim_inputs_func(device="cpu"))
    if number >= len(found):
        return None
    return info.optim_cls, copy.deepcopy(found[number].kwargs)
