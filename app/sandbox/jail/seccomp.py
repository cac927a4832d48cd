"""Seccomp: allows about 150 system calls of the kernel's several hundred.

Two filters, both made by libseccomp. ``program`` is compiled once and is the same for every child; ``own_pid`` is tiny and says
that signals go to the child itself only. What is not listed is refused with EPERM, so a call that the kernel gains
tomorrow is refused as well. Exceptions, each chosen for what the caller makes of it:

    EAGAIN       fork: Python words it as "Resource temporarily unavailable", which the hint explains
    ENOSYS       clone3, io_uring, openat2: libraries fall back to the older call
    EAGAIN, 0    a futex that is not private: NOTE [Futexes]
    SIGSYS       another architecture's calls (int 0x80, x32): no honest program makes them
"""

from __future__ import annotations

import ctypes
import errno
import os
import signal
from collections.abc import Iterator
from typing import Any

from app.sandbox.jail.syscalls import PR_SET_SECCOMP, SECCOMP_MODE_FILTER, prctl

FILES = """
    read write readv writev pread64 pwrite64 preadv pwritev open openat close close_range lseek
    stat fstat lstat newfstatat statx access faccessat faccessat2 getdents getdents64 readlink readlinkat getcwd chdir
    fchdir dup dup2 dup3 pipe pipe2 fsync fdatasync ftruncate fallocate mkdir mkdirat rmdir unlink unlinkat rename
    renameat renameat2 umask statfs fstatfs poll ppoll select pselect6 epoll_create epoll_create1 epoll_ctl epoll_wait
    epoll_pwait epoll_pwait2 eventfd eventfd2
"""
# NOTE [Attributes] Landlock has no say over a file's mode and times, nor, in its first versions, over truncate: only a process whose
# files are all its own or on read-only mounts may call these.
FILE_ATTRIBUTES = "chmod fchmod fchmodat utime utimes utimensat truncate"
# NOTE [Counted for a user] All snippets are one user of the machine, and what is counted for a user is a message to the next one who asks
# for more of it. Of such things a snippet gets none: descriptors on their way through a socket (sendmsg; sendto carries none) and queued
# signals (``own_pid``).
PAIRS = "sendto recvfrom recvmsg shutdown getsockopt setsockopt getsockname getpeername"
# NOTE [Page cache] All snippets read the same files. Which pages of them are in memory tells what others have read, so a snippet gets no
# call that asks (mincore, cachestat, preadv2 with RWF_NOWAIT, openat2 with RESOLVE_CACHED) or puts a page out (fadvise64, MADV_PAGEOUT).
MEMORY = "mmap munmap mprotect mremap brk msync membarrier"
ADVICE = (0, 1, 2, 3, 4, 8, 10, 11, 14, 15, 16, 17, 18, 19, 22, 23, 102, 103)
"""Of madvise: what concerns this process's own memory, or reads a file as touching it does. Not MADV_COLD and MADV_PAGEOUT, which put
pages of files out of memory, nor MADV_MERGEABLE and MADV_COLLAPSE, which share pages and replace those of files."""
WITHOUT_FLAGS = ("preadv2", "pwritev2")
SIGNALS = """rt_sigaction rt_sigprocmask rt_sigreturn rt_sigpending rt_sigsuspend rt_sigtimedwait sigaltstack kill tgkill pause alarm
    setitimer getitimer restart_syscall"""
TIME = "clock_gettime clock_getres clock_nanosleep nanosleep gettimeofday time times getrusage"
PROCESS = """getpid gettid getppid getuid geteuid getgid getegid getgroups getresuid getresgid getpgrp getpgid getsid uname sysinfo exit
    exit_group set_robust_list rseq sched_yield sched_getaffinity sched_getparam sched_getscheduler
    sched_get_priority_max sched_get_priority_min getcpu getrandom getrlimit wait4 waitid arch_prctl"""

