"""Tells when the tracer must not look at tensors: where looking at one would change what the program does.

Inside ``torch.func`` transforms tensors are wrappers without memory, and every look is an op of the transform; while ``torch.jit.trace``
records, every look is recorded. Ops in there are passed on as they are and are not shown.
"""

from __future__ import annotations

from typing import Any

from torch import _C, _guards

_transforms = _C._functorch.peek_interpreter_stack
_tracing_state = _C._get_tracing_state
_compilation: Any = _guards.TracingContext.try_get


def is_opaque() -> bool:
    """Tell whether a transform or ``torch.jit.trace`` is running."""
    return _transforms() is not None or _tracing_state() is not None


def is_compiling() -> bool:
    """Tell whether ``torch.compile`` traces a function now: on fake tensors, and with a backward pass that the program never makes."""
    return _compilation() is not None
