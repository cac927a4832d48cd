"""Finds what corresponds to what on the sides, and the first place at which they part."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest

from gradreel.comparison.numbers import are_close
from gradreel.comparison.part import Part
from gradreel.differences import blocks_of
from gradreel.trace import AccumulateEvent, BackwardStartEvent, Event, NodeEvent, OpEvent, Parting, RaiseEvent, Value

MAX_MOMENTS = 4_000

Moment = tuple[int | None, ...]


def moments_of(parts: Sequence[Part]) -> list[Moment]:
    """What happens on each side, as indices of events, with what corresponds side by side."""
    events = [[event for event in part.events if _says(event)] for part in parts]
    keys = [[_key(part, event) for event in each] for part, each in zip(parts, events, strict=True)]
    found: list[Moment] = []
    pairs = [_paired(keys[0], other) for other in keys[1:]]
    for place in range(len(events[0]) + 1):
        between = [inserted.get(place, []) for _, inserted in pairs]
        found.extend((None, *(_index(events[side], at) for side, at in enumerate(row, 1))) for row in zip_longest(*between))
        if place < len(events[0]):
            matched = (matches.get(place) for matches, _ in pairs)
            found.append((events[0][place].index, *(_index(events[side], at) for side, at in enumerate(matched, 1))))
    return found


def parting_of(parts: Sequence[Part], moments: Sequence[Moment]) -> Parting | None:
    """The first moment at which something else happens, or the same with other numbers."""
    for place, moment in enumerate(moments):
        there = [(part, part.run.events[at]) for part, at in zip(parts, moment, strict=True) if at is not None]
        if len(there) < len(parts) or len({_key(*each) for each in there}) > 1:
            return Parting(moment=place, why="event")
        results = [_results(*each) for each in there]
        if not all(_agree(results[0], other) for other in results[1:]):
            return Parting(moment=place, why="value")
    return None


def _says(event: Event) -> bool:
    return isinstance(event, OpEvent | BackwardStartEvent | NodeEvent | AccumulateEvent | RaiseEvent)


def _key(part: Part, event: Event) -> tuple[str, str]:
    match event:
        case OpEvent():
            return "op", event.name
        case BackwardStartEvent():
            return "backward", event.call
        case NodeEvent():
            return "node", part.node_names.get(event.node, "")
        case AccumulateEvent():
            return "accumulate", ""
        case RaiseEvent():
            return "raise", event.exception_type
    return event.kind, ""


def _results(part: Part, event: Event) -> list[Value | None]:
    match event:
        case OpEvent():
            tensors = dict.fromkeys([*event.outputs, *(write.tensor for write in event.writes)])
            return [part.value_at(tensor, event.index) for tensor in tensors]
        case NodeEvent():
            return list(event.grad_inputs)
        case AccumulateEvent():
            return [event.grad]
    return []


def _agree(one: list[Value | None], other: list[Value | None]) -> bool:
    pairs = list(zip(one, other, strict=False))
    return all(are_close(left, right) for left, right in pairs if left is not None and right is not None)


Pairs = tuple[dict[int, int], dict[int, list[int]]]


def _paired(first: list[tuple[str, str]], other: list[tuple[str, str]]) -> Pairs:
    """By place on the first side: what corresponds on the other; and what only the other has, before which place it comes."""
    matches: dict[int, int] = {}
    inserted: dict[int, list[int]] = {}
    for block in blocks_of(first, other):
        both = min(block.end - block.begin, block.other_end - block.other_begin)
        matches.update({block.begin + step: block.other_begin + step for step in range(both)})
        if rest := list(range(block.other_begin + both, block.other_end)):
            inserted.setdefault(block.end, []).extend(rest)
    return matches, inserted


def _index(events: Sequence[Event], place: int | None) -> int | None:
    return None if place is None else events[place].index
