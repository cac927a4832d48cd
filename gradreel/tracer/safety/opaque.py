"""Tells when the tracer must not look at tensors: where looking at one would change what the program does.

Inside ``torch.func`` transforms tensors are wrappers without memory, and every look is an op of the transform; while ``torch.jit.trace``
records, every look is recorded. Ops in there are passed on as they are and are not shown.
"""

from __future__ import annotations

from torch import _C

_transforms = _C._functorch.peek_interpreter_stack
_tracing_state = _C._get_tracing_state


def is_opaque() -> bool:
    """Tell whether a transform or ``torch.jit.trace`` is running."""
    return _transforms() is not None or _tracing_state() is not None
