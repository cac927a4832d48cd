"""Capabilities: drops all five sets of this process for good and sets no_new_privs."""

from __future__ import annotations

import errno
import os

from app.sandbox.jail.syscalls import (
    CAP_SETUID,
    PR_CAP_AMBIENT,
    PR_CAP_AMBIENT_CLEAR_ALL,
    PR_CAPBSET_DROP,
    PR_SET_DUMPABLE,
    PR_SET_KEEPCAPS,
    PR_SET_NO_NEW_PRIVS,
    prctl,
    set_capabilities,
    set_file_uid,
)

MAX_CAPABILITIES = 64


def drop() -> None:
    """Empty every capability set, for good."""
    prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL)
    try:
        for capability in range(MAX_CAPABILITIES):
            prctl(PR_CAPBSET_DROP, capability)
    except OSError as error:
        # EINVAL: past the last one; EPERM: an unprivileged process outside any namespace has no say, and no_new_privs makes the set moot
        if error.errno not in (errno.EINVAL, errno.EPERM):
            raise
    set_capabilities()
    prctl(PR_SET_NO_NEW_PRIVS, 1)


def become(user: int) -> None:
    """Give up root for the unprivileged id ``user``. Stays dumpable: the id maps of children are still to be written."""
    os.setgroups([])
    os.setresgid(user, user, user)
    os.setresuid(user, user, user)
    prctl(PR_SET_DUMPABLE, 1)


def become_but_for_files(user: int) -> None:
    """Give up root for ``user``, but go on reading files as root's own: for an interpreter in a directory that is closed to others.

    NOTE [Files of root] Which files that can be is for Landlock to say, and writing is none of it. Signals, limits of processes and
    everything else that hangs on a user id are those of ``user``, for good: no capability is left that could change it.
    """
    os.setgroups([])
    os.setresgid(user, user, user)
    prctl(PR_SET_KEEPCAPS, 1)
    os.setresuid(user, user, user)
    set_capabilities(CAP_SETUID)
    set_file_uid(0)
    set_capabilities()
    prctl(PR_SET_KEEPCAPS, 0)
    prctl(PR_SET_DUMPABLE, 1)
