"""Bounds the threads of a snippet where no namespace and no cgroup counts them (tier L).

RLIMIT_NPROC counts all processes of a user, so it cannot be set beforehand where children share theirs. But once a snippet has as many
threads as it may, its own limit can be set to none at all: the next thread is refused, as in tier N. User id 0, which a snippet has only
without any jail, is exempt from that limit in the kernel; there a snippet with too many threads is ended.
"""

from __future__ import annotations

import os
import resource
import signal
from contextlib import suppress

ROOT_FACTOR = 4
"""As user id 0 a snippet is ended when it has more than this many times the threads that it may have."""


class ThreadWatch:
    """Looks at one snippet from its init, now and then."""

    EVERY_S = 0.02

    def __init__(self, snippet: int, proc: int, max_threads: int) -> None:
        """``proc`` is a descriptor of /proc, which the snippet itself cannot open."""
        self._snippet = snippet
        self._tasks = f"{snippet}/task"
        self._proc = proc
        self._max_threads = max_threads
        self._is_root = os.geteuid() == 0

    def look(self) -> None:
        """Let a snippet that has all of its threads start no more."""
        with suppress(OSError):  # it may just have ended
            # Of a directory, the links are its subdirectories, itself and its parent's entry.
            count = os.stat(self._tasks, dir_fd=self._proc).st_nlink - 2
            if count < self._max_threads:
                return
            resource.prlimit(self._snippet, resource.RLIMIT_NPROC, (0, 0))
            if self._is_root and count > ROOT_FACTOR * self._max_threads:
                os.kill(self._snippet, signal.SIGSYS)