# NOTE [Futexes] A futex that is not private, on a page of a shared library, is found by all who map that page. The kernel itself wakes such
# ones when a thread ends, at addresses that the thread gave (clone, set_robust_list), and every thread must give some: so nobody may wait.
# A wait is answered EAGAIN, as if the word had just changed, and whoever asked looks at it again; that nobody was woken is then true.
# pthread_join and C++'s guard of local statics wait like that: they ask again and again instead. Any other answer makes glibc end the
# process; and were wakes alone refused, threads that wait for such a guard would never go on.
FUTEX_PRIVATE = 128
FUTEX_KIND = 0xFFFF_FEFF
"""The bits of a futex's operation without FUTEX_CLOCK_REALTIME; the kernel ignores the upper half of the argument."""
FUTEX_WAITS = (0, 9)
FUTEX_WAKES = (1, 10)

CLONE_THREAD = 0x0001_0000
CLONE_NEW_ANYTHING = 0x7E02_0080
MISSING = ("clone3", "io_uring_setup", "io_uring_enter", "io_uring_register", "openat2")
PRCTL_OPTIONS = (2, 3, 15, 16, 39, 0x53564D41)
"""Reading the death signal, dumpable and no_new_privs, getting and setting the thread's name, naming memory."""
FCNTL_COMMANDS = (0, 1, 2, 3, 4, 1030, 1032)
"""Duplicating, flags, reading a pipe's size. Not F_SETOWN, which sends signals to others, nor leases and larger pipes."""
# NOTE [Locks] A lock on a file that two snippets can open, such as a shared library, is a message from one to the other. flock needs a
# descriptor to read from, and asking for a record lock (F_GETLK, F_OFD_GETLK) tells of other processes': both are refused everywhere.
# Setting a record lock conflicts only with one to write, for which a file must be the snippet's own: sqlite3 does it in its own /tmp.
FCNTL_SETS_OF_LOCKS = (6, 7, 37, 38)
IOCTL_REQUESTS = (0x5401, 0x5413, 0x541B, 0x5421, 0x5450, 0x5451)
"""isatty, window size, bytes waiting, non-blocking, close on exec off and on."""
SETTABLE_LIMITS = (0, 1, 2, 3, 4, 5, 7, 9)
"""Of setrlimit: what is counted for one process."""
SOCK_TYPE_MASK = 0xF
INT = 0xFFFF_FFFF
"""The bits of an argument that the kernel takes as an int."""
FIRST_QUEUED_SIGNAL = 32


class LibraryMissing(Exception):
    """The shared library libseccomp.so.2 is not installed."""


def library() -> Any:
    """Import pyseccomp, which loads the shared library.

    Raises ``LibraryMissing`` with the name of the package that holds it.
    """
    try:
        import pyseccomp
    except RuntimeError:
        raise LibraryMissing(
            "The shared library libseccomp.so.2 is missing, and no snippet is run without its filter. "
            "Install the Debian package that holds it: apt-get install libseccomp2"
        ) from None
    return pyseccomp


def program(*, own_files: bool) -> bytes:
    """Compile the filter that every child shares, as BPF instructions.

    ``own_files`` holds where whatever a child could reach to change is its own or mounted read-only (tier N).
    """
    lib = library()
    filter_ = lib.SyscallFilter(lib.ERRNO(errno.EPERM))
    filter_.set_attr(lib.Attr.ACT_BADARCH, lib.KILL_PROCESS)
    filter_.set_attr(lib.Attr.CTL_NNP, 0)
    for action, name, arguments in _rules(lib, own_files):
        if lib.resolve_syscall(lib.Arch.NATIVE, name) != -1:
            filter_.add_rule(action, name, *arguments)
    return _compiled(filter_)


def own_pid(pid: int) -> bytes:
    """Compile the filter that lets the process ``pid``, to be confined by it, signal itself only; no SIGKILL, no real-time signals.

    NOTE [SIGKILL] A process that ended by SIGKILL was therefore killed by us, by a limit, or by somebody outside: never by its snippet.
    """
    lib = library()
    filter_ = lib.SyscallFilter(lib.ALLOW)
    filter_.set_attr(lib.Attr.CTL_NNP, 0)
    for name, number in (("kill", 1), ("tgkill", 2)):
        filter_.add_rule(lib.ERRNO(errno.EPERM), name, lib.Arg(0, lib.NE, pid))
        filter_.add_rule(lib.ERRNO(errno.EPERM), name, lib.Arg(number, lib.MASKED_EQ, INT, signal.SIGKILL))
        filter_.add_rule(lib.ERRNO(errno.EPERM), name, lib.Arg(number, lib.GE, FIRST_QUEUED_SIGNAL))
    return _compiled(filter_)


