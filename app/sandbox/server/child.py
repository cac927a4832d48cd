"""The server's end of one child process: spawned, ready, given one snippet, removed.

zygote ──spawn──▶ starting ──ready──▶ waiting ──run──▶ running ──remove──▶ gone
                      └── setup fails, or the lifeline closes ──▶ lost
"""

from __future__ import annotations

import asyncio
import os
import re
import signal
import socket
from collections.abc import Callable
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from app.sandbox.protocol import channel
from app.sandbox.protocol.messages import (
    END_OF_RESULT,
    ChildDescriptors,
    ChildFailed,
    ChildReady,
    ChildStarted,
    Snippet,
    SnippetEnded,
    SnippetRead,
    SpawnChild,
    StopSnippet,
)
from app.sandbox.report.verdict import Evidence, Status
from app.sandbox.server.cgroup import Group
from app.sandbox.server.io import ByteLimit, PipeReader, write_all

STATUS_S = 2.0
"""Longest wait for how a snippet ended, once it has been killed."""
REMOVE_S = 20.0
"""Longest wait for a killed child to be gone: a busy machine takes its time to unmap half a gigabyte. Nobody waits for it."""


@dataclass(frozen=True)
class Bounds:
    """The limits on one run that the server itself enforces."""

    wall_time_s: float
    grace_s: float
    output_bytes: int
    trace_bytes: int


@dataclass(frozen=True)
class Collected:
    """Everything that came out of a run, and the trusted signals about it."""

    result: bytes
    stdout: bytes
    stderr: bytes
    evidence: Evidence
    elapsed_ms: float
    snippet_read: bool
    """Had the child read the snippet? If not, whatever ended it was not the snippet."""


class ForkSource(Protocol):
    """The process that a child was forked from."""

    trusted: bool
    """False once one of its children has crashed, from which an attacker may have learned addresses."""

    @property
    def alive(self) -> bool:
        """Can it still fork?"""


