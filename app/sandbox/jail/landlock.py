"""Landlock: a rule of the kernel that this process opens only listed paths, signals only its own and connects nowhere.

Landlock needs no privilege. Older kernels know fewer rights (``abi``); what one cannot express, seccomp refuses as well.
"""

from __future__ import annotations

import ctypes
import os
import stat
from collections.abc import Iterable
from contextlib import suppress

from app.sandbox.jail.syscalls import (
    SYS_LANDLOCK_ADD_RULE,
    SYS_LANDLOCK_CREATE_RULESET,
    SYS_LANDLOCK_RESTRICT_SELF,
    syscall,
)

EXECUTE, WRITE_FILE, READ_FILE, READ_DIR = 1 << 0, 1 << 1, 1 << 2, 1 << 3
REMOVE_DIR, REMOVE_FILE, MAKE_DIR, MAKE_REG = 1 << 4, 1 << 5, 1 << 7, 1 << 8
REFER, TRUNCATE = 1 << 13, 1 << 14
READ = READ_FILE | READ_DIR
WRITE = READ | WRITE_FILE | REMOVE_DIR | REMOVE_FILE | MAKE_DIR | MAKE_REG | REFER | TRUNCATE
FILE_ONLY = READ_FILE | WRITE_FILE | TRUNCATE

_FS_RIGHTS_BY_ABI = {1: 13, 2: 14, 3: 15, 4: 15, 5: 16}
_NET_RIGHTS = 0b11
_SCOPES = 0b11
_RULE_PATH_BENEATH = 1


class _Ruleset(ctypes.Structure):
    _fields_ = (("fs", ctypes.c_uint64), ("net", ctypes.c_uint64), ("scoped", ctypes.c_uint64))


class _PathBeneath(ctypes.Structure):
    _pack_ = 1
    _fields_ = (("allowed", ctypes.c_uint64), ("parent", ctypes.c_int32))


def abi() -> int:
    """Version of Landlock that the kernel speaks; 0 where there is none."""
    try:
        return syscall("landlock_create_ruleset", SYS_LANDLOCK_CREATE_RULESET, None, 0, 1)
    except OSError:
        return 0


def ruleset(read: Iterable[str], write: Iterable[str]) -> int:
    """Make a descriptor of the rule "read below ``read``, read and write below ``write``, nothing else". Missing paths are left out."""
    version = abi()
    handled = (1 << _FS_RIGHTS_BY_ABI.get(version, 16)) - 1
    # Fields that an older kernel does not know must be zero.
    rules = _Ruleset(fs=handled, net=_NET_RIGHTS if version >= 4 else 0, scoped=_SCOPES if version >= 6 else 0)
    descriptor = syscall("landlock_create_ruleset", SYS_LANDLOCK_CREATE_RULESET, ctypes.byref(rules), ctypes.sizeof(rules), 0)
    for paths, rights in ((read, READ), (write, WRITE)):
        for path in paths:
            with suppress(FileNotFoundError, PermissionError):
                _allow(descriptor, path, rights & handled)
    return descriptor


def restrict(descriptor: int) -> None:
    """Confine this process to a ruleset; needs no_new_privs."""
    syscall("landlock_restrict_self", SYS_LANDLOCK_RESTRICT_SELF, descriptor, 0)


def _allow(descriptor: int, path: str, rights: int) -> None:
    place = os.open(path, os.O_PATH | os.O_CLOEXEC)
    try:
        is_directory = stat.S_ISDIR(os.fstat(place).st_mode)
        rule = _PathBeneath(allowed=rights if is_directory else rights & FILE_ONLY, parent=place)
        syscall("landlock_add_rule", SYS_LANDLOCK_ADD_RULE, descriptor, _RULE_PATH_BENEATH, ctypes.byref(rule), 0)
    finally:
        os.close(place)
