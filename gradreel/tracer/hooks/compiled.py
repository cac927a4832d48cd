"""Keeps the tracer out of ``torch.compile``, which would compile it along with the program.

Dynamo compiles every Python frame below a compiled call, the trace function's too. So all code of the tracer, and whatever it calls,
is marked to be run as it is, and the function mode is suspended for the whole call: under a mode Dynamo would run the function as plain
Python. So it is with a function that was compiled before the recording began.
"""

from __future__ import annotations

import importlib
import sys
import types
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

DYNAMO = "torch._dynamo.eval_frame"
TRACER = "gradreel.tracer"
WRAPPERS = frozenset(f"_TorchDynamoContext.__call__.<locals>.{name}" for name in ("compile_wrapper", "_fn"))
"""The function that runs a compiled one: its name, and that of older releases."""


@cache
def compiled_call() -> types.CodeType | None:
    """Return the code of the function that runs a compiled one: a closure inside Dynamo."""
    dynamo: Any = importlib.import_module(DYNAMO)
    return next((code for code in codes_of(vars(dynamo)) if code.co_qualname in WRAPPERS), None)


def keep_tracer_out() -> None:
    """Mark all code of the tracer as not to be compiled."""
    skip = _skipping(importlib.import_module(DYNAMO))
    for name, module in list(sys.modules.items()):
        if name.startswith(TRACER):
            for code in codes_of(vars(module)):
                skip(code)


def _skipping(dynamo: Any) -> Callable[[types.CodeType], None]:
    """Return what has Dynamo run some code as it is."""
    kinds: Any = importlib.import_module("torch._dynamo.types")
    if not hasattr(kinds, "FrameExecStrategy"):  # older releases
        old: Callable[[types.CodeType], None] = dynamo.skip_code
        return old
    strategy = kinds.FrameExecStrategy(kinds.FrameAction.SKIP, kinds.FrameAction.SKIP)
    return lambda code: dynamo.set_code_exec_strategy(code, strategy)


def codes_of(names: dict[str, Any]) -> Iterator[types.CodeType]:
    """Yield the code of every function in a namespace, of the methods of its classes, and of the functions inside those."""
    todo: list[Any] = list(names.values())
    seen: set[int] = set()
    while todo:
        value = todo.pop()
        if id(value) in seen:
            continue
        seen.add(id(value))
        if isinstance(value, types.CodeType):
            yield value
            todo.extend(constant for constant in value.co_consts if isinstance(constant, types.CodeType))
        elif isinstance(value, types.FunctionType):
            todo.append(value.__code__)
            todo.append(getattr(value, "__wrapped__", None))
        elif isinstance(value, type) and value.__module__ == names.get("__name__"):
            todo.extend(vars(value).values())
        elif isinstance(value, classmethod | staticmethod):
            todo.append(value.__func__)
        elif isinstance(value, property):
            todo += [value.fget, value.fset]
