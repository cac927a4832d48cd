"""Tells the person who runs a program what became of its recording."""

from __future__ import annotations

import sys
from typing import Any


def tell(text: str) -> None:
    """Write one line to stderr, which is no part of the film."""
    stream: Any = sys.stderr
    if stream is not None:
        type(stream).write(stream, f"gradreel: {text}\n")
