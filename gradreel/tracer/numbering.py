"""Gives the events of a film without its middle their places: an event's index is its place in the film, and records name indices.

    numbers while recording    0 … 29,999 │ 31,207  38,450 │ 80,123 … 95,000        what is between was left out
    places in the film         0 … 29,999 │ 30,000  30,001 │ 30,002 … 44,878

What happened at an event that was left out is given to the next one that is there.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

_INDEX = re.compile(rb'("index":)[0-9]+')
_EVENT = re.compile(rb'(,"event":)([0-9]+)')
_OP = re.compile(rb'(,"op":)([0-9]+)')


@dataclass(frozen=True)
class Numbering:
    """The places of one film's events."""

    first: int
    """How many events the first part has: their numbers are their places."""
    kept: Sequence[int]
    """The numbers of those of the middle."""
    resumes: int
    """The number of the first of the last steps."""

    def place(self, number: int) -> int:
        """Return the place of an event, or of the next one that is in the film."""
        if number < self.first:
            return number
        if number < self.resumes:
            return self.first + bisect_left(self.kept, number)
        return self.first + len(self.kept) + number - self.resumes

    def is_in_film(self, number: int) -> bool:
        """Tell whether an event is in the film."""
        at = bisect_left(self.kept, number)
        return not self.first <= number < self.resumes or (at < len(self.kept) and self.kept[at] == number)

    def events(self, middle: Sequence[bytes], last: Sequence[bytes]) -> list[bytes]:
        """Return the events after the first part, each with its place."""
        return [_INDEX.sub(rb"\g<1>%d" % place, text, count=1) for place, text in enumerate((*middle, *last), self.first)]

    def record(self, text: bytes) -> bytes:
        """Return the record of a tensor, node or saved tensor with places for numbers."""
        text = _EVENT.sub(lambda found: found[1] + b"%d" % self.place(int(found[2])), text, count=1)
        return _OP.sub(self._op, text, count=1)

    def gap(self) -> dict[str, Any]:
        """Return what the film says of it."""
        return {
            "event": self.first,
            "resumes": self.first + len(self.kept),
            "left_out": self.resumes - self.first - len(self.kept),
        }

    def _op(self, found: re.Match[bytes]) -> bytes:
        number = int(found[2])
        return found[1] + (b"%d" % self.place(number) if self.is_in_film(number) else b"null")
