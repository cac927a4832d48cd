"""Reads the autograd side of a tensor where reading may be refused.

Of a view whose base was edited, ``grad_fn`` and ``is_leaf`` are worked out when they are asked for, and PyTorch refuses for views that
come in a bundle or were made under ``no_grad``.
"""

from __future__ import annotations

from torch import Tensor
from torch.autograd.graph import Node


def grad_fn_of(tensor: Tensor) -> Node | None:
    """Return the tensor's node; None where it has none or may not be asked."""
    try:
        return tensor.grad_fn
    except RuntimeError:
        return None


def is_leaf(tensor: Tensor) -> bool:
    """Tell whether a tensor is a leaf, without asking a view for the node that may have to be made for it."""
    if tensor._base is not None:
        return not tensor.requires_grad
    try:
        return tensor.is_leaf
    except RuntimeError:
        return False


def retains_grad(tensor: Tensor) -> bool:
    """Tell whether a tensor that is no leaf keeps its gradient."""
    try:
        return tensor.retains_grad
    except RuntimeError:
        return False
