"""Turns the bytes that came out of a jail into a ``Recording``, or refuses them. They are hostile input.

Bounded before they are parsed, parsed strictly against the contract, and then checked for what a schema cannot say: ids are unique
and exist, events are where their index says, lines are lines of the snippet. A forged trace can at most lie about its own run.
"""

from __future__ import annotations

import gc
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from typing import Any, TypeVar

import orjson
from pydantic import ValidationError
from pydantic_core import SchemaValidator

from gradreel.trace import CallEvent, Cell, ControlRun, Event, Failure, Frozen, Gap, Outcome, Recording, ReturnEvent
from gradreel.trace.fail_fast import FAIL_FAST, validator_of
from gradreel.trace.references import RECORDS, Read, accessors

# What a tracer may report as its own stop; the rest are for the server to say.
SOFT_STOPS = frozenset({"python_error", "wall_time", "cpu_time", "exit", "memory", "trace_too_large"})

# See gradreel/tracer/middle.py.
KEPT_IN_A_GAP = frozenset(
    ("line", "op", "accumulate", "bind", "call", "return", "free", "raise", "warning", "backward_start", "backward_end")
)

Document = TypeVar("Document", Recording, ControlRun)

BOMB_PROOF: dict[str, Mapping[str, Any]] = {
    **FAIL_FAST,
    "model-fields": {"extra_behavior": "ignore"},
    **{scalar: {"strict": True} for scalar in ("int", "float", "str", "bool")},
}


class ResultInvalid(Exception):
    """The child's answer breaks the contract; says where."""


def validate(result: bytes) -> Recording:
    """Read a child's answer.

    Raises ``ResultInvalid``, and nothing else, whatever the bytes are.
    """
    recording = _read(Recording, result)
    _check_outcome(recording.outcome)
    _check_ids(recording)
    return recording


def validate_control_run(result: bytes) -> ControlRun:
    """Read the answer of a child that ran the snippet untraced; raises ``ResultInvalid`` likewise."""
    control_run = _read(ControlRun, result)
    _check_outcome(control_run.outcome)
    return control_run


def _read(model: type[Document], result: bytes) -> Document:
    try:
        with _collector_paused():
            document: Document = _validator(model).validate_python(orjson.loads(result))
    except orjson.JSONDecodeError as error:
        raise ResultInvalid(f"document: {error}"[:500]) from None
    except ValidationError as error:
        raise ResultInvalid(_first_of(error)) from None
    return document


# See NOTE [Error bombs]. The text is parsed by orjson (which knows no integer above 64 bits and no deep nesting), and unknown fields are
# left out instead of being complained about one by one.
@cache
def _validator(model: type[Recording] | type[ControlRun]) -> SchemaValidator:
    """Compile the contract in a form that no bomb sets off: strict about scalars, lists for tuples, one error per sequence."""
    return validator_of(model, BOMB_PROOF)


