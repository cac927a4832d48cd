"""Reads and writes pipes to hostile processes: never blocks, and keeps a bounded number of bytes."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable

CHUNK_BYTES = 256 * 1024


class ByteLimit:
    """Bytes that several readers may keep together."""

    def __init__(self, limit_bytes: int) -> None:
        self.limit_bytes = limit_bytes
        self.received_bytes = 0

    @property
    def exceeded(self) -> bool:
        """Did more arrive than is allowed?"""
        return self.received_bytes > self.limit_bytes


class PipeReader:
    """Reads one pipe in the event loop; keeps the first bytes that the limit has room for, counts and drops the rest."""

    def __init__(self, descriptor: int, limit: ByteLimit, on_change: Callable[[], None]) -> None:
        """``on_change`` is called when the limit is exceeded and at end of file."""
        os.set_blocking(descriptor, False)
        self._descriptor: int | None = descriptor
        self._limit = limit
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
            room = max(0, self._limit.limit_bytes - self._limit.received_bytes)
            if room:
                self._kept.append(data[:room])
            self._limit.received_bytes += len(data)
            if self._limit.exceeded:
                self._on_change()
            return
        self.close()
        self._on_change()


async def write_all(descriptor: int, content: bytes) -> None:
    """Write ``content`` without blocking, as fast as it is read; returns early if nobody reads any more."""
    left = memoryview(content)
    os.set_blocking(descriptor, False)
    try:
        while left:
            try:
                left = left[os.write(descriptor, left) :]
            except BlockingIOError:
                await _writable(descriptor)
    except BrokenPipeError:
        return


async def _writable(descriptor: int) -> None:
    loop = asyncio.get_running_loop()
    ready = asyncio.Event()
    loop.add_writer(descriptor, ready.set)
    try:
        await ready.wait()
    finally:
        loop.remove_writer(descriptor)
