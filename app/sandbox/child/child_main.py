"""The child: a fork of the zygote that enters its jail and runs one snippet.

    zygote ─fork─▶ init      process 1 of new namespaces (tier N): private /tmp, no capabilities; waits for the snippet's process and
                    │        for the server, reports how the snippet ended
                    └─▶ snippet process   limits, Landlock, seccomp; warm-up run, ChildReady; only then reads the snippet
                                          (with deferred warm-up: ChildReady first, warm-up run only if no snippet comes)

When init ends, so does everything in its pid namespace. Nothing here returns: each process leaves through ``os._exit``.
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
from app.sandbox.child.thread_watch import ThreadWatch
from app.sandbox.jail import capabilities, landlock, mounts, namespaces, rlimits, seccomp
from app.sandbox.jail.paths import ReadablePaths
from app.sandbox.jail.syscalls import PR_SET_DUMPABLE, PR_SET_PDEATHSIG, prctl
from app.sandbox.protocol import channel
from app.sandbox.protocol.messages import (
    MAX_PACKET_BYTES,
    ChildDescriptors,
    ChildFailed,
    ChildReady,
    ChildStarted,
    Snippet,
    SnippetEnded,
    SnippetRead,
)
from app.sandbox.protocol.modes import Mode
from app.sandbox.protocol.plan import Plan, Tier

Record = Callable[[Mode, str, Callable[[bytes], None] | None], bytes]
"""(mode, snippet, function that is given the answer early) → answer."""

# Encoded beforehand: when it is needed, there is no memory to encode it.
OUT_OF_MEMORY = b'{"torch":"","python":"","outcome":{"status":"stopped","failure":{"kind":"memory","message":""}}}\n'

OOM_SCORE_ADJ = b"800"

DEFERRED_WARMUP_S = 0.5
"""A child whose warm-up was deferred makes up for it if no snippet comes within this time."""


@dataclass(frozen=True)
class ChildConfig:
    """What every child of one zygote starts from."""

    plan: Plan
    tier: Tier
    record: Record
    readable: ReadablePaths
    base_bytes: int
    """Address space of the idle zygote."""
    filter: bytes
    """Compiled seccomp program."""
    own_pid: bytes
    """The same for signals, where the snippet's pid is known beforehand (tier N)."""
    ids: tuple[int, int]
    """User and group of the zygote."""
    proc: int
    """Descriptor of the machine's /proc, for the id maps; no snippet ever holds it."""
    ruleset: int | None
    """Landlock ruleset shared by all children (tier L)."""


def fork(config: ChildConfig) -> int:
    """Fork the process that is to call ``begin``; returns like ``os.fork``."""
    return namespaces.fork() if config.tier == "N" else os.fork()


def begin(config: ChildConfig, descriptors: ChildDescriptors, defer_warmup: bool) -> NoReturn:
    """Become a jailed child that waits for one snippet."""
    lifeline = socket.socket(fileno=descriptors.lifeline)
    try:
        _be_init(config, descriptors, lifeline, defer_warmup)
    except BaseException:
        channel.send(lifeline, ChildFailed(traceback.format_exc()))
    finally:
        os._exit(1)


def _be_init(config: ChildConfig, descriptors: ChildDescriptors, lifeline: socket.socket, defer_warmup: bool) -> NoReturn:
    if config.tier == "N":
        namespaces.set_identity(config.proc, *config.ids)
        mounts.mount_tmp(config.plan.tmp_bytes, config.plan.tmp_inodes, config.readable)
    prefer_for_oom_kill(config.proc)
    if config.tier == "N":
        os.close(config.proc)
    if config.tier != "none":
        capabilities.drop()
    init = os.getpid()
    snippet = os.fork()
    if snippet == 0:
        _be_snippet(config, descriptors, lifeline, init, defer_warmup)
    for descriptor in descriptors.all()[1:]:
        os.close(descriptor)
    pidfd = os.pidfd_open(snippet)
    channel.send(lifeline, ChildStarted(), (os.pidfd_open(init), pidfd))
    threads = None if config.tier == "N" else ThreadWatch(snippet, config.proc, rlimits.max_threads(config.plan))
    _supervise(snippet, pidfd, lifeline, threads)


def prefer_for_oom_kill(proc: int) -> None:
    """Have the kernel end snippets first when the machine runs out of memory."""
    with suppress(OSError):
        handle = os.open("self/oom_score_adj", os.O_WRONLY | os.O_CLOEXEC, dir_fd=proc)
        try:
            os.write(handle, OOM_SCORE_ADJ)
        finally:
            os.close(handle)


