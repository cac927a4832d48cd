"""Follows the gradient of each leaf: when something was added to it, when a step used it, when it was cleared.

    backward ─▶ .grad ─▶ step() uses it ─▶ zero_grad() clears it ─▶ the next backward begins anew

What was cleared is seen from the next gradient, which begins anew (``added`` is false), or from the zeros that were written.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property

from gradreel.diagnose.lookup.history import History
from gradreel.trace import AccumulateEvent, CallEvent, OpEvent, Value, Write

STEP = ".step"
"""What the name of an optimizer's method ends with, as calls of the library state it."""
GIVEN_BY_HAND = re.compile(r"\._?grad\s*=(?!=)\s*(?!None\b)")
"""What a program says that sets gradients itself."""


@dataclass(frozen=True, slots=True)
class Update:
    """A write into a leaf that uses its gradient."""

    leaf: str
    op: OpEvent
    call: CallEvent | None
    """The optimizer's step; None where the program's own arithmetic updates."""
    begun: int
    """The event that began the gradient."""
    mixed: AccumulateEvent | None
    """What added to a gradient that an earlier update had used; None where all of it was new."""


@dataclass(frozen=True, slots=True)
class Touch:
    """An edit of a gradient by a call of the library that is no step, such as clipping."""

    leaf: str
    op: OpEvent
    call: CallEvent
    used: bool
    """Whether a step had used the gradient already."""
    pass_line: int | None
    begun: int


@dataclass
class _Life:
    """One leaf's gradient as it stands."""

    begun: int = -1
    line: int | None = None
    used: bool = False
    zeroed: bool = False
    mixed: AccumulateEvent | None = None

    def given(self, event: AccumulateEvent) -> None:
        """Count what backward gave it."""
        if not event.added or self.zeroed or self.begun < 0:
            self.clear(event.index, event.line)
        elif self.used and self.mixed is None:
            self.mixed = event

    def clear(self, begun: int = -1, line: int | None = None) -> None:
        self.begun, self.line, self.used, self.zeroed, self.mixed = begun, line, False, False, None


@dataclass
class _Seen:
    updates: list[Update] = field(default_factory=list)
    touches: list[Touch] = field(default_factory=list)
    zeroed: dict[str, list[int]] = field(default_factory=lambda: defaultdict(list))


@dataclass(frozen=True)
class _State:
    """What is known on the way through the events."""

    lives: dict[str, _Life]
    leaves: dict[str | None, str]
    """By storage: the leaf that lies in it."""
    gradients: dict[str | None, str]
    """By storage: the leaf whose gradient lies in it."""


@dataclass(frozen=True)
class Steps:
    """The updates of one history."""

    history: History

    @property
    def updates(self) -> list[Update]:
        """Every update by a gradient, in order; takes time with the trace."""
        return self._scanned.updates

    @property
    def touches(self) -> list[Touch]:
        return self._scanned.touches

    @property
    def zeroed(self) -> dict[str, list[int]]:
        """By leaf: the events that filled its gradient with zeros."""
        return self._scanned.zeroed

    @cached_property
    def stepped(self) -> frozenset[str]:
        """The leaves that a step of an optimizer wrote to."""
        return frozenset(update.leaf for update in self.updates if update.call is not None)

    @cached_property
    def gave(self) -> dict[str, list[AccumulateEvent]]:
        """By leaf: the gradients that it got."""
        found: dict[str, list[AccumulateEvent]] = defaultdict(list)
        for event in self.history.events:
            if isinstance(event, AccumulateEvent):
                found[event.tensor].append(event)
        return found

    @cached_property
    def sets_gradients_itself(self) -> bool:
        return GIVEN_BY_HAND.search(self.history.source.code) is not None

    @cached_property
    def _scanned(self) -> _Seen:
        seen, state = _Seen(), _State(defaultdict(_Life), {}, {})
        tensors = self.history.recording.tensors
        state.leaves.update({tensor.storage: tensor.id for tensor in tensors if tensor.id in self.gave})
        storages = {tensor.counter: tensor.storage for tensor in tensors if tensor.counter is not None}
        gap = self.history.recording.gap
        for event in self.history.events if self.gave else ():
            if gap is not None and event.index >= gap.event and event.index <= gap.resumes:
                state.lives.clear()  # what cleared gradients here may have been left out
            elif isinstance(event, AccumulateEvent):
                state.lives[event.tensor].given(event)
                if event.counter and (storage := storages.get(event.counter)):
                    state.gradients[storage] = event.tensor
            elif isinstance(event, OpEvent) and event.writes:
                self._written(event, state, seen)
        return seen

    def _written(self, op: OpEvent, state: _State, seen: _Seen) -> None:
        calls = [call for call in self.history.outermost_first(op) if isinstance(call, CallEvent) and call.what == "library"]
        step = next((call for call in calls if call.name.endswith(STEP)), None)
        by_gradient = step is not None or ".grad" in self.history.source.line(op.line)
        for write in op.writes:
            storage = self.history.storage(write.tensor, op.index)
            if leaf := state.gradients.get(storage):
                self._edited(op, write, state.lives[leaf], leaf, calls[0] if calls else None, seen)
            elif (
                (leaf := write.tensor if write.tensor in self.gave else state.leaves.get(storage))
                and by_gradient
                and state.lives[leaf].begun >= 0
            ):
                life = state.lives[leaf]
                seen.updates.append(Update(leaf, op, step, life.begun, life.mixed))
                life.used = True

    @staticmethod
    def _edited(op: OpEvent, write: Write, life: _Life, leaf: str, call: CallEvent | None, seen: _Seen) -> None:
        if is_zero(write.value) or write.tensor in op.effects.fills:
            life.clear(life.begun, life.line)
            life.zeroed = True
            seen.zeroed[leaf].append(op.index)
        elif call is None:
            life.used, life.mixed = False, None  # the program makes of it what it wants to add to
        elif not call.name.endswith(STEP):
            seen.touches.append(Touch(leaf, op, call, life.used, life.line, life.begun))


def is_zero(value: Value | None) -> bool:
    """Whether every element is known to be zero, and there is one."""
    if value is None or value.nan or value.inf or 0 in value.shape:
        return False
    if value.min is not None or value.max is not None:
        return value.min == 0 and value.max == 0
    return value.preview_shape == value.shape and not any(value.preview) and value.imaginary is None


def by_line(updates: list[Update]) -> Iterator[list[Update]]:
    """Updates by the line of the step that made them, those of the program's own arithmetic together, the first first."""
    found: dict[int | None, list[Update]] = defaultdict(list)
    for update in updates:
        found[update.op.line if update.call is not None else None].append(update)
    yield from found.values()