def _rules(lib: Any, own_files: bool) -> Iterator[tuple[int, str, tuple[Any, ...]]]:
    for group in (FILES, FILE_ATTRIBUTES if own_files else "", PAIRS, MEMORY, SIGNALS, TIME, PROCESS):
        yield from ((lib.ALLOW, name, ()) for name in group.split())
    yield lib.ALLOW, "clone", (lib.Arg(0, lib.MASKED_EQ, CLONE_THREAD | CLONE_NEW_ANYTHING, CLONE_THREAD),)
    yield lib.ERRNO(errno.EAGAIN), "clone", (lib.Arg(0, lib.MASKED_EQ, CLONE_THREAD, 0),)
    yield from ((lib.ERRNO(errno.EAGAIN), name, ()) for name in ("fork", "vfork"))
    yield from ((lib.ERRNO(errno.ENOSYS), name, ()) for name in MISSING)
    yield from _futex_rules(lib)
    yield from ((lib.ALLOW, name, (lib.Arg(5, lib.MASKED_EQ, INT, 0),)) for name in WITHOUT_FLAGS)
    yield from ((lib.ALLOW, "madvise", (lib.Arg(2, lib.MASKED_EQ, INT, advice),)) for advice in ADVICE)
    # only a connected pair: a datagram socket could still address a path or an abstract name
    yield lib.ALLOW, "socketpair", (lib.Arg(0, lib.EQ, 1), lib.Arg(1, lib.MASKED_EQ, SOCK_TYPE_MASK, 1))
    yield lib.ALLOW, "prlimit64", (lib.Arg(0, lib.EQ, 0), lib.Arg(2, lib.EQ, 0))
    yield from ((lib.ALLOW, "prlimit64", (lib.Arg(0, lib.EQ, 0), lib.Arg(1, lib.EQ, limit))) for limit in SETTABLE_LIMITS)
    yield from ((lib.ALLOW, "prctl", (lib.Arg(0, lib.EQ, option),)) for option in PRCTL_OPTIONS)
    commands = (*FCNTL_COMMANDS, *(FCNTL_SETS_OF_LOCKS if own_files else ()))
    yield from ((lib.ALLOW, "fcntl", (lib.Arg(1, lib.EQ, command),)) for command in commands)
    yield from ((lib.ALLOW, "ioctl", (lib.Arg(1, lib.EQ, request),)) for request in IOCTL_REQUESTS)


def _futex_rules(lib: Any) -> Iterator[tuple[int, str, tuple[Any, ...]]]:
    yield lib.ALLOW, "futex", (lib.Arg(1, lib.MASKED_EQ, FUTEX_PRIVATE, FUTEX_PRIVATE),)
    for operations, answer in ((FUTEX_WAITS, errno.EAGAIN), (FUTEX_WAKES, 0)):
        yield from ((lib.ERRNO(answer), "futex", (lib.Arg(1, lib.MASKED_EQ, FUTEX_KIND, operation),)) for operation in operations)


def _compiled(filter_: Any) -> bytes:
    with os.fdopen(os.memfd_create("filter", os.MFD_CLOEXEC), "w+b") as file:
        filter_.export_bpf(file)
        file.seek(0)
        return file.read()


class _Program(ctypes.Structure):
    _fields_ = (("length", ctypes.c_ushort), ("filter", ctypes.c_void_p))


def load(*programs: bytes) -> None:
    """Confine this process to each of ``programs``; the last one must be the one that forbids loading more. Needs no_new_privs."""
    for instructions in programs:
        buffer = ctypes.create_string_buffer(instructions, len(instructions))
        described = _Program(len(instructions) // 8, ctypes.cast(buffer, ctypes.c_void_p))
        prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, ctypes.addressof(described))
