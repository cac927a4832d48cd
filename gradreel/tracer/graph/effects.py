"""Turns an op that has just ended into its ``effects``: what it read, filled, viewed and lent, and where it ended the way of gradients.

What the op really did comes first (shared storage, ``requires_grad`` of the results); the table in ``ops.py`` adds what only a name can
tell. Fields that equal the contract's defaults are left out.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import torch
from torch import _C, Tensor

from gradreel.tracer.ops import ADDS_INSTEAD
from gradreel.tracer.tensors.identity import Known
from gradreel.tracer.tensors.kinds import is_lazy
from gradreel.tracer.tensors.writes import Begun

_internals: Any = _C
_running_node = _internals._current_autograd_node
_is_grad_enabled = torch.is_grad_enabled
_COUNTED = frozenset((torch.bool, torch.uint8, torch.int8, torch.int16, torch.int32, torch.int64, torch.uint16, torch.uint32, torch.uint64))


def effects_of(
    begun: Begun, given: list[Known], outputs: list[Tensor], results: list[Known], edited: list[Tensor], within: list[str]
) -> dict[str, Any]:
    """Describe what an op did. ``given`` and ``results`` are what is known of its inputs and of its ``outputs``, in the same order."""
    call = begun.call
    effects: dict[str, Any] = {} if call.form is None else {"out_of_place": call.form}
    if not call.ordinary or begun.out:
        _state_named_effects(begun, given, outputs, results, effects)
    # By position: zip(strict=True) parses its keyword at every call, and this runs for every op.
    for position, made in enumerate(results):
        # A storage with several tensors; most results have one of their own.
        if (storage := made.storage) is not None and storage.members is not None and made not in given:
            _state_view(begun, given, outputs[position], made, effects)
    if not (outputs and outputs[0].requires_grad and not call.op.from_numbers and _is_grad_enabled()):
        for tensor in begun.watched:
            if tensor.requires_grad or begun.detached:
                _state_cuts(begun, given, outputs, results, edited, within, effects)
                break
        if call.applied and begun.inside and "cuts" not in effects:
            _state_cuts_inside(begun.inside, outputs, within, effects)
    return effects


def _state_view(begun: Begun, given: list[Known], output: Tensor, made: Known, effects: dict[str, Any]) -> None:
    """State which input an output shares memory with, if any, and whether it shows the same elements.

    An op may hand back a tensor that is older than what it was given, such as the tangent that ``make_dual`` took: that is a view of none
    of these, and each pair leads from an older tensor to a newer one.
    """
    for position, base in enumerate(given):
        if base.storage is made.storage and base.number < made.number:
            pair = (base.id, made.id)
            effects.setdefault("views", []).append(pair)
            if _shows_the_same(begun.watched[position], output):
                effects.setdefault("same_elements", []).append(pair)
            return


def _state_named_effects(begun: Begun, given: list[Known], outputs: list[Tensor], results: list[Known], effects: dict[str, Any]) -> None:
    op = begun.call.op
    first = begun.count_of_first()
    fills = op.fills and not _adds_instead(begun)
    if begun.out:
        filled = [known for known, tensor in zip(given, begun.watched, strict=True) if any(tensor is out for out in begun.out)]
        effects["fills"] = _ids(filled)
        effects["reads"] = _ids(given[: len(given) - len(begun.out)])
    elif fills:
        effects["fills"] = _ids(given[:first])
    if op.reads == "none":
        effects["reads"] = []
    elif op.reads == "first" and len(given) > first:
        effects["reads"] = _ids(given[:first])
    elif op.reads == "others" and (fills or not op.fills):
        effects["reads"] = _ids(given[first:])
    if op.lends:
        effects["hands_out"] = _ids(given[:first])
    elif op.borrows and (
        borrowed := [known for known, tensor in zip(results, outputs, strict=True) if known not in given and is_borrowed(tensor)]
    ):
        effects["hands_out"] = _ids(borrowed)


def _state_cuts(
    begun: Begun,
    given: list[Known],
    outputs: list[Tensor],
    results: list[Known],
    edited: list[Tensor],
    within: list[str],
    effects: dict[str, Any],
) -> None:
    """State the inputs on which the results depend without a path for gradients, and why there is none."""
    op = begun.call.op
    if begun.call.setter and begun.call.attribute != "data":
        return
    if op.detaches and begun.detached:
        by: str | None = "detach"
        cut = given[:1]
    else:
        reads = effects.get("reads")
        changed = [tensor._cdata for tensor in edited]
        cut = [
            known
            for tensor, known in zip(begun.watched, given, strict=True)
            if tensor.requires_grad and tensor._cdata not in changed and known not in results and (reads is None or known.id in reads)
        ]
        by = _cut_by(begun, given, outputs, results, edited) if cut else None
    # Inside a custom Function, and inside a node that the engine runs, the path is made by what encloses the op.
    if by is not None and cut and _running_node() is None:
        if not _is_in_function(within):
            effects["cuts"], effects["cut_by"] = _ids(cut), by
        elif begun.inside is not None:
            begun.inside.update(dict.fromkeys(_ids(cut)))


def _state_cuts_inside(inside: dict[str, None], outputs: list[Tensor], within: list[str], effects: dict[str, Any]) -> None:
    """State what the forward of a custom Function used although it was not given it, where the results have no graph at all."""
    cut = bool(outputs) and _is_grad_enabled() and not any(tensor.requires_grad for tensor in outputs)
    if cut and not _is_in_function(within) and _running_node() is None:
        effects["cuts"], effects["cut_by"] = list(inside), "function"


def _is_in_function(within: list[str]) -> bool:
    return any(name.endswith(".apply") for name in within)


def _cut_by(begun: Begun, given: list[Known], outputs: list[Tensor], results: list[Known], edited: list[Tensor]) -> str | None:
    """Return why no gradient finds its way back through an op; None where one does, or where there is nothing that could depend."""
    call = begun.call
    if call.op.to_numbers:
        return "item"
    if call.setter:
        return "data"
    if not outputs and not edited:
        return None
    if call.op.from_numbers:
        return "tensor" if not all(known in given for known in results) else None
    enabled = _is_grad_enabled()
    if enabled and any(tensor.requires_grad for tensor in (*outputs, *edited)):
        return None
    if call.attribute == "data":
        return "data"
    if outputs and all(tensor.dtype in _COUNTED for tensor in outputs):
        return "integer"
    return "non_differentiable" if enabled else "no_grad"


def _adds_instead(begun: Begun) -> bool:
    place = ADDS_INSTEAD.get(begun.call.name)
    if place is None:
        return False
    position, name = place
    value = begun.arguments[position] if len(begun.arguments) > position else begun.named.get(name)
    return value is not None and value is not False


def _ids(known: Iterable[Known]) -> list[str]:
    return list(dict.fromkeys(each.id for each in known))


def is_borrowed(tensor: Tensor) -> bool:
    """Tell whether a tensor's memory belongs to somebody else: such a storage cannot be resized."""
    try:
        return not tensor.untyped_storage().resizable()
    except (RuntimeError, NotImplementedError):
        return False


def _shows_the_same(one: Tensor, other: Tensor) -> bool:
    """Tell whether two tensors of one storage have the same elements in the same shape."""
    if one.layout is not torch.strided or one.is_nested or other.is_nested:
        return False
    if not (type(one) is type(other) is Tensor) and (is_lazy(one) or is_lazy(other)):
        return False
    shape = one.shape
    if shape != other.shape or one.dtype is not other.dtype or one.storage_offset() != other.storage_offset():
        return False
    if one.is_conj() != other.is_conj() or one.is_neg() != other.is_neg():
        return False
    steps, steps2 = one.stride(), other.stride()
    return steps == steps2 or all(size == 1 or steps[dim] == steps2[dim] for dim, size in enumerate(shape))
