"""Makes room in a full film: older events move to the middle, and what no event mentions and the program no longer holds is forgotten.

older events ──▶ middle ──▶ what is kept of them     ids mentioned by that, by the last steps, by what is still there
                                                         │
saved tensors, then nodes, then tensors  ◀───────────────┘  the others leave, and their records with them
"""

from __future__ import annotations

import re

import orjson

from gradreel.tracer.graph.kept import Kept
from gradreel.tracer.graph.nodes import Nodes
from gradreel.tracer.graph.saved import Saves
from gradreel.tracer.journal import Facts, Journal
from gradreel.tracer.middle import Living, Mentioned, Middle, facts_of, ids_in
from gradreel.tracer.numbering import Numbering
from gradreel.tracer.tensors.identity import Tensors

Tables = dict[str, list[bytes]]
_NODES = re.compile(rb'("kind":"free".*"nodes"|"dropped"):(\[[^]]*\])')
"""What an event says of nodes that keep nothing any more."""


class Room:
    """The middle of one film, and the tables that grow with it."""

    def __init__(self, journal: Journal, tensors: Tensors, nodes: Nodes, saves: Saves, kept: Kept) -> None:
        self._journal = journal
        self._kept = kept
        self._tensors = tensors
        self._nodes = nodes
        self._saves = saves
        self._middle = Middle(Living(saves.is_kept, nodes.is_alive, tensors.is_living))
        self._middle_bytes = 0
        self._mentioned = Mentioned()
        journal.make_room_with(self.make, facts_of)

    def make(self, number: int, older: list[bytes], facts: list[Facts | None], last_steps: list[bytes]) -> tuple[int, int]:
        """Move older events, of which the first has this number, to the middle; return how many are kept there, and the bytes gained."""
        for each, (text, known) in enumerate(zip(older, facts, strict=True), number):
            if known is not None:
                self._middle.take(each, text, known)
        self._kept.state_again(_let_go(older))
        mentioned = self._mentioned.by(number + len(older), last_steps)
        self._middle.let_go(mentioned)
        kept = self._middle.events()
        mentioned |= ids_in(text for _, text in kept)
        before, self._middle_bytes = self._middle_bytes, sum(len(text) for _, text in kept)
        freed = sum(map(len, older)) + before - self._middle_bytes
        return len(kept), freed + self._saves.forget(mentioned) + self._nodes.forget(mentioned) + self._tensors.forget(mentioned)

    def numbering(self) -> Numbering | None:
        """Return the places of the events; None for a film in which nothing was moved."""
        first = self._journal.first_part
        if first is None or not self._journal.left_out:
            return None
        return Numbering(first, [number for number, _ in self._middle.events()], first + self._journal.left_out)

    def numbered(self, numbering: Numbering, tables: Tables) -> Tables:
        """Return the events and the tables of a film without its middle."""
        events, first = tables["events"], numbering.first
        middle = [text for _, text in self._middle.events()]
        records = {name: list(map(numbering.record, texts)) for name, texts in tables.items() if name != "events"}
        return {"events": events[:first] + numbering.events(middle, events[first:]), **records}


def _let_go(events: list[bytes]) -> list[str]:
    """Return the nodes that have been freed, or have died, by what these events say."""
    return [node for text in events for _, nodes in _NODES.findall(text) for node in orjson.loads(nodes)]
