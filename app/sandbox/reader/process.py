"""The server's end of one reader process: started, given one answer at a time, killed when it fails."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import signal
import socket
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TypeVar

from app.errors import SandboxUnavailable
from app.sandbox.protocol.fields import MessageInvalid
from app.sandbox.protocol.modes import Expect, Mode, begin_none
from app.sandbox.reader.frames import (
    LENGTH_BYTES,
    MAX_FRAME_BYTES,
    AnswerValidated,
    ControlAnswer,
    ControlsExpected,
    ControlWanted,
    DoWork,
    FinishedFilm,
    Frame,
    JudgedFix,
    JudgeFix,
    ReadAnswer,
    ReaderReady,
    RenewedFilm,
    RenewFilm,
    WorkDone,
    from_frame,
    to_frame,
)
from app.sandbox.server import execution
from app.sandbox.server.execution import Process
from app.settings import Settings

ROOT = Path(__file__).parents[3]
BOOT = f"import sys; sys.path.append({str(ROOT)!r}); from app.sandbox.reader.reader_main import main; main()"
ENVIRONMENT = {"LANG": "C.UTF-8", "PYTHONUTF8": "1", "PYTHONDONTWRITEBYTECODE": "1", "PYTHONNOUSERSITE": "1", "MALLOC_ARENA_MAX": "1"}
SETTINGS = (
    *("insecure_no_sandbox", "jail_uid", "wall_time_s", "cpu_time_s", "memory_bytes", "output_bytes", "trace_bytes", "trace_events"),
    *("tmp_bytes", "tmp_inodes", "open_files", "threads", "reader_cpu_s", "reader_memory_bytes", "answer_cpu_s"),
)
"""What a reader is told of the settings."""
MAX_CONTROL_RUNS = 8
STATUS_S = 10.0
"""Longest wait for how a reader has ended that has closed its channel."""
STREAM_BYTES = 1024**2

Answered = TypeVar("Answered", RenewedFilm, JudgedFix, WorkDone)
RunControl = Callable[[Mode, bool], Awaitable[ControlAnswer]]
"""(mode, whether it is for the comparison) → what the run answered."""


class ReaderFailed(Exception):
    """The reader ended, took too long or broke the protocol."""

    def __init__(self, reason: str, *, validated: bool, overran: bool = False, status: int | None = None) -> None:
        super().__init__(reason)
        self.validated = validated
        """The answer itself is known to be sound."""
        self.killed = status == -signal.SIGKILL
        """Something outside ended the reader: a process in its jail cannot send itself SIGKILL, and no limit of its own does."""
        self.overran = overran or status == -signal.SIGXCPU
        """It was at it for longer than it may."""


class Reader:
    """A running reader; made by ``start``."""

    def __init__(self, process: Process, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, layers: tuple[str, ...]) -> None:
        self._process = process
        self._pidfd = os.pidfd_open(process.pid)
        self._reader = reader
        self._writer = writer
        self.layers = layers
        self.spent = False
        """Has it grown so large that it has ended?"""

    @property
    def pid(self) -> int:
        """Process id, for tests that kill it."""
        return self._process.pid

    @property
    def alive(self) -> bool:
        """Has it not ended? One that has just ended has closed its channel already."""
        return self._process.returncode is None and not self._reader.at_eof() and self._reader.exception() is None

    async def read(self, request: ReadAnswer, run_control: RunControl, timeout_s: float, expect: Expect = begin_none) -> FinishedFilm:
        """Have a film made; raises ``ReaderFailed``, after which the reader is of no use. Control runs do not count as its time."""
        validated = False
        left_s, controls = timeout_s, 0
        loop = asyncio.get_running_loop()
        outgoing: Frame = request
        try:
            while True:
                began_s = loop.time()
                async with asyncio.timeout(left_s):
                    await _write(self._writer, outgoing)
                    frame = await _next(self._reader)
                    while isinstance(frame, AnswerValidated | ControlsExpected):
                        if isinstance(frame, ControlsExpected):
                            expect(frame.modes)
                        else:
                            validated = True
                        frame = await _next(self._reader)
                left_s -= loop.time() - began_s
                if isinstance(frame, FinishedFilm):
                    self.spent = frame.reader_is_spent
                    return frame
                controls += 1
                if not isinstance(frame, ControlWanted) or controls > MAX_CONTROL_RUNS:
                    raise MessageInvalid(f"the reader sent {type(frame).__name__}")
                outgoing = await run_control(frame.mode, frame.for_comparison)
        except TimeoutError:
            raise ReaderFailed("it took too long", validated=validated, overran=True) from None
        except (OSError, EOFError) as error:
            raise ReaderFailed(type(error).__name__, validated=validated, status=await self._status()) from None
        except MessageInvalid as error:
            raise ReaderFailed(type(error).__name__, validated=validated) from None

    async def renew(self, request: RenewFilm, timeout_s: float) -> RenewedFilm:
        """Have a stored film brought into the present form; raises ``ReaderFailed`` likewise."""
        return await self._exchange(request, RenewedFilm, timeout_s)

    async def judge(self, request: JudgeFix, timeout_s: float) -> JudgedFix:
        """Have two control runs compared; raises ``ReaderFailed`` likewise."""
        return await self._exchange(request, JudgedFix, timeout_s)

    async def work(self, request: DoWork, timeout_s: float) -> WorkDone:
        """Have something else done, by a process that can do it; raises ``ReaderFailed`` likewise."""
        return await self._exchange(request, WorkDone, timeout_s)

    async def _exchange(self, request: Frame, kind: type[Answered], timeout_s: float) -> Answered:
        try:
            async with asyncio.timeout(timeout_s):
                await _write(self._writer, request)
                frame = await _next(self._reader)
            if not isinstance(frame, kind):
                raise MessageInvalid(f"the reader sent {type(frame).__name__}")
        except TimeoutError:
            raise ReaderFailed("it took too long", validated=False, overran=True) from None
        except (OSError, EOFError) as error:
            raise ReaderFailed(type(error).__name__, validated=False, status=await self._status()) from None
        except MessageInvalid as error:
            raise ReaderFailed(type(error).__name__, validated=False) from None
        self.spent = frame.reader_is_spent
        return frame

    async def _status(self) -> int | None:
        """Its channel has closed: how has the process ended? None where it has not."""
        try:
            async with asyncio.timeout(STATUS_S):
                return await self._process.wait()
        except TimeoutError:
            return None

    def kill(self) -> None:
        """Kill it; may be called more than once."""
        self._writer.close()
        # Not by the process object: that would collect the status of a dead process itself, and asyncio would wait for it for ever.
        with contextlib.suppress(ProcessLookupError):
            signal.pidfd_send_signal(self._pidfd, signal.SIGKILL)

    async def aclose(self) -> None:
        """Kill it and wait for its end."""
        self.kill()
        await self._process.wait()
        with contextlib.suppress(OSError):
            await self._writer.wait_closed()
        os.close(self._pidfd)


async def start(settings: Settings, timeout_s: float, program: str = BOOT) -> Reader:
    """Start a reader, or another program that is one, and wait until it is in its jail; raises ``SandboxUnavailable``."""
    local, remote = socket.socketpair()
    limits = {name: getattr(settings, name) for name in SETTINGS}
    with local, remote:
        process = await execution.execute(program, remote, json.dumps(limits), ENVIRONMENT)
        reader, writer = await asyncio.open_connection(sock=socket.socket(fileno=os.dup(local.fileno())), limit=STREAM_BYTES)
    try:
        async with asyncio.timeout(timeout_s):
            frame = await _next(reader)
        if not isinstance(frame, ReaderReady):
            raise MessageInvalid(type(frame).__name__)
    except BaseException as error:
        await Reader(process, reader, writer, ()).aclose()
        if isinstance(error, (TimeoutError, OSError, EOFError, MessageInvalid)):
            raise SandboxUnavailable(f"The process that reads answers did not start ({type(error).__name__}); see the log above.") from None
        raise
    return Reader(process, reader, writer, frame.layers)


async def _write(writer: asyncio.StreamWriter, frame: Frame) -> None:
    writer.write(to_frame(frame))
    await writer.drain()


async def _next(reader: asyncio.StreamReader) -> Frame:
    size = int.from_bytes(await reader.readexactly(LENGTH_BYTES))
    if size > MAX_FRAME_BYTES:
        raise MessageInvalid("a frame that is too large")
    return from_frame(await reader.readexactly(size))
