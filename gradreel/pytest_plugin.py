"""``pytest --gradreel``: a test that dies of an autograd error leaves its film, and the report says where.

Every test is recorded while it runs, as ``gradreel.record()`` does, once PyTorch has been imported; the film of a test that passes, is
skipped or fails for another reason is thrown away. In a GitHub workflow the job's summary has the diagnoses, and their lines annotations.
Whatever goes wrong with the recording is said in the report and changes no outcome.
"""

from __future__ import annotations

import hashlib
import os
import re
import sys
from collections.abc import Generator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from gradreel.locale import Lang
    from gradreel.recording import Film

MAX_NAME_CHARACTERS = 120
FOLDER = "gradreel-films"
SECTION = "gradreel"
SAID = "gradreel_said"
PROPERTY = "gradreel_film"
"""Name of the JUnit property that holds the film's path."""
MAX_SUMMARY_BYTES = 512 * 1024
"""A step's summary may have twice that."""


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the options."""
    group = parser.getgroup("gradreel", "films of autograd errors")
    group.addoption("--gradreel", action="store_true", help="write the film of each test that dies of an autograd error")
    group.addoption("--gradreel-all", action="store_true", help="with --gradreel: write the film of every test, however it ends")
    group.addoption("--gradreel-lang", choices=("en", "zh"), default="en", help="language of films, notes, summary and annotations")
    group.addoption("--gradreel-folder", default=FOLDER, metavar="FOLDER", help=f"where films are written (default: {FOLDER})")


def pytest_configure(config: pytest.Config) -> None:
    """Record only where it is asked for."""
    if config.getoption("gradreel"):
        folder = config.rootpath / config.getoption("gradreel_folder")
        config.pluginmanager.register(
            Films(folder, config.rootpath, config.getoption("gradreel_all"), config.getoption("gradreel_lang")), "gradreel-films"
        )
        if not hasattr(config, "workerinput"):
            config.pluginmanager.register(Workflow(os.environ), "gradreel-workflow")


@dataclass(frozen=True)
class Written:
    """A film in its file."""

    film: Film
    path: Path


class Films:
    """Records the tests of one session, or of one worker of pytest-xdist."""

    def __init__(self, folder: Path, root: Path, every: bool = False, lang: Lang = "en") -> None:
        self._folder = folder
        self._root = root
        self._every = every
        self._lang: Lang = lang
        self._ended: dict[str, Written | Exception] = {}
        """By test that has died: its film, or why there is none. A death that autograd has nothing to do with is not here."""

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_call(self, item: pytest.Item) -> Generator[None, Any, Any]:
        """Run the test in a block of ``gradreel.record()``; name its film on what it dies of, which the report then shows."""
        if "torch" not in sys.modules:
            return (yield)
        from gradreel.recording import record  # here, since every pytest with this plugin loads this module

        try:
            block = record(lang=self._lang).of(str(item.path))
        except Exception as error:
            self._ended[item.nodeid] = error
            return (yield)
        try:
            with block:
                result = yield
            if self._every and isinstance(missing := self._saved(item, block.film), Exception):
                self._ended[item.nodeid] = missing
            return result
        except Exception as error:
            if ended := self._write(item, block.film, error):
                self._ended[item.nodeid] = ended
            raise

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(self, item: pytest.Item, call: pytest.CallInfo[None]) -> Generator[None, Any, Any]:
        """Say in the report of a test that has failed where its film is; throw away that of one that was expected to."""
        report: pytest.TestReport = yield
        ended = self._ended.pop(item.nodeid, None) if call.when == "call" else None
        if ended is not None and report.failed:
            report.sections.append((SECTION, self._told(ended)))
            if isinstance(ended, Written):
                item.user_properties.append((PROPERTY, str(self._shown(ended.path))))
                vars(report)[SAID] = self._said(item, ended)
        elif isinstance(ended, Written) and not self._every:
            ended.path.unlink(missing_ok=True)
        return report

    def _write(self, item: pytest.Item, film: Film, error: Exception) -> Written | Exception | None:
        """Write the film of a test that autograd has ended; return it, or why there is none."""
        from gradreel.recording.noted import note
        from gradreel.why.ending import ended_by_autograd

        try:
            if not self._every and not ended_by_autograd(film.run, error):
                return None
        except Exception as failed:
            return failed
        written = self._saved(item, film)
        if isinstance(written, Written):
            note(error, film, self._shown(written.path), self._lang)
        return written

    def _saved(self, item: pytest.Item, film: Film) -> Written | Exception:
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            return Written(film, film.save(self._folder / f"{file_name(item.nodeid)}.html", lang=self._lang))
        except Exception as failed:
            return failed

    def _told(self, ended: Written | Exception) -> str:
        if isinstance(ended, Exception):
            return f"no film: {type(ended).__name__}: {ended}"
        from gradreel.why.wording import message_of

        said = "".join(f"\n{message_of(diagnosis, self._lang)}" for diagnosis in ended.film.diagnoses if diagnosis.raised)
        return f"film: {self._shown(ended.path)}{said}"

    def _said(self, item: pytest.Item, written: Written) -> dict[str, str]:
        """What a workflow is told of it, as plain text, since a report may come from a worker."""
        from gradreel.why.github import github_lines
        from gradreel.why.markdown import escaped, markdown
        from gradreel.why.report import report_of

        try:
            report = report_of(written.film.run, str(self._shown(written.path)), self._lang)
            found = [finding for finding in report.findings if finding.raised]
            told = report.model_copy(update={"findings": tuple(found), "program": item.nodeid})
            return {"summary": markdown(told), "annotations": "\n".join(github_lines(told))}
        except Exception as error:
            return {"summary": f"## {escaped(item.nodeid)}\n\nno report: {type(error).__name__}\n", "annotations": ""}

    def _shown(self, path: Path) -> Path:
        return path.relative_to(self._root) if path.is_relative_to(self._root) else path


class Workflow:
    """Tells a GitHub workflow of the tests that autograd has ended: in the job's summary, and beside the code.

    The process that reports does so, once, when the session ends.
    """

    def __init__(self, environment: Mapping[str, str]) -> None:
        self._summary = environment.get("GITHUB_STEP_SUMMARY")
        self._annotates = bool(environment.get("GITHUB_ACTIONS"))
        self._said: list[dict[str, str]] = []

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Remember what is said of a test."""
        if said := vars(report).get(SAID):
            self._said.append(said)

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        """Write the summary, and print the annotations; what cannot be written is said in one line."""
        if self._annotates:
            for line in dict.fromkeys(line for said in self._said for line in said["annotations"].splitlines()):
                terminalreporter.write_line(line)
        if self._summary and self._said:
            try:
                with open(self._summary, "a", encoding="utf-8") as file:
                    file.write(self._summarized())
            except OSError as error:
                terminalreporter.write_line(f"gradreel: no summary: {error.strerror}")

    def _summarized(self) -> str:
        """The summaries that there is room for."""
        parts: list[str] = []
        for said in self._said:
            if sum(len(part.encode()) for part in parts) + len(said["summary"].encode()) > MAX_SUMMARY_BYTES:
                parts.append(f"{len(self._said) - len(parts)} more tests died of autograd errors: see the films.\n")
                break
            parts.append(said["summary"])
        return "\n".join(parts)


def file_name(nodeid: str) -> str:
    """A file name for a test, unlike that of any other: its id, with what file systems do not take replaced."""
    name = re.sub(r"[^\w.]+", "-", nodeid.rpartition("/")[2]).strip("-")
    digest = hashlib.sha256(nodeid.encode()).hexdigest()[:8]
    return f"{name[:MAX_NAME_CHARACTERS]}-{digest}"
