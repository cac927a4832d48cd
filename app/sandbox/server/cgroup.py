"""One cgroup for each child, made in the directories that the server may divide: limits of memory, tasks and processor time.

    DIRECTORY/server            version 2 only: processes that were in DIRECTORY itself, which may hold none if it has inner groups
    DIRECTORY/run-PID-NUMBER    the snippet's process; its init stays outside, so that it can report how the snippet ended

The kernel counts here what rlimits do not: files in /tmp, full pipes, page tables. Where no directory is writable there are no
groups, and rlimits apply alone. A child knows nothing of its group.
"""

from __future__ import annotations

import itertools
import logging
import os
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from app.settings import Settings

CONTROLLERS = ("memory", "pids", "cpu")
PERIOD_US = 100_000
# Memory of the kernel for one process: page tables, stacks, pipes.
KERNEL_BYTES = 64 * 1024**2
# The snippet's main thread, and those that libraries start.
EXTRA_TASKS = 8

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class GroupLimits:
    """Limits of one group."""

    memory_bytes: int
    tasks: int
    cores: int

    @staticmethod
    def of(settings: Settings, headroom_bytes: int) -> GroupLimits:
        """Choose limits wide enough that an honest snippet meets its rlimits first."""
        memory_bytes = settings.memory_bytes + headroom_bytes + settings.tmp_bytes + KERNEL_BYTES
        return GroupLimits(memory_bytes, 2 * settings.threads + EXTRA_TASKS, 2 * settings.threads)

    def files(self, directory: Path) -> Iterator[tuple[str, str, bool]]:
        """Yield (file, content, whether the group is of use without it) for what a group in ``directory`` can have."""
        quota_us = self.cores * PERIOD_US
        known = (
            ("memory.max", str(self.memory_bytes), False),
            ("memory.swap.max", "0", True),
            ("memory.oom.group", "1", True),
            ("memory.limit_in_bytes", str(self.memory_bytes), False),
            ("pids.max", str(self.tasks), False),
            ("cpu.max", f"{quota_us} {PERIOD_US}", False),
            ("cpu.cfs_period_us", str(PERIOD_US), False),
            ("cpu.cfs_quota_us", str(quota_us), False),
        )
        yield from (each for each in known if (directory / each[0]).exists())


class Group:
    """The group of one child: a directory in each hierarchy."""

    def __init__(self, directories: tuple[Path, ...]) -> None:
        self.directories = directories

    def add(self, pid: int) -> None:
        """Move a process into it, threads and all; raises ``OSError``."""
        for directory in self.directories:
            (directory / "cgroup.procs").write_text(str(pid))

    def out_of_memory(self) -> bool:
        """Did the kernel's out-of-memory killer end a process of it?"""
        return any(_oom_kills(directory) for directory in self.directories)

    def remove(self) -> None:
        """Remove it when its process is gone."""
        for directory in self.directories:
            with suppress(OSError):
                directory.rmdir()


class Cgroups:
    """The groups of one pool; made by ``find``."""

    def __init__(self, directories: tuple[Path, ...], limits: GroupLimits, controllers: tuple[str, ...] = ()) -> None:
        self._directories = directories
        self._limits = limits
        self._numbers = itertools.count()
        self.controllers = controllers
        """What is limited: some of ``memory``, ``pids``, ``cpu``."""

    def make(self) -> Group:
        """Make an empty group with its limits; raises ``OSError``."""
        name = f"run-{os.getpid()}-{next(self._numbers)}"
        group = Group(tuple(directory / name for directory in self._directories))
        for directory in self._directories:
            (directory / name).mkdir()
            for file, content, is_optional in self._limits.files(directory / name):
                with suppress(*((OSError,) if is_optional else ())):
                    (directory / name / file).write_text(content)
        return group


def find(settings: Settings, headroom_bytes: int) -> Cgroups | None:
    """Find out which directories groups can be made in, by making one; None if there is none."""
    wanted = [Path(text) for text in settings.cgroup_dirs.split(",") if text] or _delegated()
    limits = GroupLimits.of(settings, headroom_bytes)
    usable: list[Path] = []
    controllers: list[str] = []
    for directory in wanted:
        try:
            _prepare(directory)
            made = Cgroups((directory,), limits).make()
            names = {file.partition(".")[0] for file, _, _ in limits.files(made.directories[0])}
            made.remove()
        except OSError as error:
            log.warning("no groups in %s: %s", directory, error)
            continue
        usable.append(directory)
        controllers += [name for name in CONTROLLERS if name in names]
    return Cgroups(tuple(usable), limits, tuple(controllers)) if usable else None


def _delegated() -> list[Path]:
    """The server's own group of version 2, if it is marked as delegated."""
    with suppress(OSError, IndexError):
        own = next(line for line in Path("/proc/self/cgroup").read_text().splitlines() if line.startswith("0::"))[3:]
        for mount in ("/sys/fs/cgroup", "/sys/fs/cgroup/unified"):
            directory = Path(mount + own)
            if (directory / "cgroup.controllers").exists() and os.getxattr(directory, "user.delegate") == b"1":
                return [directory]
    return []


def _prepare(directory: Path) -> None:
    """Remove what an earlier server left, and in version 2 enable the controllers for inner groups."""
    directory.mkdir(exist_ok=True)
    for old in directory.glob("run-*"):
        with suppress(OSError):
            old.rmdir()
    if not (directory / "cgroup.controllers").exists():
        return
    if pids := (directory / "cgroup.procs").read_text().split():
        (directory / "server").mkdir(exist_ok=True)
        for pid in pids:
            (directory / "server" / "cgroup.procs").write_text(pid)
    for name in CONTROLLERS:
        if name in (directory / "cgroup.controllers").read_text().split():
            (directory / "cgroup.subtree_control").write_text(f"+{name}")


def _oom_kills(directory: Path) -> int:
    for name in ("memory.events", "memory.oom_control"):
        with suppress(FileNotFoundError):
            counts = dict(line.split() for line in (directory / name).read_text().splitlines())
            return int(counts.get("oom_kill", 0))
    return 0
