"""Turns the snippet's module, when it has ended, into one digest for each tensor and each ``.grad`` that a name reaches.

Two runs of one snippet that leave the same residue computed the same, bit for bit.
"""

from __future__ import annotations

import types
from collections.abc import Iterator
from hashlib import blake2b

import torch
from torch import _C, Tensor

from gradreel.tracer.tensors.kinds import has_base, is_tensor

# Together, so that the cost is bounded; what lies beyond is left out of every run alike.
MOST_BYTES = 64 * 1024**2
DIGEST_BYTES = 8


def residue(module: types.ModuleType) -> dict[str, str]:
    """Digest what the names of ``module`` reach: ``w``, ``w.grad``, ``model.0.weight``."""
    found: dict[str, str] = {}
    left = MOST_BYTES
    with _C.DisableTorchFunction():
        for name, tensor in named_tensors(module):
            left -= tensor.numel() * tensor.element_size()
            if left < 0:
                break
            found[name] = _digest(tensor)
    return found


def named_tensors(module: types.ModuleType) -> Iterator[tuple[str, Tensor]]:
    """Yield every tensor by a name that reaches it, and each gradient as ``NAME.grad``."""
    for name, value in list(vars(module).items()):
        if type(name) is not str:
            continue
        if is_tensor(value):
            yield from _with_gradient(name, value)
        elif has_base(value, torch.nn.Module):
            for path, tensor in _of_model(value):
                yield from _with_gradient(f"{name}.{path}", tensor)


def _of_model(model: torch.nn.Module) -> list[tuple[str, Tensor]]:
    try:
        return [*torch.nn.Module.named_parameters(model), *torch.nn.Module.named_buffers(model)]
    except (AttributeError, RuntimeError, TypeError):
        return []


def _with_gradient(name: str, tensor: Tensor) -> Iterator[tuple[str, Tensor]]:
    if _readable(tensor):
        yield name, tensor
    if (tensor.is_leaf or tensor.retains_grad) and tensor.grad is not None and _readable(tensor.grad):
        yield f"{name}.grad", tensor.grad


def _readable(tensor: Tensor) -> bool:
    if type(tensor) not in (Tensor, torch.nn.Parameter) or tensor.is_nested:
        return False  # of a subclass, even its size may be the snippet's own code
    return tensor.layout == torch.strided and tensor.device.type == "cpu" and not _C._functorch.is_functorch_wrapped_tensor(tensor)


def _digest(tensor: Tensor) -> str:
    summary = blake2b(f"{tensor.dtype} {tuple(tensor.shape)}".encode(), digest_size=DIGEST_BYTES)
    if tensor.numel():
        plain = tensor.detach().resolve_conj().resolve_neg().contiguous()
        summary.update(plain.reshape(-1).view(torch.uint8).numpy().data)
    return summary.hexdigest()
