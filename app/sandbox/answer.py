"""Turns the bytes that came out of a jail into a ``Recording``, or refuses them. They are hostile input.

Bounded before they are parsed, parsed strictly against the contract, and then checked for what a schema cannot say: ids are unique
and exist, events are where their index says, lines are lines of the snippet. A forged trace can at most lie about its own run.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from copy import deepcopy
from functools import cache
from typing import Any, TypeVar

from pydantic import ValidationError
from pydantic_core import SchemaValidator

from app.trace import (
    AccumulateEvent,
    BackwardStartEvent,
    BindEvent,
    Event,
    Failure,
    FreeEvent,
    NodeEvent,
    OpEvent,
    Outcome,
    RaiseEvent,
    Recording,
    Twin,
    UnpackEvent,
)

# NOTE [Big numbers] JSON knows no bounds, but the page's numbers and our own encoder do. Digits inside of strings are no numbers.
SUSPECT_DIGITS = re.compile(rb"[0-9]{19}")
STRING_OR_INTEGER = re.compile(rb'"(?:[^"\\]|\\.)*"|(-?[0-9]+)(?![0-9.eE])')
INTEGERS = range(-(2**63), 2**64)
MOST_DIGITS = 20

# What a tracer may report as its own stop; the rest are for the server to say.
SOFT_STOPS = frozenset({"python_error", "wall_time", "cpu_time", "exit", "trace_too_large"})


Document = TypeVar("Document", Recording, Twin)


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


def validate_twin(result: bytes) -> Twin:
    """Read the answer of a child that ran the snippet untraced; raises ``ResultInvalid`` likewise."""
    twin = _read(Twin, result)
    _check_outcome(twin.outcome)
    return twin


def _read(model: type[Document], result: bytes) -> Document:
    _check_integers(result)
    try:
        document: Document = _validator(model).validate_json(result, strict=True)
    except ValidationError as error:
        raise ResultInvalid(_first_of(error)) from None
    return document


@cache
def _validator(model: type[Recording] | type[Twin]) -> SchemaValidator:
    """Compile the contract in a form that a bomb does not set off.

    NOTE [Error bombs] pydantic collects every error: sixteen megabytes of ``[1,1,1,…`` where events belong cost 77 s and 7 GB. Here each
    sequence stops at its first error, and unknown fields are left out instead of being complained about one by one.
    """
    schema = deepcopy(model.__pydantic_core_schema__)
    places: list[Any] = [schema]
    while places:
        place = places.pop()
        if isinstance(place, dict):
            if place.get("type") in ("tuple", "list", "dict"):
                place["fail_fast"] = True
            if place.get("type") == "model-fields":
                place["extra_behavior"] = "ignore"
            places.extend(place.values())
        elif isinstance(place, list | tuple):
            places.extend(place)
    return SchemaValidator(schema)


def _first_of(error: ValidationError) -> str:
    first = error.errors(include_url=False, include_context=False, include_input=False)[0]
    place = ".".join(str(part) for part in first["loc"]) or "document"
    return f"{place}: {first['msg']}"[:500]


def _check_integers(result: bytes) -> None:
    if not SUSPECT_DIGITS.search(result):
        return
    for match in STRING_OR_INTEGER.finditer(result):
        digits = match.group(1)
        if digits and (len(digits) > MOST_DIGITS or int(digits) not in INTEGERS):
            raise ResultInvalid("a number has more than 64 bits")


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
    tensors = _unique("tensors", (tensor.id for tensor in recording.tensors))
    nodes = _unique("nodes", (node.id for node in recording.nodes))
    saved = _unique("saved", (each.id for each in recording.saved))
    count = len(recording.events)
    for position, event in enumerate(recording.events):
        if event.index != position:
            raise ResultInvalid(f"events.{position}: its index is {event.index}")
        _known(f"events.{position}", tensors, _tensors_of(event))
        _known(f"events.{position}", nodes, _nodes_of(event))
        _known(f"events.{position}", saved, _saved_of(event))
    for tensor in recording.tensors:
        _known(f"tensors.{tensor.id}", tensors, (tensor.base,))
        _within(f"tensors.{tensor.id}", count, tensor.event)
    for node in recording.nodes:
        _known(f"nodes.{node.id}", nodes, (edge.node for edge in node.next_functions))
        _known(f"nodes.{node.id}", tensors, (node.variable,))
        _within(f"nodes.{node.id}", count, node.event, node.op)
    for each in recording.saved:
        _known(f"saved.{each.id}", nodes, (each.node,))
        _known(f"saved.{each.id}", tensors, (each.tensor,))
        _within(f"saved.{each.id}", count, each.event)
    _known("gradients", tensors, (gradient.tensor for gradient in recording.gradients))
    failure: Failure | None = recording.outcome.failure
    _within("outcome.failure", count, failure.event if failure else None)


def _unique(what: str, ids: Iterable[str]) -> set[str]:
    seen: set[str] = set()
    for id_ in ids:
        if id_ in seen:
            raise ResultInvalid(f"{what}: {id_} appears twice")
        seen.add(id_)
    return seen


def _known(where: str, ids: set[str], mentioned: Iterable[str | None]) -> None:
    for id_ in mentioned:
        if id_ is not None and id_ not in ids:
            raise ResultInvalid(f"{where}: there is no {id_}")


def _within(where: str, count: int, *events: int | None) -> None:
    for event in events:
        if event is not None and event >= count:
            raise ResultInvalid(f"{where}: there is no event {event}, only {count}")


def _tensors_of(event: Event) -> Iterator[str | None]:
    match event:
        case OpEvent():
            yield from event.inputs
            yield from event.outputs
            yield from (write.tensor for write in event.writes)
            yield from (state.tensor for state in event.states)
        case BackwardStartEvent():
            yield from event.roots
        case BindEvent() | AccumulateEvent():
            yield event.tensor
        case _:
            return


def _nodes_of(event: Event) -> Iterator[str | None]:
    match event:
        case OpEvent():
            yield from event.nodes
            yield from (state.grad_fn for state in event.states)
        case NodeEvent() | RaiseEvent():
            yield event.node
        case FreeEvent():
            yield from event.nodes
        case _:
            return


def _saved_of(event: Event) -> Iterator[str | None]:
    match event:
        case OpEvent():
            yield from event.saves
            yield from event.stale
        case UnpackEvent() | RaiseEvent():
            yield event.saved
        case _:
            return
