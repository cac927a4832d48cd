"""A network between two processes of this machine that can be cut: a port that passes bytes on to a server for as long as it is told to."""

from __future__ import annotations

import asyncio
import socket
import struct
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Literal

from tests.listener import Listener

Cut = Literal["held", "half_open", "reset"]
"""``held``: nothing passes, not even the end of a connection, as when a cable is pulled. ``half_open``: the server has lost all connections
and the clients were not told. ``reset``: every connection is refused."""
CUTS: tuple[Cut, ...] = ("held", "half_open", "reset")

Streams = tuple[asyncio.StreamReader, asyncio.StreamWriter]
PIECE_BYTES = 64 * 1024
AT_ONCE = struct.pack("ii", 1, 0)
"""For SO_LINGER: a connection that is closed is reset."""


class Proxy(Listener):
    """One port in front of one server."""

    def __init__(self, connect: Callable[[], Awaitable[Streams]]) -> None:
        """``connect`` opens a connection to the server."""
        super().__init__()
        self._connect = connect
        self._passing = asyncio.Event()
        self._passing.set()
        self._cut: Cut | None = None
        self._behind: set[asyncio.StreamWriter] = set()
        """Connections to the server."""
        self._before: set[asyncio.StreamWriter] = set()

    def cut(self, how: Cut) -> None:
        """Cut the network."""
        self._cut = how
        self._passing.clear()
        for writer in [*(self._behind if how != "held" else ()), *(self._before if how == "reset" else ())]:
            _reset(writer)

    def mend(self) -> None:
        """Let bytes pass again."""
        self._cut = None
        self._passing.set()

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Join one connection to a new one to the server."""
        self._before.add(writer)
        try:
            if self._cut == "reset":
                _reset(writer)
                return
            await self._passing.wait()
            with suppress(OSError):
                await self._join(reader, writer)
        finally:
            self._before.discard(writer)

    async def _join(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        server_reader, server_writer = await self._connect()
        self._behind.add(server_writer)
        try:
            await asyncio.gather(self._copy(reader, server_writer), self._copy(server_reader, writer), return_exceptions=True)
        finally:
            self._behind.discard(server_writer)
            server_writer.close()

    async def _copy(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while piece := await reader.read(PIECE_BYTES):
                await self._passing.wait()
                writer.write(piece)
                await writer.drain()
        except OSError:
            return
        finally:
            await self._passing.wait()
            writer.close()


def _reset(writer: asyncio.StreamWriter) -> None:
    writer.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, AT_ONCE)
    writer.transport.abort()
