"""Turns a fork of the zygote into one run of one snippet, behind the wall.

    zygote ─fork─▶ P1  process 1 of new namespaces (tier N): private /tmp, no capabilities; waits with one eye on the lifeline,
                    │  reports how P2 ended
                    └─▶ P2  process 2: limits, Landlock, seccomp; rehearses, says "ready"; only then reads the snippet
                          (one made in haste says "ready" first, and rehearses only if no snippet comes)

When P1 ends, so does everything in its pid namespace. Nothing here returns: each process leaves through ``os._exit``.
"""

from __future__ import annotations

import functools
import os
import resource
import select
import signal
import socket
import sys
import traceback
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from types import FrameType
from typing import NoReturn

from app.sandbox.child import warmup
from app.sandbox.jail import capabilities, landlock, mounts, namespaces, rlimits, seccomp
from app.sandbox.jail.paths import Readable
from app.sandbox.jail.syscalls import PR_SET_DUMPABLE, PR_SET_PDEATHSIG, prctl
from app.sandbox.protocol import messages
from app.sandbox.protocol.plan import Plan, Tier

Record = Callable[[str, str, Callable[[bytes], None] | None], bytes]
"""(letter of the mode, snippet, whom to give the answer) → answer."""


# Put together beforehand: there is no memory for it when it is needed.
OUT_OF_MEMORY = b'{"torch":"","python":"","outcome":{"status":"stopped","failure":{"kind":"memory","message":""}}}\n'


LEISURE_S = 0.5
"""A child for which no snippet has come within this time is in no haste any more."""


@dataclass(frozen=True)
class Ground:
    """What every child of one zygote starts from."""

    plan: Plan
    tier: Tier
    record: Record
    places: Readable
    base_bytes: int
    """Address space of the idle zygote."""
    filter: bytes
    """Compiled seccomp program."""
    own_pid: bytes
    """The same for signals, where the snippet's number is known beforehand (tier N)."""
    ids: tuple[int, int]
    """User and group of the zygote."""
    proc: int
    """Descriptor of the machine's /proc, for the id maps; no snippet ever holds it."""
    ruleset: int | None
    """Landlock ruleset shared by all children (tier L)."""


def fork(ground: Ground) -> int:
    """Fork the process that is to ``begin``; returns like ``os.fork``."""
    return namespaces.fork() if ground.tier == "N" else os.fork()


def begin(ground: Ground, far: messages.Far, hasty: bool) -> NoReturn:
    """Become a jailed child that waits for one snippet; a ``hasty`` one does so right away, and rehearses only if it has to wait long."""
    lifeline = socket.socket(fileno=far.lifeline)
    try:
        _be_init(ground, far, lifeline, hasty)
    except BaseException:
        messages.send(lifeline, {"trouble": traceback.format_exc()})
    finally:
        os._exit(1)


def _be_init(ground: Ground, far: messages.Far, lifeline: socket.socket, hasty: bool) -> NoReturn:
    if ground.tier == "N":
        namespaces.settle(ground.proc, *ground.ids)
        mounts.mount_tmp(ground.plan.tmp_bytes, ground.plan.tmp_inodes, ground.places)
    os.close(ground.proc)
    if ground.tier != "none":
        capabilities.drop()
    init = os.getpid()
    snippet = os.fork()
    if snippet == 0:
        _be_snippet(ground, far, lifeline, init, hasty)
    for descriptor in far.all()[1:]:
        os.close(descriptor)
    watched = os.pidfd_open(snippet)
    messages.send(lifeline, {"started": True}, (os.pidfd_open(init), watched))
    _watch(snippet, watched, lifeline)


def _watch(snippet: int, watched: int, lifeline: socket.socket) -> NoReturn:
    """Wait until the snippet has ended and say how. Stop it softly when the server asks, kill it when the server has gone away."""
    listening = [lifeline.fileno()]
    while watched not in select.select([watched, *listening], [], [])[0]:
        asked = lifeline.recv(messages.PACKET_BYTES)
        # NOTE [Soft stop] The tracer turns SIGXCPU into an exception inside the snippet, so the recording so far comes out.
        signal.pidfd_send_signal(watched, signal.SIGXCPU if asked else signal.SIGKILL)
        listening = listening if asked else []
    _, status, usage = os.wait4(snippet, 0)
    cpu_s = usage.ru_utime + usage.ru_stime
    # Both are forks of one zygote: what this one holds, the other held before its snippet. With CUDA in it that is 600 MiB.
    added_kib = usage.ru_maxrss - resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    messages.send(lifeline, {"status": status, "cpu_s": cpu_s, "added_bytes": max(0, added_kib) * 1024})
    os._exit(0)


