"""What is made of an answer, stage by stage: validated ─▶ expected gradients ─▶ compared ─▶ diagnosed ─▶ summarised and packed.

What a failed version check prevented takes further runs and is added later, when somebody asks for it: ``complete.py``.

Only the first stage can refuse an answer. One of the others that fails, or takes longer than it may, is left out: the film is then what
it was after the stage before, and says so in ``left_out``.
"""

from __future__ import annotations

import json
import re
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from types import FrameType
from typing import TypeVar

from app.sandbox.protocol.modes import Mode
from app.sandbox.reader.frames import ControlAnswer, FinishedFilm, JudgedFix, JudgeFix, ReadAnswer
from app.sandbox.report.answer import ResultInvalid, validate, validate_control_run
from app.sandbox.report.caps import Caps, check_counts, check_text
from app.sandbox.report.cells import stated_cells
from app.sandbox.report.expected import with_expected
from app.sandbox.report.fidelity import Ending, Fidelity, cell_endings, differences, ending, judge
from app.sandbox.report.fixes import judge_cells, judge_fix
from app.sandbox.report.hints import explain
from app.sandbox.report.unchecked import with_pending
from app.sandbox.report.verdict import stopped
from app.settings import Settings
from gradreel.derivatives import explained, unexplained
from gradreel.diagnose import Diagnosed, diagnose
from gradreel.diagnose.lookup.names import with_names, without_names
from gradreel.film.film import NEVER_KEPT, NEVER_REUSED, Film, film_of
from gradreel.ids import snippet_id
from gradreel.locale import LANGUAGES
from gradreel.trace import ControlRun, Engine, Failure, Outcome, Recording, Run
from gradreel.version import VERSION

STAGE_SHARE = 0.5
"""Of the reader's processor time, what one stage that can be left out may take."""
UNCHECKED_MS = 4000.0
"""Of a program that took longer it is not found out what a version check prevented: that takes three more runs, without the tracer."""
MAX_BODY_BYTES = 32 * 1024**2
"""Compressed film; a larger one loses its diagnoses."""
MAX_JSON_BYTES = 64 * 1024**2
"""The same unpacked. A recording of 24 MiB comes to 40 MiB with the fields that it may leave out; a forged one grows fourfold."""

T = TypeVar("T")
RunControl = Callable[[Mode, bool], ControlAnswer]
"""(mode, whether it is for the comparison) → what the run answered."""


class StageOverrun(BaseException):
    """A stage took longer than it may. No ``Exception``: code that catches every exception of one diagnosis must not catch this."""


@contextmanager
def cpu_limit(seconds: float) -> Iterator[None]:
    """Raise ``StageOverrun`` in the block once it has taken that much processor time."""

    def ring(_number: int, _frame: FrameType | None) -> None:
        raise StageOverrun

    before = signal.signal(signal.SIGPROF, ring)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


