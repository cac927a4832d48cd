"""Capabilities: drops all five sets of this process for good and sets no_new_privs."""

from __future__ import annotations

import errno
import os

from app.sandbox.jail.syscalls import (
    PR_CAP_AMBIENT,
    PR_CAP_AMBIENT_CLEAR_ALL,
    PR_CAPBSET_DROP,
    PR_SET_DUMPABLE,
    PR_SET_NO_NEW_PRIVS,
    clear_capabilities,
    prctl,
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
    clear_capabilities()
    prctl(PR_SET_NO_NEW_PRIVS, 1)


def become(user: int) -> None:
    """Give up root for the unprivileged id ``user``. Stays dumpable: the id maps of children are still to be written."""
    os.setgroups([])
    os.setresgid(user, user, user)
    os.setresuid(user, user, user)
    prctl(PR_SET_DUMPABLE, 1)
