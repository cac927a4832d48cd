"""One process with torch that runs the programs of these tests, plainly and traced."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any, Literal

import pytest

from app.sandbox.report.expected import compared, is_in_doubt
from app.sandbox.report.fixes import judge_fix
from gradreel.diagnose import diagnose
from gradreel.diagnose.lookup.explain import MAX_EVIDENCE
from gradreel.trace import ControlRun, Diagnosis, Edit, Fix, Recording
from tests.asking import answering, asked
from tests.diagnose.case import Judged, Plain, RunPlainly, See, Seen

ABOUT_NO_TENSOR = {"device_unavailable", "workers_unavailable", "integer_requires_grad", "transform_edit"}
"""Kinds that may have nothing to show: the program stopped before there was any tensor."""
MAX_SEEN = 256
"""Programs whose films are kept for further tests of the same program."""
Run = Literal["plain", "traced", "reference", "fixed", "intended", "unchecked", "copied", "allowed"]
Ask = Callable[[str, Run], dict[str, Any]]


@pytest.fixture(scope="session")
def ask() -> Ask:
    """Send a program to the process, get its answer."""
    plain: dict[str, dict[str, Any]] = {}
    """What plain torch makes of programs that have run: it makes the same of them again."""
    judging: dict[tuple[str, Run], dict[str, Any]] = {}
    """The runs by which fixes are judged, which several fixes of one program share."""

    def send(code: str, run: Run) -> dict[str, Any]:
        if run == "plain" and code in plain:
            return {"plain": plain[code]}
        if (code, run) in judging:
            return judging[code, run]
        answer = asked(answering("tests.diagnose.oracle"), {"code": code, "run": run})
        assert "hung" not in answer, "the program did not end, or took its process down"
        if "plain" in answer:
            plain[code] = answer["plain"]
        else:
            judging[code, run] = answer
        return answer

    return send


@pytest.fixture(scope="session")
def see(ask: Ask) -> See:
    """Run a program plainly and traced, and diagnose it; the tracer must agree with plain torch on how it ends."""

    @lru_cache(maxsize=MAX_SEEN)
    def run(code: str) -> Seen:
        answer = ask(code, "traced")
        plain, recording = Plain(**answer["plain"]), Recording.model_validate(answer["recording"])
        left_in_peace = plain.exception == "SystemExit" and plain.error in ("SystemExit", "0")
        assert (recording.outcome.failure.message if recording.outcome.failure else None) == (None if left_in_peace else plain.error)
        if plain.error is None and is_in_doubt(recording):
            recording = compared(recording, ControlRun.model_validate(ask(code, "reference")["reference"]))
        diagnosed = diagnose(code, recording)
        assert diagnosed.failures == ()
        check_fixes(code, diagnosed.diagnoses)
        check_evidence(recording, diagnosed.diagnoses)
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


def check_evidence(recording: Recording, diagnoses: tuple[Diagnosis, ...]) -> None:
    """Every diagnosis says what explains it, by ids of the recording, each once; what it names is among them."""
    known = {id for ids in ([each.id for each in recording.tensors], [each.id for each in recording.nodes]) for id in ids}
    known |= {each.id for each in recording.saved}
    known |= {f"e{event.index}" for event in recording.events if event.kind == "op"}
    for diagnosis in diagnoses:
        named = {each for each in (diagnosis.tensor, diagnosis.node, diagnosis.saved) if each is not None}
        assert named <= set(diagnosis.evidence) <= known, diagnosis.kind
        assert len(set(diagnosis.evidence)) == len(diagnosis.evidence) <= MAX_EVIDENCE
        assert diagnosis.evidence or diagnosis.kind in ABOUT_NO_TENSOR, diagnosis.kind


@pytest.fixture(scope="session")
def run_plainly(ask: Ask) -> RunPlainly:
    """Run a program under plain torch only."""
    return lambda code: Plain(**ask(code, "plain")["plain"])


@pytest.fixture(scope="session")
def judged(ask: Ask) -> Judged:
    """Judge a fix of a program by the runs that the service makes."""

    def judge(code: str, fix: Fix) -> str:
        fixed, intended = ask(fix.code or "", "fixed")["fixed"], ask(code, "intended")["intended"]
        return judge_fix(fix.kind, ControlRun.model_validate(fixed), ControlRun.model_validate(intended)).verdict

    return judge
