"""Answers when the program let go of graphs, and whether it ended with something that no diagnosis of edits explains."""

from __future__ import annotations

from gradreel.diagnose.lookup.history import History


def died(history: History) -> dict[str, int]:
    """By node that had kept something: the event at which it was seen to have died with its graph."""
    found: dict[str, int] = {}
    for event in history.events:
        for node in event.dropped:
            found.setdefault(node, event.index)
    return found


def ended_otherwise(history: History, explained: bool) -> bool:
    """Whether the program ended with an exception, and nothing of a kind explains one: its harmless notes would stand above that."""
    outcome = history.recording.outcome
    return outcome.failure is not None and not outcome.exited and not explained
