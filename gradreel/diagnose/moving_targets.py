"""Finds losses of which one side is computed with weights under one name and cut off, the other with the same weights under another name.

calls of modules, by the name in their line ─▶ ops in them that read the same parameters ─▶ cuts on the way to one backward pass
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Literal

from gradreel.diagnose.fixes.copies import SecondName, called_names, read_names, slot
from gradreel.diagnose.lookup.flow import WITHOUT_SLOPE, Cut, Flow, Need
from gradreel.diagnose.lookup.history import History
from gradreel.trace import CallEvent, OpEvent, State

NOTHING_TO_LEARN = "does not require grad and does not have a grad_fn"
MAX_SECOND_NAMES = 8
"""That are looked at, of those under which modules are called."""
MAX_FOLLOWED = 1000
"""Ops from a cut back to the call that computed what was cut."""


@dataclass(frozen=True)
class MovingTarget:
    """A use of weights under one name that the other name disturbs, or is disturbed by."""

    second: SecondName
    case: Literal["stale", "frozen", "cut"]
    op: OpEvent
    tensor: str
    line: int | None
    """The use under one name,"""
    other_line: int | None
    """and the update or the use under the other."""


@dataclass(frozen=True)
class _Called:
    """A call of a module in a line that calls one of the two names, or both."""

    call: str
    name: str
    """Empty where the line calls both."""
    line: int | None

    def is_other(self, than: _Called) -> bool:
        """Whether it may be under the other name."""
        return self.call != than.call and (not self.name or self.name != than.name)


Calls = dict[str, _Called]


def moving_targets(history: History, names: Iterable[SecondName]) -> Iterator[MovingTarget]:
    """At most one for each second name; takes time with the trace where modules are called under both names."""
    modules = (event for event in history.events if isinstance(event, CallEvent) and event.what == "module")
    lines = {line: called_names(history.source.statement(line)) for line in dict.fromkeys(event.line for event in modules)}
    called = set().union(*lines.values())
    for second in [each for each in names if {slot(each.name), slot(each.of)} <= called][:MAX_SECOND_NAMES]:
        calls = _calls(history, {slot(second.name), slot(second.of)}, lines)
        if _have_same_weights(history, calls):
            found = _stale(history, second, calls) or _frozen(history, second) or _cut(history, second, calls)
            if found is not None:
                yield found


def _calls(history: History, names: set[str], lines: dict[int | None, set[str]]) -> Calls:
    """By call, and by those inside it: the call of a module around it, where its line calls one of the names."""
    found: Calls = {}
    for event in history.events:
        if not isinstance(event, CallEvent):
            continue
        around = found.get(event.parent or "")
        if around is None and event.what == "module":
            named = names & lines.get(event.line, set())
            around = _Called(event.call, named.pop() if len(named) == 1 else "", event.line) if named else None
        if around is not None:
            found[event.call] = around
    return found


def _have_same_weights(history: History, calls: Calls) -> bool:
    """Whether some weight is read under both names; where a line calls both, in two calls of one execution of it."""
    read: dict[str, tuple[_Called, int]] = {}
    for op in history.ops:
        if op.call not in calls:
            continue
        called, statement = calls[op.call], history.statement_of(op.index)
        for tensor in _state(history, op):
            earlier, then = read.get(tensor, (called, statement))
            if called.is_other(earlier) and (called.name or then == statement):
                return True
            read[tensor] = called, statement
    return False


def _stale(history: History, second: SecondName, calls: Calls) -> MovingTarget | None:
    """A failed version check of a weight that was saved in a call under the second name, or under the first."""
    for raised in history.raise_events:
        saved = history.saved.get(raised.saved or "")
        op = history.op_at(saved.event) if saved is not None else None
        if saved is None or op is None or op.call not in calls:
            continue
        counter = history.tensors[saved.tensor].counter
        weight = next((given for given in _weights(history, op) if history.tensors[given].counter == counter), None)
        edit = history.first_write_beyond(counter, saved.saved_version, saved.event) if weight else None
        if weight is not None and edit is not None and calls[op.call].name in ("", slot(second.name)):
            return MovingTarget(second, "stale", edit.op, weight, calls[op.call].line, edit.op.line)
    return None


def _frozen(history: History, second: SecondName) -> MovingTarget | None:
    """A parameter that was frozen by a statement that names the second name, in a program that then had nothing to learn."""
    if not any(NOTHING_TO_LEARN in raised.message for raised in history.raise_events):
        return None
    for op in history.ops:
        if op.outputs or not any(_freezes(history, state, op.index) for state in op.states):
            continue
        stmt, loop = history.source.statement(op.line), history.source.loop_at(op.line)
        read = (read_names(stmt) if stmt else set()) | (read_names(loop.iter) if isinstance(loop, ast.For) else set())
        if slot(second.name) in read and slot(second.of) not in read:
            return MovingTarget(second, "frozen", op, op.states[0].tensor, op.line, None)
    return None


def _freezes(history: History, state: State, event: int) -> bool:
    return state.is_leaf and not state.requires_grad and history.requires_grad(state.tensor, event - 1)


def _cut(history: History, second: SecondName, calls: Calls) -> MovingTarget | None:
    edited = {made.write.tensor for made in history.writes}
    used = _used_with_gradient(history, calls)
    starts = [call.start for call in history.backwards.calls]
    needs = [Need(root, start.index) for start in starts for root in start.roots if history.requires_grad(root, start.index)]
    for cut, need in Flow(history).cuts_before(needs):
        op = _computed_by(history, cut, calls) if cut.how not in WITHOUT_SLOPE else None
        if op is None:
            continue
        called = calls[op.call or ""]
        for tensor in _weights(history, op):
            other = [user for user in used.get(tensor, ()) if user.index < need.event and calls[user.call or ""].is_other(called)]
            if other and tensor in edited:
                return MovingTarget(second, "cut", op, tensor, called.line, calls[other[-1].call or ""].line)
    return None


def _used_with_gradient(history: History, calls: Calls) -> dict[str, list[OpEvent]]:
    """By parameter: the ops that recorded nodes for it in one of the calls."""
    used: dict[str, list[OpEvent]] = {}
    for op in history.ops:
        if op.call in calls and op.nodes:
            for tensor in _weights(history, op):
                used.setdefault(tensor, []).append(op)
    return used


def _state(history: History, op: OpEvent) -> list[str]:
    """What it reads that a module has: parameters, frozen ones too, and buffers."""
    return [given for given in op.inputs if any("." in name for name in history.tensors[given].names)]


def _weights(history: History, op: OpEvent) -> list[str]:
    return [given for given in op.inputs if history.is_parameter(given, op.index)]


def _computed_by(history: History, cut: Cut, calls: Calls) -> OpEvent | None:
    """The op that read weights in one of the calls, and gave what was cut, or was cut itself."""
    todo, seen = [cut.op], {cut.op.index}
    while todo and len(seen) < MAX_FOLLOWED:
        op = todo.pop()
        if op.call in calls and _weights(history, op):
            return op
        makers = (history.maker.get(given) for given in op.inputs)
        for maker in makers:
            if maker is not None and maker.index < op.index and maker.index not in seen:
                seen.add(maker.index)
                todo.append(maker)
    return None
