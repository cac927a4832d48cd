"""Mounts: a read-only root directory with an interpreter, its libraries, three devices and an empty /tmp.

The zygote builds it once and enters it (``enter``); each child then covers /tmp with a small tmpfs of its own
(``mount_tmp``), so no two snippets ever share a writable file. There is no /proc in it.
"""

from __future__ import annotations

import os
from pathlib import Path

from app.sandbox.jail.paths import ReadablePaths
from app.sandbox.jail.syscalls import (
    CLONE_NEWNS,
    CLONE_NEWUSER,
    MNT_DETACH,
    MOUNT_ATTR_NODEV,
    MOUNT_ATTR_NOSUID,
    MOUNT_ATTR_RDONLY,
    MS_BIND,
    MS_NODEV,
    MS_NOEXEC,
    MS_NOSUID,
    MS_PRIVATE,
    MS_RDONLY,
    MS_REC,
    mount,
    pivot_root,
    set_mount_attributes,
    unmount,
    unshare,
)

STAGING = ("/mnt", "/media", "/srv", "/opt", "/run", "/tmp")
ROOT_OPTIONS = "mode=0755,size=1m,nr_inodes=4096"


def leave_mounts() -> bool:
    """Get a mount namespace of one's own; true if that took a user namespace too, whose ids are then still to be mapped."""
    try:
        unshare(CLONE_NEWNS)
    except PermissionError:
        unshare(CLONE_NEWUSER | CLONE_NEWNS)
        return True
    return False


def enter(readable: ReadablePaths) -> None:
    """Build the tree in this mount namespace and make it the root; needs the right to mount in it."""
    mount("none", "/", None, MS_REC | MS_PRIVATE)
    root = next(place for place in STAGING if os.path.isdir(place) and not _holds(place, readable))
    mount("gradreel", root, "tmpfs", MS_NOSUID | MS_NODEV, ROOT_OPTIONS)
    _fill(root, readable)
    os.chdir(root)
    pivot_root(".", ".")
    unmount(".", MNT_DETACH)
    os.chdir("/")
    set_mount_attributes("/", MOUNT_ATTR_RDONLY | MOUNT_ATTR_NOSUID | MOUNT_ATTR_NODEV, recursive=False)


def mount_tmp(size_bytes: int, inodes: int, readable: ReadablePaths) -> None:
    """Cover /tmp with a fresh, empty, bounded file system of this child's own; what is ``readable`` below /tmp stays so."""
    covered = [(path, os.open(path, os.O_PATH | os.O_DIRECTORY)) for path in readable.directories if path.startswith("/tmp/")]
    # the root directory takes an inode of its own, and so does each directory on the way to what stays
    total = inodes + 1 + sum(path.count("/") - 1 for path, _ in covered)
    mount("tmp", "/tmp", "tmpfs", MS_NOSUID | MS_NODEV | MS_NOEXEC, f"mode=0700,size={size_bytes},nr_inodes={total}")
    for path, place in covered:
        os.makedirs(path, 0o755)
        # NOTE [Covered] There is no /proc to name the covered directory by, so it becomes the working directory and is bound as ".".
        os.fchdir(place)
        mount(".", path, None, MS_BIND | MS_REC)
        os.close(place)
    os.chdir("/tmp")


def _holds(place: str, readable: ReadablePaths) -> bool:
    """Would mounting over ``place`` hide something that is still to be bound?"""
    return any(path == place or path.startswith(place + "/") for path in (*readable.directories, *readable.files, *readable.hidden))


def _fill(root: str, readable: ReadablePaths) -> None:
    os.mkdir(root + "/tmp", 0o755)
    for path in readable.directories:
        os.makedirs(root + path, 0o755, exist_ok=True)
        _bind(path, root + path, MOUNT_ATTR_RDONLY | MOUNT_ATTR_NOSUID | MOUNT_ATTR_NODEV)
    for path in readable.files:
        os.makedirs(os.path.dirname(root + path), 0o755, exist_ok=True)
        Path(root + path).touch()
        is_device = path.startswith("/dev/")
        _bind(path, root + path, MOUNT_ATTR_NOSUID | (0 if is_device else MOUNT_ATTR_RDONLY | MOUNT_ATTR_NODEV))
    for path, target in readable.links:
        if not os.path.lexists(root + path):
            os.symlink(target, root + path)
    for path in readable.hidden:
        mount("hidden", root + path, "tmpfs", MS_RDONLY | MS_NOSUID | MS_NODEV | MS_NOEXEC, "mode=0755,size=4k,nr_inodes=2")


def _bind(source: str, target: str, attributes: int) -> None:
    mount(source, target, None, MS_BIND | MS_REC)
    set_mount_attributes(target, attributes, recursive=True)
