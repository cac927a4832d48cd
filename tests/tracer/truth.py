"""Checks a recording against itself and against what the program did: what it predicted must have happened, and nothing else."""

from __future__ import annotations

import re

from gradreel.trace import (
    AccumulateEvent,
    BackwardEndEvent,
    BackwardStartEvent,
    FreeEvent,
    NodeEvent,
    OpEvent,
    RaiseEvent,
    Recording,
    UnpackEvent,
)

VERSIONS = re.compile(r"modified by an inplace operation: .* is at version (\d+); expected version (\d+) instead", re.DOTALL)


def check_truth(recording: Recording) -> None:
    """Insist that stale saved tensors, unpacking and raising agree, and that every reference leads somewhere."""
    _check_references(recording)
    saved = {entry.id: entry for entry in recording.saved}
    stale: set[str] = set()
    freed: set[str] = set()
    failed: UnpackEvent | None = None
    for event in recording.events:
        if isinstance(event, OpEvent | AccumulateEvent):
            stale.update(event.stale)
        elif isinstance(event, UnpackEvent):
            entry = saved[event.saved]
            assert entry.saved_version == event.saved_version
            assert event.ok == (event.saved_version == event.current_version)
            assert event.ok == (event.saved not in stale), f"{event.saved} was {'' if event.saved in stale else 'not '}predicted stale"
            assert entry.node not in freed
            failed = None if event.ok else event
        elif isinstance(event, FreeEvent):
            freed.update(event.nodes)
        elif isinstance(event, RaiseEvent):
            _check_raise(event, failed)
            failed = None


def _check_raise(event: RaiseEvent, failed: UnpackEvent | None) -> None:
    versions = VERSIONS.search(event.message)
    if versions is None:
        assert failed is None
        return
    if failed is None:  # the same exception on its way up, recorded where it left the snippet
        assert event.saved is None
        return
    assert event.saved == failed.saved
    assert (failed.current_version, failed.saved_version) == (int(versions[1]), int(versions[2]))


def _check_references(recording: Recording) -> None:
    tensors = {tensor.id: tensor for tensor in recording.tensors}
    nodes = {node.id: node for node in recording.nodes}
    count = len(recording.events)
    assert [event.index for event in recording.events] == list(range(count))
    for tensor in recording.tensors:
        assert tensor.event < max(count, 1)
        assert tensor.base is None or tensors[tensor.base].counter == tensor.counter
    for node in recording.nodes:
        assert node.event < count
        assert all(edge.node is None or edge.node in nodes for edge in node.next_functions)
        assert node.op is None or isinstance(recording.events[node.op], OpEvent)
    for entry in recording.saved:
        assert entry.node in nodes
        assert entry.tensor in tensors
    depth = 0
    for event in recording.events:
        depth += isinstance(event, BackwardStartEvent)
        if isinstance(event, OpEvent):
            assert {*event.inputs, *event.outputs, *(write.tensor for write in event.writes)} <= tensors.keys()
            assert set(event.nodes) <= nodes.keys()
            for write in event.writes:
                if write.via == "in_place":
                    assert write.version_before is None or write.version_after != write.version_before
        elif isinstance(event, NodeEvent):
            assert event.node in nodes
            assert depth > 0
        elif isinstance(event, BackwardEndEvent):
            depth -= 1
