"""Tells which ids an event or a record mentions, from the annotations of its fields (``IdOf``).

    paths(OpEvent)        {"tensors": ("inputs[]", "outputs[]", "writes[].tensor", "effects.views[][]", …), "nodes": …, "saved": …}
    references(event)     ("tensors", "t1"), ("tensors", "t2"), ("nodes", "n1"), …

A path names a field, ``.`` a field of what it holds, ``[]`` each entry of a sequence or each value of a mapping. The id that a record
gives to itself (``OwnId``) is no mention. Python reads the accessors that are made here; repair, which loads no pydantic, and the page
read ``tables()``, written as plain data by ``scripts/schema``.
"""

from __future__ import annotations

import types
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from operator import attrgetter, itemgetter
from typing import Annotated, Any, Union, get_args, get_origin, get_type_hints

from pydantic import BaseModel

from gradreel.trace.base import IdOf, OwnId
from gradreel.trace.events import Event
from gradreel.trace.graph import Node, Saved, Tensor
from gradreel.trace.run import Cell, Gradient

Read = Callable[[Any], Iterable[str]]
"""From a model, or from what one of its fields holds, to the ids in it."""

RECORDS: Mapping[str, type[BaseModel]] = types.MappingProxyType(
    {"tensors": Tensor, "nodes": Node, "saved": Saved, "gradients": Gradient, "cells": Cell}
)
"""The tables of a trace beside its events, and what each is made of."""


def paths(model: type[BaseModel]) -> dict[str, tuple[str, ...]]:
    """Return where a model mentions ids, by the table that they belong to."""
    found: dict[str, list[str]] = {}
    for name, annotation in _fields(model):
        for table, path in _places(annotation, name):
            found.setdefault(table, []).append(path)
    return {table: tuple(places) for table, places in found.items()}


def references(record: BaseModel) -> Iterator[tuple[str, str]]:
    """Yield (table, id) for every id that an event or a record mentions."""
    for table, read in accessors(type(record)):
        for identity in read(record):
            yield table, identity


@cache
def accessors(model: type[BaseModel]) -> tuple[tuple[str, Read], ...]:
    """Return one function for each field path of a model that leads to ids, with the table of these ids."""
    return tuple((table, _within(attrgetter(name), read)) for name, annotation in _fields(model) for table, read in _readers(annotation))


@cache
def own_id(model: type[BaseModel]) -> tuple[str, str] | None:
    """Return the field that is a model's own id and the table of that id; None for a model that has none."""
    for name, annotation in get_type_hints(model, include_extras=True).items():
        marks = getattr(annotation, "__metadata__", ())
        if any(isinstance(mark, OwnId) for mark in marks):
            return name, next(mark.table for mark in marks if isinstance(mark, IdOf))
    return None


def event_models() -> dict[str, type[BaseModel]]:
    """Return the model of each kind of event."""
    return {model.model_fields["kind"].default: model for model in get_args(get_args(Event)[0])}


def tables() -> dict[str, Any]:
    """Return all paths as plain data: of events by kind, of records by their table, and which kind of event gives which own id."""
    events = event_models()
    return {
        "events": {kind: paths(model) for kind, model in events.items()},
        "records": {table: paths(model) for table, model in RECORDS.items()},
        "own": {kind: own for kind, model in events.items() if (own := own_id(model)) is not None},
    }


def _fields(model: type[BaseModel]) -> list[tuple[str, Any]]:
    own = own_id(model)
    hints = get_type_hints(model, include_extras=True)
    return [(name, hints[name]) for name in model.model_fields if own is None or name != own[0]]


def _places(annotation: Any, path: str) -> Iterator[tuple[str, str]]:
    """Yield the table and the path of each id in what an annotation describes."""
    table = _table_of(annotation)
    if table is not None:
        yield table, path
    elif _is_model(annotation):
        for name, inner in _fields(annotation):
            yield from _places(inner, f"{path}.{name}")
    else:
        marker = "" if _is_union(annotation) or get_origin(annotation) is Annotated else "[]"
        seen = dict.fromkeys(place for inner in _parts(annotation) for place in _places(inner, path + marker))
        yield from seen


def _readers(annotation: Any) -> list[tuple[str, Read]]:
    """Return what reads the ids out of a value of this annotation, for each path that leads to some."""
    table = _table_of(annotation)
    if table is not None:
        return [(table, lambda identity: (identity,))]
    if _is_model(annotation):
        return [(table, _within(attrgetter(name), read)) for name, inner in _fields(annotation) for table, read in _readers(inner)]
    parts = _parts(annotation)
    if _is_union(annotation) and type(None) in parts:
        return [(table, _unless_none(read)) for part in parts for table, read in _readers(part)]
    if get_origin(annotation) is tuple and len(set(parts)) == 1:
        return [(table, _of_each(read, _table_of(parts[0]) is not None)) for table, read in _readers(parts[0])]
    if get_origin(annotation) is tuple:
        return [(table, _within(itemgetter(place), read)) for place, part in enumerate(parts) for table, read in _readers(part)]
    if get_origin(annotation) is dict:
        return [(table, _of_values(read)) for part in parts for table, read in _readers(part)]
    return [reader for part in parts for reader in _readers(part)]


def _within(get: Callable[[Any], Any], read: Read) -> Read:
    return lambda value: read(get(value))


def _unless_none(read: Read) -> Read:
    return lambda value: () if value is None else read(value)


def _of_each(read: Read, are_ids: bool) -> Read:
    if are_ids:
        return tuple
    return lambda values: [identity for value in values for identity in read(value)] if values else ()


def _of_values(read: Read) -> Read:
    return lambda mapping: [identity for value in mapping.values() for identity in read(value)]


def _table_of(annotation: Any) -> str | None:
    return next((mark.table for mark in getattr(annotation, "__metadata__", ()) if isinstance(mark, IdOf)), None)


def _is_model(annotation: Any) -> bool:
    return isinstance(annotation, type) and issubclass(annotation, BaseModel)


def _is_union(annotation: Any) -> bool:
    return get_origin(annotation) in (Union, types.UnionType)


def _parts(annotation: Any) -> tuple[Any, ...]:
    """Return the annotations that one is made of."""
    if get_origin(annotation) is Annotated:
        return get_args(annotation)[:1]
    if get_origin(annotation) is dict:
        return get_args(annotation)[1:]  # no mapping of the contract has ids for keys
    return tuple(part for part in get_args(annotation) if part is not Ellipsis)
