"""The table of op semantics: what PyTorch's operations do to the tensors they are given, as far as a name alone can tell.

Plain data, no torch. Whatever an op's result itself can tell (does it share storage with an input, did a version counter move, does it
require grad) is taken from there and has no name here, so ordinary view ops are not listed. The trace states the outcome op by op
(``effects``): readers of a trace look there and name no ops.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Literal


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


# How a call is treated ------------------------------------------------------------------------------------------------------------

SILENT = _words("""
    size dim ndimension stride numel nelement element_size storage_offset is_contiguous is_floating_point is_complex is_signed is_inference
    is_conj is_neg is_pinned is_shared is_same_size is_set_to type get_device storage_type _is_view is_tensor is_storage result_type
    can_cast promote_types get_default_dtype broadcast_shapes dim_order _is_all_true __hash__ __len__ __dir__ __reversed__ __dlpack_device__
    __reduce_ex__ __setstate__ __getstate__ __init_subclass__ has_names names register_hook register_post_accumulate_grad_hook
    is_grad_enabled is_inference_mode_enabled _has_compatible_shallow_copy_type _nnpack_available _use_cudnn_rnn_flatten_weight
    _cudnn_rnn_flatten_weight _is_zerotensor _dimI _dimV is_coalesced sparse_dim dense_dim is_vulkan_available _get_cudnn_enabled
    module_load _update_names _record_function_enter_new _record_function_exit
""")
"""Questions about a tensor: no values flow, nothing is recorded."""
ENGINE = _words("backward grad")
"""Calls that end at the autograd engine, which is recorded by itself."""
WHOLE = _words("__repr__ __format__ __str__ __deepcopy__ __reduce_ex__ _reduce_ex_internal tolist __contains__")
"""Python functions that are recorded without their inner ops, which serve printing and copying."""
TENSOR_ATTRIBUTES = _words("data grad T mT H mH real imag _base")
"""Attributes of a tensor that give another tensor."""
SETTABLE_ATTRIBUTES = _words("data grad requires_grad real imag")
"""Attributes whose assignment is recorded."""

# What is written ------------------------------------------------------------------------------------------------------------------

IN_PLACE_OPERATORS = {
    "__iadd__": "add",
    "__isub__": "sub",
    "__imul__": "mul",
    "__itruediv__": "div",
    "__idiv__": "div",
    "__ifloordiv__": "floor_divide",
    "__ipow__": "pow",
    "__imod__": "remainder",
    "__iand__": "bitwise_and",
    "__ior__": "bitwise_or",
    "__ixor__": "bitwise_xor",
    "__ilshift__": "bitwise_left_shift",
    "__irshift__": "bitwise_right_shift",
    "__setitem__": None,
}
"""In-place ops whose name does not end in an underscore, and the out-of-place op of each."""
FILLS = _words("""
    __setitem__ zero_ fill_ copy_ set_ normal_ uniform_ random_ bernoulli_ exponential_ cauchy_ log_normal_ geometric_ fill_diagonal_
    masked_fill_ masked_scatter_ index_fill_ index_copy_ index_put_ _index_put_impl_ put_ scatter_ _foreach_zero_ _foreach_copy_
    data.__set__ real.__set__ imag.__set__
""")
"""Replace the contents of their first argument, or of a part of it, without reading them."""
FILLS_PARTS = _words("""
    __setitem__ fill_diagonal_ masked_fill_ masked_scatter_ index_fill_ index_copy_ index_put_ _index_put_impl_ put_ scatter_
    real.__set__ imag.__set__
""")
"""Those of them that may leave a part as it was."""
ADDS_INSTEAD: dict[str, tuple[int, str]] = {
    "index_put_": (3, "accumulate"),
    "_index_put_impl_": (3, "accumulate"),
    "put_": (3, "accumulate"),
    "scatter_": (4, "reduce"),
}
"""Position and name of the argument with which such an op combines the old contents with the new ones."""
METADATA_EDITS = _words("""
    t_ transpose_ swapaxes_ swapdims_ squeeze_ unsqueeze_ as_strided_ resize_ resize_as_ detach_ requires_grad_ rename_ share_memory_ set_
    data.__set__ grad.__set__ requires_grad.__set__ retain_grad
""")
"""Change how a tensor looks at its memory, or which memory it looks at, and write none of it."""

SETS_FLAGS = _words("requires_grad_ detach_")
"""Change whether, and how, a tensor takes part in the graph; no counter moves, and the tensor itself is what they return."""


@dataclass(frozen=True)
class QuietWrites:
    """Arguments that an op writes without moving their version counters."""

    positions: tuple[int, ...]
    flag: int | None = None
    """Position of the argument that switches the writing on."""
    operator: str | None = None
    """The operator inside the op that writes."""


QUIET_WRITES: dict[str, QuietWrites] = {
    "batch_norm": QuietWrites((3, 4), 5, "aten::native_batch_norm"),
    "instance_norm": QuietWrites((3, 4), 5, "aten::copy_"),
    "apply_": QuietWrites((0,)),
    "map_": QuietWrites((0,)),
    "map2_": QuietWrites((0,)),
}

# What is read ---------------------------------------------------------------------------------------------------------------------

READS_SHAPE_ONLY = _words("""
    zeros_like ones_like empty_like full_like rand_like randn_like randint_like new_zeros new_ones new_empty new_full new_empty_strided
    retain_grad requires_grad_ requires_grad.__set__ resize_ resize_as_ share_memory_ rename_
