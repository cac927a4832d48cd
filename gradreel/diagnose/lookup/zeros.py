"""Finds where the gradient of a leaf became zero everywhere, from the leaf back to the nodes that made zeros of what was not.

    AccumulateGrad, all zero ──▶ the nodes that gave it, all zero ──▶ nodes that zeros flow out of and others into: they say why

What is not known to be zero ends the search: a sum that cancels, a hook that clears, a factor that is learned are no such births.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property

from gradreel.diagnose.lookup.history import History
from gradreel.diagnose.lookup.steps import is_zero
from gradreel.trace import Cause, Flat, NodeEvent, OpEvent, Value

CAUSES: dict[Flat, Cause] = {
    "relu": "dead_relu",
    "saturation": "saturated",
    "one_choice": "one_choice",
    "clamp": "clamped",
    "rounding": "rounded",
    "mask": "masked",
    "underflow": "underflow",
}
MAY_BE_A_MINIMUM: tuple[Cause, ...] = ("dead_relu", "saturated", "clamped")
"""What is flat where a loss is least, as a hinge is."""
MAX_BIRTHS = 64


@dataclass
class Zeroed:
    """One line that makes zeros of gradients, and the leaves that get them."""

    first: NodeEvent
    flat: Flat
    line: int | None
    path: tuple[str, ...]
    """Nodes from the birth to a leaf."""
    rounds: dict[str, list[int]] = field(default_factory=lambda: defaultdict(list))
    """By leaf: the events at which zeros arrived at it."""


@dataclass(frozen=True)
class _Pass:
    """The nodes that ran in one call of the engine."""

    start: int
    ran: dict[str, NodeEvent]


@dataclass(frozen=True)
class Zeros:
    """The gradients of zero of one history."""

    history: History

    @cached_property
    def any(self) -> bool:
        return any(isinstance(event, NodeEvent) and event.flat is not None for event in self.history.events)

    @cached_property
    def arrived(self) -> dict[str, list[NodeEvent]]:
        """By leaf: what arrived at it, once for each pass."""
        found: dict[str, list[NodeEvent]] = defaultdict(list)
        for event in self.history.events:
            if isinstance(event, NodeEvent) and (leaf := self._leaf(event)) is not None:
                found[leaf].append(event)
        return found

    def _leaf(self, event: NodeEvent) -> str | None:
        node = self.history.nodes[event.node]
        return node.variable if node.kind == "accumulate_grad" and event.grad_outputs else None

    def causes(self) -> list[Zeroed]:
        """Every line that makes zeros of all that a leaf would get, the first first."""
        found: dict[tuple[int | None, Flat], Zeroed] = {}
        for each in self._passes if self.any else ():
            leaves = [event for event in each.ran.values() if self._leaf(event) is not None]
            zero = [event for event in leaves if is_zero(event.grad_outputs[0])]
            alone = len(zero) == len(leaves)
            for arrived in zero:
                births, path = self._births(each, arrived)
                lines = {(self.history.nodes[birth.node].line, birth.flat) for birth in births}
                if len(lines) != 1 or (birth := min(births, key=lambda each: each.index)).flat is None:
                    continue
                if self._is_meant(birth, birth.flat, alone):
                    continue
                key = (self.history.nodes[birth.node].line, birth.flat)
                zeroed = found.setdefault(key, Zeroed(birth, birth.flat, key[0], path))
                zeroed.rounds[self._leaf(arrived) or ""].append(arrived.index)
        return list(found.values())

    @cached_property
    def _passes(self) -> list[_Pass]:
        found: dict[int, _Pass] = {}
        for event in self.history.events:
            if isinstance(event, NodeEvent) and (call := self.history.backwards.at(event.index)):
                found.setdefault(call.start.index, _Pass(call.start.index, {})).ran.setdefault(event.node, event)
        return list(found.values())

    def _births(self, each: _Pass, arrived: NodeEvent) -> tuple[list[NodeEvent], tuple[str, ...]]:
        """The nodes that made zeros of what was not, on every way to a leaf; none where one way says otherwise."""
        births: dict[str, NodeEvent] = {}
        todo, before = [arrived.node], {arrived.node: ""}
        for node in todo:  # grows while it is read
            given = False
            for giver, position in self.history.givers.get(node, ()):
                event = each.ran.get(giver)
                value = event.grad_inputs[position] if event is not None and position < len(event.grad_inputs) else None
                if event is None or value is None:
                    continue
                given = True
                if not is_zero(value):
                    return [], ()
                if event.flat is not None or any(_is_nonzero(value) for value in event.grad_outputs):
                    births[giver] = event
                    before.setdefault(giver, node)
                elif not all(value is None or is_zero(value) for value in event.grad_outputs):
                    return [], ()
                elif giver not in before:
                    before[giver] = node
                    todo.append(giver)
            if not given or len(births) > MAX_BIRTHS:
                return [], ()
        return list(births.values()), tuple(_back(before, next(iter(births), "")))

    def _is_meant(self, birth: NodeEvent, flat: Flat, alone: bool) -> bool:
        """Whether zero is what the program asks for: a loss at its least, or a part that others were chosen over."""
        if (flat in ("mask", "one_choice") and not alone) or self._was_overwritten(birth):
            return True
        op = self._op(birth)
        if CAUSES[flat] not in MAY_BE_A_MINIMUM or op is None:
            return False
        call = self.history.backwards.at(birth.index)
        roots = call.start.roots if call else ()
        return any(self._is_zero_scalar(root) for root in roots) or any(map(self._ends_in_zero, op.outputs))

    def _was_overwritten(self, birth: NodeEvent) -> bool:
        """Whether what the node had saved was written past its counter: then that is what is wrong."""
        kept = {self.history.tensors[saved.tensor].storage for saved in self.history.saves_of.get(birth.node, ())}
        unseen = (each.write for each in self.history.writes if each.write.via != "in_place")
        return any(self.history.tensors[write.tensor].storage in kept for write in unseen)

    def _ends_in_zero(self, tensor: str) -> bool:
        """Whether a result is a zero, or is summed to one at once: a term of a loss that has reached its least."""
        if self._is_zero_scalar(tensor):
            return True
        read = [reader for reader in self.history.readers.get(tensor, ()) if reader.nodes]
        return bool(read) and all(reader.outputs and self._is_zero_scalar(reader.outputs[0]) for reader in read)

    def _is_zero_scalar(self, tensor: str) -> bool:
        known = self.history.tensors.get(tensor)
        return known is not None and known.value is not None and known.value.shape == () and is_zero(known.value)

    def _op(self, event: NodeEvent) -> OpEvent | None:
        made = self.history.nodes[event.node].op
        return self.history.op_at(made) if made is not None else None


def _is_nonzero(value: Value | None) -> bool:
    if value is None:
        return False
    shown = (*value.preview, *(value.imaginary or ()))
    return any(each != 0 for each in shown) or value.max not in (None, 0) or value.min not in (None, 0)


def _back(before: dict[str, str], node: str) -> Iterator[str]:
    while node:
        yield node
        node = before[node]
