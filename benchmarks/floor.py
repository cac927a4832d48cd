"""What a recorder in Python costs before it records anything: an empty function mode, trace function and hook on every node.

Whatever records each op, each call and each node of backward has these three in place; the rest of its cost is what it writes down.
"""

from __future__ import annotations

import sys
import types
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import torch
from torch.overrides import TorchFunctionMode


class _EmptyMode(TorchFunctionMode):
    def __torch_function__(self, func: Any, _kinds: Any, args: tuple[Any, ...] = (), kwargs: dict[str, Any] | None = None) -> Any:
        return func(*args, **(kwargs or {}))


class _HookedEngine:
    """Stands in for ``Variable._execution_engine`` and puts an empty hook on every node for the time of one run."""

    def __init__(self, real: Any) -> None:
        self._real = real

    def __getattr__(self, name: str) -> Any:
        return getattr(self._real, name)

    def run_backward(self, tensors: Any, *args: Any, **kwargs: Any) -> Any:
        """Run the engine."""
        trace = sys.gettrace()
        sys.settrace(None)
        handles: list[Any] = []
        try:
            handles += [node.register_hook(_nothing) for node in _reachable([tensor.grad_fn for tensor in tensors])]
            return self._real.run_backward(tensors, *args, **kwargs)
        finally:
            for handle in handles:
                handle.remove()
            sys.settrace(trace)


def _reachable(stack: list[Any]) -> Iterator[Any]:
    seen: set[Any] = {None}
    while stack:
        node = stack.pop()
        if node not in seen:
            seen.add(node)
            yield node
            stack += [following for following, _ in node.next_functions if following not in seen]


def _nothing(_grad_inputs: Any, _grad_outputs: Any) -> None:
    return None


@contextmanager
def empty_recorder() -> Iterator[None]:
    """Have all three in place."""
    variable: Any = torch.autograd.Variable
    real, before = variable._execution_engine, sys.gettrace()
    variable._execution_engine = _HookedEngine(real)
    try:
        with _EmptyMode():
            sys.settrace(_trace({}))
            yield
    finally:
        sys.settrace(before)
        variable._execution_engine = real


def _trace(of_program: dict[str, int]) -> Callable[[types.FrameType, str, Any], None]:
    def trace(frame: types.FrameType, _event: str, _arg: Any) -> None:
        of_program.get(frame.f_code.co_filename)

    return trace
