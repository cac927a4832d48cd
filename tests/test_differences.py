"""What two sequences have in common: as much as there is, and in bounded work for those that somebody has made to take long."""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import pairwise

import pytest

from gradreel import differences
from gradreel.differences import blocks_of


def common_length(one: Sequence[int], other: Sequence[int]) -> int:
    """The length of a longest common subsequence, by the textbook's table."""
    above = [0] * (len(other) + 1)
    for item in one:
        row = [0]
        for place, each in enumerate(other):
            row.append(above[place] + 1 if item == each else max(above[place + 1], row[-1]))
        above = row
    return above[-1]


def check(one: Sequence[object], other: Sequence[object], max_work: int = differences.MAX_WORK) -> int:
    """Check that blocks cover both sequences and alternate; return how many items are equal."""
    blocks = blocks_of(one, other, max_work)
    at, other_at = 0, 0
    for block in blocks:
        assert (block.begin, block.other_begin) == (at, other_at)
        at, other_at = block.end, block.other_end
        assert block.end > block.begin or block.other_end > block.other_begin
        if block.equal:
            assert one[block.begin : block.end] == other[block.other_begin : block.other_end]
    assert (at, other_at) == (len(one), len(other))
    assert all(before.equal != after.equal for before, after in pairwise(blocks))
    return sum(block.end - block.begin for block in blocks if block.equal)


@pytest.mark.parametrize("kinds", [2, 3, 8])
def test_longest_common_subsequence_is_found(kinds: int) -> None:
    for seed in range(300):
        source = random.Random(seed)
        one, other = ([source.randrange(kinds) for _ in range(source.randrange(13))] for _ in range(2))
        assert check(one, other) == common_length(one, other)


HOSTILE = {
    "one line between others": (["a"] * 800, [line for number in range(800) for line in ("a", f"b{number}")], 800),
    "two lines in any order": ([*("ab" * 9_000)], random.Random(0).choices("ab", k=18_000), 0),
    "halves exchanged": ([*("a" * 16_000 + "b" * 16_000)], [*("b" * 16_000 + "a" * 16_000)], 0),
    "shuffled": ([*range(20_000)], random.Random(0).sample(range(20_000), 20_000), 0),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_sequences_that_are_made_to_take_long_are_divided_in_bounded_work(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """``difflib`` takes half a minute for the first of them."""
    rows = 0
    begin = differences._begin

    def counted(reached: list[list[int]], edits: int, place: int) -> int:
        nonlocal rows
        rows += 1
        return begin(reached, edits, place)

    monkeypatch.setattr(differences, "_begin", counted)
    one, other, at_least = HOSTILE[name]
    assert check(one, other, max_work=100_000) >= at_least
    assert rows < 110_000


def test_what_lies_behind_the_bound_counts_as_different() -> None:
    one, other = [*"abcabba" * 50], [*"cbabac" * 50]
    blocks = blocks_of(one, other, max_work=100)
    assert not blocks[-1].equal
    assert check(one, other, 100) < check(one, other)