@contextmanager
def _collector_paused() -> Iterator[None]:
    """Millions of new lists would have the garbage collector look at all of them again and again."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


def _first_of(error: ValidationError) -> str:
    first = error.errors(include_url=False, include_context=False, include_input=False)[0]
    place = ".".join(str(part) for part in first["loc"]) or "document"
    return f"{place}: {first['msg']}"[:500]


def _check_outcome(outcome: Outcome) -> None:
    if (outcome.status == "completed") != (outcome.failure is None):
        raise ResultInvalid("outcome: a failure goes with every status but completed")
    if outcome.failure is None:
        return
    if outcome.failure.kind not in SOFT_STOPS:
        raise ResultInvalid(f"outcome.failure: {outcome.failure.kind} is not for the snippet's process to say")
    if (outcome.failure.kind == "python_error") != (outcome.status == "raised"):
        raise ResultInvalid("outcome: python_error is what raised means")


def _check_ids(recording: Recording) -> None:
    known = {
        "tensors": _unique("tensors", (tensor.id for tensor in recording.tensors)),
        "nodes": _unique("nodes", (node.id for node in recording.nodes)),
        "saved": _unique("saved", (each.id for each in recording.saved)),
        "calls": set(),
    }
    _check_events(recording.events, known)
    for table in RECORDS:
        for record in getattr(recording, table):
            _check_mentions(f"{table}.{getattr(record, 'id', '')}", record, known)
    count = len(recording.events)
    for tensor in recording.tensors:
        _within(f"tensors.{tensor.id}", count, tensor.event)
    for node in recording.nodes:
        _within(f"nodes.{node.id}", count, node.event, node.op)
    for each in recording.saved:
        _within(f"saved.{each.id}", count, each.event)
    if recording.gap is not None:
        _check_gap(recording.gap, recording.events)
    _check_cells(recording.cells, count)
    failure: Failure | None = recording.outcome.failure
    _within("outcome.failure", count, failure.event if failure else None)


def _check_cells(cells: tuple[Cell, ...], count: int) -> None:
    """Check that cells follow each other, in the text and in the film, and that each tells its end as a program does."""
    line = next_event = 0
    for place, cell in enumerate(cells):
        where = f"cells.{place}"
        if not line < cell.line <= cell.end_line:
            raise ResultInvalid(f"{where}: it has the lines {cell.line} to {cell.end_line}, after line {line}")
        if (cell.failure is not None) != (cell.status in ("raised", "stopped")):
            raise ResultInvalid(f"{where}: a failure goes with cells that raised or were stopped")
        if cell.failure is not None and cell.failure.kind not in SOFT_STOPS:
            raise ResultInvalid(f"{where}.failure: {cell.failure.kind} is not for the snippet's process to say")
        line = cell.end_line
        if cell.events is not None:
            if not next_event <= cell.events[0] <= cell.events[1]:
                raise ResultInvalid(f"{where}: its events are {cell.events[0]} to {cell.events[1]}, after {next_event}")
            next_event = cell.events[1] + 1
            _within(where, count, *cell.events)
        _within(where, count, cell.failure.event if cell.failure else None)


def _check_events(events: tuple[Event, ...], known: dict[str, set[str]]) -> None:
    """Check every event; calls become known in the order in which they begin, and end once."""
    begun, ended = known["calls"], set[str]()
    for position, event in enumerate(events):
        if event.index != position:
            raise ResultInvalid(f"events.{position}: its index is {event.index}")
        _check_mentions(f"events.{position}", event, known)
        if isinstance(event, CallEvent):
            if event.call in begun:
                raise ResultInvalid(f"events.{position}: {event.call} begins twice")
            begun.add(event.call)
        elif isinstance(event, ReturnEvent):
            if event.call in ended:
                raise ResultInvalid(f"events.{position}: {event.call} ends twice")
            ended.add(event.call)


def _check_gap(gap: Gap, events: tuple[Event, ...]) -> None:
    """Check that a gap lies inside the film, leaves something out, and that what is kept of it is of a kind that is."""
    if not (0 <= gap.event <= gap.resumes <= len(events) and gap.left_out > 0):
        raise ResultInvalid(f"gap: it leaves out {gap.left_out} events between {gap.event} and {gap.resumes}, of {len(events)}")
    for event in events[gap.event : gap.resumes]:
        if event.kind not in KEPT_IN_A_GAP:
            raise ResultInvalid(f"events.{event.index}: of a middle part that is left out no {event.kind} is kept")


def _check_mentions(where: str, record: Frozen, known: dict[str, set[str]]) -> None:
    for table, read in _accessors(type(record)):
        mentioned = read(record)
        if not known[table].issuperset(mentioned):
            raise ResultInvalid(f"{where}: there is no {next(each for each in mentioned if each not in known[table])}")


@cache
def _accessors(model: type[Frozen]) -> tuple[tuple[str, Read], ...]:
    """Return those of a model's accessors that lead to tables: storages and counters have none."""
    return tuple((table, read) for table, read in accessors(model) if table in ("tensors", "nodes", "saved", "calls"))


def _unique(what: str, ids: Iterable[str]) -> set[str]:
    seen: set[str] = set()
    for id_ in ids:
        if id_ in seen:
            raise ResultInvalid(f"{what}: {id_} appears twice")
        seen.add(id_)
    return seen


def _within(where: str, count: int, *events: int | None) -> None:
    for event in events:
        if event is not None and event >= count:
            raise ResultInvalid(f"{where}: there is no event {event}, only {count}")
