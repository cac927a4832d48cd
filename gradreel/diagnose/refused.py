"""Builds the diagnosis of a call that PyTorch refused at once: an in-place edit, or anything else about one tensor."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping

from gradreel.diagnose.finding import Finding, line_at, worded
from gradreel.diagnose.lookup.history import History
from gradreel.diagnose.lookup.raises import Raised
from gradreel.diagnose.lookup.source import dotted, own_nodes
from gradreel.diagnose.lookup.wording import what
from gradreel.trace import Diagnosis, DiagnosisKind, Fix, OpEvent, Param, RaiseEvent

MAX_ELEMENTS = 32
"""Of a container that a statement names."""


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
        **line_at("", where),
        **line_at("edit", where),
        **line_at("raise", event),
    )


def refused_call(history: History, kind: DiagnosisKind, raised: Raised, tensor: str | None, params: Mapping[str, Param]) -> Diagnosis:
    """Word an error about one tensor that a call was given, or that could not be told."""
    event = raised.event
    made = history.tensors.get(tensor or "")
    return worded(
        kind,
        "error",
        {
            **told(history, raised),
            **what(history, tensor, event.index),
            "known": tensor is not None,
            "shape": str(list(made.shape)) if made else "",
            "made_line": made.line if made else None,
            **params,
        },
        raised=True,
        event=event.index,
        raise_event=event.index,
        tensor=tensor,
        name=history.names.of(tensor, event.index) if tensor else None,
        **line_at("", event),
        **line_at("raise", event),
    )


def mentioned(history: History, event: RaiseEvent) -> Iterator[tuple[str, str]]:
    """The names in the statement that raised, each with the tensor that it referred to; of a list or a dict its elements."""
    stmt = history.source.statement(event.line)
    read = dict.fromkeys(name for node in (own_nodes(stmt) if stmt else ()) if (name := dotted(node)))
    for name in read:
        elements = (f"{name}[{position}]" for position in range(MAX_ELEMENTS))
        for each in (name, *elements):
            if (tensor := history.names.bound(each, event.index)) is not None:
                yield each, tensor


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
    source = history.source
    return source.called(source.edited(source.statement(event.line)))
