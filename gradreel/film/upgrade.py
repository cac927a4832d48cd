"""Brings films of earlier engines into the present form; for those of version 1 the effects of ops, as far as names and records tell.

Version 1 left it to readers to know PyTorch's ops by name; today's page knows none. Calls, aliases and the event that raised are worked
out as far as the film tells (``upgrade_calls.py``), loops and makers also for films of version 2 whose engine did not state them. What was
not recorded (hooks, values of aliases, whether a mode recorded no graph) stays unknown, and the film keeps its version.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from typing import Literal, NamedTuple

from gradreel.diagnose.lookup.names import with_names
from gradreel.film.upgrade_calls import with_calls
from gradreel.film.upgrade_diagnoses import lack_evidence, with_evidence
from gradreel.film.upgrade_loops import with_loops
from gradreel.trace import Alias, Diagnosis, Effects, Event, OpEvent, RaiseEvent, Run, Tensor, Write
from gradreel.tracer.ops import ADDS_INSTEAD, OpSemantics, semantics_of

SAME_ELEMENTS = frozenset({"detach", "data", "alias", "view_as", "requires_grad_"})
"""Ops whose result has the elements of its input in the same order, as readers of version 1 took it."""

REFUSED = frozenset({"leaf_in_place", "multi_view_in_place"})
"""Kinds that are about an edit that PyTorch refused: the event that edits is the one that raises."""

CutBy = Literal["detach", "data", "item", "tensor"]


def upgraded(run: Run) -> Run:
    """Return ``run`` in the present form: as it is, where it has that."""
    if run.loops is None:
        run = with_calls(_with_raises(_with_aliases(_with_effects(run)))) if run.schema_version == 1 else run
        events, loops = with_loops(run)
        run = run.model_copy(update={"events": events, "loops": loops, "tensors": _with_makers(run)})
    if any(tensor.called is None for tensor in run.tensors):
        run = with_names(run)
    return with_evidence(run) if lack_evidence(run) else run


def _with_effects(run: Run) -> Run:
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


def _with_makers(run: Run) -> tuple[Tensor, ...]:
    """State which op made each tensor: the first that returned it without having been given it, or the call of a custom Function."""
    makers: dict[str, int] = {}
    for event in run.events:
        if isinstance(event, OpEvent):
            for tensor in event.outputs:
                if tensor not in event.inputs and (tensor not in makers or event.name.endswith(".apply")):
                    makers[tensor] = event.index
    return tuple(each.model_copy(update={"op": makers.get(each.id)}) if each.op is None else each for each in run.tensors)


def _with_aliases(run: Run) -> Run:
    """Name the tensors whose values a write changed, by the memory that both lie in; what they held afterwards is unknown."""
    tensors = {tensor.id: tensor for tensor in run.tensors}
    by_storage: dict[str, list[Tensor]] = defaultdict(list)
    for tensor in run.tensors:
        if tensor.storage is not None:
            by_storage[tensor.storage].append(tensor)

    def changed(op: OpEvent) -> tuple[Alias, ...]:
        written = {write.tensor for write in op.writes}
        found: dict[str, Alias] = {}
        for write in op.writes:
            of = tensors.get(write.tensor)
            for other in by_storage.get((of and of.storage) or "", ()):
                if other.event < op.index and other.id not in written and _overlap(other, write):
                    found[other.id] = Alias(tensor=other.id, value=None)
        return tuple(found.values())

    events = (
        event.model_copy(update={"aliases": changed(event)}) if isinstance(event, OpEvent) and event.writes else event
        for event in run.events
    )
    return run.model_copy(update={"events": tuple(events)})


def _overlap(tensor: Tensor, write: Write) -> bool:
    """Whether a write into the tensor's storage reached its own elements; true where their regions are not known."""
    own, other = tensor.region, write.region
    return own is None or other is None or (other.start < own.end and own.start < other.end)


def _with_raises(run: Run) -> Run:
    """State the event at which each diagnosis was raised: the exception about its saved tensor, else the last one on its line."""
    raises = [event for event in run.events if isinstance(event, RaiseEvent)]

    def told(diagnosis: Diagnosis) -> Diagnosis:
        if not diagnosis.raised or diagnosis.raise_event is not None:
            return diagnosis
        found = [event for event in raises if event.saved is not None and event.saved == diagnosis.saved]
        found = found or [event for event in raises if event.line == diagnosis.raise_line]
        if not found:
            return diagnosis
        refused = {"edit_event": found[-1].index} if diagnosis.kind in REFUSED else {}
        return diagnosis.model_copy(update={"raise_event": found[-1].index, **refused})

    return run.model_copy(update={"diagnoses": tuple(map(told, run.diagnoses))})


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
