"""Tells the person who runs a program what became of its recording."""

from __future__ import annotations

import sys
from contextlib import suppress
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from gradreel.locale import Lang


def tell(text: str) -> None:
    """Write one line to stderr, which is no part of the film."""
    stream: Any = sys.stderr
    if stream is not None:
        type(stream).write(stream, f"gradreel: {text}\n")


def tell_in(lang: Lang, key: str, **params: object) -> None:
    """Write the message ``key`` as one line to stderr; an exception among the parameters is told by its type and text.

    Raises nothing: it is called where the program's own exception is on its way.
    """
    with suppress(Exception):
        from gradreel.locale import word
        from gradreel.why.visible import visible

        tell(word(key, {name: visible(_told(value)) for name, value in params.items()}, lang))


def _told(value: object) -> str:
    return f"{type(value).__name__}: {value}" if isinstance(value, BaseException) else str(value)
