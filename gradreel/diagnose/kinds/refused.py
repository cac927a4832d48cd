"""Builds the diagnosis of an in-place edit that PyTorch refused at once."""

from __future__ import annotations

from collections.abc import Mapping

from gradreel.diagnose.fixes.fix import first_of_each_kind
from gradreel.diagnose.lookup.history import History
from gradreel.locale import word
from gradreel.trace import Diagnosis, DiagnosisKind, Fix, Param, RaiseEvent


def refusal(
    history: History,
    kind: DiagnosisKind,
    raised: RaiseEvent,
    tensor: str | None,
    name: str | None,
    params: Mapping[str, Param],
    *fixes: Fix | None,
) -> Diagnosis:
    """Word the refusal: it is an error that raised in the line that edits, and that is the frame to look at."""
    told: dict[str, Param] = {
        "line": raised.line,
        "code": history.source.line(raised.line),
        "named": name is not None,
        "name": name or "",
        **params,
    }
    return Diagnosis(
        kind=kind,
        severity="error",
        raised=True,
        event=raised.index,
        line=raised.line,
        edit_line=raised.line,
        raise_line=raised.line,
        tensor=tensor,
        name=name,
        params=told,
        message=word(f"diagnosis-{kind}", told),
        fixes=tuple(first_of_each_kind(*fixes)),
    )


def given(history: History, raised: RaiseEvent) -> tuple[str, ...]:
    """The tensors that the refused call was given; by name where the trace does not say."""
    name = written(history, raised.line)
    bound = history.names.bound(name, raised.index) if name else None
    return raised.inputs or ((bound,) if bound else ())


def written(history: History, line: int | None) -> str | None:
    """What the statement at a line edits, as the snippet writes it."""
    return history.source.called(history.source.edited(history.source.statement(line)))
