"""Finds the strongest jail that this machine allows, by setting it up once in a short-lived process.

N      namespaces, and everything of L
L      Landlock, seccomp, rlimits, no capabilities
none   rlimits; only when asked for
"""

from __future__ import annotations

import os
import traceback
from collections.abc import Callable

from app.sandbox.jail import capabilities, landlock, mounts, namespaces
from app.sandbox.jail.paths import ReadablePaths
from app.sandbox.protocol.plan import Tier


class NoTier(Exception):
    """Not even tier L can be set up here."""


def find_tier(highest: Tier, jail_uid: int, readable: ReadablePaths) -> Tier:
    """Try the tiers from ``highest`` downwards.

    Raises ``NoTier`` with what is missing and what to do.
    """
    if highest == "none":
        return "none"
    if highest == "N" and (error := attempt(lambda: _enter_tier_n(jail_uid, readable))) is None:
        return "N"
    if landlock.abi() >= 1:
        return "L"
    raise NoTier(
        "No jail can be set up: this kernel offers neither namespaces nor Landlock"
        f"{' (' + error + ')' if highest == 'N' and error else ''}. Use Linux 5.13 or later with unprivileged user "
        "namespaces or Landlock, or run on loopback with --insecure-no-sandbox."
    )


def attempt(action: Callable[[], object]) -> str | None:
    """Do ``action`` in a fork. Returns None if it succeeded, else the last line of what went wrong."""
    read_end, write_end = os.pipe()
    pid = os.fork()
    if pid == 0:
        try:
            action()
            os._exit(0)
        except BaseException:
            os.write(write_end, traceback.format_exc()[-2000:].encode())
        finally:
            os._exit(1)
    os.close(write_end)
    with os.fdopen(read_end, "rb") as pipe:
        text = pipe.read().decode(errors="replace").strip()
    _, status = os.waitpid(pid, 0)
    return None if status == 0 else (text.splitlines() or [f"status {status}"])[-1]


def enter_root(jail_uid: int, readable: ReadablePaths, proc: int) -> None:
    """Enter the read-only root directory and drop root, if this process was root."""
    uid, gid = os.geteuid(), os.getegid()
    if mounts.leave_mounts():
        namespaces.map_ids(proc, (uid, uid), (gid, gid))
    mounts.enter(readable)
    if uid == 0:
        capabilities.become(jail_uid)


def can_read_as(user: int, readable: ReadablePaths) -> bool:
    """Could ``user`` still import from where this interpreter lives (it may sit in root's own home directory)?"""

    def look() -> None:
        capabilities.become(user)
        for path in readable.directories:
            os.listdir(path)

    return attempt(look) is None


def _enter_tier_n(jail_uid: int, readable: ReadablePaths) -> None:
    proc = os.open("/proc", os.O_PATH | os.O_DIRECTORY | os.O_CLOEXEC)
    enter_root(jail_uid, readable, proc)
    ids = os.geteuid(), os.getegid()
    if (pid := namespaces.fork()) == 0:
        namespaces.set_identity(proc, *ids)
        mounts.mount_tmp(1 << 20, 16, readable)
        os._exit(0)
    _, status = os.waitpid(pid, 0)
    if status:
        raise OSError("process 1 of a new pid namespace could not mount its /tmp")
