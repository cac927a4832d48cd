"""Sorts the functions that arrive at the function mode: what each is called, how it is recorded, what the table says about it."""

from __future__ import annotations

import types
from functools import lru_cache
from typing import Any

from gradreel.tracer import ops
from gradreel.tracer.call import Call
from gradreel.tracer.hooks.reentry import with_inner_ops
from gradreel.tracer.schemas import Argument, operator_of, uncounted_arguments

# Functions written in C: plain ones, methods, and the accessors of attributes.
NATIVE = frozenset((types.BuiltinFunctionType, types.MethodDescriptorType, types.MethodWrapperType))


SILENT = Call("", silent=True)


@lru_cache(maxsize=1024)
def applied_call(name: str) -> Call:
    """Return how the ``apply`` of a custom Function is treated, or a module that runs as one kernel."""
    return Call(name, applied=True)


class Calls:
    """What is known of each function, found out once."""

    def __init__(self) -> None:
        self.known: dict[Any, Call] = {}

    def of(self, function: Any) -> Call:
        """Return how ``function`` is treated."""
        try:
            call = self.known.get(function)
            if call is None:
                call = self.known[function] = _sort(function)
        except TypeError:  # not hashable
            return _sort(function)
        return call


def _sort(function: Any) -> Call:
    name = getattr(function, "__name__", None)
    if type(name) is not str:
        name = str(getattr(function, "_qualified_op_name", type(function).__name__))
    if name in ("__get__", "__set__", "__delete__"):
        return _sort_attribute(function, name)
    name = name.split("::")[-1]
    if name in ops.SILENT:
        return SILENT
    if name == "retain_grad":
        return Call(name, setter=True)
    module = getattr(function, "__module__", None)
    if name in ops.ENGINE and module in ("torch._tensor", "torch.autograd"):
        return Call(name, engine=True, body=with_inner_ops(function))
    if type(function) is types.FunctionType:
        return Call(name, body=with_inner_ops(function) if name not in ops.WHOLE else None)
    return Call(name, uncounted=_uncounted(function, name))


def _uncounted(function: Any, name: str) -> tuple[Argument, ...]:
    """Return the arguments that an operator may write without moving their counters, where the table does not say it."""
    op, operator = ops.semantics_of(name), operator_of(function)
    return () if operator is None or op.metadata_edit or op.sets_flags or op.quiet is not None else uncounted_arguments(operator)


def _sort_attribute(function: Any, access: str) -> Call:
    attribute = getattr(getattr(function, "__self__", None), "__name__", "")
    if type(getattr(function, "__self__", None)) is property:
        attribute = getattr(getattr(function.__self__, "fget", None), "__name__", "")
    if access == "__get__":
        return Call(attribute, attribute=attribute) if attribute in ops.TENSOR_ATTRIBUTES else SILENT
    # Others, such as _backward_hooks, are set by the engine itself while it holds locks: nothing may be asked then.
    if access == "__set__" and attribute in ops.SETTABLE_ATTRIBUTES:
        return Call(f"{attribute}.__set__", attribute=attribute, setter=True)
    return SILENT
