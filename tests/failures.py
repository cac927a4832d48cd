"""A pytest plugin (``-p tests.failures --failures FILE``) that writes which tests failed, and why, for the second look.

The file is written when the session ends, by the process that reports to the reader: with pytest-xdist, not by its workers. It holds
``{"passed": 12, "failures": [{"id": "tests/a.py::test_b", "message": "…", "text": "…"}]}``; a test that fails and cannot be torn down
either is one failure.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

MAX_TEXT_CHARS = 20_000
"""Longest text kept of one failure, in characters: its end, which has the error."""


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--failures", metavar="FILE", type=Path, help="write the failed tests and their messages to this file, as JSON")


def pytest_configure(config: pytest.Config) -> None:
    path = config.getoption("--failures")
    if path is not None and not hasattr(config, "workerinput"):
        config.pluginmanager.register(Failures(path))


class Failures:
    """Collects what failed while a session runs, and writes it to ``path`` at its end."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.passed = 0
        self.messages: dict[str, str] = {}
        self.texts: dict[str, list[str]] = {}

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            self._add(report)
        elif report.when == "call" and report.passed:
            self.passed += 1

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        if report.failed:
            self._add(report)

    def _add(self, report: pytest.TestReport | pytest.CollectReport) -> None:
        self.messages.setdefault(report.nodeid, _message(report))
        captured = [f"{title}\n{text}" for title, text in report.sections]
        self.texts.setdefault(report.nodeid, []).extend([*captured, report.longreprtext])

    def pytest_sessionfinish(self) -> None:
        texts = {test: "\n".join(parts)[-MAX_TEXT_CHARS:] for test, parts in self.texts.items()}
        failures = [{"id": test, "message": message, "text": texts[test]} for test, message in self.messages.items()]
        self.path.parent.mkdir(parents=True, exist_ok=True)
        self.path.write_text(json.dumps({"passed": self.passed, "failures": failures}))


def _message(report: pytest.TestReport | pytest.CollectReport) -> str:
    """The message of the error alone, where pytest knows it, else the last line that it printed."""
    crash = getattr(report.longrepr, "reprcrash", None)
    if crash is not None:
        return str(crash.message)
    lines = report.longreprtext.strip().splitlines()
    return lines[-1] if lines else "failed without a message"
