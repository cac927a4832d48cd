"""Frozen dataclasses as JSON objects, and back with every type checked: what messages and frames have in common."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import fields
from typing import Any


class MessageInvalid(ValueError):
    """Bytes that are none of the messages that were expected."""


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError
    return value


def _texts(value: object) -> tuple[str, ...]:
    if not isinstance(value, list):
        raise TypeError
    return tuple(map(_text, value))


def _number(value: object) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise TypeError
    return value


def _integer(value: object) -> int:
    if isinstance(value, bool) or not isinstance(value, int):
        raise TypeError
    return value


def _flag(value: object) -> bool:
    if not isinstance(value, bool):
        raise TypeError
    return value


_CHECKS: dict[str, Callable[[object], Any]] = {
    "str": _text,
    "tuple[str, ...]": _texts,
    "float": _number,
    "int": _integer,
    "bool": _flag,
}


def to_json(kind: str, values: Mapping[str, object]) -> bytes:
    """Write a message of this kind; characters that are no text are replaced."""
    return json.dumps({"type": kind, **values}, ensure_ascii=False).encode(errors="replace")


def from_json(text: bytes, kinds: Mapping[str, type[Any]], given: Mapping[str, bytes] | None = None) -> Any:
    """Make the message that ``text`` says, one of ``kinds``; fields of type ``bytes`` are taken from ``given``.

    Raises ``MessageInvalid`` unless it has exactly its fields, each of its type.
    """
    try:
        values = json.loads(text)
        kind = kinds[values.pop("type")]
        read: dict[str, object] = {}
        for field in fields(kind):
            if field.type == "bytes":
                read[field.name] = (given or {})[field.name]
            else:
                read[field.name] = _CHECKS[str(field.type)](values.pop(field.name))
        if values:
            raise TypeError
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        raise MessageInvalid(f"not a message: {text[:80]!r}") from None
    return kind(**read)
