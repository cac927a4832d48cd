"""Diagnoses an edit through one name that changed another name's values without moving the other's version counter."""

from __future__ import annotations

from collections.abc import Iterator

from gradreel.diagnose.fixes.fix import first_of_each_kind
from gradreel.diagnose.fixes.names import alias_of, clone_alias
from gradreel.diagnose.lookup.history import History, OpWrite
from gradreel.diagnose.lookup.memory import moved, origin, reaches, through, unseen
from gradreel.diagnose.lookup.naming import operator
from gradreel.locale import word
from gradreel.trace import Diagnosis, OpEvent, Param, State

LISTED = 20
Found = tuple[OpWrite, str, str, str]
"""The write, the name that it went through, and the tensor that it changed, with its name."""


def find(history: History) -> Iterator[Diagnosis]:
    """One diagnosis for each line and each name that it changed unseen."""
    told: set[tuple[int | None, str]] = set()
    for made, name, victim, other in [*_behind(history), *_borrowed(history), *_lent(history)]:
        if (made.op.line, other) not in told and len(told) < LISTED:
            told.add((made.op.line, other))
            yield _diagnosis(history, made, name, victim, other)


def _behind(history: History) -> Iterator[Found]:
    """Writes that moved no counter, or that of ``.data``."""
    for storage, writes in unseen(history).items():
        for made in writes:
            _, name = through(history, made)
            if name:
                yield from ((made, name, victim, other) for victim, other in _changed(history, storage, made))


def _borrowed(history: History) -> Iterator[Found]:
    """Writes into memory that a tensor has taken over since it was made, with ``set_`` or ``x.data = y``, under its own counter."""
    for victim in dict.fromkeys(state.tensor for op in history.ops for state in op.states if _has_moved(history, state)):
        for made in history.writes:
            state, names = history.state(victim, made.op.index - 1), history.names.at(victim, made.op.index)
            _, name = through(history, made)
            if state is None or not _has_moved(history, state) or not names or not name or made.write.tensor == victim:
                continue
            # An exchange writes nothing into the memory; and parameters are laid into one flat tensor on purpose.
            if made.op.name == "data.__set__" or history.is_parameter(victim, made.op.index):
                continue
            if history.storage(made.write.tensor, made.op.index) == state.storage and made.write.counter != state.counter:
                yield made, name, victim, names[0]


def _has_moved(history: History, state: State) -> bool:
    return state.storage is not None and state.storage != history.tensors[state.tensor].storage


def _lent(history: History) -> Iterator[Found]:
    """Memory that changed while an op edited another tensor: one that took it by dlpack."""
    for writes in unseen(history).values():
        for made in writes:
            later = history.events[made.op.index + 1] if made.op.index + 1 < len(history.events) else None
            if made.write.via != "foreign" or not isinstance(later, OpEvent) or later.line != made.op.line or not later.writes:
                continue
            names, others = history.names.at(later.writes[0].tensor, later.index), history.names.at(made.write.tensor, made.op.index)
            if names and others and names[0] != others[0] and later.writes[0].tensor != made.write.tensor:
                yield made, names[0], made.write.tensor, others[0]


def _changed(history: History, storage: str, made: OpWrite) -> Iterator[tuple[str, str]]:
    """Tensors with a name of their own that the write changed, while their counter stood still.

    A parameter written through a name for its own ``.data`` is no news: that is how a parameter is set by hand.
    """
    family = set(origin(history, made.write.tensor))
    for tensor in history.stored(storage):
        names = history.names.at(tensor.id, made.op.index)
        if not names or tensor.id == made.write.tensor or moved(made, tensor.counter) or not reaches(made, tensor):
            continue
        parameter = history.is_parameter(tensor.id, made.op.index)
        if tensor.id not in family or (_is_named(history, made) and not parameter):
            yield tensor.id, names[0]


def _is_named(history: History, made: OpWrite) -> bool:
    """Whether the very tensor that was written has a name, so that the tensor it came from is another name's."""
    return made.write.via == "data" and bool(history.names.at(made.write.tensor, made.op.index))


def _diagnosis(history: History, made: OpWrite, name: str, victim: str, other: str) -> Diagnosis:
    borrowed = history.storage(victim, made.op.index) != history.tensors[victim].storage  # there the other name's memory is the older one
    params: dict[str, Param] = {
        "name": name,
        "other": other,
        "line": made.op.line,
        "code": history.source.line(made.op.line),
        "op": operator(made),
        "via": made.write.via,
    }
    return Diagnosis(
        kind="shared_storage_edit",
        severity="warning",
        raised=False,
        event=made.op.index,
        line=made.op.line,
        edit_line=made.op.line,
        tensor=victim,
        name=other,
        params=params,
        message=word("diagnosis-shared_storage_edit", params),
        fixes=() if borrowed else tuple(first_of_each_kind(clone_alias(history.source, *alias_of(history.source, made.op.line)))),
    )
