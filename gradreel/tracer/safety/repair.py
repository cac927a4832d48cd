"""Turns the document of a film on which the tracer itself failed half way into one that holds together: the part before the damage.

What was being recorded when memory ran out is there in half: an event that was never added, a node without its record. Whatever
mentions such a thing goes, and events end before the first that does.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import orjson

Record = dict[str, Any]
MENTIONS = {
    "tensors": ("inputs", "outputs", "roots", "tensor"),
    "nodes": ("nodes", "node", "grad_fn"),
    "saved": ("saves", "stale", "saved"),
}
INNER = ("writes", "states")


def mended(document: bytes) -> bytes:
    """Return the document without what hangs in the air."""
    recording: Record = orjson.loads(document)
    while not _holds_together(recording):
        pass
    count = len(recording["events"])
    failure, truncated = recording["outcome"]["failure"], recording["truncated"]
    if failure and (failure.get("event") or 0) >= count:
        failure["event"] = None
    if truncated:
        truncated["event"] = min(truncated["event"], count)
    return orjson.dumps(recording)


def _holds_together(recording: Record) -> bool:
    """Take away what is known to be broken; False if that may have broken something else."""
    count = len(recording["events"])
    before = _sizes(recording)
    for table in ("tensors", "nodes", "saved"):
        recording[table] = [each for each in recording[table] if each["event"] < count and (each.get("op") or 0) < count]
    ids = {table: {each["id"] for each in recording[table]} for table in MENTIONS}
    recording["saved"] = [each for each in recording["saved"] if each["node"] in ids["nodes"] and each["tensor"] in ids["tensors"]]
    recording["gradients"] = [each for each in recording["gradients"] if each["tensor"] in ids["tensors"]]
    for tensor in recording["tensors"]:
        tensor["base"] = tensor.get("base") if tensor.get("base") in ids["tensors"] else None
    for node in recording["nodes"]:
        node["variable"] = node.get("variable") if node.get("variable") in ids["tensors"] else None
        for edge in node["next_functions"]:
            edge["node"] = edge["node"] if edge["node"] in ids["nodes"] else None
    first = next((event["index"] for event in recording["events"] if not _known(event, ids)), count)
    recording["events"] = recording["events"][:first]
    return _sizes(recording) == before


def _sizes(recording: Record) -> list[int]:
    return [len(recording[table]) for table in ("events", *MENTIONS)]


def _known(event: Record, ids: dict[str, set[str]]) -> bool:
    places = [event, *(inner for name in INNER for inner in event.get(name, ()))]
    return all(id_ in ids[table] for place in places for table, names in MENTIONS.items() for id_ in _mentioned(place, names))


def _mentioned(place: Record, names: tuple[str, ...]) -> Iterator[str]:
    for name in names:
        value = place.get(name)
        if isinstance(value, str):
            yield value
        elif value:
            yield from value
