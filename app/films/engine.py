"""Which Gradreel this is, and which engine makes its films."""

from __future__ import annotations

import hashlib
import platform
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from gradreel.version import VERSION

ROOT = Path(__file__).parents[2]
DECISIVE = ("gradreel/**/*.py", "gradreel/locales/*.ftl", "app/sandbox/**/*.py", "app/runner/*.py")
"""Files that decide what a film says."""


@cache
def engine_tag() -> str:
    """Name what would make a film now: ``0.1.0.4f1c22aa-torch2.13.0-py3.11``; stored films are keyed by it.

    It holds a hash of our own sources as well, so that no film outlives a change that nobody gave a number to.
    """
    sources = hashlib.sha256(b"".join(path.read_bytes() for glob in DECISIVE for path in sorted(ROOT.glob(glob))))
    python = ".".join(platform.python_version_tuple()[:2])
    return f"{VERSION}.{sources.hexdigest()[:8]}-torch{_torch_version()}-py{python}"


def _torch_version() -> str:
    """Look the version up without importing torch; the build after ``+`` is the machine's, not the engine's."""
    try:
        return version("torch").partition("+")[0]
    except PackageNotFoundError:
        return "none"
