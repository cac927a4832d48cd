"""Regions of a storage: whether two meet, and which of many writes into one storage is the first to meet another region."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable

from gradreel.trace import Region

EVERYWHERE = (0, 2**63)
NEVER = 2**63

Entry = tuple[int, str | None, int]
"""The earliest position, whose it is, and the earliest position of anyone else."""
NOTHING: Entry = (NEVER, None, NEVER)


def overlap(one: Region | None, other: Region | None) -> bool:
    """Whether two regions of one storage have a byte in common; yes where one is unknown."""
    (start, end), (other_start, other_end) = _bounds(one), _bounds(other)
    return max(start, other_start) < min(end, other_end)


def _bounds(region: Region | None) -> tuple[int, int]:
    return EVERYWHERE if region is None else (region.start, region.end)


class EarliestWrites:
    """Writes into one storage, put in from the last to the first, and asked for the earliest that meets a region.

    A segment tree over the bytes between the writes' ends. A position put in later is smaller than all before it, so that it simply
    replaces the earliest one wherever it reaches.
    """

    def __init__(self, regions: Iterable[Region | None]) -> None:
        """``regions``: those of all the writes that will be put in."""
        self._bytes = sorted({byte for region in regions for byte in _bounds(region)})
        self._size = max(1, len(self._bytes) - 1)
        self._here = [NOTHING] * (2 * self._size)
        """What covers all of a node's bytes."""
        self._below = [NOTHING] * (2 * self._size)
        """What covers any of a node's bytes."""

    def put(self, position: int, owner: str | None, region: Region | None) -> None:
        """Put in a write that comes before all that are in; ``owner`` is the counter that it moved."""
        first, last = self._leaves(region)
        if first >= last:
            return
        for node in self._cover(first, last):
            self._here[node] = _before(self._here[node], position, owner)
            self._below[node] = _before(self._below[node], position, owner)
        for leaf in (first, last - 1):
            for node in _ancestors(leaf + self._size):
                self._below[node] = _before(self._below[node], position, owner)

    def earliest(self, region: Region | None, besides: str | None) -> int | None:
        """The position of the earliest write that meets a region, besides those of one owner."""
        first, last = self._leaves(region)
        if first >= last:
            return None
        found = NOTHING
        for node in self._cover(first, last):
            found = _merged(found, self._below[node])
        for leaf in (first, last - 1):
            for node in _ancestors(leaf + self._size):
                found = _merged(found, self._here[node])
        position = found[2] if found[1] == besides else found[0]
        return None if position == NEVER else position

    def _leaves(self, region: Region | None) -> tuple[int, int]:
        start, end = _bounds(region)
        if start >= end or not self._bytes:
            return 0, 0
        return max(0, bisect_right(self._bytes, start) - 1), min(self._size, bisect_left(self._bytes, end))

    def _cover(self, first: int, last: int) -> list[int]:
        """The fewest nodes that cover the leaves from ``first`` up to ``last``."""
        found: list[int] = []
        left, right = first + self._size, last + self._size
        while left < right:
            if left % 2:
                found.append(left)
                left += 1
            if right % 2:
                right -= 1
                found.append(right)
            left, right = left // 2, right // 2
        return found


def _ancestors(node: int) -> list[int]:
    found = []
    while node := node // 2:
        found.append(node)
    return found


def _before(entry: Entry, position: int, owner: str | None) -> Entry:
    first, whose, other = entry
    return (position, owner, other if whose == owner else first)


def _merged(one: Entry, other: Entry) -> Entry:
    if other[0] < one[0]:
        one, other = other, one
    return (one[0], one[1], min(one[2], other[2] if other[1] == one[1] else other[0]))
