"""Turns a process of the machine into one that is alone: no other process, network, user, host name or ipc object in sight.

    P1  enter()       unshares everything and writes the id maps
    P2  fork of P1    process 1 of the new pid namespace: when it ends, the kernel kills whatever is left
    P3  fork of P2    process 2: the snippet

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
    unshare,
)

ALL = CLONE_NEWUSER | CLONE_NEWPID | CLONE_NEWNET | CLONE_NEWNS | CLONE_NEWIPC | CLONE_NEWUTS | CLONE_NEWCGROUP
INNER_ID = 1000
HOST_NAME = "gradreel"


def enter(proc: int) -> None:
    """Leave every namespace of the machine. ``proc`` is a descriptor of a /proc; the pid namespace holds from the next fork on."""
    uid, gid = os.geteuid(), os.getegid()
    unshare(ALL)
    map_ids(proc, (INNER_ID, uid), (INNER_ID, gid))


def map_ids(proc: int, uid: tuple[int, int], gid: tuple[int, int]) -> None:
    """Map one (inner, outer) user and group id; needs a process that is still dumpable, since its /proc files are root's otherwise."""
    for name, text in (("setgroups", "deny"), ("uid_map", f"{uid[0]} {uid[1]} 1"), ("gid_map", f"{gid[0]} {gid[1]} 1")):
        handle = os.open(f"self/{name}", os.O_WRONLY | os.O_CLOEXEC, dir_fd=proc)
        try:
            os.write(handle, text.encode())
        finally:
            os.close(handle)


def settle() -> None:
    """Finish what only process 1 can do."""
    socket.sethostname(HOST_NAME)
