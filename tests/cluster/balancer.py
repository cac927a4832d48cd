"""One port in front of several replicas: a connection goes to the next one that takes it. It moves bytes and knows no HTTP."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from itertools import count

from tests.listener import Listener

PIECE_BYTES = 64 * 1024
CONNECT_S = 2.0


class Balancer(Listener):
    """Shares connections out between ports of this machine."""

    def __init__(self, ports: list[int]) -> None:
        super().__init__()
        self._ports = ports
        self._turn = count()

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Join one connection to a new one to a replica."""
        if other := await self._connect():
            await self._join((reader, writer), other)

    async def _connect(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter] | None:
        """Connect to the next replica that is there."""
        first = next(self._turn)
        for offset in range(len(self._ports)):
            with suppress(OSError, TimeoutError):
                async with asyncio.timeout(CONNECT_S):
                    return await asyncio.open_connection("127.0.0.1", self._ports[(first + offset) % len(self._ports)])
        return None

    async def _join(
        self, one: tuple[asyncio.StreamReader, asyncio.StreamWriter], other: tuple[asyncio.StreamReader, asyncio.StreamWriter]
    ) -> None:
        try:
            await asyncio.gather(_copy(one[0], other[1]), _copy(other[0], one[1]))
        except OSError:
            return
        finally:
            other[1].close()


async def _copy(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    while piece := await reader.read(PIECE_BYTES):
        writer.write(piece)
        await writer.drain()
    if writer.can_write_eof():
        writer.write_eof()
