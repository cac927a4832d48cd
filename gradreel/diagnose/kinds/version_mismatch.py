"""Diagnoses saved tensors whose version counter moved after they were saved: who saved, who edited, who raised or would raise.

    saved ──▶ edit that moved its counter ──▶ backward that asks for it
                     │                              ├─ raised                                   error
                     │                              ├─ begun, and failed before it came here     error
                     │                              └─ never begun, though it could be           error
                     └─ nothing asks for it any more                                             note

"Never begun" means that the program called no backward at all. One that did has shown what it goes backward through: what it left
stale besides (a validation loss that an optimizer step outlived) is a note.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache

from gradreel.diagnose.fixes.edits import (
    edit_a_clone,
    edit_after_backward,
    inplace_off,
    out_of_place,
    save_a_clone,
    self_referring,
    step_after_backward,
)
from gradreel.diagnose.fixes.fix import first_of_each_kind
from gradreel.diagnose.fixes.loops import fresh_graph, stepped
from gradreel.diagnose.lookup.history import History, OpWrite
from gradreel.diagnose.lookup.naming import operator, what
from gradreel.diagnose.lookup.source import shows_edit
from gradreel.locale import word
from gradreel.trace import AccumulateEvent, Diagnosis, Fix, OpEvent, Param, RaiseEvent, Saved, Write

LISTED = 50
"""Saved tensors told one by one; the rest are counted."""


@dataclass(frozen=True)
class Stale:
    """A saved tensor that went stale, and what became of it."""

    saved: Saved
    edit: OpWrite
    raised: RaiseEvent | None
    fails: bool
    current: int

    @property
    def outcome(self) -> str:
        return "failed" if self.raised else "fails" if self.fails else "harmless"


def find(history: History) -> Iterator[Diagnosis]:
    """One diagnosis for each stale saved tensor, those that raised first; harmless ones once for each pair of lines."""
    found = sorted(_stale(history), key=lambda stale: (not stale.raised, not stale.fails, stale.edit.op.index, stale.saved.event))
    by_edit = Counter(stale.edit.op.index for stale in found)
    fixed: set[tuple[int | None, str | None]] = set()
    for stale in _worth_telling(history, found):
        key = (stale.edit.op.line, history.names.of(stale.saved.tensor, stale.edit.op.index))
        fixes = () if key in fixed or not stale.fails else tuple(_fixes(history, stale, alone=by_edit[stale.edit.op.index] == 1))
        fixed.add(key)
        yield _diagnosis(history, stale, by_edit[stale.edit.op.index] - 1, fixes)


def _worth_telling(history: History, found: list[Stale]) -> Iterator[Stale]:
    told: set[tuple[object, ...]] = set()
    for stale in found[:LISTED]:
        node = history.nodes.get(stale.saved.node or "")
        key = (stale.edit.op.line, stale.saved.line, stale.saved.attribute, node and node.name)
        if stale.fails or key not in told:
            told.add(key)
            yield stale


def _stale(history: History) -> Iterator[Stale]:
    reach = _Reach(history)
    by_saved = {event.saved: event for event in history.raises if event.saved}
    edits = {saved: made for made in reversed(history.writes) for saved in made.op.stale if _touches(history, made, saved)}
    edits |= dict(_accumulated(history))
    refused = {saved: events[-1] for saved, events in history.unpacks.items() if not events[-1].ok}
    for key in sorted({*edits, *refused, *by_saved}):
        saved, unpack = history.saved.get(key), refused.get(key)
        if saved is None:
            continue
        edit = edits.get(key) or _edit_between(history, saved, unpack.index if unpack else len(history.events))
        if edit is None or history.freed_by(saved.node, edit.op.index) or _used_up(history, saved, edit.op.index):
            continue
        raised = by_saved.get(key) or (_raise_after(history, unpack.index) if unpack else None)
        current = unpack.current_version if unpack else history.last_version.get(edit.write.counter, edit.write.version_after or 0)
        yield Stale(saved, edit, raised, fails=raised is not None or reach.fails(saved.node, edit.op.index), current=current)


def _accumulated(history: History) -> Iterator[tuple[str, OpWrite]]:
    """Saved gradients that a later pass added to: no op of the snippet's, so it is told as one."""
    for event in (event for event in history.events if isinstance(event, AccumulateEvent)):
        for key in event.stale:
            if saved := history.saved.get(key):
                yield key, OpWrite(*_as_op(event, saved, history.tensors[saved.tensor].counter))


def _as_op(event: AccumulateEvent, saved: Saved, counter: str | None) -> tuple[OpEvent, Write]:
    before, after = saved.saved_version, saved.saved_version + 1
    write = Write(
        tensor=saved.tensor, counter=counter, version_before=before, version_after=after, via="in_place", region=None, op="AccumulateGrad"
    )
    op = OpEvent(index=event.index, line=event.line, name="AccumulateGrad", inputs=(), outputs=(), writes=(write,), stale=event.stale)
    return op, write


def _touches(history: History, made: OpWrite, saved: str) -> bool:
    """Whether this write of the op, of several, is the one that moved the saved tensor's counter."""
    entry = history.saved.get(saved)
    tensor = history.tensors.get(entry.tensor) if entry else None
    counters = {write.counter for write in made.op.writes}
    return tensor is None or tensor.counter not in counters or made.write.counter == tensor.counter


