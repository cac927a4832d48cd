"""Diagnoses an edit through one name that changed another name's values without moving the other's version counter."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from itertools import chain, islice

from gradreel.diagnose.finding import Finding, line_at, worded
from gradreel.diagnose.fixes.names import alias_of, clone_alias
from gradreel.diagnose.lookup import explain
from gradreel.diagnose.lookup.history import History, OpWrite
from gradreel.diagnose.lookup.memory import comes_from, exchanges, moved, same_as, through
from gradreel.diagnose.lookup.wording import operator
from gradreel.trace import Diagnosis, Fix, OpEvent, Param, State, Tensor

RANK = 200
SAYS_LESS_THAN = "silent_overwrite"
evidence = explain.shared_memory

COMPARISONS = 20
"""Of tensors that a write may have changed, for every write and tensor of the trace together."""


@dataclass(frozen=True, slots=True)
class Changed:
    """A write, the name that it went through, and another tensor whose values it changed, with its name."""

    made: OpWrite
    name: str
    victim: str
    other: str


def find(history: History) -> Iterator[Finding]:
    """One finding for each line and each name that it changed unseen."""
    alike: dict[tuple[int | None, str], list[Changed]] = defaultdict(list)
    for changed in chain(_behind(history), _borrowed(history), _lent(history), _through_arrays(history)):
        op = changed.made.op
        alike[op.line, changed.other].append(changed)
    for rounds in alike.values():
        first = rounds[0]
        diagnosis = partial(_diagnosis, history, first, len({changed.made.op.index for changed in rounds}))
        yield Finding("shared_storage_edit", "warning", first.made.op.index, diagnosis, partial(_fixes, history, first))


def _behind(history: History) -> Iterator[Changed]:
    """Writes that moved no counter, or that of ``.data``."""
    named: dict[str, list[Tensor]] = defaultdict(list)
    for tensor in history.recording.tensors:
        if tensor.storage and tensor.names:
            named[tensor.storage].append(tensor)
    candidates = (
        (made, name, tensor)
        for made in history.writes
        if made.write.via != "in_place" and not exchanges(history, made) and (name := through(history, made)[1])
        for tensor in named.get(history.tensors[made.write.tensor].storage or "", ())
    )
    for made, name, tensor in islice(candidates, COMPARISONS * (len(history.writes) + len(history.tensors))):
        if (other := history.names.first(tensor.id, made.op.index)) and _is_changed(history, made, tensor):
            yield Changed(made, name, tensor.id, other)


def _is_changed(history: History, made: OpWrite, tensor: Tensor) -> bool:
    """Whether a write changed another tensor's values while that one's counter stood still.

    A parameter written through its own ``.data``, or a part of that, is ordinary: that is how a parameter is set by hand. That a part of
    it which has a name was written is not: the part is in the graph, and reads as if it were a tensor of its own.
    """
    if tensor.id == made.write.tensor or moved(made, tensor.counter) or tensor.id not in history.changed_by(made.op):
        return False
    if history.is_parameter(tensor.id, made.op.index) and comes_from(history, made.write.tensor, tensor.id):
        return _is_of_named_part(history, made, tensor.id)
    return tensor.id not in same_as(history, made.write.tensor) or _is_named(history, made)


def _is_of_named_part(history: History, made: OpWrite, parameter: str) -> bool:
    """Whether it went through the ``.data`` of a part that has a name of its own and a graph: ``part = w[:4]; part.data.zero_()``."""
    part, _ = through(history, made)
    return part is not None and part != parameter and part != made.write.tensor and history.requires_grad(part, made.op.index)


def _is_named(history: History, made: OpWrite) -> bool:
    """Whether the very tensor that was written has a name, so that the tensor it came from is another name's."""
    return made.write.via == "data" and history.names.first(made.write.tensor, made.op.index) is not None


