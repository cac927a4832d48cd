"""What ``gradreel why --format json`` writes, and what the other formats print: the diagnoses of a run, worded, with their lines.

The schema is stable: fields and kinds may be added; whatever else changes raises ``schema_version``. ``docs/why.schema.json`` states it.
"""

from __future__ import annotations

from typing import Final, Literal

from gradreel.diagnose.lookup.source import Source
from gradreel.differences import blocks_of
from gradreel.locale import Lang, word
from gradreel.trace import Diagnosis, Edit, Engine, Fix, Frozen, Run
from gradreel.version import VERSION
from gradreel.why.places import Place, Places
from gradreel.why.reasons import reasons_of
from gradreel.why.visible import visible
from gradreel.why.wording import count_of, ending_of, fix_message_of, message_of, title_of

REPORT_VERSION: Final = 1
MAX_REASONS = 3


class Change(Frozen):
    """Neighbouring lines of a file that a way out replaces."""

    path: str
    line: int
    """Where they begin, from 1; for lines that are only added, the line that they stand above."""
    removed: tuple[str, ...]
    added: tuple[str, ...]


class WayOut(Frozen):
    """One way out. The library runs nothing by itself, so it has not been tried."""

    kind: str
    message: str
    changes: tuple[Change, ...]
    """Empty where it is only said and not written."""


class Finding(Frozen):
    """A diagnosis, worded."""

    kind: str
    severity: Literal["error", "warning", "note"]
    raised: bool
    """Whether an exception was raised for it."""
    title: str
    message: str
    places: tuple[Place, ...]
    """In the order in which things happened."""
    ways_out: tuple[WayOut, ...]
    """The best first."""
    kept_for: tuple[str, ...] = ()
    """Why what was saved is kept: a sentence for each gradient that reads it; none where that is not known."""
    untried: str = ""
    """That the library does not try what a check prevented, and who does; "" where there is nothing to try, or it is known."""


class Report(Frozen):
    """What a film says is wrong."""

    schema_version: Literal[1] = REPORT_VERSION
    program: str
    """The program's main file."""
    lang: Lang
    engine: Engine
    """The versions that made the film."""
    status: Literal["completed", "raised", "stopped"]
    ending: str
    """Why the program did not complete; "" where it did."""
    counts: str
    """How much the film shows."""
    findings: tuple[Finding, ...]
    """The gravest first; none where nothing is wrong."""
    film: str | None
    """Where the film is."""
    unknown: int = 0
    """Diagnoses that are left out, since this version of Gradreel has no words for them; another version made the film."""


def report_of(run: Run, film: str | None, lang: Lang = "en") -> Report:
    """Word what a run's diagnoses say; one that cannot be worded in this language is left out."""
    places = Places(run, lang)
    worded = [found for each in run.diagnoses if (found := _finding(run, places, each, lang))]
    return Report(
        program=run.files[0].path,
        lang=lang,
        engine=run.engine,
        status=run.outcome.status,
        ending=ending_of(run, lang),
        counts=count_of(run, lang),
        findings=tuple(worded),
        film=film,
        unknown=len(run.diagnoses) - len(worded),
    )


def unknown_of(report: Report) -> str:
    """Say that diagnoses are left out."""
    return word("why-unknown", {"count": report.unknown, "made": visible(report.engine.gradreel), "here": VERSION}, report.lang)


def _finding(run: Run, places: Places, diagnosis: Diagnosis, lang: Lang) -> Finding | None:
    try:
        return Finding(
            kind=diagnosis.kind,
            severity=diagnosis.severity,
            raised=diagnosis.raised,
            title=title_of(diagnosis, lang),
            message=message_of(diagnosis, lang),
            places=places.of(diagnosis),
            kept_for=tuple(_reasons(run, diagnosis, lang)),
            untried=word("why-untried", {}, lang) if diagnosis is _untried(run) else "",
            ways_out=tuple(
                WayOut(kind=fix.kind, message=fix_message_of(fix, lang), changes=tuple(_changes(run, fix))) for fix in diagnosis.fixes
            ),
        )
    except (KeyError, ValueError):
        return None


def _untried(run: Run) -> Diagnosis | None:
    """The first version check that failed, of which nobody has found out what it prevented: the library runs a program once.

    A service compares what it runs with plain PyTorch, and finds it out in the same way.
    """
    failed = [
        each
        for each in run.diagnoses
        if each.raise_event is not None and each.raised and each.saved_version not in (None, each.current_version)
    ]
    first = min(failed, key=lambda each: each.raise_event or 0, default=None)
    isolated = run.fidelity != "unchecked" and first is not None and not first.unchecked_pending
    return None if first is None or first.unchecked or isolated else first


def _reasons(run: Run, diagnosis: Diagnosis, lang: Lang) -> list[str]:
    saved = next((each for each in run.saved if each.id == diagnosis.saved), None)
    node = next((each for each in run.nodes if saved is not None and each.id == saved.node), None)
    return reasons_of(saved, node, lang)[:MAX_REASONS] if saved else []


def _changes(run: Run, fix: Fix) -> list[Change]:
    if not fix.edits:
        return _difference(run.files[0].path, run.code, fix.code) if fix.code is not None else []
    found: list[Change] = []
    for file in dict.fromkeys(edit.file for edit in fix.edits):
        text = run.files[file].text
        before = run.code if text is None else text
        found += _difference(run.files[file].path, before, _edited(before, [edit for edit in fix.edits if edit.file == file]))
    return found


def _edited(text: str, edits: list[Edit]) -> str:
    for edit in sorted(edits, key=lambda edit: edit.start, reverse=True):
        text = text[: edit.start] + edit.text + text[edit.end :]
    return text


def _difference(path: str, before: str, after: str) -> list[Change]:
    old, new = Source(before).lines, Source(after).lines
    return [
        Change(
            path=path,
            line=block.begin + 1,
            removed=tuple(old[block.begin : block.end]),
            added=tuple(new[block.other_begin : block.other_end]),
        )
        for block in blocks_of(old, new)
        if not block.equal
    ]
