"""Builds the diagnosis of an in-place edit that PyTorch refused at once."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from gradreel.diagnose.finding import Finding, place, worded
from gradreel.diagnose.lookup.history import History
from gradreel.diagnose.lookup.raises import Raised
from gradreel.trace import Diagnosis, DiagnosisKind, Fix, OpEvent, Param, RaiseEvent


def refusal(kind: DiagnosisKind, raised: Raised, diagnosis: Callable[[], Diagnosis], fixes: Callable[[], Iterable[Fix | None]]) -> Finding:
    """An error that raised, and whose frame to look at is the raise."""
    return Finding(kind, "error", raised.event.index, diagnosis, fixes, raised=True, ends=not raised.caught)


def told(history: History, raised: Raised) -> dict[str, Param]:
    """Parameters that say where it was raised, how often, and whether the program went on."""
    event = raised.event
    return {"line": event.line, "code": history.code_at(event), "rounds": raised.count, "caught": raised.caught}


def refused_edit(
    history: History,
    kind: DiagnosisKind,
    raised: Raised,
    tensor: str | None,
    name: str | None,
    params: Mapping[str, Param],
    edit: OpEvent | None = None,
) -> Diagnosis:
    """Word it: the line that raised is the line that edits, unless the edit is given."""
    event = raised.event
    where = edit or event
    return worded(
        kind,
        "error",
        {**told(history, raised), "named": name is not None, "name": name or "", **params},
        raised=True,
        event=where.index,
        edit_event=where.index,
        raise_event=event.index,
        tensor=tensor,
        name=name,
        **place("", where),
        **place("edit", where),
        **place("raise", event),
    )


def given(history: History, event: RaiseEvent) -> tuple[str, ...]:
    """The tensors that the refused call was given; by name where the trace does not say, or the roots of a backward pass."""
    call = history.backwards.last_begun(event.index) if not event.inputs else None
    if call is not None and call.start.line == event.line and call.start.roots:
        return call.start.roots
    name = written(history, event)
    bound = history.names.bound(name, event.index) if name else None
    return event.inputs or ((bound,) if bound else ())


def written(history: History, event: RaiseEvent) -> str | None:
    """What the statement that raised edits, as the program writes it."""
    source = history.source_of(event)
    return source.called(source.edited(source.statement(event.line)))
