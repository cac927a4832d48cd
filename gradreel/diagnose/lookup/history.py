"""Answers questions about a recording by id and by time, for the diagnoses.

Nothing is decided here: what was named how, which node a tensor hung on, what could be reached from where, who was freed when.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from gradreel.diagnose.lookup.names import Names
from gradreel.diagnose.lookup.source import Source
from gradreel.trace import (
    BackwardEndEvent,
    BackwardStartEvent,
    BindEvent,
    Event,
    FreeEvent,
    Node,
    OpEvent,
    RaiseEvent,
    Recording,
    Saved,
    State,
    Tensor,
    UnpackEvent,
    Write,
)


@dataclass(frozen=True)
class Backward:
    """One call of the engine."""

    start: BackwardStartEvent
    end: int | None
    """Event of its return; None where it raised or the film stopped."""


@dataclass(frozen=True)
class OpWrite:
    """A write, and the op that made it."""

    op: OpEvent
    write: Write


@dataclass(frozen=True)
class History:
    """One recording of one snippet."""

    code: str
    recording: Recording

    @cached_property
    def source(self) -> Source:
        return Source(self.code, frozenset(name.rpartition("[")[0] for name in self.names.known if name.endswith("]")))

    @cached_property
    def names(self) -> Names:
        return Names(self.recording)

    @cached_property
    def events(self) -> tuple[Event, ...]:
        return self.recording.events

    @cached_property
    def tensors(self) -> dict[str, Tensor]:
        return {tensor.id: tensor for tensor in self.recording.tensors}

    @cached_property
    def nodes(self) -> dict[str, Node]:
        return {node.id: node for node in self.recording.nodes}

    @cached_property
    def saved(self) -> dict[str, Saved]:
        return {saved.id: saved for saved in self.recording.saved}

    @cached_property
    def ops(self) -> tuple[OpEvent, ...]:
        return tuple(event for event in self.events if isinstance(event, OpEvent))

    @cached_property
    def writes(self) -> tuple[OpWrite, ...]:
        return tuple(OpWrite(op, write) for op in self.ops for write in op.writes)

    @cached_property
    def last_version(self) -> dict[str | None, int]:
        """What each version counter came to in the end."""
        versions: dict[str | None, int] = {}
        for made in self.writes:
            versions[made.write.counter] = max(versions.get(made.write.counter, 0), made.write.version_after or 0)
        return versions

    @cached_property
    def maker(self) -> dict[str, OpEvent]:
        """The first op that returned a tensor."""
        makers: dict[str, OpEvent] = {}
        for op in self.ops:
            for tensor in op.outputs:
                makers.setdefault(tensor, op)
        return makers

    @cached_property
    def raises(self) -> tuple[RaiseEvent, ...]:
        """Exceptions, each told once: on its way out an exception may be seen again."""
        told: dict[str, RaiseEvent] = {}
        for event in self.events:
            if isinstance(event, RaiseEvent):
                first = told.get(event.message)
                if first is None or (event.saved and not first.saved) or (event.inputs and not first.inputs):
                    told[event.message] = event
        return tuple(told.values())

    @cached_property
    def unpacks(self) -> dict[str, list[UnpackEvent]]:
        found: dict[str, list[UnpackEvent]] = defaultdict(list)
        for event in self.events:
            if isinstance(event, UnpackEvent):
                found[event.saved].append(event)
        return found

    @cached_property
    def freed(self) -> dict[str, FreeEvent]:
        """When each node first gave up what it had saved."""
        first: dict[str, FreeEvent] = {}
        for event in self.events:
            if isinstance(event, FreeEvent):
                for node in event.nodes:
                    first.setdefault(node, event)
        return first

    @cached_property
    def _by_storage(self) -> dict[str, list[Tensor]]:
        found: dict[str, list[Tensor]] = defaultdict(list)
        for tensor in self.recording.tensors:
            if tensor.storage:
                found[tensor.storage].append(tensor)
        return found

    def stored(self, storage: str) -> list[Tensor]:
        """The tensors that share a storage."""
        return self._by_storage.get(storage, [])

    def freed_by(self, node: str | None, event: int) -> bool:
        """Whether a node had given up what it saved, by an event."""
        freed = self.freed.get(node or "")
        return freed is not None and freed.index <= event

    @cached_property
    def backwards(self) -> tuple[Backward, ...]:
        """Calls of the engine in the order they began; a hook may begin one inside another."""
        calls: list[Backward] = []
        running: list[int] = []
        for event in self.events:
            if isinstance(event, BackwardStartEvent):
                running.append(len(calls))
                calls.append(Backward(event, None))
            elif isinstance(event, BackwardEndEvent) and running:
                position = running.pop()
                calls[position] = Backward(calls[position].start, event.index)
        return tuple(calls)

    def backward_at(self, event: int) -> Backward | None:
        """The call that was running when the event happened."""
        begun = [call for call in self.backwards if call.start.index <= event and (call.end is None or call.end > event)]
        return begun[-1] if begun else None

    @cached_property
    def _states(self) -> dict[str, list[tuple[int, State]]]:
        found: dict[str, list[tuple[int, State]]] = defaultdict(list)
        for op in self.ops:
            for state in op.states:
                found[state.tensor].append((op.index, state))
        return found

    def state(self, tensor: str, event: int) -> State | None:
        """Flags and grad_fn of a tensor as of an event; None where nothing set them before."""
        states = self._states.get(tensor, [])
        position = bisect_right(states, event, key=lambda entry: entry[0])
        return states[position - 1][1] if position else None

    def storage(self, tensor: str, event: int) -> str | None:
        """The memory that a tensor has at an event."""
        state = self.state(tensor, event)
        known = self.tensors.get(tensor)
        return state.storage if state else known.storage if known else None

    def requires_grad(self, tensor: str, event: int) -> bool:
        state = self.state(tensor, event)
        known = self.tensors.get(tensor)
        return state.requires_grad if state else bool(known and known.requires_grad)

    def is_leaf(self, tensor: str, event: int) -> bool:
        state = self.state(tensor, event)
        known = self.tensors.get(tensor)
        return state.is_leaf if state else bool(known and known.is_leaf)

    def is_parameter(self, tensor: str, event: int) -> bool:
        """Whether it is a leaf that requires grad."""
        return self.is_leaf(tensor, event) and self.requires_grad(tensor, event)

    def alive(self) -> Iterable[str]:
        """Tensors that the program held when it ended; where nobody looked, those that a name of the module still meant."""
        end = len(self.events)
        for tensor in self.recording.tensors:
            if tensor.alive or (tensor.alive is None and not self._globals.isdisjoint(self.names.at(tensor.id, end))):
                yield tensor.id

    @cached_property
    def _globals(self) -> set[str]:
        """Names that were bound outside every function."""
        binds = [event for event in self.events if isinstance(event, BindEvent)]
        outside = {line for line in {bind.line for bind in binds} if self.source.function_at(line) is None}
        return {bind.name for bind in binds if bind.line in outside}

    def reachable(self, roots: Iterable[str], event: int) -> set[str]:
        """Nodes that a backward pass from these tensors, begun after the event, would come to before it met a freed one."""
        todo = [state.grad_fn for root in roots if (state := self.state(root, event)) and state.grad_fn]
        seen: set[str] = set()
        while todo:
            node = todo.pop()
            if node in seen or node not in self.nodes or self.freed_by(node, event):
                continue
            seen.add(node)
            todo.extend(edge.node for edge in self.nodes[node].next_functions if edge.node)
        return seen
