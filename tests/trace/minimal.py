"""Builds the smallest document of a model, with one id put at a path that ``gradreel.trace.references`` names."""

from __future__ import annotations

import types
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

from pydantic import BaseModel

from gradreel.trace import IdOf

IDS = {"tensors": "t1", "nodes": "n1", "saved": "s1", "calls": "k1", "storages": "m1", "counters": "c1"}


def steps_of(path: str) -> tuple[str, ...]:
    return tuple(path.replace("[]", ".[]").split("."))


def minimal(annotation: Any, steps: tuple[str, ...] = (), identity: str = "") -> Any:
    """A JSON value of this annotation: every id is the first of its table, and ``identity`` stands where ``steps`` lead."""
    marks = getattr(annotation, "__metadata__", ())
    table = next((mark.table for mark in marks if isinstance(mark, IdOf)), None)
    if table is not None:
        return identity or IDS[table]
    if get_origin(annotation) is Annotated:
        return minimal(get_args(annotation)[0], steps, identity)
    if get_origin(annotation) in (Union, types.UnionType):
        parts = [part for part in get_args(annotation) if part is not type(None)]
        return minimal(parts[0], steps, identity) if steps or identity or len(parts) == len(get_args(annotation)) else None
    if get_origin(annotation) is Literal:
        return get_args(annotation)[0]
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return model(annotation, steps, identity)
    if get_origin(annotation) is tuple:
        return entries(get_args(annotation), steps, identity)
    return {int: 1, str: "", bool: True, dict: {}}.get(get_origin(annotation) or annotation, 0)


def model(made: type[BaseModel], steps: tuple[str, ...] = (), identity: str = "") -> dict[str, Any]:
    """A document of this model with what it must have, and with what leads to the id."""
    hints = get_type_hints(made, include_extras=True)
    made_of = (
        {"kind": made.model_fields["kind"].default} if "kind" in made.model_fields and not made.model_fields["kind"].is_required() else {}
    )
    for name, field in made.model_fields.items():
        if name in steps[:1]:
            made_of[name] = minimal(hints[name], steps[1:], identity)
        elif field.is_required():
            made_of[name] = minimal(hints[name])
    return made_of


def entries(parts: tuple[Any, ...], steps: tuple[str, ...], identity: str) -> list[Any]:
    if not identity and Ellipsis in parts:
        return []
    kinds = parts[:1] if Ellipsis in parts else parts
    return [minimal(kind, steps[1:], identity) for kind in kinds]
