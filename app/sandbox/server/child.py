"""The server's end of one child: spawned, ready, handed one snippet, dead.

zygote ──spawn──▶ starting ──ready──▶ waiting ──run──▶ running ──bury──▶ gone, and counted
                      └── trouble, or the lifeline closes ──▶ lost
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

from app.sandbox.protocol import messages
from app.sandbox.report.verdict import Evidence, Status
from app.sandbox.server.cgroup import Group
from app.sandbox.server.feed import feed
from app.sandbox.server.sink import Allowance, Sink

DEATH_S = 2.0
# In the background, where nobody waits for it: a busy machine may take its time to take half a gigabyte down.
BURIAL_S = 20.0
RESULT_PIPE_BYTES = 1 << 20
F_SETPIPE_SZ = 1031


@dataclass(frozen=True)
class Bounds:
    """What the server itself enforces on one run."""

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
    begun: bool
    """Had the child read the snippet? If not, whatever ended it was not the snippet."""


class Source(Protocol):
    """What a child was forked from."""

    trusted: bool
    """False once something has gone wrong in one of its children that an attacker may have learned from."""

    @property
    def alive(self) -> bool:
        """Can it still fork?"""


class Child:
    """One process behind the wall, from the server's side; made by ``spawn``."""

    def __init__(self, zygote: Source, control: socket.socket, on_end: Callable[[], None], *, hasty: bool = False) -> None:
        self.zygote = zygote
        self._loop = asyncio.get_running_loop()
        self._on_end = on_end
        self._changed = asyncio.Event()
        self._processes: list[int] = []
        self._status: Status | None = None
        self._begun = False
        self._group: Group | None = None
        self.trouble: str | None = None
        self.ready: asyncio.Future[bool] = self._loop.create_future()
        with ExitStack() as far_ends, ExitStack() as near_ends:
            self._lifeline, far_lifeline = messages.pair()
            far_ends.callback(far_lifeline.close)
            near_ends.callback(self._lifeline.close)
            code, self._code = _pipe(far_ends, near_ends, far_reads=True)
            streams = {name: _pipe(far_ends, near_ends, far_reads=False) for name in ("stdout", "stderr", "result")}
            self._near = {name: near for name, (_, near) in streams.items()}
            packet = messages.SPAWN_IN_HASTE if hasty else messages.SPAWN
            socket.send_fds(control, [packet], [far_lifeline.fileno(), code, *(far for far, _ in streams.values())])
            near_ends.pop_all()
        self._lifeline.setblocking(False)
        self._loop.add_reader(self._lifeline, self._hear)

    @property
    def lost(self) -> bool:
        """Has it ended, or failed to start?"""
        return self._lifeline.fileno() < 0 or self._status is not None

    @property
    def begun(self) -> bool:
        """Has it read its snippet?"""
        return self._begun

    def pids(self) -> list[int]:
        """Process ids of its init and of the snippet's process, in the server's numbering; for tests that kill them."""
        return [int(re.findall(r"^Pid:\s*(-?\d+)", Path(f"/proc/self/fdinfo/{each}").read_text(), re.M)[0]) for each in self._processes]

    def enter(self, group: Group) -> None:
        """Put the snippet's process under the ceilings of ``group``, which goes when the child does; raises ``OSError``."""
        self._group = group
        group.add(self.pids()[-1])

    async def run(self, code: bytes, bounds: Bounds) -> Collected:
        """Hand over ``code`` and collect what comes out, for at most the wall time and its grace. The child is of no use afterwards."""
        started = self._loop.time()
        output, answer = Allowance(bounds.output_bytes), Allowance(bounds.trace_bytes)
        result = self._sink("result", answer)
        stdout, stderr = self._sink("stdout", output), self._sink("stderr", output)
        sinks = (result, stdout, stderr)
        feeding = asyncio.ensure_future(feed(self._code, len(code).to_bytes(messages.LENGTH_BYTES) + code))
        deadline_s = bounds.wall_time_s + bounds.grace_s
        try:
            in_time = await self._until(lambda: all(sink.closed for sink in sinks) or output.exceeded or answer.exceeded, deadline_s)
            finished = in_time and not answer.exceeded
            if finished and output.exceeded:
                self._stop_softly()
                finished = await self._until(lambda: result.closed or answer.exceeded, bounds.grace_s) and not answer.exceeded
        finally:
            feeding.cancel()
            elapsed_s = self._loop.time() - started
            for sink in sinks:
                sink.close()
        content = result.content if finished else b""
        cut = not content.endswith(messages.END_OF_RESULT)
        if cut:
            await self._learn_status(bounds.grace_s if finished else 0)
        ran_out = cut and self._group is not None and self._group.ran_out()
        evidence = Evidence(not in_time, output.exceeded, answer.exceeded, cut, ran_out, self._status)
        return Collected(content, stdout.content, stderr.content, evidence, elapsed_s * 1000, self._begun)

    def kill(self) -> None:
        """Kill everything that runs behind the wall for this child; may be called more than once."""
        for process in self._processes:
            with suppress(ProcessLookupError):
                signal.pidfd_send_signal(process, signal.SIGKILL)

    async def bury(self) -> bool:
        """Kill, wait until the kernel has taken everything down, and let go of all descriptors. False if something is left."""
        self.kill()
        try:
            async with asyncio.timeout(BURIAL_S):
                for process in self._processes:
                    await self._death(process)
            gone = True
        except TimeoutError:
            gone = False
        self._let_go()
        return gone

    def _sink(self, name: str, allowance: Allowance) -> Sink:
        return Sink(self._near.pop(name), allowance, self._changed.set)

    async def _until(self, condition: Callable[[], bool], patience_s: float) -> bool:
        """Wait until ``condition`` holds; False if it does not within ``patience_s``."""
        try:
            async with asyncio.timeout(patience_s):
                while not condition():
                    await self._changed.wait()
                    self._changed.clear()
        except TimeoutError:
            return False
        return True

    def _stop_softly(self) -> None:
        """Have the snippet interrupted from within, so that it can hand in its trace."""
        with suppress(OSError):
            self._lifeline.send(messages.STOP)

    async def _learn_status(self, patience_s: float) -> None:
        """Wait for how the snippet's process ended; kill it first when patience is at its end."""
        for wait_s in (patience_s, DEATH_S):
            if await self._until(lambda: self.lost, wait_s):
                return
            self._kill_snippet()

    def _kill_snippet(self) -> None:
        """Kill the snippet alone, so that its init can still tell how much it had used."""
        if self._processes:
            with suppress(ProcessLookupError):
                signal.pidfd_send_signal(self._processes[-1], signal.SIGKILL)

    def _hear(self) -> None:
        try:
            heard = messages.receive(self._lifeline)
        except BlockingIOError:
            return
        except (OSError, ValueError):
            heard = None
        if heard is None:
            self._loop.remove_reader(self._lifeline)
            self._lifeline.close()
            self._settle_ready(False)
            self._on_end()
        else:
            message, descriptors = heard
            self._processes.extend(descriptors)
            if "ready" in message:
                self._settle_ready(True)
            if "begun" in message:
                self._begun = True
            if "status" in message:
                self._status = Status(message["status"], message["cpu_s"], message["added_bytes"])
            if "trouble" in message:
                self.trouble = message["trouble"]
        self._changed.set()

    def _settle_ready(self, value: bool) -> None:
        if not self.ready.done():
            self.ready.set_result(value)

    async def _death(self, process: int) -> None:
        """Wait for the end of a process, and reap it if it has become ours."""
        ended = asyncio.Event()
        self._loop.add_reader(process, ended.set)
        try:
            await ended.wait()
        finally:
            self._loop.remove_reader(process)
        _reap(process)

    def _let_go(self) -> None:
        if self._lifeline.fileno() >= 0:
            self._loop.remove_reader(self._lifeline)
            self._lifeline.close()
        self._settle_ready(False)
        for descriptor in (*self._near.values(), *self._processes, *([self._code] if self._code >= 0 else [])):
            os.close(descriptor)
        if self._group is not None:
            self._group.remove()
        self._near, self._processes, self._code = {}, [], -1


def _pipe(far_ends: ExitStack, near_ends: ExitStack, *, far_reads: bool) -> tuple[int, int]:
    """Make a pipe and return (far end, near end); each is closed with its stack."""
    reader, writer = os.pipe()
    far, near = (reader, writer) if far_reads else (writer, reader)
    far_ends.callback(os.close, far)
    near_ends.callback(os.close, near)
    return far, near


def _reap(process: int) -> None:
    with suppress(ChildProcessError):
        os.waitid(os.P_PIDFD, process, os.WEXITED | os.WNOHANG)
