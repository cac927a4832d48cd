"""Answers questions about a recording by id and by time, for the diagnoses.

Nothing is decided here: what was named how, which node a tensor hung on, what could be reached from where, who was freed when. A
question costs at most the logarithm of the trace, unless it says otherwise; tables are built at the first question that needs them.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property

from gradreel.diagnose.lookup.backwards import Backwards, FailedReach
from gradreel.diagnose.lookup.cells import CellEvents
from gradreel.diagnose.lookup.names import Names
from gradreel.diagnose.lookup.raises import Raised, raised_in
from gradreel.diagnose.lookup.source import Source
from gradreel.trace import (
    BindEvent,
    CallEvent,
    Event,
    FreeEvent,
    LineEvent,
    Node,
    NodeEvent,
    OpEvent,
    RaiseEvent,
    Recording,
    ReturnEvent,
    Saved,
    State,
    Tensor,
    UnpackEvent,
    Write,
)

REACH_VISITS = 10
"""Times that every node, with its edges, may be visited to find which calls of the engine could have come to it."""


@dataclass(frozen=True, slots=True)
class OpWrite:
    """A write, and the op that made it."""

    op: OpEvent
    write: Write


@dataclass(frozen=True)
class History:
    """One recording of one program."""

    code: str
    recording: Recording
    unread: tuple[tuple[int, int], ...] = ()
    """First and last line of what is quoted, but not read as Python."""

    # The text -------------------------------------------------------------------------------------------------------------------

    @cached_property
    def source(self) -> Source:
        """The text of the program; of several files, all of them below each other (``several_files``)."""
        containers = frozenset(name.rpartition("[")[0] for name in self.names.known if name.endswith("]"))
        return Source(self.code, containers, self.unread, self.names.fixed)

    def code_at(self, where: Event | Saved | Node | Tensor) -> str:
        """The text of the line of an event or a record, shortened to be quoted in a sentence."""
        return self.source.line(where.line)

    def edit_code(self, op: OpEvent) -> str:
        """The text of what wrote: the call, where its line holds more, else the line."""
        return op.code or self.code_at(op)

    # Tables ---------------------------------------------------------------------------------------------------------------------

    @cached_property
    def cells(self) -> CellEvents:
        return CellEvents(self.recording)

    @cached_property
    def names(self) -> Names:
        return Names(self.recording)

    @property
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

    def op_at(self, event: int) -> OpEvent | None:
        """The event, where it is an op."""
        found = self.events[event] if 0 <= event < len(self.events) else None
        return found if isinstance(found, OpEvent) else None

    @cached_property
    def writes(self) -> tuple[OpWrite, ...]:
        return tuple(OpWrite(op, write) for op in self.ops for write in op.writes)

    @cached_property
    def maker(self) -> dict[str, OpEvent]:
        """The op that made a tensor."""
        found = ((tensor.id, self.op_at(tensor.op)) for tensor in self.recording.tensors if tensor.op is not None)
        return {tensor: op for tensor, op in found if op is not None}

    @cached_property
    def readers(self) -> dict[str, list[OpEvent]]:
        """By tensor: the ops that read its elements; one that only writes into it is none of them."""
        found: dict[str, list[OpEvent]] = defaultdict(list)
        for op in self.ops:
            read = op.inputs if op.effects.reads is None else op.effects.reads
            written = {write.tensor for write in op.writes}
            only_writes = bool(written) and written.union(op.inputs).issuperset(op.outputs)
            for tensor in dict.fromkeys(read):
                if not (only_writes and tensor in written):
                    found[tensor].append(op)
        return found

    @cached_property
    def owner(self) -> dict[str, str]:
        """By storage: the first tensor in it that has a name."""
        found: dict[str, str] = {}
        for tensor in self.recording.tensors:
            if tensor.names and tensor.storage is not None:
                found.setdefault(tensor.storage, tensor.id)
        return found

    @cached_property
    def saves_of(self) -> dict[str, list[Saved]]:
        """By node: what it saved."""
        found: dict[str, list[Saved]] = defaultdict(list)
        for saved in self.recording.saved:
            if saved.node is not None:
                found[saved.node].append(saved)
        return found

    @cached_property
    def givers(self) -> dict[str, list[tuple[str, int]]]:
        """By node: the nodes with an edge to it, and the positions of those edges."""
        found: dict[str, list[tuple[str, int]]] = defaultdict(list)
        for node in self.recording.nodes:
            for position, edge in enumerate(node.next_functions):
                if edge.node is not None:
                    found[edge.node].append((node.id, position))
        return found

    @cached_property
    def ran(self) -> dict[str, int]:
        """By node: the event at which it first ran."""
        found: dict[str, int] = {}
        for event in self.events:
            if isinstance(event, NodeEvent):
                found.setdefault(event.node, event.index)
        return found

    @cached_property
    def same_elements(self) -> dict[str, str]:
        """For a tensor that has the elements of another: that other one."""
        found: dict[str, str] = {}
        for op in self.ops:
            for tensor, other in op.effects.same_elements:
                found.setdefault(other, tensor)
        return found

    @cached_property
    def last_read(self) -> dict[str, int]:
        """By tensor: the last op that was given it."""
        return {tensor: op.index for op in self.ops for tensor in op.inputs}

    @cached_property
    def returned(self) -> dict[str, int]:
        """By call: the event at which it ended."""
        return {event.call: event.index for event in self.events if isinstance(event, ReturnEvent)}

    @cached_property
    def shown_by(self) -> dict[str, str]:
        """For a tensor that shows memory of another: that other one."""
        found: dict[str, str] = {}
        for op in self.ops:
            for base, view in op.effects.views:
                found.setdefault(view, base)
        return found

    @cached_property
    def _changed_by(self) -> dict[int, frozenset[str]]:
        return {op.index: frozenset(alias.tensor for alias in op.aliases) for op in self.ops if op.aliases}

    def changed_by(self, op: OpEvent) -> frozenset[str]:
        """The other tensors whose values a write of an op changed."""
        return self._changed_by.get(op.index, frozenset())

    @cached_property
    def lender(self) -> dict[str, OpEvent]:
        """For a tensor whose memory an op lent: the first that did; none where that memory was somebody else's from the beginning."""
        found: dict[str, OpEvent] = {}
        for op in self.ops:
            for tensor in op.effects.hands_out if not op.writes else ():
                if tensor in op.inputs and (maker := self.maker.get(tensor)) and tensor not in maker.effects.hands_out:
                    found.setdefault(tensor, op)
        return found

    @cached_property
    def unpacks(self) -> dict[str, list[UnpackEvent]]:
        found: dict[str, list[UnpackEvent]] = defaultdict(list)
        for event in self.events:
            if isinstance(event, UnpackEvent):
                found[event.saved].append(event)
        return found

    @cached_property
    def _line_events(self) -> list[int]:
        return [event.index for event in self.events if isinstance(event, LineEvent)]

    def statement_of(self, event: int) -> int:
        """The event at which the line began that was running: ops with the same one belong to one execution of a statement."""
        position = bisect_right(self._line_events, event)
        return self._line_events[position - 1] if position else -1

    # Version counters -----------------------------------------------------------------------------------------------------------

    @cached_property
    def last_version(self) -> dict[str | None, int]:
        """What each version counter came to in the end."""
        versions: dict[str | None, int] = {}
        for made in self.writes:
            versions[made.write.counter] = max(versions.get(made.write.counter, 0), made.write.version_after or 0)
        return versions

    @cached_property
    def _writes_of(self) -> dict[str | None, tuple[list[OpWrite], list[int], list[int]]]:
        """By counter: the writes that say which version they led to, their events, and the highest version by then."""
        found: dict[str | None, tuple[list[OpWrite], list[int], list[int]]] = {}
        for made in self.writes:
            if made.write.version_after is not None:
                writes, events, highest = found.setdefault(made.write.counter, ([], [], []))
                writes.append(made)
                events.append(made.op.index)
                highest.append(max(made.write.version_after, highest[-1] if highest else 0))
        return found

    def writes_of(self, counter: str | None, event: int, end: int) -> list[OpWrite]:
        """The writes from an event on, and before another, after which a counter stood somewhere."""
        writes, events, _ = self._writes_of.get(counter, ((), (), ()))
        return list(writes[bisect_left(events, event) : bisect_left(events, end)])

    def first_write_beyond(self, counter: str | None, version: int, event: int) -> OpWrite | None:
        """The first write from an event on after which a counter stood higher than a version."""
        writes, events, highest = self._writes_of.get(counter, ((), (), ()))
        position = max(bisect_left(events, event), bisect_right(highest, version))
        return writes[position] if position < len(writes) else None

    # Exceptions and backward passes ---------------------------------------------------------------------------------------------

    @cached_property
    def raises(self) -> tuple[Raised, ...]:
        """Exceptions, each told once, those that are alike together."""
        return raised_in(self.recording)

    @cached_property
    def raise_events(self) -> tuple[RaiseEvent, ...]:
        return tuple(event for event in self.events if isinstance(event, RaiseEvent))

    def raise_after(self, event: int) -> RaiseEvent | None:
        """The next exception."""
        position = bisect_right(self.raise_events, event, key=lambda raised: raised.index)
        return self.raise_events[position] if position < len(self.raise_events) else None

    @cached_property
    def _calls(self) -> dict[str | None, CallEvent]:
        return {event.call: event for event in self.events if isinstance(event, CallEvent)}

    def outermost_first(self, op: OpEvent) -> list[OpEvent | CallEvent]:
        """The calls that an op was made in, and the op."""
        chain: list[OpEvent | CallEvent] = [op]
        inside = op.call
        while inside in self._calls and len(chain) <= len(self._calls):
            chain.append(self._calls[inside])
            inside = self._calls[inside].parent
        return chain[::-1]

    @cached_property
    def backwards(self) -> Backwards:
        return Backwards(self.events)

    @cached_property
    def freed(self) -> dict[str, FreeEvent]:
        """When each node first gave up what it had saved."""
        first: dict[str, FreeEvent] = {}
        for event in self._frees:
            for node in event.nodes:
                first.setdefault(node, event)
        return first

    @cached_property
    def _frees(self) -> list[FreeEvent]:
        return [event for event in self.events if isinstance(event, FreeEvent)]

    def freed_by(self, node: str | None, event: int) -> bool:
        """Whether a node had given up what it saved, by an event."""
        freed = self.freed.get(node or "")
        return freed is not None and freed.index <= event

    @cached_property
    def failed_reach(self) -> FailedReach:
        frees = [event.index for event in self._frees]
        cost = {id_: 1 + len(node.next_functions) for id_, node in self.nodes.items()}
        return FailedReach(self.backwards.calls, frees, self.walk, cost.__getitem__, REACH_VISITS * sum(cost.values()))

    def walk(self, roots: Iterable[str], event: int, seen: set[str]) -> Iterator[str]:
        """Nodes that a backward pass from these tensors, begun after the event, would come to before it met a freed one.

        Those in ``seen`` are left out, and the others put there. Takes time with the number of nodes.
        """
        todo = [state.grad_fn for root in roots if (state := self.state(root, event)) and state.grad_fn]
        while todo:
            node = todo.pop()
            if node in seen or node not in self.nodes or self.freed_by(node, event):
                continue
            seen.add(node)
            yield node
            todo.extend(edge.node for edge in self.nodes[node].next_functions if edge.node)

    # Tensors at a time ----------------------------------------------------------------------------------------------------------

    @cached_property
    def _states(self) -> dict[str, tuple[list[int], list[State]]]:
        found: dict[str, tuple[list[int], list[State]]] = {}
        for op in self.ops:
            for state in op.states:
                events, states = found.setdefault(state.tensor, ([], []))
                events.append(op.index)
                states.append(state)
        return found

    def state(self, tensor: str, event: int) -> State | None:
        """Flags and grad_fn of a tensor as of an event; None where nothing set them before."""
        events, states = self._states.get(tensor, ((), ()))
        position = bisect_right(events, event)
        return states[position - 1] if position else None

    def storage(self, tensor: str, event: int) -> str | None:
        """The memory that a tensor has at an event. States of a sparse tensor have none: it is that of the values that it was made of."""
        state = self.state(tensor, event)
        known = self.tensors.get(tensor)
        return (state.storage if state else None) or (known.storage if known else None)

    def nodes_of(self, tensor: str, event: int) -> set[str]:
        """The nodes that bring a tensor its gradient: its grad_fn, or those that accumulate into it."""
        state = self.state(tensor, event)
        return {*self._accumulating.get(tensor, ()), *([state.grad_fn] if state and state.grad_fn else [])}

    @cached_property
    def _accumulating(self) -> dict[str, list[str]]:
        found: dict[str, list[str]] = defaultdict(list)
        for node in self.recording.nodes:
            if node.variable is not None:
                found[node.variable].append(node.id)
        return found

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
        known = self.state(tensor, event) or self.tensors.get(tensor)
        return known is not None and known.is_leaf and known.requires_grad

    def alive(self) -> Iterator[str]:
        """Tensors that the program held when it ended; where nobody looked, those that a name of the module still referred to."""
        named = {self.names.bound(name, len(self.events)) for name in self._globals}
        return (tensor.id for tensor in self.recording.tensors if tensor.alive or (tensor.alive is None and tensor.id in named))

    @cached_property
    def _globals(self) -> set[str]:
        """Names that were bound outside every function."""
        binds = (event for event in self.events if isinstance(event, BindEvent))
        return {bind.name for bind in binds if self.source.function_at(bind.line) is None}
