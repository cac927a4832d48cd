"""A port of this machine that passes connections on: what a proxy and a balancer have in common."""

from __future__ import annotations

import asyncio


class Listener:
    """Accepts connections on loopback and ends them all when it is closed. A subclass says what becomes of one."""

    def __init__(self) -> None:
        self._server: asyncio.Server | None = None
        self._open: set[asyncio.Task[None]] = set()

    async def start(self, port: int = 0) -> int:
        """Listen on loopback, and return the port."""
        self._server = await asyncio.start_server(self._accept, "127.0.0.1", port)
        listening: int = self._server.sockets[0].getsockname()[1]
        return listening

    async def aclose(self) -> None:
        """Close all connections."""
        if self._server is not None:
            self._server.close()
        for task in list(self._open):
            task.cancel()
        await asyncio.gather(*self._open, return_exceptions=True)

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Serve one connection, which is closed afterwards."""
        raise NotImplementedError

    async def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._open.add(task)
        try:
            await self.serve(reader, writer)
        finally:
            self._open.discard(task)
            writer.close()