""")
"""Read shape, dtype or flags of their arguments, and no elements."""
READS_FIRST_ONLY = _words("view_as expand_as reshape_as type_as to")
"""Read the elements of their first argument; of the others only the shape or dtype."""
READS_OTHERS_ONLY = _words("new_tensor data.__set__ grad.__set__")
"""Read the elements of every argument but the first."""

# Where gradients end, and where memory is lent --------------------------------------------------------------------------------------

TO_NUMBERS = _words("""
    item tolist numpy __array__ __float__ __int__ __bool__ __complex__ __index__ __dlpack__ __contains__ equal allclose is_nonzero
""")
"""Take values out of tensors although no tensor comes out."""
FROM_NUMBERS = _words("tensor as_tensor new_tensor asarray Tensor FloatTensor")
"""Build a tensor from values, without a path back to where these came from."""
DETACHES = _words("detach detach_")
LENDS = _words("numpy __array__ __dlpack__ to_dlpack untyped_storage storage _typed_storage data_ptr share_memory_")
"""Lend the memory of their argument to something that moves no version counter."""
BORROWS = _words("from_dlpack from_numpy frombuffer as_tensor asarray")
"""May give a tensor whose memory belongs to something that moves no version counter."""
FORWARD_AD = "_make_dual"

# Out-of-place forms -----------------------------------------------------------------------------------------------------------------

NO_OUT_OF_PLACE = _words("""
    zero_ set_ copy_ normal_ uniform_ random_ bernoulli_ exponential_ cauchy_ log_normal_ geometric_ fill_diagonal_ resize_ resize_as_
    requires_grad_ share_memory_ apply_ map_ map2_ rename_ _foreach_zero_ _foreach_copy_
""")
"""In-place ops of which dropping the underscore gives nothing, or something with another meaning: ``torch.normal``, ``torch.random``."""


# Labels ---------------------------------------------------------------------------------------------------------------------------

LABELS = {"__getitem__": "[…]"}
"""What a drawing calls an op where its name without underscores would not do; generated for the page."""


@dataclass(frozen=True)
class OpSemantics:
    """What the table says about one op."""

    name: str
    in_place: bool = False
    """By its name it edits its first argument."""
    fills: bool = False
    fills_part: bool = False
    """Whether it fills, and may leave a part as it was."""
    metadata_edit: bool = False
    sets_flags: bool = False
    reads: Literal["all", "none", "first", "others"] = "all"
    """Which of its arguments it reads the elements of. Where it ``fills``, the first is not among them."""
    quiet: QuietWrites | None = None
    to_numbers: bool = False
    from_numbers: bool = False
    detaches: bool = False
    lends: bool = False
    borrows: bool = False
    out_of_place: str | None = None


@lru_cache(maxsize=4096)
def semantics_of(name: str) -> OpSemantics:
    """Return what the table says about an op, by its name without namespace: ``mul_``, ``__setitem__``, ``data.__set__``."""
    in_place = works_in_place(name)
    fills = name in FILLS
    return OpSemantics(
        name,
        in_place=in_place,
        fills=fills,
        fills_part=name in FILLS_PARTS,
        metadata_edit=name in METADATA_EDITS,
        sets_flags=name in SETS_FLAGS,
        reads=_reads(name, fills),
        quiet=QUIET_WRITES.get(name),
        to_numbers=name in TO_NUMBERS,
        from_numbers=name in FROM_NUMBERS,
        detaches=name in DETACHES,
        lends=name in LENDS,
        borrows=name in BORROWS,
        out_of_place=out_of_place(name) if in_place else None,
    )


def works_in_place(name: str) -> bool:
    """Tell whether an op edits its first argument, by PyTorch's naming rule."""
    return (name.endswith("_") and not name.endswith("__")) or name in IN_PLACE_OPERATORS


def out_of_place(name: str) -> str | None:
    """Return the op that gives in a new tensor what an in-place op leaves in its argument; whether torch has it, torch must say."""
    if name in IN_PLACE_OPERATORS:
        return IN_PLACE_OPERATORS[name]
    return None if name in NO_OUT_OF_PLACE else name[:-1]


def _reads(name: str, fills: bool) -> Literal["all", "none", "first", "others"]:
    if name in READS_SHAPE_ONLY:
        return "none"
    if name in READS_FIRST_ONLY:
        return "first"
    return "others" if fills or name in READS_OTHERS_ONLY else "all"