def _be_snippet(ground: Ground, far: messages.Far, lifeline: socket.socket, init: int, hasty: bool) -> NoReturn:
    try:
        # NOTE [Death signal] Set after the capabilities are gone, since dropping them clears it. If init died before, nobody will send it.
        prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
        if os.getppid() != init:
            os._exit(1)
        _lock_in(ground, far)
        # NOTE [Haste] Nothing depends on the rehearsal but time. Where people wait in line, it takes more than it saves.
        if hasty:
            messages.send(lifeline, {"ready": True})
        if not (hasty and select.select([far.code], [], [], LEISURE_S)[0]):
            warmup.rehearse(ground.record)
        warmup.reseed()
        if not hasty:
            messages.send(lifeline, {"ready": True})
    except BaseException:
        messages.send(lifeline, {"trouble": traceback.format_exc()})
        os._exit(1)
    code = _read_code(far.code)
    messages.send(lifeline, {"begun": True})
    lifeline.close()
    if code is not None:
        _run(ground, code, far.result)
    os._exit(0)


def _lock_in(ground: Ground, far: messages.Far) -> None:
    os.dup2(far.stdout, 1)
    os.dup2(far.stderr, 2)
    in_namespaces = ground.tier == "N"
    ruleset = landlock.ruleset(["/"], ["/tmp", "/dev/null"]) if in_namespaces and landlock.abi() else ground.ruleset
    kept = {0, 1, 2, far.code, far.result, far.lifeline} | ({ruleset} if ruleset is not None else set())
    _close_all_but(kept)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    # NOTE [Late alarms] The tracer handles these while the snippet runs. One that comes when the snippet has ended is to end nothing:
    # the answer is being put together, and behind a soft limit there is a hard one. (To one that is ignored outright, and comes while
    # handlers are exchanged, Python has words to say on the snippet's stderr.)
    for late in (signal.SIGALRM, signal.SIGXCPU):
        signal.signal(late, _nothing)
    own_pid = _own_pid(ground)  # before the limits: the compiler writes a file, and they may forbid that
    rlimits.apply(ground.plan, ground.base_bytes, count_threads=in_namespaces, writable=in_namespaces)
    if ground.tier == "none":
        return
    prctl(PR_SET_DUMPABLE, 0)
    if ruleset is not None:
        landlock.restrict(ruleset)
        os.close(ruleset)
    seccomp.load(own_pid, ground.filter)


def _own_pid(ground: Ground) -> bytes:
    if ground.tier == "N" and os.getpid() != namespaces.SNIPPET_PID:
        raise RuntimeError(f"the snippet's process is number {os.getpid()} of its namespace, not {namespaces.SNIPPET_PID}")
    return seccomp.own_pid(os.getpid()) if ground.tier == "L" else ground.own_pid


def _nothing(_number: int, _frame: FrameType | None) -> None:
    return


def _close_all_but(kept: set[int]) -> None:
    borders = sorted(kept)
    for low, high in zip(borders, [*borders[1:], 1 << 20], strict=True):
        os.closerange(low + 1, high)


def _read_code(descriptor: int) -> str | None:
    """Read the mode's letter and the snippet; None if the server closed the channel without sending one."""
    with os.fdopen(descriptor, "rb") as channel:
        length = channel.read(messages.LENGTH_BYTES)
        if len(length) < messages.LENGTH_BYTES:
            return None
        return channel.read(int.from_bytes(length)).decode()


def _run(ground: Ground, code: str, result: int) -> NoReturn:
    hand_in = functools.partial(_hand_in, result)
    try:
        ground.record(code[:1], code[1:], hand_in)
    except MemoryError:
        hand_in(OUT_OF_MEMORY)
    except BaseException:
        # Our own defect, or the snippet's sabotage; either way no valid result, which the server reports.
        hand_in(traceback.format_exc().encode(errors="replace"))
    os._exit(0)


def _hand_in(result: int, answer: bytes) -> NoReturn:
    """Send the answer and end this process, without waiting for anything to be torn down."""
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except BaseException:
            continue
    # Closing before exiting gives the server its end of file without waiting for half a gigabyte of mappings to be torn down.
    os.closerange(1, 3)
    with suppress(OSError):  # the snippet may have closed it
        left = memoryview(answer)
        while left:
            left = left[os.write(result, left) :]
        os.close(result)
    os._exit(0)
