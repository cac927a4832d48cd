"""Executes a process of the sandbox: Python with one channel to the server and nothing else of the server's.

The environment is given whole, so nothing of the server's own can reach a snippet. The session is its own, so that a Ctrl-C in the
terminal reaches the server alone.
"""

from __future__ import annotations

import asyncio
import socket
import sys
from asyncio.subprocess import DEVNULL
from collections.abc import Mapping
from typing import Protocol


class Process(Protocol):
    """What is wanted of ``asyncio.subprocess.Process``."""

    @property
    def pid(self) -> int: ...

    @property
    def returncode(self) -> int | None: ...

    async def wait(self) -> int: ...

    def kill(self) -> None: ...


async def execute(program: str, channel: socket.socket, argument: str, environment: Mapping[str, str]) -> Process:
    """Start Python on a program, which finds the channel's descriptor and ``argument`` in ``sys.argv``; what it says goes to stderr."""
    return await asyncio.create_subprocess_exec(
        *(sys.executable, "-s", "-P", "-B", "-c", program, str(channel.fileno()), argument),
        stdin=DEVNULL,
        stdout=DEVNULL,
        pass_fds=(channel.fileno(),),
        env=environment,
        cwd="/",
        start_new_session=True,
    )