def _borrowed(history: History) -> Iterator[Changed]:
    """Writes into memory that a tensor has taken over since it was made, with ``set_`` or ``x.data = y``, under its own counter."""
    takers: dict[str, dict[str, None]] = defaultdict(dict)
    for state in (state for op in history.ops for state in op.states):
        if state.storage is not None and state.storage != history.tensors[state.tensor].storage:
            takers[state.storage][state.tensor] = None
    candidates = (
        (made, name, victim)
        for made in history.writes
        if takers and not exchanges(history, made) and (name := through(history, made)[1])
        for victim in takers.get(history.storage(made.write.tensor, made.op.index) or "", ())
    )
    for made, name, victim in islice(candidates, COMPARISONS * (len(history.writes) + len(history.tensors))):
        other = history.names.first(victim, made.op.index)
        if other and victim != made.write.tensor and _has_taken(history, history.state(victim, made.op.index - 1), made):
            yield Changed(made, name, victim, other)


def _has_taken(history: History, state: State | None, made: OpWrite) -> bool:
    """Whether it shares the written memory under another counter, and is no parameter: those are laid into one tensor on purpose."""
    if state is None or state.counter == made.write.counter or history.is_parameter(state.tensor, made.op.index):
        return False
    return state.storage == history.storage(made.write.tensor, made.op.index) != history.tensors[state.tensor].storage


def _lent(history: History) -> Iterator[Changed]:
    """Memory that changed while an op edited another tensor: one that took it by dlpack. It is noticed just before or after that op."""
    lent = _lending(history)
    for made in history.writes:
        is_lent = made.write.via == "foreign" and made.write.tensor in lent.get(made.op.index, ())
        other = history.names.first(made.write.tensor, made.op.index) if is_lent else None
        if other is None:
            continue
        for op in (history.op_at(made.op.index + 1), history.op_at(made.op.index - 1)):
            if op is None or op.line != made.op.line or not op.writes or op.writes[0].tensor == made.write.tensor:
                continue
            name = history.names.first(op.writes[0].tensor, op.index)
            if name and name != other:
                yield Changed(made, name, made.write.tensor, other)
                break


def _lending(history: History) -> dict[int, frozenset[str]]:
    """By event, the tensors whose memory an op hands out."""
    return {op.index: frozenset(op.effects.hands_out) for op in history.ops if op.effects.hands_out}


def _through_arrays(history: History) -> Iterator[Changed]:
    """Writes through an array, or something else that is no tensor, to which a tensor had lent its memory."""
    lending = _lending(history)
    for made in history.writes:
        lent, event = made.write.tensor, made.op.index
        lender = history.lender.get(lent)
        if made.write.via != "foreign" or lent not in lending.get(event, ()) or lender is None or lender.index > event:
            continue
        tensor, other = through(history, made)
        array = _array_of(history, made.op, lender)
        if tensor and other and array and array != other and not history.is_parameter(tensor, event):
            yield Changed(made, array, tensor, other)


def _array_of(history: History, op: OpEvent, lender: OpEvent) -> str | None:
    """What the program calls the array that a line writes, or else the one that a tensor lent its memory to."""
    source = history.source
    written = source.called(source.edited(source.statement(op.line)))
    return written or history.source.assigned(lender.line)


def _diagnosis(history: History, changed: Changed, rounds: int) -> Diagnosis:
    op = changed.made.op
    params: dict[str, Param] = {
        "name": changed.name,
        "other": changed.other,
        "line": op.line,
        "code": history.edit_code(op),
        "op": operator(changed.made),
        "via": changed.made.write.via,
        "rounds": rounds,
    }
    return worded(
        "shared_storage_edit",
        "warning",
        params,
        raised=False,
        event=op.index,
        edit_event=op.index,
        tensor=changed.victim,
        name=changed.other,
        **line_at("", op),
        **line_at("edit", op),
    )


def _fixes(history: History, changed: Changed) -> Iterator[Fix | None]:
    op = changed.made.op
    borrowed = history.storage(changed.victim, op.index) != history.tensors[changed.victim].storage
    if not borrowed:  # else the other name's memory is the older one
        line, alias = alias_of(history.source, op.line)
        bound = history.names.bound(alias, op.index) if alias else None
        if bound is None or not history.is_parameter(bound, op.index):
            yield clone_alias(history.source, line, alias)
