"""Finds what two sequences have in common, in bounded work: E. Myers, "An O(ND) Difference Algorithm and Its Variations" (1986).

    what both begin and end with is cut off ─▶ what only one has is left out ─▶ the shortest way of edits through the rest

``difflib`` can take the cube of the length: half a minute for 800 lines that somebody has chosen for that.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

MAX_WORK = 1_000_000
"""Places that are looked at, a third of a second; what lies behind them then counts as different."""

Pair = tuple[int, int]
"""Places of the same item in the first and in the second sequence."""


@dataclass(frozen=True)
class Block:
    """``first[begin:end]`` and ``second[other_begin:other_end]``: the same items, or different ones, of which either may have none."""

    equal: bool
    begin: int
    end: int
    other_begin: int
    other_end: int


def blocks_of(first: Sequence[Hashable], second: Sequence[Hashable], max_work: int = MAX_WORK) -> list[Block]:
    """Divide two sequences into blocks that are equal and blocks that differ, in order, all of both."""
    shorter = min(len(first), len(second))
    head = next((place for place in range(shorter) if first[place] != second[place]), shorter)
    rest = shorter - head
    tail = next((place for place in range(rest) if first[-1 - place] != second[-1 - place]), rest)
    middle = _common(first[head : len(first) - tail], second[head : len(second) - tail], max_work)
    pairs = [(place, place) for place in range(head)]
    pairs += [(head + one, head + other) for one, other in middle]
    pairs += [(len(first) - place, len(second) - place) for place in range(tail, 0, -1)]
    return list(_blocks(pairs, len(first), len(second)))


def _blocks(pairs: list[Pair], length: int, other_length: int) -> Iterator[Block]:
    """Join neighbouring pairs, and name what lies between them."""
    run: Pair = (0, 0)
    for (one, other), (following, other_following) in pairwise([(-1, -1), *pairs, (length, other_length)]):
        if (following, other_following) == (one + 1, other + 1):
            continue
        if run != (one + 1, other + 1):
            yield Block(True, run[0], one + 1, run[1], other + 1)
        yield Block(False, one + 1, following, other + 1, other_following)
        run = following, other_following
    if run != (length, other_length):
        yield Block(True, run[0], length, run[1], other_length)


def _common(first: Sequence[Hashable], second: Sequence[Hashable], max_work: int) -> list[Pair]:
    """The places of a longest common subsequence; of its beginning, where finding all of it would take more work."""
    numbers: dict[Hashable, int] = {}
    one = [numbers.setdefault(item, len(numbers)) for item in first]
    other = [numbers.setdefault(item, len(numbers)) for item in second]
    shared = set(one) & set(other)
    places = [place for place, item in enumerate(one) if item in shared]
    other_places = [place for place, item in enumerate(other) if item in shared]
    found = _path([one[place] for place in places], [other[place] for place in other_places], max_work)
    return [(places[left], other_places[right]) for left, right in found]


def _path(one: list[int], other: list[int], max_work: int) -> list[Pair]:
    """Go as far as ever so many edits lead, with one more edit each time, and take the way back from the end.

    Diagonal ``edits - 2 * place`` of both sequences is where ``place`` of the edits are insertions; ``reached[edits][place]`` is how far
    into ``one`` they lead on it.
    """
    reached: list[list[int]] = []
    work, best = 0, (-1, 0, 0)
    for edits in range(len(one) + len(other) + 1):
        row: list[int] = []
        for place in range(edits + 1):
            at = _begin(reached, edits, place)
            begin, shift = at, edits - 2 * place
            while at < len(one) and 0 <= at - shift < len(other) and one[at] == other[at - shift]:
                at += 1
            work += 1 + at - begin
            row.append(at)
            if at <= len(one) and at - shift <= len(other):
                best = max(best, (2 * at - shift, edits, place))
        reached.append(row)
        if best[0] == len(one) + len(other) or work > max_work:
            break
    return _way_back(reached, best[1], best[2])


def _begin(reached: list[list[int]], edits: int, place: int) -> int:
    """Where the last of so many edits leads to in ``one``."""
    if edits == 0:
        return 0
    before = reached[edits - 1]
    if place == 0:
        return before[0] + 1
    if place == edits:
        return before[place - 1]
    return max(before[place] + 1, before[place - 1])


def _way_back(reached: list[list[int]], edits: int, place: int) -> list[Pair]:
    pairs: list[Pair] = []
    while True:
        begin, shift = _begin(reached, edits, place), edits - 2 * place
        pairs += [(at, at - shift) for at in range(reached[edits][place] - 1, begin - 1, -1)]
        if edits == 0:
            return pairs[::-1]
        before = reached[edits - 1]
        was_inserted = place == edits or (place > 0 and before[place - 1] >= before[place] + 1)
        edits, place = edits - 1, place - was_inserted
