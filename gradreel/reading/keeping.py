"""What an op keeps for its gradient, by where its arguments stand in the code: from the tables of derivatives, by its name.

``MulBackward0`` reads ``other`` for the gradient of ``self``: so ``a * b`` keeps ``b`` if ``a`` requires grad, and the other way round.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from gradreel.derivatives.table import Entry, table_of
from gradreel.reading.facts import NEWEST_TABLE, op_of

RESULT = "result"
SAME_AS = {
    "linear": "addmm",
    "bilinear": "",
    "conv1d": "convolution",
    "conv2d": "convolution",
    "conv3d": "convolution",
    "convtranspose1d": "convolution",
    "convtranspose2d": "convolution",
    "convtranspose3d": "convolution",
    "batchnorm": "nativebatchnorm",
    "batchnorm1d": "nativebatchnorm",
    "batchnorm2d": "nativebatchnorm",
    "batchnorm3d": "nativebatchnorm",
    "layernorm": "nativelayernorm",
    "groupnorm": "nativegroupnorm",
    "matmul": "mm",
    "outer": "mul",
    "ger": "mul",
    "inner": "dot",
    "multiply": "mul",
    "divide": "div",
    "truedivide": "div",
    "subtract": "sub",
    "absolute": "abs",
    "negative": "neg",
    "maxpool2d": "maxpool2dwithindices",
    "maxpool3d": "maxpool3dwithindices",
    "adaptiveavgpool2d": "adaptiveavgpool2d",
    "bceloss": "binarycrossentropy",
    "bcewithlogitsloss": "binarycrossentropywithlogits",
    "nllloss": "nllloss",
    "softmin": "softmax",
    "relu6": "hardtanh",
    "clip": "clamp",
    "concat": "cat",
    "special_expit": "sigmoid",
    "hstack": "cat",
    "vstack": "cat",
}
"""Function, method or class, in small letters and without underscores → the op of its node, where the names differ."""
ARGUMENTS: dict[str, tuple[str, ...]] = {
    "linear": ("mat1", "mat2", "self"),
    "where": ("condition", "self", "other"),
    "gather": ("self", "", "index"),
    "indexselect": ("self", "", "index"),
    "maskedfill": ("self", "mask", "value"),
    "maskedselect": ("self", "mask"),
    "scatter": ("self", "", "index", "src"),
    "scatteradd": ("self", "", "index", "src"),
    "indexadd": ("self", "", "index", "source"),
    "embedding": ("indices", "weight"),
    "layernorm": ("input", "", "weight", "bias"),
    "groupnorm": ("input", "", "weight", "bias"),
    "batchnorm": ("input", "running_mean", "running_var", "weight", "bias"),
}
"""What the arguments of a function are called in the table, where they are not in its order."""
KEEPS_THESE: dict[str, tuple[tuple[int, ...], bool]] = {
    "crossentropy": ((1, 2), False),
    "crossentropyloss": ((1,), False),
    "square": ((0,), False),
    "normalize": ((0,), False),
    "scaleddotproductattention": ((0, 1, 2), True),
}
"""Functions that are made of several ops: which of their arguments those keep, and whether they keep the result."""
KEEPS_NOTHING = frozenset(
    (
        *("dropout", "dropout1d", "dropout2d", "dropout3d", "l1loss", "interpolate", "upsample", "flatten", "reshape", "view", "identity"),
        *(
            "repeat",
            "repeatinterleave",
            "tile",
            "tolist",
            "clone",
            "to",
            "float",
            "double",
            "half",
            "bfloat16",
            "cpu",
            "cuda",
            "type",
            "typeas",
        ),
        *("contiguous", "unflatten", "zerosimple", "diff", "zero", "fill", "broadcastto", "expandas", "viewas", "reshapeas", "add", "sub"),
        *("randomlike", "copy", "set", "uniform", "normal", "random", "bernoulli", "iadd", "isub"),
        *("xavieruniform", "xaviernormal", "kaiminguniform", "kaimingnormal", "orthogonal", "constant", "ones", "zeros", "truncnormal"),
    )
)
"""Functions made of several ops that keep none of what they are given, and not their result; and edits that keep nothing."""
MUTUAL = frozenset(("einsum", "tensordot", "kron", "chainmatmul", "multidot"))
"""Products: each operand is kept for the gradients of the others."""
NO_GRADIENT = frozenset(
    (
        *(
            "argmax",
            "argmin",
            "eq",
            "ne",
            "gt",
            "lt",
            "ge",
            "le",
            "isnan",
            "isinf",
            "isfinite",
            "allclose",
            "equal",
            "isclose",
            "logicalnot",
        ),
        *(
            "logicaland",
            "logicalor",
            "onehot",
            "bincount",
            "nonzero",
            "any",
            "all",
            "sign",
            "round",
            "floor",
            "ceil",
            "searchsorted",
            "histc",
        ),
        *("bool", "int", "long", "multinomial", "argsort", "unique"),
    )
)
"""Functions through which no gradient goes, or only zeros: they keep nothing."""


@dataclass(frozen=True)
class Kept:
    """What an op keeps: each argument by its place, with the places of those of which one must require grad for that."""

    inputs: Mapping[int, frozenset[int]]
    result: frozenset[int] | None
    sure: bool = True
    """Whether all ops that have this name keep the same."""


NONE_KEPT = Kept({}, None)


def plain(name: str) -> str:
    """Return the name of a function, method or class in the form of the tables: ``logsoftmax`` for ``log_softmax`` and ``LogSoftmax``."""
    return name.strip("_").replace("_", "").lower()


def kept_by(name: str, given: Sequence[str | None], numbers: Sequence[bool], in_place: bool = False) -> Kept | None:
    """Return what an op keeps, None where that is not known.

    ``given`` has what the table calls each argument, where the caller knows it; of each, ``numbers`` says whether it is a number.
    """
    op = plain(name)
    places = range(len(numbers))
    tensors = [at for at in places if not numbers[at]]
    if op in NO_GRADIENT or op in KEEPS_NOTHING:
        return NONE_KEPT
    if op in KEEPS_THESE:
        kept, result = KEEPS_THESE[op]
        needed = frozenset(tensors)
        return Kept({at: needed for at in kept if at in tensors}, needed if result else None)
    if op in MUTUAL:
        return Kept({at: frozenset(tensors) - {at} for at in tensors if len(tensors) > 1}, None)
    entries = _of_place(_chosen(_entries().get(SAME_AS.get(op, op), ()), len(tensors)), in_place)
    found = [_kept(entry, _names(op, entry, given, numbers), numbers, in_place) for entry in entries]
    if not found:
        return None
    inputs: dict[int, frozenset[int]] = {}
    for each in found:
        for at, needs in each.inputs.items():
            inputs[at] = inputs.get(at, frozenset()) | needs
    results = [each.result for each in found if each.result is not None]
    same = all(each == found[0] for each in found)
    return Kept(inputs, frozenset().union(*results) if results else None, same)


@cache
def _entries() -> Mapping[str, tuple[Entry, ...]]:
    found: dict[str, list[Entry]] = {}
    for node, entry in table_of(NEWEST_TABLE).items():
        if "BackwardBackward" not in node and not node.endswith("_copy"):
            found.setdefault(op_of(node), []).append(entry)
    return {op: tuple(entries) for op, entries in found.items()}


def _chosen(entries: tuple[Entry, ...], tensors: int) -> tuple[Entry, ...]:
    """Those of the forms of an op that take so many tensors; where none does, those that take the most of fewer."""
    most = max((len(entry.inputs) for entry in entries if len(entry.inputs) <= max(tensors, 1)), default=0)
    return tuple(entry for entry in entries if len(entry.inputs) == most) or entries


def _of_place(entries: tuple[Entry, ...], in_place: bool) -> tuple[Entry, ...]:
    """Ops such as ``leaky_relu`` keep their input, and in place their result."""
    by_result = tuple(
        each for each in entries if each.reads and all(map(_is_result, (name for names in each.reads.values() for name in names)))
    )
    others = tuple(each for each in entries if each not in by_result)
    if not by_result or not any("self" in names for each in others for names in each.reads.values()):
        return entries
    return by_result if in_place else others


def _names(op: str, entry: Entry, given: Sequence[str | None], numbers: Sequence[bool]) -> list[str]:
    """What the table calls each argument; "" for what it does not know."""
    inputs = [name.rstrip("*") for name in entry.inputs]
    saved = sorted({name for names in entry.reads.values() for name in names if not _is_result(name)} - set(inputs))
    if op in ARGUMENTS:
        order = list(ARGUMENTS[op])
    elif numbers and numbers[0] and len(inputs) == 1:
        order = ["", *inputs]  # 2 ** x
    else:
        order = [*inputs, *saved]
    return [given[at] or (order[at] if at < len(order) else "") for at in range(len(numbers))]


def _kept(entry: Entry, names: list[str], numbers: Sequence[bool], in_place: bool) -> Kept:
    inputs: dict[int, set[int]] = {}
    result: set[int] = set()
    for needing, reads in entry.reads.items():
        at = names.index(needing) if needing in names else None
        if at is None or numbers[at]:
            continue
        for read in reads:
            if read == RESULT or read == "output" or (read == "result0"):
                result.add(at)
            elif read in names and not numbers[kept := names.index(read)] and not (in_place and kept == 0):
                inputs.setdefault(kept, set()).add(at)
    return Kept({at: frozenset(needs) for at, needs in inputs.items()}, frozenset(result) or None)


def _is_result(name: str) -> bool:
    return name.startswith(("result", "output"))
