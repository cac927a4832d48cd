"""Names the engine that makes films now: stored films are keyed by it, so that no film outlives a change of what makes it.

A film follows from the snippet and from

    gradreel/           the tracer, the diagnoses and the form of a film; but not the catalogues, since what is shown is worded when it is
                        shown, nor the built player, which only shows it
    app/sandbox/        what the program sees around it, and how its answer is checked
    app/runner/         how a run is put together and compared
    the plan            what the sandbox is told: the limits that a program or its recording can run into
    torch, numpy        whose behaviour is what is recorded, and Python's

Pages, links, HTTP and the store only carry films and are no part of the engine.
"""

from __future__ import annotations

import hashlib
import json
import platform
from collections.abc import Iterable
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import gradreel
from app.sandbox.server.zygote import plan_of
from app.settings import Settings
from gradreel.version import VERSION

LIBRARY = Path(gradreel.__file__).parent
SERVICE = Path(__file__).parents[1]
SOURCES = (LIBRARY, SERVICE / "sandbox", SERVICE / "runner")
"""Folders whose files decide what a film says."""
PLAYER_SUFFIXES = (".js", ".css")
CATALOGUE_SUFFIX = ".ftl"
HASH_LENGTH = 8


@cache
def engine_tag(settings: Settings) -> str:
    """Return the engine's name, such as ``0.1.0.4f1c22aa-torch2.13.0-py3.11``.

    The part after the version is a hash of the sources, the limits and the version of numpy, so that a change that nobody gave a
    number to makes another engine as well.
    """
    python = ".".join(platform.python_version_tuple()[:2])
    content = json.dumps([sources_hash(SOURCES), plan_of(settings).to_json(), settings.output_bytes, _version_of("numpy")])
    digest = hashlib.sha256(content.encode()).hexdigest()[:HASH_LENGTH]
    return f"{VERSION}.{digest}-torch{_version_of('torch')}-py{python}"


def sources_hash(folders: Iterable[Path]) -> str:
    """Hash the names and contents of all files that ``source_files`` finds in ``folders``."""
    found = hashlib.sha256()
    for folder in folders:
        for path in source_files(folder):
            content = path.read_bytes()
            found.update(f"{path.relative_to(folder).as_posix()}\0{len(content)}\0".encode() + content)
    return found.hexdigest()


def source_files(folder: Path) -> list[Path]:
    """List the files in ``folder``, sorted, without byte code, the built player and the catalogues of sentences."""
    return sorted(path for path in folder.rglob("*") if path.is_file() and path.suffix != CATALOGUE_SUFFIX and not _is_built(path))


def _is_built(path: Path) -> bool:
    return path.suffix == ".pyc" or (path.parent.name == "player" and path.suffix in PLAYER_SUFFIXES)


def _version_of(package: str) -> str:
    """Look a version up without importing the package; the build after ``+`` is the machine's, not the engine's."""
    try:
        return version(package).partition("+")[0]
    except PackageNotFoundError:
        return "none"
