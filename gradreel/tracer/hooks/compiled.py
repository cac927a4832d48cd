"""Keeps the tracer out of ``torch.compile``, which would compile it along with the program.

Dynamo compiles every Python frame below a compiled call, the trace function's too. So all code of the tracer, and whatever it calls,
is marked to be run as it is, and the function mode is suspended for the whole call.
"""

from __future__ import annotations

import importlib
import sys
import types
from collections.abc import Iterator
from typing import Any

TRACER = "gradreel.tracer"


def compiled_call() -> types.CodeType | None:
    """Mark the tracer's code, and return the code of the function that runs a compiled one: a closure inside Dynamo."""
    dynamo: Any = importlib.import_module("torch._dynamo.eval_frame")
    kinds: Any = importlib.import_module("torch._dynamo.types")
    skip = kinds.FrameExecStrategy(kinds.FrameAction.SKIP, kinds.FrameAction.SKIP)
    for name, module in list(sys.modules.items()):
        if name.startswith(TRACER):
            for code in codes_of(vars(module)):
                dynamo.set_code_exec_strategy(code, skip)
    return next((code for code in codes_of(vars(dynamo)) if code.co_name == "compile_wrapper"), None)


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
