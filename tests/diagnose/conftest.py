"""One process with torch that runs the programs of these tests, plainly and traced."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from app.sandbox.report.expected import compared, writes_past_counter
from gradreel.diagnose import diagnose
from gradreel.trace import ControlRun, Diagnosis, Edit, Recording
from tests.diagnose.case import Plain, RunPlainly, See, Seen

Ask = Callable[[str, bool], dict[str, Any]]


@pytest.fixture(scope="session")
def ask() -> Iterator[Ask]:
    """Send a program to the process, get its answer."""
    command = [sys.executable, "-m", "tests.diagnose.oracle"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        requests, answers = process.stdin, process.stdout

        def send(code: str, trace: bool) -> dict[str, Any]:
            requests.write(json.dumps({"code": code, "trace": trace}) + "\n")
            requests.flush()
            answer: dict[str, Any] = json.loads(answers.readline())
            assert "hung" not in answer, "the program did not end, or took its process down"
            return answer

        yield send
        requests.close()


@pytest.fixture(scope="session")
def see(ask: Ask) -> See:
    """Run a program plainly and traced, and diagnose it; the tracer must agree with plain torch on how it ends."""

    def run(code: str) -> Seen:
        answer = ask(code, True)
        plain, recording = Plain(**answer["plain"]), Recording.model_validate(answer["recording"])
        assert (recording.outcome.failure.message if recording.outcome.failure else None) == plain.error
        if plain.error is None and writes_past_counter(recording):
            recording = compared(recording, ControlRun.model_validate(answer["unharmed"]))
        diagnosed = diagnose(code, recording)
        assert diagnosed.failures == ()
        check_fixes(code, diagnosed.diagnoses)
        return Seen(code, plain, recording, diagnosed.diagnoses)

    return run


def check_fixes(code: str, diagnoses: tuple[Diagnosis, ...]) -> None:
    """The edits of every fix give its code, in the order of the text, and fixes of one key are one fix."""
    edits_of: dict[str, tuple[Edit, ...]] = {}
    for fix in (fix for diagnosis in diagnoses for fix in diagnosis.fixes):
        text = code
        for edit in reversed(fix.edits):
            text = text[: edit.start] + edit.text + text[edit.end :]
        assert text == (fix.code or code)
        assert bool(fix.code) == bool(fix.edits)
        assert list(fix.edits) == sorted(fix.edits, key=lambda edit: edit.start)
        assert edits_of.setdefault(fix.key, fix.edits) == fix.edits


@pytest.fixture(scope="session")
def run_plainly(ask: Ask) -> RunPlainly:
    """Run a program under plain torch only."""
    return lambda code: Plain(**ask(code, False)["plain"])
