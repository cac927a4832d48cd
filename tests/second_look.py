"""Runs the tests that failed once more, each alone, after everything else has ended: ``python -m tests.second_look PART …``.

``scripts/test`` runs the tests in parts and leaves files of each in ``var/test-run/``: ``PART.json``, what failed (written by
``tests.failures`` for pytest, by vitest's reporter for the page), and ``PART.status``, the exit status of its runner. This program

1. prints every failed test with its message;
2. runs each once more, in a process of its own. What fails again has failed; what passes is unstable: its cause is to be found and mended;
3. prints what failed again and then, last, what is unstable, with its first failure, and adds the latter to ``var/unstable.txt``.

It exits with 1 where a test failed again, where more than ``MAX_UNSTABLE`` are unstable, where a runner ended without saying which
test failed (an internal error, a module that cannot be collected, a process that was killed), and where vitest caught an error that no
test did.
"""

from __future__ import annotations

import datetime
import json
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

ROOT = Path(__file__).parents[1]
UNHANDLED = ROOT / "tests" / "unhandled.mjs"
MAX_UNSTABLE = 3
"""How many unstable tests a run may have and pass."""
MAX_REPEATED = 20
"""How many failed tests are run once more. With more the run has failed in any case, and the cause is seldom one of each test."""
MAX_MESSAGE_LINES = 6
TESTS_FAILED = 1
"""The exit status with which pytest and vitest say that tests failed. pytest's others are faults of the run."""


@dataclass(frozen=True)
class Failure:
    """One failed test: its id, which its runner can run, the message of its error, and all that its runner printed of it."""

    id: str
    message: str
    text: str


@dataclass(frozen=True)
class Report:
    """What a runner says of its run: how many tests passed, which failed, and which errors came outside of any test."""

    passed: int
    failures: list[Failure]
    unhandled: list[str] = field(default_factory=list)


class Runner(Protocol):
    """How the report that a runner writes is read, and which command, given in ``folder``, runs one test and writes such a report."""

    folder: Path

    def read(self, path: Path) -> Report: ...

    def command(self, test: str, report: Path) -> list[str]: ...


class Pytest:
    """pytest, with the plugin ``tests.failures``."""

    def __init__(self, folder: Path = ROOT) -> None:
        self.folder = folder

    def read(self, path: Path) -> Report:
        document: Any = json.loads(path.read_text())
        return Report(document["passed"], [Failure(**failure) for failure in document["failures"]])

    def command(self, test: str, report: Path) -> list[str]:
        return [sys.executable, "-m", "pytest", "-p", "tests.failures", "--failures", str(report), "-m", "", test]


class Vitest:
    """vitest, with its JSON reporter and ours (``unhandled.mjs``), which writes a second file.

    A test is ``FILE::NAME``; a file that cannot be loaded is one failure, and its id is ``FILE``.
    """

    def __init__(self, folder: Path = ROOT / "static") -> None:
        self.folder = folder

    def read(self, path: Path) -> Report:
        document: Any = json.loads(path.read_text())
        failures = []
        for file in document["testResults"]:
            place = str(Path(file["name"]).relative_to(self.folder.resolve()))
            failed = [test for test in file["assertionResults"] if test["status"] == "failed"]
            for test in failed:
                text = "\n".join(test["failureMessages"])
                failures.append(Failure(f"{place}::{test['fullName']}", text.partition("\n    at ")[0], text))
            if file["status"] == "failed" and not failed:
                failures.append(Failure(place, file["message"], file["message"]))
        return Report(document["numPassedTests"], failures, json.loads(path.with_suffix(".unhandled.json").read_text()))

    @staticmethod
    def options(report: Path) -> list[str]:
        """What makes vitest write ``report``."""
        return ["--reporter=default", "--reporter=json", f"--reporter={UNHANDLED}", f"--outputFile.json={report}"]

    def command(self, test: str, report: Path) -> list[str]:
        file, _, name = test.partition("::")
        chosen = ["-t", f"^{re.escape(name)}$"] if name else []
        return ["npm", "run", "--silent", "test", "--", *self.options(report), file, *chosen]


