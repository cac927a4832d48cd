"""Sorts the functions that arrive at the function mode: what each is called, and how it is to be treated."""

from __future__ import annotations

import types
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from gradreel.tracer.hooks.reentry import with_inner_ops


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


# Attributes of a tensor that give another tensor.
_TENSOR_ATTRIBUTES = _words("data grad T mT H mH real imag _base")
_SETTERS = _words("data grad requires_grad real imag")
# Questions about a tensor: no values flow.
_SILENT = _words("""
    size dim ndimension stride numel nelement element_size storage_offset is_contiguous is_floating_point is_complex is_signed is_inference
    is_conj is_neg is_pinned is_shared is_same_size is_set_to type get_device storage_type _is_view is_tensor is_storage result_type
    can_cast promote_types get_default_dtype broadcast_shapes dim_order _is_all_true __hash__ __len__ __dir__ __reversed__ __dlpack_device__
    __reduce_ex__ __setstate__ __getstate__ __init_subclass__ has_names names register_hook register_post_accumulate_grad_hook
    is_grad_enabled is_inference_mode_enabled _has_compatible_shallow_copy_type _nnpack_available _use_cudnn_rnn_flatten_weight
    _cudnn_rnn_flatten_weight _is_zerotensor _dimI _dimV is_coalesced sparse_dim dense_dim is_vulkan_available _get_cudnn_enabled
    module_load _update_names _record_function_enter_new _record_function_exit
""")
# Python functions of which only the whole is told: their inner ops serve printing and copying.
_WHOLE = _words("__repr__ __format__ __str__ __deepcopy__ __reduce_ex__ _reduce_ex_internal tolist __contains__")
# Calls that end at the engine, which is watched by itself (backward.py).
_ENGINE = _words("backward grad")
# Values that leave the graph although no tensor comes out.
_READS = _words("""
    item tolist numpy __array__ __float__ __int__ __bool__ __complex__ __index__ __dlpack__ __contains__ equal allclose is_nonzero
""")
# Ways to memory past which no version counter stands.
_HANDS_OUT = _words("""
    numpy __array__ __dlpack__ to_dlpack from_dlpack from_numpy frombuffer as_tensor asarray untyped_storage storage _typed_storage data_ptr
    share_memory_ _make_dual
""")
# Ops that write into some of their arguments without moving a counter: position of the flag, if any, of what is written then, and by which
# operator inside them.
QUIET: dict[str, tuple[int | None, tuple[int, ...], str | None]] = {
    "batch_norm": (5, (3, 4), "aten::native_batch_norm"),
    "instance_norm": (5, (3, 4), "aten::copy_"),
    "apply_": (None, (0,), None),
    "map_": (None, (0,), None),
    "map2_": (None, (0,), None),
}
_IN_PLACE = _words("""
    __setitem__ __iadd__ __isub__ __imul__ __itruediv__ __idiv__ __ifloordiv__ __ipow__ __imod__ __iand__ __ior__ __ixor__ __ilshift__
    __irshift__
""")


# Functions written in C: plain ones, methods, and the accessors of attributes.
NATIVE = frozenset((types.BuiltinFunctionType, types.MethodDescriptorType, types.MethodWrapperType))


@dataclass(frozen=True)
class Call:
    """How one function is treated."""

    name: str
    silent: bool = False
    engine: bool = False
    edits: bool = False
    """By its name it works in place."""
    reads: bool = False
    """It takes values out of tensors."""
    hands_out: bool = False
    """It gives away the memory itself."""
    attribute: str | None = None
    """The tensor attribute that is read or, for a setter, written."""
    setter: bool = False
    applied: bool = False
    """It is the ``apply`` of a custom Function."""
    body: Callable[..., Any] | None = None
    """For a Python function: the same function, in which inner ops can be seen."""
    special: bool = field(init=False)
    """It may have written although no counter moved, or what it gives was met before it ended."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "special", self.setter or self.applied or self.name in QUIET)


SILENT = Call("", silent=True)


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


def quietly_written(name: str, arguments: tuple[Any, ...]) -> list[Any]:
    """Return the arguments that an op writes without moving their counters: the running statistics of a normalisation."""
    flag, positions, _ = QUIET.get(name, (None, (), None))
    if flag is not None and (len(arguments) <= flag or not arguments[flag]):
        return []
    return [arguments[position] for position in positions if arguments[position] is not None]


def _sort(function: Any) -> Call:
    name = getattr(function, "__name__", None)
    if type(name) is not str:
        name = str(getattr(function, "_qualified_op_name", type(function).__name__))
    if name in ("__get__", "__set__", "__delete__"):
        return _sort_attribute(function, name)
    name = name.split("::")[-1]
    if name in _SILENT:
        return SILENT
    if name == "retain_grad":
        return Call(name, setter=True)
    module = getattr(function, "__module__", None)
    if name in _ENGINE and module in ("torch._tensor", "torch.autograd"):
        return Call(name, engine=True, body=with_inner_ops(function))
    is_python = type(function) is types.FunctionType and name not in _WHOLE
    body = with_inner_ops(function) if is_python else None
    return Call(name, edits=_works_in_place(name), reads=name in _READS, hands_out=name in _HANDS_OUT, body=body)


def _works_in_place(name: str) -> bool:
    return (name.endswith("_") and not name.endswith("__")) or name in _IN_PLACE


def _sort_attribute(function: Any, access: str) -> Call:
    attribute = getattr(getattr(function, "__self__", None), "__name__", "")
    if type(getattr(function, "__self__", None)) is property:
        attribute = getattr(getattr(function.__self__, "fget", None), "__name__", "")
    if access == "__get__":
        return Call(attribute, attribute=attribute) if attribute in _TENSOR_ATTRIBUTES else SILENT
    # Others, such as _backward_hooks, are set by the engine itself while it holds locks: nothing may be asked then.
    if access == "__set__" and attribute in _SETTERS:
        return Call(f"{attribute}.__set__", attribute=attribute, setter=True)
    return SILENT
