"""Gives processes a fixed share of the processor, as machines of their own would have, by a cgroup of the cpu controller.

A process that is in a group stays in it, and so do the processes that it starts later on. Both versions of cgroups are known; where
neither may be written, as in most containers, there are no shares and ``Share.make`` says so with ``OSError``.
"""

from __future__ import annotations

import os
import time
from contextlib import suppress
from pathlib import Path

ROOTS = (Path("/sys/fs/cgroup/cpu"), Path("/sys/fs/cgroup/unified"), Path("/sys/fs/cgroup"))
PERIOD_US = 50_000
"""Short: who has used up a share waits for the next period."""
REMOVE_S = 10.0


class Share:
    """One group."""

    def __init__(self, directory: Path) -> None:
        self._directory = directory

    @classmethod
    def make(cls, name: str) -> Share:
        """Make a group without a limit; raises ``OSError``."""
        refused = OSError("no cgroup of the cpu controller can be made here")
        for root in ROOTS:
            if not (root / "cgroup.procs").exists():
                continue
            directory = root / f"gradreel-{os.getpid()}-{name}"
            try:
                if (control := root / "cgroup.subtree_control").exists():
                    control.write_text("+cpu")
                directory.mkdir()
            except OSError as error:
                refused = error
                continue
            if any((directory / file).exists() for file in ("cpu.max", "cpu.cfs_quota_us")):
                return cls(directory)
            directory.rmdir()
        raise refused

    def add(self, pid: int) -> None:
        """Move a process and all that it has started into it."""
        for each in _tree(pid):
            with suppress(ProcessLookupError):
                (self._directory / "cgroup.procs").write_text(str(each))

    def limit(self, cores: float | None) -> None:
        """Let its processes have so many cores together, or as many as there are; raises ``OSError``."""
        quota_us = None if cores is None else int(cores * PERIOD_US)
        if (both := self._directory / "cpu.max").exists():
            both.write_text(f"{'max' if quota_us is None else quota_us} {PERIOD_US}")
        else:
            (self._directory / "cpu.cfs_period_us").write_text(str(PERIOD_US))
            (self._directory / "cpu.cfs_quota_us").write_text(str(-1 if quota_us is None else quota_us))

    def remove(self) -> None:
        """Remove it; its processes must have been ended."""
        deadline = time.monotonic() + REMOVE_S
        while (self._directory / "cgroup.procs").read_text() and time.monotonic() < deadline:
            time.sleep(0.05)
        self._directory.rmdir()


def processor_s(pid: int) -> float:
    """Processor time that a process and all that it has started have used until now, without those that have ended."""
    return sum(_ticks(each) for each in _tree(pid)) / os.sysconf("SC_CLK_TCK")


def _tree(pid: int) -> list[int]:
    found, todo = [], [pid]
    while todo:
        each = todo.pop()
        found.append(each)
        with suppress(OSError):
            for task in Path(f"/proc/{each}/task").iterdir():
                todo += map(int, (task / "children").read_text().split())
    return found


def _ticks(pid: int) -> int:
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0
    used = [int(field) for field in fields[11:13]]
    return sum(used)
