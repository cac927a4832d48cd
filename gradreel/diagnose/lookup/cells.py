"""Tells in which cell of a program an event happened."""

from __future__ import annotations

from bisect import bisect_right

from gradreel.trace import Recording


class CellEvents:
    """The cells of code of one recording, by the events in them."""

    def __init__(self, recording: Recording) -> None:
        found = [(cell.events[0], cell.events[1], cell.index) for cell in recording.cells if cell.events is not None]
        self._firsts = [first for first, _, _ in found]
        self._cells = found

    def at(self, event: int | None) -> int | None:
        """Return the cell of an event; None for a program without cells, and for what happened after them."""
        place = bisect_right(self._firsts, event) - 1 if event is not None else -1
        if place < 0 or event is None:
            return None
        _, last, index = self._cells[place]
        return index if event <= last else None
