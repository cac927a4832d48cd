"""Tells from an operator's schema which of its arguments it may write without moving their version counters.

``_fused_adam_(Tensor(a!)[] self, …)``: the schema marks what an operator may write. Counters are moved by a kernel of its own, at the
dispatch key ``ADInplaceOrView``; an operator without one, such as those of fused optimizers, moves none. Two families are no such case:
``_foreach_…`` moves counters in its autograd kernel, and an in-place operator that is made of others leaves it to them.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from torch import _C

_internals: Any = _C
_COUNTS = "ADInplaceOrView"
_COMPOSITE = "CompositeImplicitAutograd"
Argument = tuple[int, str]
"""Its position, and its name."""


def operator_of(function: Any) -> str | None:
    """Return the full name of the operator that a function of C calls: ``aten::_fused_adam_``."""
    name = getattr(function, "_qualified_op_name", None) or getattr(function, "__name__", None)
    if type(name) is not str:
        return None
    return name if "::" in name else f"aten::{name}"


@lru_cache(maxsize=4096)
def uncounted_arguments(operator: str) -> tuple[Argument, ...]:
    """Return the arguments that an operator may write, where no counter tells; none of one that is not known."""
    if operator.startswith("aten::_foreach_"):
        return ()
    found: dict[Argument, None] = {}
    for schema in _internals._jit_get_schemas_for_operator(operator):
        if "out" not in schema.overload_name and _moves_no_counter(schema):
            found.update(
                dict.fromkeys(
                    (position, argument.name)
                    for position, argument in enumerate(schema.arguments)
                    if argument.alias_info is not None and argument.alias_info.is_write
                )
            )
    return tuple(found)


def _moves_no_counter(schema: Any) -> bool:
    name = f"{schema.name}.{schema.overload_name}".rstrip(".")
    try:
        has_kernel = _internals._dispatch_has_kernel_for_dispatch_key
        return not has_kernel(name, _COUNTS) and not (has_kernel(name, _COMPOSITE) and schema.name.endswith("_"))
    except RuntimeError:  # a schema of TorchScript alone
        return False
