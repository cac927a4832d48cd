"""Turns a program's module, when it has ended, into one digest for each tensor and each ``.grad`` that a name reaches.

Two runs of one program with the same fingerprint computed the same, bit for bit. Looking runs none of the program's own code, and what
cannot be read is left out of every run alike.
"""

from __future__ import annotations

import types
from collections.abc import Iterator
from contextlib import suppress
from hashlib import blake2b
from typing import Any

import torch
from torch import _C, Tensor

from gradreel.tracer.program.held import held, may_hold
from gradreel.tracer.tensors.flags import is_leaf, retains_grad
from gradreel.tracer.tensors.kinds import is_module, is_tensor

MAX_BYTES = 64 * 1024**2
"""Of all tensors together, so that the cost is bounded; what lies beyond is left out of every run alike."""
DIGEST_BYTES = 8
GRADIENT = ".grad"


def fingerprint(module: types.ModuleType) -> dict[str, str]:
    """Digest what the names of ``module`` reach: ``w``, ``w.grad``, ``model.0.weight``."""
    return _digests(module, MAX_BYTES, "")[0]


class GradientDigests:
    """Digests of gradients at several moments of one run, bounded together."""

    def __init__(self) -> None:
        self._left = MAX_BYTES

    def look(self, module: types.ModuleType) -> dict[str, Any]:
        """Digest every ``.grad`` that a name reaches, as far as there is room."""
        found, self._left = _digests(module, self._left, GRADIENT)
        return {"fingerprint": found}


def _digests(module: types.ModuleType, left: int, ending: str) -> tuple[dict[str, str], int]:
    found: dict[str, str] = {}
    with _C.DisableTorchFunction():
        for name, tensor in named_tensors(module):
            if not name.endswith(ending):
                continue
            left -= tensor.numel() * tensor.element_size()
            if left < 0:
                break
            with suppress(RuntimeError):
                found[name] = digest(tensor)
    return found, left


def named_tensors(module: types.ModuleType) -> Iterator[tuple[str, Tensor]]:
    """Yield every readable tensor by a name that reaches it, and each gradient as ``NAME.grad``."""
    for name, value in list(vars(module).items()):
        if type(name) is not str or name.startswith("__"):
            continue
        for path, found, _ in (
            [("", value, False)] if is_tensor(value) or is_module(value) else list(held(value)) if may_hold(value) else ()
        ):
            if is_tensor(found):
                yield from _with_gradient(name + path, found)
            else:
                for part, tensor in _of_model(found):
                    yield from _with_gradient(f"{name}{path}.{part}", tensor)


def _of_model(model: torch.nn.Module) -> list[tuple[str, Tensor]]:
    """Return the parameters and buffers of a model; none where the program's own attributes stand in the way."""
    named: list[tuple[str, Any]] = []
    with suppress(Exception):
        named = [*torch.nn.Module.named_parameters(model), *torch.nn.Module.named_buffers(model)]
    return [(name, tensor) for name, tensor in named if is_tensor(tensor)]


def _with_gradient(name: str, tensor: Tensor) -> Iterator[tuple[str, Tensor]]:
    if is_readable(tensor):
        yield name, tensor
    if is_leaf(tensor) or retains_grad(tensor):  # of others, asking for .grad would warn
        grad = tensor.grad
        if grad is not None and is_readable(grad):
            yield f"{name}{GRADIENT}", grad


def is_readable(tensor: Tensor) -> bool:
    """Tell whether the elements lie in ordinary memory and reading them runs none of the program's own code."""
    if type(tensor) not in (Tensor, torch.nn.Parameter) or tensor.is_nested:
        return False  # of a subclass, even its size may be the program's own code
    if tensor.layout != torch.strided or tensor.device.type != "cpu" or tensor._is_zerotensor():
        return False
    return not _C._functorch.is_functorch_wrapped_tensor(tensor)


def digest(tensor: Tensor) -> str:
    """Digest type, shape and elements of a readable tensor."""
    summary = blake2b(f"{tensor.dtype} {tuple(tensor.shape)}".encode(), digest_size=DIGEST_BYTES)
    if tensor.numel():
        plain = tensor.detach().resolve_conj().resolve_neg().contiguous()
        # One element counts as contiguous whatever its stride is, and ``view`` refuses strides that are not 1.
        summary.update(plain.as_strided((plain.numel(),), (1,)).view(torch.uint8).numpy().data)
    return summary.hexdigest()