def _supervise(snippet: int, pidfd: int, lifeline: socket.socket, threads: ThreadWatch | None) -> NoReturn:
    """Wait until the snippet has ended and report how. Interrupt it when the server asks, kill it when the server is gone."""
    watched = [pidfd, lifeline.fileno()]
    while pidfd not in (ready := select.select(watched, [], [], ThreadWatch.EVERY_S if threads else None)[0]):
        if threads is not None:
            threads.look()
        if not ready:
            continue
        asked = lifeline.recv(MAX_PACKET_BYTES)
        # NOTE [Interrupt] The tracer turns SIGXCPU into an exception inside the snippet, so the recording up to there is sent.
        signal.pidfd_send_signal(pidfd, signal.SIGXCPU if asked else signal.SIGKILL)
        watched = watched if asked else [pidfd]
    _, status, usage = os.wait4(snippet, 0)
    # Both are forks of one zygote: what this process holds, the other held before its snippet. With CUDA that is 600 MiB.
    added_kib = usage.ru_maxrss - resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    channel.send(lifeline, SnippetEnded(status, usage.ru_utime + usage.ru_stime, max(0, added_kib) * 1024))
    os._exit(0)


def _be_snippet(config: ChildConfig, descriptors: ChildDescriptors, lifeline: socket.socket, init: int, defer_warmup: bool) -> NoReturn:
    try:
        # NOTE [Death signal] Set after the capabilities are gone, since dropping them clears it. If init died before, nobody will send it.
        prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
        if os.getppid() != init:
            os._exit(1)
        _enter_jail(config, descriptors)
        # NOTE [Deferred warm-up] The warm-up run only saves time. When runs are queued it takes more than it saves.
        if defer_warmup:
            channel.send(lifeline, ChildReady())
        if not (defer_warmup and select.select([descriptors.code], [], [], DEFERRED_WARMUP_S)[0]):
            warmup.trace_sample(config.record)
        warmup.reseed()
        if not defer_warmup:
            channel.send(lifeline, ChildReady())
    except BaseException:
        channel.send(lifeline, ChildFailed(traceback.format_exc()))
        os._exit(1)
    with os.fdopen(descriptors.code, "rb") as pipe:
        snippet = Snippet.read(pipe)
    channel.send(lifeline, SnippetRead())
    lifeline.close()
    if snippet is not None:
        _run(config, snippet, descriptors.result)
    os._exit(0)


def _enter_jail(config: ChildConfig, descriptors: ChildDescriptors) -> None:
    _own_stdin()
    os.dup2(descriptors.stdout, 1)
    os.dup2(descriptors.stderr, 2)
    in_namespaces = config.tier == "N"
    ruleset = landlock.ruleset(["/"], ["/tmp", "/dev/null"]) if in_namespaces and landlock.abi() else config.ruleset
    kept = {0, 1, 2, descriptors.code, descriptors.result, descriptors.lifeline} | ({ruleset} if ruleset is not None else set())
    _close_all_but(kept)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    # NOTE [Late alarms] The tracer handles these while the snippet runs. One that arrives after the snippet has ended must not end the
    # process: the answer is being encoded, and a hard limit remains. (If it were SIG_IGN, Python would print a message to the
    # snippet's stderr for a signal that arrives while handlers are exchanged.)
    for late in (signal.SIGALRM, signal.SIGXCPU):
        signal.signal(late, _ignore)
    own_pid = _own_pid(config)  # before the limits: the compiler writes a file, and they may forbid that
    rlimits.apply(config.plan, config.base_bytes, count_threads=in_namespaces, writable=in_namespaces)
    if config.tier == "none":
        return
    prctl(PR_SET_DUMPABLE, 0)
    if ruleset is not None:
        landlock.restrict(ruleset)
        os.close(ruleset)
    seccomp.load(own_pid, config.filter)


def _own_stdin() -> None:
    """Open standard input anew: the flags of an open file (O_NONBLOCK, O_APPEND) are those of all who inherited it."""
    nothing = os.open(os.devnull, os.O_RDONLY | os.O_CLOEXEC)
    os.dup2(nothing, 0)
    os.close(nothing)


def _own_pid(config: ChildConfig) -> bytes:
    if config.tier == "N" and os.getpid() != namespaces.SNIPPET_PID:
        raise RuntimeError(f"the snippet's process is number {os.getpid()} of its namespace, not {namespaces.SNIPPET_PID}")
    return seccomp.own_pid(os.getpid()) if config.tier == "L" else config.own_pid


def _ignore(_number: int, _frame: FrameType | None) -> None:
    return


def _close_all_but(kept: set[int]) -> None:
    borders = sorted(kept)
    for low, high in zip(borders, [*borders[1:], 1 << 20], strict=True):
        os.closerange(low + 1, high)


def _run(config: ChildConfig, snippet: Snippet, result: int) -> NoReturn:
    send_answer = functools.partial(_send_answer, result)
    try:
        config.record(snippet.mode, snippet.code, send_answer)
    except MemoryError:
        send_answer(OUT_OF_MEMORY)
    except BaseException:
        # A defect of ours, or sabotage by the snippet; either way no valid result, which the server reports.
        send_answer(traceback.format_exc().encode(errors="replace"))
    os._exit(0)


def _send_answer(result: int, answer: bytes) -> NoReturn:
    """Send the answer and end this process without tearing anything down."""
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except BaseException:
            continue
    # Closed before exiting: the server sees the end of file before half a gigabyte of mappings is torn down.
    os.closerange(1, 3)
    with suppress(OSError):  # the snippet may have closed it
        left = memoryview(answer)
        while left:
            left = left[os.write(result, left) :]
        os.close(result)
    os._exit(0)
