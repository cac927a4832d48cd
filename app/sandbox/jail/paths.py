"""The directories that a snippet may read: the interpreter's libraries, and nothing of the application.

A snippet imports modules lazily (``import sqlite3``, most of ``torch._dynamo``), so the standard library, the site
directories and the directories of shared libraries stay readable; everything else does not exist for it.
"""

from __future__ import annotations

import importlib.util
import os
import sys
import sysconfig
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

DEVICES = ("/dev/null", "/dev/zero", "/dev/urandom")
LOADER_CACHE = "/etc/ld.so.cache"
LIBRARY_LINKS = ("/lib", "/lib64", "/lib32", "/usr/lib64")


@dataclass(frozen=True)
class ReadablePaths:
    """Absolute paths: no directory lies inside another, ``hidden`` ones lie inside some and must not be seen."""

    directories: tuple[str, ...]
    files: tuple[str, ...]
    links: tuple[tuple[str, str], ...]
    """Symbolic links of a merged /usr: (path, target)."""
    hidden: tuple[str, ...]

    def landlock_paths(self) -> Iterator[str]:
        """The same as a list without exceptions: a directory with something hidden in it becomes its other entries."""
        yield from self.files
        for directory in self.directories:
            inner = [path for path in self.hidden if _inside(path, directory)]
            yield from _entries_around(directory, inner) if inner else (directory,)


def _entries_around(directory: str, hidden: list[str]) -> Iterator[str]:
    """Walk down towards what is hidden, yielding everything beside the way. Listing such a directory itself is then refused, which
    the import system survives: it remembers what the zygote has listed."""
    for entry in os.scandir(directory):
        inner = [path for path in hidden if _inside(path, entry.path)]
        if not inner:
            yield entry.path
        elif entry.path not in hidden:
            yield from _entries_around(entry.path, inner)


def application_directories() -> tuple[str, ...]:
    """Return the directories of our own packages, ``app`` and ``gradreel``, which no snippet may see."""
    sources = Path(__file__).parents[3]
    library = importlib.util.find_spec("gradreel")
    found = [sources / "app", *(Path(place) for place in (library.submodule_search_locations or [] if library else []))]
    return tuple(dict.fromkeys(str(place) for place in found))


def readable_paths(application: tuple[str, ...]) -> ReadablePaths:
    """List what a child may read. ``application`` are the directories of our own packages."""
    wanted = _import_directories(application) | _library_directories()
    return ReadablePaths(
        directories=_outermost(wanted),
        files=tuple(path for path in (LOADER_CACHE, *DEVICES) if os.path.exists(path)),
        links=tuple((path, os.readlink(path)) for path in LIBRARY_LINKS if os.path.islink(path)),
        hidden=tuple(own for own in application if any(_inside(own, place) for place in wanted)),
    )


def _import_directories(application: tuple[str, ...]) -> set[str]:
    named = {sysconfig.get_path(name) for name in ("stdlib", "platstdlib", "purelib", "platlib")}
    found = {os.path.abspath(path) for path in (*named, *sys.path) if path and os.path.isdir(path)}
    sites = {os.path.abspath(path) for path in named}
    return found - {os.path.dirname(own) for own in application if os.path.dirname(own) not in sites}


def _library_directories() -> set[str]:
    """Directories of everything mapped into this process, which has imported torch."""
    mapped = set()
    with open("/proc/self/maps", encoding="utf-8") as maps:
        for line in maps:
            path = line[73:].rstrip("\n")
            if path.startswith("/") and ".so" in os.path.basename(path) and os.path.exists(path):
                mapped.add(os.path.dirname(os.path.realpath(path)))
    return {directory for directory in mapped if directory not in ("/", "/usr")}


def _outermost(directories: set[str]) -> tuple[str, ...]:
    kept: list[str] = []
    for directory in sorted(directories):
        if not any(_inside(directory, place) for place in kept):
            kept.append(directory)
    return tuple(kept)


def _inside(path: str, directory: str) -> bool:
    return path == directory or path.startswith(directory.rstrip("/") + "/")
