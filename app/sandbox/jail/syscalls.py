"""System calls that Python 3.11 does not wrap, as functions that raise ``OSError``.

glibc's wrapper is used where there is one; the rest go through ``syscall(2)`` by number.
"""

from __future__ import annotations

import ctypes
import errno
import os
import platform

CLONE_NEWNS = 0x0002_0000
CLONE_NEWCGROUP = 0x0200_0000
CLONE_NEWUTS = 0x0400_0000
CLONE_NEWIPC = 0x0800_0000
CLONE_NEWUSER = 0x1000_0000
CLONE_NEWPID = 0x2000_0000
CLONE_NEWNET = 0x4000_0000

SIGCHLD = 17

MS_RDONLY = 1
MS_NOSUID = 2
MS_NODEV = 4
MS_NOEXEC = 8
MS_BIND = 4096
MS_REC = 16384
MS_PRIVATE = 1 << 18
MNT_DETACH = 2

PR_SET_PDEATHSIG = 1
PR_SET_DUMPABLE = 4
PR_SET_KEEPCAPS = 8
PR_SET_SECCOMP = 22
PR_CAPBSET_DROP = 24
PR_SET_NO_NEW_PRIVS = 38
PR_CAP_AMBIENT = 47
PR_CAP_AMBIENT_CLEAR_ALL = 4
SECCOMP_MODE_FILTER = 2
CAP_SETUID = 7

AT_FDCWD = -100
AT_RECURSIVE = 0x8000

SYS_MOUNT_SETATTR = 442
SYS_LANDLOCK_CREATE_RULESET = 444
SYS_LANDLOCK_ADD_RULE = 445
SYS_LANDLOCK_RESTRICT_SELF = 446
_SYS_PIVOT_ROOT = {"x86_64": 155, "aarch64": 41}
_SYS_CLONE = {"x86_64": 56, "aarch64": 220}

_libc = ctypes.CDLL(None, use_errno=True)
# Types said beforehand, so that a call makes no objects of them.
_libc.prctl.argtypes = (ctypes.c_int, *[ctypes.c_ulong] * 4)
_holding_the_interpreter = ctypes.PyDLL(None, use_errno=True)


def _checked(name: str, result: int, what: object = "") -> int:
    if result == -1:
        code = ctypes.get_errno()
        raise OSError(code, f"{name}({what}): {os.strerror(code)}")
    return result


def syscall(name: str, number: int, *arguments: object) -> int:
    """Call the kernel by number; integers are passed as long, buffers and structures by reference."""
    passed = [ctypes.c_long(value) if isinstance(value, int) else value for value in arguments]
    return _checked(name, int(_libc.syscall(ctypes.c_long(number), *passed)))


def unshare(flags: int) -> None:
    """Leave the namespaces in ``flags`` for new ones."""
    _checked("unshare", _libc.unshare(flags), hex(flags))


def fork_into(namespaces: int) -> int:
    """Fork, with the new process in new ``namespaces`` from its first instruction. Returns like ``os.fork``.

    NOTE [Raw clone] glibc's fork takes no namespaces, and unsharing the pid namespace first would cost a process in between. So this is
    the bare call, for a process with one thread only: that thread is the same on both sides and holds what it held, so there is nothing
    to put right, and what the interpreter would do (locks, random seeds, torch) would copy three hundred pages. glibc's note of the
    thread's number is stale in the new process, which must therefore do nothing with threads; its own children, made by ``os.fork``,
    are sound.
    """
    flags = ctypes.c_long(namespaces | SIGCHLD)
    pid = int(_holding_the_interpreter.syscall(ctypes.c_long(_SYS_CLONE[platform.machine()]), flags, *[ctypes.c_long(0)] * 4))
    return _checked("clone", pid, hex(namespaces))


def mount(source: str, target: str, kind: str | None, flags: int, options: str = "") -> None:
    """Mount ``source`` on ``target``."""
    encoded = kind.encode() if kind else None
    _checked("mount", _libc.mount(source.encode(), target.encode(), encoded, ctypes.c_ulong(flags), options.encode()), target)


def unmount(target: str, flags: int) -> None:
    """Unmount ``target``."""
    _checked("umount2", _libc.umount2(target.encode(), flags), target)


def pivot_root(new_root: str, put_old: str) -> None:
    """Make ``new_root`` the root of this mount namespace, with the old one stacked on ``put_old``."""
    number = _SYS_PIVOT_ROOT[platform.machine()]
    syscall("pivot_root", number, ctypes.c_char_p(new_root.encode()), ctypes.c_char_p(put_old.encode()))


def prctl(option: int, *arguments: int) -> int:
    """Set or ask a property of this process."""
    return _checked("prctl", _libc.prctl(option, *(*arguments, 0, 0, 0, 0)[:4]), option)


class _CapHeader(ctypes.Structure):
    _fields_ = (("version", ctypes.c_uint32), ("pid", ctypes.c_int))


def set_capabilities(*kept: int) -> None:
    """Keep these capabilities (numbers below 32) permitted and effective, and no other one; nothing is inheritable."""
    header = _CapHeader(version=0x2008_0522, pid=0)
    mask = sum(1 << capability for capability in kept)
    sets = (ctypes.c_uint32 * 6)(mask, mask)  # effective, permitted, inheritable; then the same of the higher numbers
    _checked("capset", _libc.capset(ctypes.byref(header), sets))


def set_file_uid(user: int) -> None:
    """Have the kernel check access to files as for ``user``, and everything else as for this process's own user id."""
    _libc.setfsuid(ctypes.c_uint(user))
    if (found := _libc.setfsuid(ctypes.c_uint(-1 & 0xFFFF_FFFF))) != user:  # it reports no error: an invalid id only asks
        raise PermissionError(errno.EPERM, f"setfsuid({user}): the user id for files is still {found}")


class MountAttributes(ctypes.Structure):
    """``struct mount_attr``."""

    _fields_ = (("set", ctypes.c_uint64), ("clear", ctypes.c_uint64), ("propagation", ctypes.c_uint64), ("userns_fd", ctypes.c_uint64))


MOUNT_ATTR_RDONLY = 1
MOUNT_ATTR_NOSUID = 2
MOUNT_ATTR_NODEV = 4


def set_mount_attributes(target: str, attributes: int, *, recursive: bool) -> None:
    """Add ``attributes`` to the mount on ``target``; flags that are already set stay."""
    wanted = MountAttributes(set=attributes)
    flags = AT_RECURSIVE if recursive else 0
    path = ctypes.c_char_p(target.encode())
    syscall("mount_setattr", SYS_MOUNT_SETATTR, AT_FDCWD, path, flags, ctypes.byref(wanted), ctypes.sizeof(wanted))
