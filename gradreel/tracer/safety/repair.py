"""Turns the document of a recording on which the tracer itself failed half way into a consistent one: the part before the failure.

What was being recorded when memory ran out is there in half: an event that was never added, a node without its record. Records that
mention such a thing are dropped, and the events end before the first one that does. Which ids a record mentions is generated data
(``references_gen.py``), since the sandboxed process loads no pydantic.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

import orjson

from gradreel.tracer.safety.references_gen import EVENTS, OWN, RECORDS, Paths

Record = dict[str, Any]
Known = dict[str, set[str]]

TABLES = ("tensors", "nodes", "saved")
ENTRY = "[]"
"""In a path: each entry of a list."""


def repaired(document: bytes) -> bytes:
    """Return the document without whatever mentions an id that has no record."""
    recording: Record = orjson.loads(document)
    while not _is_consistent(recording):
        pass
    count = len(recording["events"])
    failure, truncated = recording["outcome"]["failure"], recording["truncated"]
    if failure and (failure.get("event") or 0) >= count:
        failure["event"] = None
    if truncated:
        truncated["event"] = min(truncated["event"], count)
    for cell in recording.get("cells", ()):
        if (failure := cell["failure"]) and (failure.get("event") or 0) >= count:
            failure["event"] = None
        if cell["events"] is not None:
            first, last = cell["events"]
            cell["events"] = [first, min(last, count - 1)] if first < count else None
    if gap := recording.get("gap"):
        gap["event"], gap["resumes"] = min(gap["event"], count), min(gap["resumes"], count)
    return orjson.dumps(recording)


def _is_consistent(recording: Record) -> bool:
    """Drop what is known to be broken; return False if that may have broken something else."""
    count = len(recording["events"])
    before = _sizes(recording)
    for table in TABLES:
        recording[table] = [each for each in recording[table] if each["event"] < count and (each.get("op") or 0) < count]
    known: Known = {table: {each["id"] for each in recording[table]} for table in TABLES}
    for table in ("saved", "gradients"):
        recording[table] = [each for each in recording[table] if _knows(each, RECORDS[table], known)]
    for tensor in recording["tensors"]:
        tensor["base"] = tensor.get("base") if tensor.get("base") in known["tensors"] else None
    for node in recording["nodes"]:
        node["variable"] = node.get("variable") if node.get("variable") in known["tensors"] else None
        for edge in node["next_functions"]:
            edge["node"] = edge["node"] if edge["node"] in known["nodes"] else None
    for cell in recording.get("cells", ()):
        cell["gradients"] = [each for each in cell["gradients"] if _knows(each, RECORDS["gradients"], known)]
    recording["events"] = recording["events"][: _first_broken(recording["events"], known)]
    return _sizes(recording) == before


def _sizes(recording: Record) -> list[int]:
    return [len(recording[table]) for table in ("events", *TABLES)]


def _first_broken(events: list[Record], known: Known) -> int:
    """Return the index of the first event that mentions what is not known by then; the number of events if there is none."""
    known = {**known, **{table: set() for _, table in OWN.values()}}
    for event in events:
        kind = event["kind"]
        if not _knows(event, EVENTS[kind], known):
            return int(event["index"])
        if kind in OWN:
            field, table = OWN[kind]
            known[table].add(event[field])
    return len(events)


def _knows(record: Record, paths: Paths, known: Known) -> bool:
    return all(identity in known[table] for table in paths if table in known for path in paths[table] for identity in _ids(record, path))


def _ids(record: Record, path: str) -> Iterator[str]:
    values: list[Any] = [record]
    for step in _steps(path):
        if step == ENTRY:
            values = [entry for value in values for entry in value]
        else:
            values = [value[step] for value in values if value.get(step) is not None]
    yield from (value for value in values if value is not None)


@cache
def _steps(path: str) -> tuple[str, ...]:
    return tuple(path.replace(ENTRY, f".{ENTRY}").split("."))
