"""Keeps the values used last, up to a number of bytes."""

from __future__ import annotations

import time
from collections import OrderedDict
from typing import Generic, TypeVar

Value = TypeVar("Value")


class Memory(Generic[Value]):
    """Maps keys to values; the ones not used for longest go first. With ``seconds``, a value is forgotten after that time."""

    def __init__(self, limit_bytes: int, seconds: float | None = None) -> None:
        self._limit_bytes = limit_bytes
        self._seconds = seconds
        self._held: OrderedDict[str, tuple[Value, int, float]] = OrderedDict()
        self._bytes = 0

    def get(self, key: str) -> Value | None:
        """Return the value, and note that it was used."""
        held = self._held.get(key)
        if held is None:
            return None
        if self._seconds is not None and time.monotonic() - held[2] > self._seconds:
            self.forget(key)
            return None
        self._held.move_to_end(key)
        return held[0]

    def put(self, key: str, value: Value, size_bytes: int) -> None:
        """Hold ``value`` in place of an earlier one; one that is larger than the whole limit is not held."""
        self.forget(key)
        if size_bytes > self._limit_bytes:
            return
        self._held[key] = (value, size_bytes, time.monotonic())
        self._bytes += size_bytes
        while self._bytes > self._limit_bytes:
            self.forget(next(iter(self._held)))

    def forget(self, key: str) -> None:
        """Drop the value, if there is one."""
        held = self._held.pop(key, None)
        if held is not None:
            self._bytes -= held[1]