def passes_alone(runner: Runner, test: str) -> bool:
    """Run one test. It has passed when its runner ends with 0 and says that a test passed: one that was skipped has not."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "report.json"
        ended = subprocess.run(runner.command(test, path), cwd=runner.folder, stdin=subprocess.DEVNULL)
        return ended.returncode == 0 and path.exists() and runner.read(path).passed > 0


@dataclass(frozen=True)
class Part:
    """One part of a test run: its runner, what failed in it, and why it did not run properly, if it did not."""

    name: str
    runner: Runner
    failures: list[Failure]
    fault: str = ""


def read_part(folder: Path, name: str, runner: Runner) -> Part:
    """Read the two files of a part."""
    try:
        status = int((folder / f"{name}.status").read_text())
        report = runner.read(folder / f"{name}.json")
    except (OSError, ValueError, KeyError) as error:
        return Part(name, runner, [], f"it left no report ({type(error).__name__}: {error})")
    if report.unhandled:
        return Part(name, runner, report.failures, "\n".join(["errors that no test caught:", *report.unhandled]))
    if status not in (0, TESTS_FAILED):
        return Part(name, runner, report.failures, f"its runner ended with {status}, which is no failed test")
    if status == TESTS_FAILED and not report.failures:
        return Part(name, runner, [], "its runner failed and named no failed test")
    if status == 0 and report.failures:
        return Part(name, runner, report.failures, "its runner passed, and its report names failed tests")
    return Part(name, runner, report.failures)


def second_look(parts: Sequence[Part], unstable_file: Path) -> int:
    """Run once more what failed in ``parts``, and return the exit status of the whole run."""
    failed = [(part, failure) for part in parts for failure in part.failures]
    faults = [f"ERROR: {part.name}: {part.fault}" for part in parts if part.fault]
    if not failed and not faults:
        return 0
    _say(f"{len(failed)} failed", [*faults, *_listed("FAILED", (failure for _, failure in failed))])
    if len(failed) > MAX_REPEATED:
        print(f"More than {MAX_REPEATED} failed: they are not run once more.", flush=True)
        return 1
    _say("What failed runs once more, each test alone", [])
    unstable: list[Failure] = []
    again: list[Failure] = []
    for part, failure in failed:
        (unstable if passes_alone(part.runner, failure.id) else again).append(failure)
    if again:
        _say(f"{len(again)} failed again", _listed("FAILED", again))
    if unstable:
        _say(f"{len(unstable)} unstable: failed at first, passed alone; up to {MAX_UNSTABLE} pass", _listed("UNSTABLE", unstable))
        _keep(unstable, unstable_file)
    return 1 if faults or again or len(unstable) > MAX_UNSTABLE else 0


def _listed(mark: str, failures: Iterable[Failure]) -> list[str]:
    lines = []
    for failure in failures:
        message = failure.message.strip().splitlines()[:MAX_MESSAGE_LINES] or ["no message"]
        lines += [f"{mark} {failure.id}", *(f"    {line}" for line in message)]
    return lines


def _say(title: str, lines: Iterable[str]) -> None:
    print(f"\n== {title} ==", *lines, sep="\n", flush=True)


def _keep(unstable: Iterable[Failure], path: Path) -> None:
    """Add tests to the file of unstable ones, with the commit at which each was seen. Whoever mends one takes it out."""
    commit = subprocess.run(["git", "describe", "--always", "--dirty"], cwd=ROOT, capture_output=True, text=True).stdout.strip()
    day = datetime.datetime.now(datetime.UTC).date()
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("a") as file:
        for failure in unstable:
            file.write(f"{failure.id}  ({day}, {commit or 'no commit'})\n")
            file.writelines(f"    {line}\n" for line in failure.text.splitlines())
    print(f"Their first failures are in {path}. An unstable test has a cause: find it and mend it.", flush=True)


def main(names: Sequence[str], folder: Path = ROOT / "var" / "test-run") -> int:
    """Look at the parts ``names``: "page" is run by vitest, all others by pytest."""
    parts = [read_part(folder, name, Vitest() if name == "page" else Pytest()) for name in names]
    return second_look(parts, ROOT / "var" / "unstable.txt")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
