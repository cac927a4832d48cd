"""Frozen dataclasses as JSON objects, and back with every type checked: what all messages between processes have in common."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import fields
from typing import Any, Generic, TypeVar, get_args

BULK = "bytes"
"""The type of fields that are not in the JSON."""

T = TypeVar("T")


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


class Messages(Generic[T]):
    """The messages of one protocol: a union of frozen dataclasses, told apart by their names. Fields of type ``bytes`` are no part of the
    JSON; each protocol says where they travel.
    """

    def __init__(self, union: object) -> None:
        kinds: tuple[type[Any], ...] = get_args(union)
        self._kinds = {kind.__name__: kind for kind in kinds}
        self._fields = {kind: tuple((field.name, str(field.type)) for field in fields(kind)) for kind in kinds}

    def to_json(self, message: T, max_text_chars: int | None = None) -> bytes:
        """Write all but the ``bytes``; characters that are no text are replaced, and of longer texts only the end is written."""
        values = {name: getattr(message, name) for name, type_name in self._fields[type(message)] if type_name != BULK}
        if max_text_chars is not None:
            values = {name: value[-max_text_chars:] if isinstance(value, str) else value for name, value in values.items()}
        return json.dumps({"type": type(message).__name__, **values}, ensure_ascii=False).encode(errors="replace")

    def bulk(self, message: T) -> list[bytes]:
        """The ``bytes`` of a message, in order."""
        return [getattr(message, name) for name, type_name in self._fields[type(message)] if type_name == BULK]

    def from_json(self, text: bytes, bulk: Sequence[bytes] = ()) -> T:
        """Make the message that ``text`` says, with as much of its ``bytes`` as there is in ``bulk``; the rest of them are empty.

        Raises ``MessageInvalid`` unless it has exactly its fields, each of its type.
        """
        left = list(bulk)
        try:
            values = json.loads(text)
            kind = self._kinds[values.pop("type")]
            read: dict[str, object] = {}
            for name, type_name in self._fields[kind]:
                if type_name == BULK:
                    read[name] = left.pop(0) if left else b""
                else:
                    read[name] = _CHECKS[type_name](values.pop(name))
            if values or left:
                raise TypeError
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
            raise MessageInvalid(f"not a message: {text[:80]!r}") from None
        message: T = kind(**read)
        return message
