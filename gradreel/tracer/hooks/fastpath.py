"""Tells which modules choose another algorithm while a function mode is active.

In inference ``nn.MultiheadAttention`` and ``nn.TransformerEncoder`` run one fused kernel, unless a function mode is active: then they
compute the same in steps, with other rounding. The mode is suspended for them, and the whole is recorded as one op.
"""

from __future__ import annotations

import torch
from torch import nn

_MODULES = (nn.MultiheadAttention, nn.TransformerEncoderLayer, nn.TransformerEncoder)


def takes_fast_path(module: nn.Module) -> bool:
    """Tell whether the module may take its fast path now."""
    return (
        isinstance(module, _MODULES)
        and not module.training
        and (not torch.is_grad_enabled() or not any(parameter.requires_grad for parameter in module.parameters()))
    )