@dataclass
class Reading:
    """One answer on its way through the stages."""

    request: ReadAnswer
    settings: Settings
    run_control: RunControl
    left_out: list[str] = field(default_factory=list)
    refused: str = ""
    differences: tuple[str, ...] = ()

    def finish(self, on_validated: Callable[[], None]) -> FinishedFilm:
        """Go through all stages. ``on_validated`` is called after the first one."""
        recording, failure = self._validated()
        on_validated()
        run, film = self._film_of(recording, failure)
        if not _fits(film):
            self.refused, self.left_out = "film", []
            run, film = self._film_of(self._nothing(), failure or stopped("result_invalid", self.settings))
        return finished(run, film, self.differences, self.refused, tuple(self.left_out))

    def _film_of(self, recording: Recording, failure: Failure | None) -> tuple[Run, Film]:
        fidelity: Fidelity = "unchecked"
        if not self.request.plainly and failure is None:
            recording = self._stage("expected", recording, lambda: with_expected(recording, self._control_run))
            fidelity = self._stage("comparison", fidelity, lambda: self._compared(recording))
        recording = self._stage("names", without_names(recording), lambda: with_names(recording))
        recording = self._stage("derivatives", unexplained(recording), lambda: explained(recording, self.request.torch))
        run = self._assembled(recording, failure, fidelity)
        return run, self._packed(run if self.request.plainly else self._diagnosed(run, recording))

    def _stage(self, name: str, otherwise: T, work: Callable[[], T]) -> T:
        try:
            with cpu_limit(self.settings.reader_cpu_s * STAGE_SHARE):
                return work()
        except (Exception, StageOverrun) as error:
            self.left_out.append(f"{name}:{type(error).__name__}")
            return otherwise

    def _validated(self) -> tuple[Recording, Failure | None]:
        """Read the recording; what breaks the contract is as good as none, with the failure that says so."""
        request = self.request
        failure = Failure.model_validate_json(request.failure) if request.failure else None
        if not request.result:
            return self._nothing(), failure or stopped("no_result", self.settings)
        try:
            with cpu_limit(self.settings.reader_cpu_s):
                caps = Caps.of(self.settings)
                check_text(request.result, caps)
                recording = validate(request.result)
                check_counts(recording, caps)
                return recording, failure
        except ResultInvalid as error:
            # What follows the first word may quote the answer.
            self.refused = re.split("[.:]", str(error))[0]
        except (MemoryError, RecursionError, StageOverrun) as error:
            self.refused = type(error).__name__
        return self._nothing(), failure or stopped("result_invalid", self.settings)

    def _nothing(self) -> Recording:
        return Recording(torch=self.request.torch, python=self.request.python, outcome=Outcome(status="stopped"))

    def _control_run(self, mode: Mode) -> ControlRun | None:
        return control_run_of(self.run_control(mode, False).result, self.settings)

    def _compared(self, recording: Recording) -> Fidelity:
        if not self.request.compare or recording.outcome.status == "stopped" or recording.fingerprint is None:
            return "unchecked"
        cells = cell_endings(recording)
        traced = ending(recording.outcome, recording.fingerprint, self.request.stdout, cells)
        plain = self._ending("plain")
        if plain is None or plain == traced:
            return "unchecked" if plain is None else "equal"
        again = self._ending("perturbed")
        fidelity = judge(traced, plain, again) if again is not None else "unchecked"
        if fidelity == "different":
            self.differences = differences(plain, traced)
        return fidelity

    def _ending(self, mode: Mode) -> Ending | None:
        request = self.request
        known = mode == "plain" and request.plain_ended
        answer = ControlAnswer(request.plain_result, request.plain_stdout) if known else self.run_control(mode, True)
        control_run = control_run_of(answer.result, self.settings)
        if control_run is None or control_run.outcome.status == "stopped" or control_run.fingerprint is None:
            return None
        return ending(control_run.outcome, control_run.fingerprint, answer.stdout, cell_endings(control_run))

    def _assembled(self, recording: Recording, failure: Failure | None, fidelity: Fidelity) -> Run:
        request = self.request
        outcome = _stopped_at(failure, recording) if failure else self._reworded(recording.outcome)
        parts = {name: getattr(recording, name) for name in Recording.model_fields if name in Run.model_fields}
        parts["cells"] = stated_cells(request.code, recording.cells, failure, self._worded)
        return Run(
            **parts | {"outcome": outcome},
            id=snippet_id(request.code),
            code=request.code,
            engine=Engine(gradreel=VERSION, torch=request.torch, python=request.python),
            stdout=request.stdout.decode(errors="replace"),
            elapsed_ms=request.elapsed_ms,
            fidelity=fidelity,
        )

    def _reworded(self, outcome: Outcome) -> Outcome:
        """Put the server's words in place of what the child says about a limit, and add a hint to an error that the jail caused."""
        failure = outcome.failure
        return outcome if failure is None else outcome.model_copy(update={"failure": self._worded(failure)})

    def _worded(self, failure: Failure) -> Failure:
        if failure.kind == "python_error":
            return self._stage("hint", failure, lambda: explain(failure, self.request.code, self.settings))
        ours = stopped(failure.kind, self.settings, **({"status": _exit_status(failure)} if failure.kind == "exit" else {}))
        return ours.model_copy(update={"line": failure.line, "event": failure.event})

    def _diagnosed(self, run: Run, recording: Recording) -> Run:
        recording = recording.model_copy(update={"outcome": run.outcome, "cells": run.cells})
        diagnosed = self._stage("diagnoses", Diagnosed((), 0, ()), lambda: diagnose(run.code, recording))
        self.left_out += [f"{kind}:{type(error).__name__}" for kind, error in diagnosed.failures]
        found = diagnosed.diagnoses
        if not self.request.failure and self.request.elapsed_ms <= UNCHECKED_MS:
            found = self._stage("unchecked", found, lambda: with_pending(run.code, recording, found))
        return run.model_copy(update={"diagnoses": found, "more_diagnoses": diagnosed.more})

    def _packed(self, run: Run) -> Film:
        film = None if self.request.plainly else self._stage("summary", None, lambda: film_of(run))
        if film is not None and _fits(film):
            return film
        if film is not None:
            self.left_out.append("diagnoses:TooLarge")
        kind = run.outcome.failure.kind if run.outcome.failure else None
        silent: dict[str, str] = dict.fromkeys(LANGUAGES, "")
        bare = Film(b"", "", kind not in NEVER_REUSED, silent, kind not in NEVER_KEPT)
        return bare.in_form_of(run.model_copy(update={"diagnoses": (), "more_diagnoses": 0}))


