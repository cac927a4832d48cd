"""The server's end of a child, with a process of the test's own at the other end of its channels."""

from __future__ import annotations

import asyncio
import os
import socket
import subprocess
import sys
from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path

import pytest

from app.sandbox.protocol import channel
from app.sandbox.protocol.messages import ChildReady, ChildStarted, SpawnChild
from app.sandbox.server.cgroup import Cgroups, Group, GroupLimits
from app.sandbox.server.child import Child
from app.sandbox.server.ready import ReadyChildren
from app.sandbox.server.reaper import Reaper
from app.sandbox.server.tasks import Tasks


class FakeZygote:
    """Answers a request for a child with a process that sleeps; says nothing that the test does not say."""

    def __init__(self) -> None:
        self.trusted = True
        self.alive = True
        self.control, self._remote = channel.pair()
        self._processes: list[subprocess.Popen[bytes]] = []

    def spawn(self, on_end: Callable[[], None], *, defer_warmup: bool = False) -> Child:
        return Child(self, self.control, on_end, defer_warmup=defer_warmup)

    def accept(self) -> tuple[socket.socket, subprocess.Popen[bytes]]:
        """Take the request; return the child's end of the lifeline and its process."""
        packet = channel.receive(self._remote)
        assert packet is not None
        assert isinstance(packet.message, SpawnChild)
        lifeline, *others = packet.descriptors
        for descriptor in others:
            os.close(descriptor)
        process = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
        self._processes.append(process)
        return socket.socket(fileno=lifeline), process

    def close(self) -> None:
        self.control.close()
        self._remote.close()
        for process in self._processes:
            process.kill()
            process.wait()


@pytest.fixture
def zygote() -> Iterator[FakeZygote]:
    made = FakeZygote()
    yield made
    made.close()


@pytest.fixture
async def child(zygote: FakeZygote) -> AsyncIterator[Child]:
    made = zygote.spawn(lambda: None)
    yield made
    await made.remove()


def send_started(lifeline: socket.socket, pid: int) -> None:
    """As init does: with a pidfd of itself and one of the snippet's process."""
    pidfds = os.pidfd_open(pid), os.pidfd_open(pid)
    channel.send(lifeline, ChildStarted(), pidfds)
    for pidfd in pidfds:
        os.close(pidfd)


async def handled() -> None:
    """Let the event loop take what has been sent."""
    for _ in range(5):
        await asyncio.sleep(0)


async def test_ready_that_overtakes_started_waits_for_the_pidfds(zygote: FakeZygote, child: Child) -> None:
    """They are sent by two processes; without its pidfds a child can be neither killed nor put into a cgroup."""
    lifeline, process = zygote.accept()
    with lifeline:
        channel.send(lifeline, ChildReady())
        await handled()
        assert not child.ready.done()
        send_started(lifeline, process.pid)
        await handled()
        assert await child.ready
        assert child.pids() == [process.pid, process.pid]


async def test_child_that_has_ended_cannot_join_a_cgroup(zygote: FakeZygote, child: Child, tmp_path: Path) -> None:
    lifeline, process = zygote.accept()
    with lifeline:
        send_started(lifeline, process.pid)
        channel.send(lifeline, ChildReady())
        await handled()
        process.kill()
        process.wait()
        with pytest.raises(ProcessLookupError):
            child.join_group(Group((tmp_path,)))


async def test_child_removed_before_it_joins_a_cgroup_is_reported_as_gone(zygote: FakeZygote, child: Child, tmp_path: Path) -> None:
    lifeline, _ = zygote.accept()
    with lifeline:
        await child.remove()
        with pytest.raises(ProcessLookupError):
            child.join_group(Group((tmp_path,)))


async def test_child_that_dies_as_it_becomes_ready_is_removed_and_replaced(zygote: FakeZygote, tmp_path: Path) -> None:
    woken = asyncio.Event()
    tasks = Tasks()
    children = ReadyChildren(1, Reaper(), tasks, woken.set)
    children.zygote = zygote  # type: ignore[assignment]  # of a Zygote, only what a fake one has is used
    children.cgroups = Cgroups((tmp_path,), GroupLimits(memory_bytes=1, tasks=1, cores=1))
    assert children.refill()
    lifeline, process = zygote.accept()
    with lifeline:
        send_started(lifeline, process.pid)
        process.kill()
        process.wait()
        channel.send(lifeline, ChildReady())
        await woken.wait()
    assert (children.waiting, children.starting) == (0, 0)
    assert zygote.trusted
    assert children.refill()
    assert children.starting == 1
    zygote.accept()[0].close()
    await tasks.cancel()
    await children.clear()
