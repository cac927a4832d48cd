"""One port in front of several replicas: a connection goes to the next one that takes it. It moves bytes and knows no HTTP."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from itertools import count

PIECE_BYTES = 64 * 1024
CONNECT_S = 2.0


class Balancer:
    """Shares connections out between ports of this machine."""

    def __init__(self, ports: list[int]) -> None:
        self._ports = ports
        self._turn = count()
        self._server: asyncio.Server | None = None
        self._open: set[asyncio.Task[None]] = set()

    async def start(self, port: int) -> int:
        """Listen on loopback, and return the port."""
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", port)
        listening: int = self._server.sockets[0].getsockname()[1]
        return listening

    async def aclose(self) -> None:
        """Close all connections."""
        if self._server is not None:
            self._server.close()
        for task in list(self._open):
            task.cancel()
        await asyncio.gather(*self._open, return_exceptions=True)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._open.add(task)
        try:
            if other := await self._connect():
                await self._join((reader, writer), other)
        finally:
            self._open.discard(task)
            writer.close()

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
