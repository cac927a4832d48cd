"""A diagnosis before it is worded: enough to rank it, and how to word it and make its fixes where it is among those that are kept."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from gradreel.diagnose.lookup.wording import clipped
from gradreel.locale import word
from gradreel.trace import Diagnosis, DiagnosisKind, Event, Fix, Node, NotShown, Param, Saved

Severity = Literal["error", "warning", "note"]


@dataclass(frozen=True, slots=True)
class Finding:
    """Something that went wrong, found in time linear in the trace; what follows may take that time again."""

    kind: DiagnosisKind
    severity: Severity
    event: int
    diagnosis: Callable[[], Diagnosis] | None
    """Words it, without fixes; None where there are so many of its kind that it is only counted."""
    fixes: Callable[[], Iterable[Fix | None]]
    """The best first."""
    raised: bool = False
    ends: bool = False
    """Whether it is what the program ended with."""


def worded(kind: DiagnosisKind, severity: Severity, params: Mapping[str, Param], **fields: Any) -> Diagnosis:
    """Build a diagnosis and word its message; what it names is shortened to what can be quoted."""
    told = clipped(params)
    return Diagnosis(kind=kind, severity=severity, params=told, message=word(f"diagnosis-{kind}", told), **clipped(fields))


def line_at(part: str, where: Event | Saved | Node | NotShown | None) -> dict[str, Any]:
    """The field that says where a part of it happened: ``edit_line``; for the part "" ``line``."""
    if where is None:
        return {}
    prefix = f"{part}_" if part else ""
    return {f"{prefix}line": where.line}