class Child:
    """One jailed process, from the server's side."""

    def __init__(self, zygote: ForkSource, control: socket.socket, on_end: Callable[[], None], *, defer_warmup: bool = False) -> None:
        """Ask the zygote at the other end of ``control`` for a child; raises ``OSError`` if it is gone."""
        self.zygote = zygote
        self._loop = asyncio.get_running_loop()
        self._on_end = on_end
        self._changed = asyncio.Event()
        self._pidfds: tuple[int, ...] = ()
        self._status: Status | None = None
        self._is_ready = False
        self._snippet_read = False
        self._group: Group | None = None
        self.error: str | None = None
        """Why it could not be set up."""
        self.ready: asyncio.Future[bool] = self._loop.create_future()
        with ExitStack() as remote, ExitStack() as local:
            self._lifeline, lifeline = channel.pair()
            remote.callback(lifeline.close)
            local.callback(self._lifeline.close)
            code, self._code = _pipe(remote, local, remote_reads=True)
            streams = {name: _pipe(remote, local, remote_reads=False) for name in ("stdout", "stderr", "result")}
            self._pipes = {name: end for name, (_, end) in streams.items()}
            descriptors = ChildDescriptors(lifeline.fileno(), code, *(end for end, _ in streams.values()))
            channel.send(control, SpawnChild(defer_warmup), tuple(descriptors.all()))
            local.pop_all()
        self._lifeline.setblocking(False)
        self._loop.add_reader(self._lifeline, self._receive)

    @property
    def lost(self) -> bool:
        """Has it ended, or failed to start?"""
        return self._lifeline.fileno() < 0 or self._status is not None

    @property
    def snippet_read(self) -> bool:
        """Has it read its snippet?"""
        return self._snippet_read

    def pids(self) -> list[int]:
        """Process ids of its init and of the snippet's process, in the server's numbering; of those that are gone, -1."""
        return [int(re.findall(r"^Pid:\s*(-?\d+)", Path(f"/proc/self/fdinfo/{each}").read_text(), re.M)[0]) for each in self._pidfds]

    def join_group(self, group: Group) -> None:
        """Put the snippet's process into a cgroup, which is removed with the child.

        Raises ``ProcessLookupError`` if the child is gone, another ``OSError`` if the kernel refuses.
        """
        self._group = group
        pids = self.pids()
        if not pids or pids[-1] < 0:
            raise ProcessLookupError("the child has ended")
        group.add(pids[-1])

    async def run(self, snippet: Snippet, bounds: Bounds) -> Collected:
        """Send the snippet and collect the answer, for at most the wall time and its grace. A child runs one snippet only."""
        started = self._loop.time()
        output, answer = ByteLimit(bounds.output_bytes), ByteLimit(bounds.trace_bytes)
        result = self._reader("result", answer)
        stdout, stderr = self._reader("stdout", output), self._reader("stderr", output)
        readers = (result, stdout, stderr)
        writing = asyncio.ensure_future(write_all(self._code, snippet.to_bytes()))
        deadline_s = bounds.wall_time_s + bounds.grace_s
        try:
            in_time = await self._until(lambda: all(each.closed for each in readers) or output.exceeded or answer.exceeded, deadline_s)
            finished = in_time and not answer.exceeded
            if finished and output.exceeded:
                self._interrupt()
                finished = await self._until(lambda: result.closed or answer.exceeded, bounds.grace_s) and not answer.exceeded
        finally:
            writing.cancel()
            elapsed_s = self._loop.time() - started
            for each in readers:
                each.close()
        content = result.content if finished else b""
        cut = not content.endswith(END_OF_RESULT)
        killed = cut and await self._wait_for_status(bounds.grace_s if finished else 0)
        out_of_memory = cut and self._group is not None and self._group.out_of_memory()
        evidence = Evidence(not in_time, output.exceeded, answer.exceeded, cut, out_of_memory, killed, self._status)
        return Collected(content, stdout.content, stderr.content, evidence, elapsed_s * 1000, self._snippet_read)

    def kill(self) -> None:
        """Kill its processes; may be called more than once."""
        for pidfd in self._pidfds:
            with suppress(ProcessLookupError):
                signal.pidfd_send_signal(pidfd, signal.SIGKILL)

    async def remove(self) -> bool:
        """Kill it, wait until its processes are gone, and close every descriptor. False if a process is left."""
        self.kill()
        try:
            async with asyncio.timeout(REMOVE_S):
                for pidfd in self._pidfds:
                    await self._ended(pidfd)
            gone = True
        except TimeoutError:
            gone = False
        self._close()
        return gone

    def _reader(self, name: str, limit: ByteLimit) -> PipeReader:
        return PipeReader(self._pipes.pop(name), limit, self._changed.set)

    async def _until(self, condition: Callable[[], bool], timeout_s: float) -> bool:
        """Wait until ``condition`` holds; False if it does not within ``timeout_s``."""
        try:
            async with asyncio.timeout(timeout_s):
                while not condition():
                    await self._changed.wait()
                    self._changed.clear()
        except TimeoutError:
            return False
        return True

    def _interrupt(self) -> None:
        """Have the snippet interrupted from within, so that it can still send its trace."""
        with suppress(OSError):
            channel.send(self._lifeline, StopSnippet())

    async def _wait_for_status(self, timeout_s: float) -> bool:
        """Wait for how the snippet's process ended; true if it was killed after ``timeout_s``."""
        if await self._until(lambda: self.lost, timeout_s):
            return False
        self._kill_snippet()
        if not await self._until(lambda: self.lost, STATUS_S):
            self._kill_snippet()
        return True

    def _kill_snippet(self) -> None:
        """Kill the snippet alone, so that its init can still report what it had used."""
        if self._pidfds:
            with suppress(ProcessLookupError):
                signal.pidfd_send_signal(self._pidfds[-1], signal.SIGKILL)

    def _receive(self) -> None:
        try:
            packet = channel.receive(self._lifeline)
        except BlockingIOError:
            return
        except (OSError, ValueError):
            packet = None
        if packet is None:
            self._loop.remove_reader(self._lifeline)
            self._lifeline.close()
            self._set_ready(False)
            self._on_end()
        else:
            self._handle(packet)
        self._changed.set()

    def _handle(self, packet: channel.Packet) -> None:
        match packet.message:
            case ChildStarted():
                self._pidfds += packet.descriptors
            case ChildReady():
                self._is_ready = True
            case SnippetRead():
                self._snippet_read = True
            case SnippetEnded(wait_status, cpu_s, added_bytes):
                self._status = Status(wait_status, cpu_s, added_bytes)
            case ChildFailed(traceback):
                self.error = traceback
        # NOTE [Two senders] Init says that the child has started, the snippet's process that it is ready, and on a busy machine the
        # second packet may come first. A child without its pidfds could be neither killed nor put into a cgroup.
        if self._is_ready and self._pidfds:
            self._set_ready(True)

    def _set_ready(self, value: bool) -> None:
        if not self.ready.done():
            self.ready.set_result(value)

    async def _ended(self, pidfd: int) -> None:
        """Wait for the end of a process, and reap it if it has become ours."""
        ended = asyncio.Event()
        self._loop.add_reader(pidfd, ended.set)
        try:
            await ended.wait()
        finally:
            self._loop.remove_reader(pidfd)
        _reap(pidfd)

    def _close(self) -> None:
        if self._lifeline.fileno() >= 0:
            self._loop.remove_reader(self._lifeline)
            self._lifeline.close()
        self._set_ready(False)
        for descriptor in (*self._pipes.values(), *self._pidfds, *([self._code] if self._code >= 0 else [])):
            os.close(descriptor)
        if self._group is not None:
            self._group.remove()
        self._pipes, self._pidfds, self._code = {}, (), -1


def _reap(pidfd: int) -> None:
    with suppress(ChildProcessError):
        os.waitid(os.P_PIDFD, pidfd, os.WEXITED | os.WNOHANG)


def _pipe(remote: ExitStack, local: ExitStack, *, remote_reads: bool) -> tuple[int, int]:
    """Make a pipe and return (remote end, local end); each is closed with its stack."""
    reader, writer = os.pipe()
    remote_end, local_end = (reader, writer) if remote_reads else (writer, reader)
    remote.callback(os.close, remote_end)
    local.callback(os.close, local_end)
    return remote_end, local_end
