"""Checks a task: looks at a run of the reader's program and says which of the task's wants it meets."""

from __future__ import annotations

from app.lessons.path import Lesson
from gradreel.locale import Lang, word
from gradreel.trace import Frozen, Run

KIB = 1024
MAX_FILM_BYTES = 512 * KIB
"""Size, as JSON, of a film that is checked. Answers to tasks take a tenth; while a large film is read, nobody else is answered."""


class Finding(Frozen):
    """One thing that the task wants."""

    text: str
    met: bool


class TaskResult(Frozen):
    """What a run of the program says about the task."""

    solved: bool
    problem: str | None = None
    """Why the program did not run to its end: its exception, or the limit that stopped it."""
    findings: tuple[Finding, ...]


def check(lesson: Lesson, run: Run, lang: Lang) -> TaskResult:
    """Check the run of an answer."""
    findings = tuple(Finding(text=want.sentence(lang), met=want.met(run)) for want in lesson.wants)
    return TaskResult(solved=all(finding.met for finding in findings), problem=_problem(run, lang), findings=findings)


def too_large(lesson: Lesson, film_bytes: int, lang: Lang) -> TaskResult:
    """Say that a film of this size is not checked."""
    findings = tuple(Finding(text=want.sentence(lang), met=False) for want in lesson.wants)
    sizes = {"kib": film_bytes // KIB, "limit": MAX_FILM_BYTES // KIB}
    return TaskResult(solved=False, problem=word("learn-too-large", sizes, lang), findings=findings)


def _problem(run: Run, lang: Lang) -> str | None:
    failure = run.outcome.failure
    if failure is None:
        return None
    if failure.kind in ("wall_time", "cpu_time"):
        return word("learn-too-long", {}, lang)
    first = failure.message.strip().split("\n")[0]
    text = f"{failure.exception_type}: {first}" if failure.exception_type else first
    if failure.line is None:
        return text
    return word("learn-failed", {"line": failure.line, "text": text}, lang)
