"""Bounds the number of steps of a film, which the page counts when it has laid the film out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from gradreel.trace import Event

JOIN_OTHERS = frozenset({"line", "call", "return", "hook", "bind", "free", "backward_end"})
"""Kinds of events that are part of the step of another event."""
MAY_JOIN = frozenset({"op", "unpack"})
"""Kinds of which some are, as those that make nothing that is drawn."""


def most_steps(events: Sequence[Event]) -> int:
    """How many steps the page shows at most. A film in which nothing is drawn has one for each event."""
    kinds = Counter(event.kind for event in events)
    if not kinds.keys() - JOIN_OTHERS - MAY_JOIN:
        return len(events)
    passed = sum(event.kind == "unpack" and event.ok for event in events)
    return sum(number for kind, number in kinds.items() if kind not in JOIN_OTHERS) - passed
