"""Turns a recording and its diagnoses into a text that is the same on every machine, short enough to review, with one fact per line."""

from __future__ import annotations

import json
from typing import Any

from gradreel.diagnose.lookup.names import with_names
from gradreel.trace import Diagnosis, Event, OpEvent, Recording

Json = dict[str, Any]
NUMBERS = 4
"""Elements of a value that are kept; the rest is shape."""
UNINITIALISED = ("empty", "new_empty")
"""Ops whose results hold whatever was in that memory before."""
READS = "reads"
"""Of an op's effects: empty says that it reads nothing."""
SECTIONS = ("events", "tensors", "nodes", "saved", "gradients")
LOOPS = "loops"
"""Only where there are any, as ``not_shown``."""
UNSHOWN = "not_shown"
"""Only where there is any."""


def normalised(recording: Recording, diagnoses: tuple[Diagnosis, ...]) -> str:
    """Drop what depends on the machine (versions, last digits, uninitialized memory) and what is empty (nulls, empty lists, defaults)."""
    dumped = with_names(_without_garbage(recording)).model_dump(mode="json", exclude_defaults=True)
    head = {"outcome": _short(dumped["outcome"]), "truncated": dumped.get("truncated")}
    names = (*SECTIONS, *(name for name in (UNSHOWN, LOOPS) if getattr(recording, name)))
    sections = {name: [_entry(entry, kind) for entry, kind in _entries(dumped, recording, name)] for name in names}
    sections["diagnoses"] = [_diagnosis(diagnosis) for diagnosis in diagnoses]
    lines = [f" {json.dumps(key)}: {json.dumps(value, ensure_ascii=False)}" for key, value in head.items() if value]
    lines += [f" {json.dumps(name)}: [{_lines(entries)}]" for name, entries in sections.items()]
    return "{\n" + ",\n".join(lines) + "\n}\n"


def _without_garbage(recording: Recording) -> Recording:
    """Drop the values of tensors in uninitialized memory."""
    ops = [event for event in recording.events if isinstance(event, OpEvent)]
    storage_of = {tensor.id: tensor.storage for tensor in recording.tensors}
    made = {storage_of[tensor] for op in ops if op.name.startswith(UNINITIALISED) for tensor in op.outputs}
    filled = {storage_of[write.tensor]: op.index for op in reversed(ops) for write in op.writes}
    tensors = [
        tensor.model_copy(update={"value": None})
        if tensor.storage in made and tensor.event < filled.get(tensor.storage, len(recording.events))
        else tensor
        for tensor in recording.tensors
    ]
    firsts = {index for storage, index in filled.items() if storage in made}
    # Whether such a write changed what another tensor showed depends on what was in that memory before.
    events = [_without_leftovers(event, event.index in firsts) for event in recording.events]
    return recording.model_copy(update={"tensors": tuple(tensors), "events": tuple(events)})


def _without_leftovers(event: Event, is_first: bool) -> Event:
    """Drop what of an event follows from what was in memory before: a NaN that stood there is told as born where it is first seen."""
    left: dict[str, Any] = {"aliases": ()} if is_first else {}
    if isinstance(event, OpEvent) and event.origin is not None and event.origin.family == "uninitialized":
        left["origin"] = None
    return event.model_copy(update=left) if left else event


def _entries(dumped: Json, recording: Recording, name: str) -> list[tuple[Json, str | None]]:
    entries: list[Json] = dumped.get(name, [])
    kinds = [getattr(entry, "kind", None) for entry in getattr(recording, name)]
    return list(zip(entries, kinds, strict=True))


def _entry(entry: Json, kind: str | None) -> str:
    kept = {key: value for key, value in entry.items() if key not in ("index", "kind")}
    return json.dumps({**({"kind": kind} if kind else {}), **_short(kept)}, ensure_ascii=False)


def _diagnosis(diagnosis: Diagnosis) -> str:
    dumped = diagnosis.model_dump(mode="json", exclude_defaults=True)
    fixes = [fix.kind if fix.code else f"{fix.kind} (no code)" for fix in diagnosis.fixes]
    return json.dumps(_short({**dumped, "params": None, "fixes": fixes}), ensure_ascii=False)


def _lines(entries: list[str]) -> str:
    return "\n  " + ",\n  ".join(entries) + "\n " if entries else ""


def _short(value: Any) -> Any:
    """Drop empty fields, round numbers to four digits, and write values as the few elements that are kept."""
    if isinstance(value, dict) and "preview" in value:
        return {"shape": value["shape"], "is": _short(value["preview"][:NUMBERS])}
    if isinstance(value, dict):
        return {key: _short(entry) for key, entry in value.items() if key == READS or entry not in (None, [], {}, ())}
    if isinstance(value, list):
        return [_short(entry) for entry in value]
    if isinstance(value, float):
        return float(f"{value:.4g}") + 0.0
    return value
