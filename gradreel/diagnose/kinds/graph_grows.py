"""Warns where the graph grows from round to round of a loop because something holds on to it, although no backward pass will read it.

total = total + loss        the sum holds the graph of every loss
losses.append(loss)         so does the list
self.h = cell(x, self.h)    and a state whose graph is never cut, where no pass goes through it

What a later pass reads is meant, and so is what the next round lets go.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from gradreel.diagnose.finding import Finding, worded
from gradreel.diagnose.fixes.growing import detach_kept, number_kept
from gradreel.diagnose.lookup import explain
from gradreel.diagnose.lookup.growth import Growth, Rounds
from gradreel.diagnose.lookup.history import History
from gradreel.diagnose.lookup.holders import Holder, holders
from gradreel.trace import Diagnosis, Fix, Param

RANK = 245
MAX_SAVED = 8


def find(history: History) -> Iterator[Finding]:
    """One finding for each line at which something takes hold of what grows."""
    recording = history.recording
    if recording.outcome.status != "completed" or recording.truncated is not None or recording.gap is not None:
        return
    told: set[int] = set()
    for growth in Rounds(history).growths():
        found = holders(history, growth)
        if found and not told & {each.line for each in found}:
            told |= {each.line for each in found}
            first = found[0]
            diagnosis = partial(_diagnosis, history, growth, found)
            yield Finding("graph_grows", "warning", first.event, diagnosis, partial(_fixes, history, found))


def evidence(history: History, diagnosis: Diagnosis) -> Iterator[str | None]:
    """What is held, the node that brings it, what the nodes of a round keep, and how it was made."""
    event = diagnosis.event if diagnosis.event is not None else len(history.events)
    node = explain.grad_fn(history, diagnosis.tensor, event)
    yield from (diagnosis.tensor, node)
    yield from explain.origin(history, diagnosis.tensor)
    for growth in Rounds(history).growths():
        if growth.line == diagnosis.params.get("loop_line"):
            nodes = sorted(growth.wasted[max(growth.wasted)], key=lambda each: history.nodes[each].event)
            for each in nodes[:MAX_SAVED]:
                yield each
                yield from (saved.tensor for saved in history.saves_of[each])
            break
    yield from explain.leaves(history, node)


def _diagnosis(history: History, growth: Growth, found: list[Holder]) -> Diagnosis:
    first = found[0]
    params: dict[str, Param] = {
        "line": first.line,
        "code": history.source.line(first.line),
        "holder": first.name,
        "loop_line": growth.line,
        "bytes": growth.bytes,
        "rounds": len(growth.wasted),
        "more": len({each.name for each in found}) - 1,
    }
    return worded(
        "graph_grows",
        "warning",
        params,
        raised=False,
        event=first.event,
        line=first.line,
        tensor=first.tensor,
        name=first.name,
    )


def _fixes(history: History, found: list[Holder]) -> Iterator[Fix | None]:
    yield number_kept(history, found)
    yield detach_kept(history, found)
