"""Namespaces: a process that sees no other process, network, user, host name or ipc object of the machine.

    P1  fork()        process 1 of the new pid namespace: when it ends, the kernel kills whatever is left
    P2  fork of P1    process 2: the snippet

The new network namespace holds one loopback device, which is down.
"""

from __future__ import annotations

import os
import socket

from app.sandbox.jail.syscalls import (
    CLONE_NEWCGROUP,
    CLONE_NEWIPC,
    CLONE_NEWNET,
    CLONE_NEWNS,
    CLONE_NEWPID,
    CLONE_NEWUSER,
    CLONE_NEWUTS,
    fork_into,
)

ALL = CLONE_NEWUSER | CLONE_NEWPID | CLONE_NEWNET | CLONE_NEWNS | CLONE_NEWIPC | CLONE_NEWUTS | CLONE_NEWCGROUP
INNER_ID = 1000
SNIPPET_PID = 2
HOST_NAME = "gradreel"


def fork() -> int:
    """Fork a process that has left every namespace of the machine; it must call ``set_identity`` first. Returns like ``os.fork``."""
    return fork_into(ALL)


def map_ids(proc: int, uid: tuple[int, int], gid: tuple[int, int]) -> None:
    """Map one (inner, outer) user and group id; needs a process that is still dumpable, since its /proc files are root's otherwise."""
    for name, text in (("setgroups", "deny"), ("uid_map", f"{uid[0]} {uid[1]} 1"), ("gid_map", f"{gid[0]} {gid[1]} 1")):
        handle = os.open(f"self/{name}", os.O_WRONLY | os.O_CLOEXEC, dir_fd=proc)
        try:
            os.write(handle, text.encode())
        finally:
            os.close(handle)


def set_identity(proc: int, uid: int, gid: int) -> None:
    """Map ids and set the host name, which only process 1 can do. ``proc`` is a descriptor of a /proc, ``uid``, ``gid`` are outer ids."""
    map_ids(proc, (INNER_ID, uid), (INNER_ID, gid))
    socket.sethostname(HOST_NAME)
