"""Turns a pipe that a hostile process writes into at most so many bytes of memory."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable

CHUNK_BYTES = 256 * 1024


class Allowance:
    """Bytes that several sinks may take together."""

    def __init__(self, limit_bytes: int) -> None:
        self.limit_bytes = limit_bytes
        self.taken = 0

    @property
    def exceeded(self) -> bool:
        """Did more arrive than is allowed?"""
        return self.taken > self.limit_bytes


class Sink:
    """Reads one pipe without blocking; keeps the first bytes that the allowance has room for, counts and forgets the rest."""

    def __init__(self, descriptor: int, allowance: Allowance, on_change: Callable[[], None]) -> None:
        os.set_blocking(descriptor, False)
        self._descriptor: int | None = descriptor
        self._allowance = allowance
        self._on_change = on_change
        self._kept: list[bytes] = []
        self._loop = asyncio.get_running_loop()
        self._loop.add_reader(descriptor, self._read)

    @property
    def closed(self) -> bool:
        """Has the last writer gone, or has ``close`` been called?"""
        return self._descriptor is None

    @property
    def content(self) -> bytes:
        """What was kept."""
        return b"".join(self._kept)

    def close(self) -> None:
        """Stop reading; may be called more than once."""
        if self._descriptor is not None:
            self._loop.remove_reader(self._descriptor)
            os.close(self._descriptor)
            self._descriptor = None

    def _read(self) -> None:
        if self._descriptor is None:
            return
        try:
            data = os.read(self._descriptor, CHUNK_BYTES)
        except BlockingIOError:
            return
        if data:
            room = max(0, self._allowance.limit_bytes - self._allowance.taken)
            if room:
                self._kept.append(data[:room])
            self._allowance.taken += len(data)
            if self._allowance.exceeded:
                self._on_change()
            return
        self.close()
        self._on_change()
