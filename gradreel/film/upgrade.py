"""Fills in what films of schema version 1 did not state: the effects of their ops, as far as names and records tell.

Version 1 left it to readers to know PyTorch's ops by name; today's page knows none. What the old film really did not record (calls,
hooks, values of aliases, whether a mode recorded no graph) stays unknown, and the film keeps its version, so that readers can tell.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, NamedTuple

from gradreel.trace import Effects, Event, OpEvent, Run, Tensor
from gradreel.tracer.ops import ADDS_INSTEAD, OpSemantics, semantics_of

SAME_ELEMENTS = frozenset({"detach", "data", "alias", "view_as", "requires_grad_"})
"""Ops whose result has the elements of its input in the same order, as readers of version 1 took it."""

CutBy = Literal["detach", "data", "item", "tensor"]


def upgraded(run: Run) -> Run:
    """Return ``run`` with the effects of its ops, if it is of schema version 1; else as it is."""
    if run.schema_version > 1:
        return run
    tensors = {tensor.id: tensor for tensor in run.tensors}
    requires_grad = {tensor.id: tensor.requires_grad for tensor in run.tensors}
    events: list[Event] = []
    for event in run.events:
        if isinstance(event, OpEvent):
            events.append(event.model_copy(update={"effects": _effects(event, tensors, requires_grad)}))
            requires_grad.update({state.tensor: state.requires_grad for state in event.states})
        else:
            events.append(event)
    return run.model_copy(update={"events": tuple(events)})


class _Cut(NamedTuple):
    tensors: tuple[str, ...]
    by: CutBy | None


def _effects(op: OpEvent, tensors: dict[str, Tensor], requires_grad: dict[str, bool]) -> Effects:
    semantics = semantics_of(op.name)
    first, others = op.inputs[:1], op.inputs[1:]
    # Such an op may add to what is there instead of replacing it, which its arguments would say.
    fills = semantics.fills and op.name not in ADDS_INSTEAD
    views = tuple(_views(op, tensors))
    cut = _cut(op, semantics, requires_grad)
    return Effects(
        reads=_reads(semantics, first, others, fills),
        fills=first if fills else (),
        views=views,
        same_elements=tuple(pair for pair in views if op.name in SAME_ELEMENTS and _look_alike(*(tensors[id] for id in pair))),
        hands_out=first if semantics.lends else (),
        cuts=cut.tensors,
        cut_by=cut.by,
        out_of_place=semantics.out_of_place,
    )


def _views(op: OpEvent, tensors: dict[str, Tensor]) -> Iterable[tuple[str, str]]:
    """Pair each new output with the first input whose memory it shows."""
    for output in op.outputs:
        storage = tensors[output].storage if output in tensors else None
        if storage is None or output in op.inputs:
            continue
        base = next((id for id in op.inputs if id in tensors and tensors[id].storage == storage), None)
        if base is not None:
            yield base, output


def _look_alike(one: Tensor, other: Tensor) -> bool:
    return (one.shape, one.dtype, one.region) == (other.shape, other.dtype, other.region)


def _reads(semantics: OpSemantics, first: tuple[str, ...], others: tuple[str, ...], fills: bool) -> tuple[str, ...] | None:
    if semantics.reads == "none":
        return ()
    if semantics.reads == "first" and others:
        return first
    if semantics.reads == "others" and (fills or not semantics.fills):
        return others
    return None


def _cut(op: OpEvent, semantics: OpSemantics, requires_grad: dict[str, bool]) -> _Cut:
    """State which inputs the op cut by its very nature; inside a custom Function what encloses it makes the path."""
    by, given = _cut_by(op, semantics)
    cut = tuple(dict.fromkeys(id for id in given if requires_grad.get(id)))
    if by is None or not cut or any(name.endswith(".apply") for name in op.within):
        return _Cut((), None)
    return _Cut(cut, by)


def _cut_by(op: OpEvent, semantics: OpSemantics) -> tuple[CutBy | None, tuple[str, ...]]:
    if semantics.detaches:
        return "detach", op.inputs[:1]
    if semantics.to_numbers:
        return "item", op.inputs
    if op.name in ("data", "data.__set__"):
        return "data", op.inputs[:1] if op.name == "data" else op.inputs[1:]
    if semantics.from_numbers and not set(op.outputs) <= set(op.inputs):
        return "tensor", op.inputs
    return None, ()