def _fits(film: Film) -> bool:
    return len(film.body) <= MAX_BODY_BYTES and film.json_bytes <= MAX_JSON_BYTES


def judged(request: JudgeFix, settings: Settings) -> JudgedFix:
    """Judge a fix by the answers of two control runs; what cannot be read is as good as none."""
    with cpu_limit(settings.reader_cpu_s):
        fixed, intended = control_run_of(request.fixed, settings), control_run_of(request.intended, settings)
        if request.all_cells:
            found = judge_cells(fixed, intended)
        else:
            found = judge_fix(request.kind, fixed, intended, same_program=request.same_program)
    return JudgedFix(found.verdict, found.changed, found.exception_type, reader_is_spent=False)


def control_run_of(result: bytes, settings: Settings) -> ControlRun | None:
    try:
        check_text(result, Caps.of(settings))
        return validate_control_run(result) if result else None
    except ResultInvalid:
        return None


def _exit_status(failure: Failure) -> int:
    """The status that the child says it ended with, where that is one: a child may say anything."""
    status = failure.params.get("status")
    return status if isinstance(status, int) and not isinstance(status, bool) else 0


def _stopped_at(failure: Failure, recording: Recording) -> Outcome:
    """The server says why; where, only the recording can know."""
    seen = recording.outcome.failure
    place = {"line": seen.line, "event": seen.event} if seen else {}
    return Outcome(status="stopped", failure=failure.model_copy(update=place))


def finished(run: Run, film: Film, differences: tuple[str, ...] = (), refused: str = "", left_out: tuple[str, ...] = ()) -> FinishedFilm:
    """Pack a film, with what the server is told of it."""
    failure = run.outcome.failure
    return FinishedFilm(
        body=film.body,
        summary=json.dumps(film.summary).encode(),
        etag=film.etag,
        reusable=film.reusable,
        kept=film.kept,
        status=run.outcome.status,
        failure_kind=failure.kind if failure else "",
        hint_kind=(failure.hint_kind or "") if failure else "",
        fidelity=run.fidelity,
        differences=differences,
        refused=refused,
        left_out=left_out,
        reader_is_spent=False,
    )
