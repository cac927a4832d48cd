"""Turns bytes into what another process reads from a pipe, at whatever pace it does."""

from __future__ import annotations

import asyncio
import os


async def feed(descriptor: int, content: bytes) -> None:
    """Write ``content`` without blocking; stop where nobody reads any more."""
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
    free = asyncio.Event()
    loop.add_writer(descriptor, free.set)
    try:
        await free.wait()
    finally:
        loop.remove_writer(descriptor)
