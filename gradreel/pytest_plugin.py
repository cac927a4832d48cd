"""``pytest --gradreel``: a test that dies of an autograd error leaves its film, and the report says where.

Every test is recorded while it runs, as ``gradreel.record()`` does, once PyTorch has been imported; the film of a test that passes, is
skipped or fails for another reason is thrown away. Whatever goes wrong with the recording is said in the report and changes no outcome.
"""

from __future__ import annotations

import hashlib
import re
import sys
from collections.abc import Generator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from gradreel.recording import Block, Film

MAX_NAME_CHARACTERS = 120
FOLDER = "gradreel-films"
SECTION = "gradreel"


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add ``--gradreel`` and ``--gradreel-folder``."""
    group = parser.getgroup("gradreel", "films of autograd errors")
    group.addoption("--gradreel", action="store_true", help="write the film of each test that dies of an autograd error")
    group.addoption("--gradreel-folder", default=FOLDER, metavar="FOLDER", help=f"where films are written (default: {FOLDER})")


def pytest_configure(config: pytest.Config) -> None:
    """Record only where it is asked for."""
    if config.getoption("gradreel"):
        folder = config.rootpath / config.getoption("gradreel_folder")
        config.pluginmanager.register(Films(folder, config.rootpath), "gradreel-films")


class Films:
    """Records the tests of one session, or of one worker of pytest-xdist."""

    def __init__(self, folder: Path, root: Path) -> None:
        self._folder = folder
        self._root = root
        self._films: dict[str, Film | Exception] = {}
        """By test that is running: its film, or why there is none."""

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_call(self, item: pytest.Item) -> Generator[None, Any, Any]:
        """Run the test in a block of ``gradreel.record()``."""
        block = self._block(item)
        if block is None:
            return (yield)
        self._films[item.nodeid] = block.film
        with block:
            return (yield)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(self, item: pytest.Item, call: pytest.CallInfo[None]) -> Generator[None, Any, Any]:
        """Write the film of a test that has failed, and say in the report where it is."""
        report: pytest.TestReport = yield
        film = self._films.pop(item.nodeid, None) if call.when == "call" else None
        if film is not None and report.failed and (told := self._kept(item, film)):
            report.sections.append((SECTION, told))
        return report

    def _block(self, item: pytest.Item) -> Block | None:
        if "torch" not in sys.modules:
            return None
        from gradreel.recording import record  # here, since every pytest with this plugin loads this module

        try:
            return record().of(str(item.path))
        except Exception as error:
            self._films[item.nodeid] = error
            return None

    def _kept(self, item: pytest.Item, film: Film | Exception) -> str | None:
        """What the report says; None for a failure that autograd has nothing to do with."""
        from gradreel.recording.autograd_error import ended_by_autograd

        try:
            if isinstance(film, Exception):
                raise film
            if not ended_by_autograd(film.run):
                return None
            self._folder.mkdir(parents=True, exist_ok=True)
            path = film.save(self._folder / f"{file_name(item.nodeid)}.html")
        except Exception as error:
            return f"no film: {type(error).__name__}: {error}"
        said = "".join(f"\n{diagnosis.message}" for diagnosis in film.diagnoses if diagnosis.raised)
        return f"film: {_shown(path, self._root)}{said}"


def file_name(nodeid: str) -> str:
    """A file name for a test, unlike that of any other: its id, with what file systems do not take replaced."""
    name = re.sub(r"[^\w.]+", "-", nodeid.rpartition("/")[2]).strip("-")
    digest = hashlib.sha256(nodeid.encode()).hexdigest()[:8]
    return f"{name[:MAX_NAME_CHARACTERS]}-{digest}"


def _shown(path: Path, root: Path) -> str:
    return str(path.relative_to(root)) if path.is_relative_to(root) else str(path)