def _used_up(history: History, saved: Saved, event: int) -> bool:
    """Whether a backward pass that keeps nothing was running at an event and had done with the saved tensor: an optimizer in a hook."""
    done = [unpack for unpack in history.unpacks.get(saved.id, ()) if unpack.ok and unpack.index < event]
    call = history.backward_at(done[-1].index) if done else None
    return call is not None and not call.start.retain_graph and (call.end is None or call.end > event)


def _edit_between(history: History, saved: Saved, until: int) -> OpWrite | None:
    """The first write after the save that moved the saved tensor's counter."""
    tensor = history.tensors.get(saved.tensor)
    for made in history.writes:
        moved = made.write.version_after is not None and made.write.version_after > saved.saved_version
        if saved.event <= made.op.index < until and tensor and made.write.counter == tensor.counter and moved:
            return made
    return None


def _raise_after(history: History, event: int) -> RaiseEvent | None:
    return next((raised for raised in history.raises if raised.index > event), None)


class _Reach:
    """Which nodes a backward pass after an edit did, or still could, come to."""

    def __init__(self, history: History) -> None:
        self._story = history
        self._from_live = cache(lambda: history.reachable(history.alive(), len(history.events)))
        self._from_call = cache(lambda position: history.reachable(history.backwards[position].start.roots, self._start(position) - 1))

    def _start(self, position: int) -> int:
        return self._story.backwards[position].start.index

    def fails(self, node: str | None, edit: int) -> bool:
        """Whether a backward pass failed on its way to the node, or none was begun that could have come there."""
        calls = self._story.backwards
        later = [position for position, call in enumerate(calls) if call.start.index > edit and call.end is None]
        if any(node in self._from_call(position) for position in later):
            return True
        return not calls and node in self._from_live()


def _diagnosis(history: History, stale: Stale, others: int, fixes: tuple[Fix, ...]) -> Diagnosis:
    saved, edit = stale.saved, stale.edit
    raise_line = stale.raised.line if stale.raised else None
    params = _params(history, stale, others)
    return Diagnosis(
        kind="version_mismatch",
        severity="error" if stale.fails else "note",
        raised=stale.raised is not None,
        event=edit.op.index,
        line=edit.op.line,
        saved_line=saved.line,
        edit_line=edit.op.line,
        raise_line=raise_line,
        node=saved.node,
        saved=saved.id,
        tensor=saved.tensor,
        name=_name(params),
        saved_version=saved.saved_version,
        current_version=stale.current,
        params=params,
        message=word("diagnosis-version_mismatch", params),
        fixes=fixes,
    )


def _name(params: Mapping[str, Param]) -> str | None:
    """The saved tensor's own name, or that of the base which it is a view of."""
    return str(params["name"]) if params["how"] in ("name", "view") else None


def _params(history: History, stale: Stale, others: int) -> dict[str, Param]:
    saved, edit = stale.saved, stale.edit
    node = history.nodes.get(saved.node or "")
    through = history.names.of(edit.write.tensor, edit.op.index)
    named = what(history, saved.tensor, edit.op.index, saved.event)
    return {
        "outcome": stale.outcome,
        **named,
        "node": node.name if node else "autograd",
        "attribute": saved.attribute,
        "saved_line": saved.line,
        "edit_line": edit.op.line,
        "raise_line": stale.raised.line if stale.raised else None,
        "saved_version": saved.saved_version,
        "before": edit.write.version_before,
        "after": edit.write.version_after,
        "current": stale.current,
        "code": history.source.line(edit.op.line),
        "op": operator(edit),
        "hidden": edit.write.op is not None or not shows_edit(history.source.statement(edit.op.line)),
        "through": "other" if through and through != named["name"] else "same",
        "other": through or "",
        "others": others,
    }


def _fixes(history: History, stale: Stale, *, alone: bool) -> Iterator[Fix]:
    source, line = history.source, stale.edit.op.line
    raise_line = stale.raised.line if stale.raised else None
    itself = line == stale.saved.line and self_referring(source, line)
    parameter = history.is_parameter(stale.edit.write.tensor, stale.edit.op.index)
    name = _name(what(history, stale.saved.tensor, stale.saved.event, stale.edit.op.index))
    family = filter(None, (stale.saved.tensor, history.tensors[stale.saved.tensor].base))
    known = [name, *(each for tensor in family for each in history.names.at(tensor, stale.saved.event))]
    cloned = (save_a_clone(source, stale.saved.line, each) for each in known)
    moves = [step_after_backward(source, line, raise_line)]
    if parameter:
        moves.append(moves[0] or edit_after_backward(source, line, raise_line))
    return first_of_each_kind(
        out_of_place(source, line) if not parameter else None,
        edit_a_clone(source, line) if not itself and not parameter else None,
        *moves,
        fresh_graph(history, raise_line, stale.raised.index) if stale.raised and stepped(source, line, raise_line) else None,
        inplace_off(source, line),
        next(filter(None, cloned), None) if itself or (alone and stale.saved.attribute != "result") else None,
    )
