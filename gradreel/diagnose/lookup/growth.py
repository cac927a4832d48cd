"""Finds the loops that leave something of their rounds to the graph: saved tensors of round after round that no backward pass reads.

    round 1: saves ─▶ … ─▶ round 2: saves ─▶ …        still kept when the loop ends, and never read: wasted
    saved and read by a later pass, as where losses are added up and sent backward together: used
    saved and let go in the next round, as of a name that is assigned anew: not kept on

A round's node counts from when it was last run, or made, to when it was freed or died.
"""

from __future__ import annotations

import ast
from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from gradreel.diagnose.lookup.history import History
from gradreel.trace import BackwardStartEvent, CallEvent, FreeEvent, LineEvent, Node, NodeEvent, OpEvent

MIN_ROUNDS = 3
Key = tuple[str | None, int, tuple[int, ...]]
"""One entry of a loop: the call that it ran in, its line, and the rounds of the loops around it."""


@dataclass(frozen=True)
class Growth:
    """One entry of a loop whose rounds leave something behind."""

    line: int
    starts: dict[int, int]
    """By round: the event at which it began."""
    end: int
    """Its last event."""
    wasted: dict[int, frozenset[str]]
    """By round: nodes that are still kept when the loop ends, and that nothing reads."""
    bytes: int
    """What one round adds; of rounds that differ the most frequent, of these the largest."""

    def until(self, round_: int) -> int:
        """The event before the next round."""
        later = [start for number, start in self.starts.items() if number > round_]
        return min(later) - 1 if later else self.end


@dataclass(frozen=True)
class Rounds:
    """The rounds of the loops of one history."""

    history: History

    def growths(self) -> Iterator[Growth]:
        """Every entry of a loop that grows, the innermost loops first; takes time with the trace and the depth of its loops."""
        if not self.history.backwards.calls:
            return
        for key in sorted(self._nodes, key=lambda each: (-len(each[2]), self._starts.get(each, {}).get(1, 0))):
            if growth := self._grown(key):
                yield growth

    def _grown(self, key: Key) -> Growth | None:
        starts, end = self._starts.get(key, {}), self._ends.get(key, 0)
        if len(starts) < MIN_ROUNDS:
            return None
        wasted: dict[int, frozenset[str]] = {}
        for number, nodes in self._nodes[key].items():
            over = starts.get(number + 2, end)
            kept = [node for node in nodes if self._idle_since(node) < over <= self._until(node)]
            held = frozenset(node for node in kept if self._until(node) > end and self._idle_since(node) <= end)
            if kept and not held and number + 2 in starts:
                return None  # only so many of the last rounds are kept
            if held:
                wasted[number] = held
        sizes = self._bytes(wasted, min(starts.values()))
        if len(sizes) < MIN_ROUNDS or not self._is_round_of_training(key, starts, end, wasted):
            return None
        usual = max(Counter(sizes.values()).items(), key=lambda each: (each[1], each[0]))[0]
        return Growth(key[1], starts, end, {number: wasted[number] for number in sorted(sizes)}, usual)

    def _is_round_of_training(self, key: Key, starts: dict[int, int], end: int, wasted: dict[int, frozenset[str]]) -> bool:
        """Whether the loop goes backward, or runs weights after they were trained: not a forward pass that is written as a loop."""
        begun = [call.start.index for call in self.history.backwards.calls]
        if bisect_right(begun, end) > bisect_right(begun, min(starts.values())):
            return True
        if begun[0] > min(starts.values()) or key[1] in self._used_loops or self._in_module(key[0]):
            return False
        return bool(frozenset.intersection(*(self._own_leaves(nodes) for nodes in wasted.values())) & self._trained)

    @cached_property
    def _used_loops(self) -> set[int]:
        """Loops that made nodes which a pass came to after their round."""
        used: set[int] = set()
        for key, rounds in self._nodes.items():
            end = self._ends.get(key, 0)
            if any(self._idle_since(node) > end for nodes in rounds.values() for node in nodes):
                used.add(key[1])
        return used

    def _in_module(self, call: str | None) -> bool:
        calls = self._calls
        while call in calls:
            if calls[call].what == "module":
                return True
            call = calls[call].parent
        return False

    def _own_leaves(self, nodes: frozenset[str]) -> frozenset[str]:
        """The leaves that these nodes hand gradients to, through nodes that keep nothing."""
        known = self.history.nodes
        todo, seen = list(nodes), set(nodes)
        found: set[str] = set()
        while todo:
            for edge in known[todo.pop()].next_functions:
                if edge.node in known and edge.node not in seen and edge.node not in self.history.saves_of:
                    seen.add(edge.node)
                    todo.append(edge.node)
                    found.update(filter(None, [known[edge.node].variable]))
        return frozenset(found)

    @cached_property
    def _trained(self) -> frozenset[str]:
        return frozenset(event.tensor for event in self.history.events if event.kind == "accumulate")

    def _bytes(self, wasted: dict[int, frozenset[str]], begun: int) -> dict[int, int]:
        """By round: the bytes of what its nodes keep and those of earlier rounds do not, where there are any.

        Left out is what there was before the loop, and what the program was given in it and still holds.
        """
        counted: set[str] = set()
        sizes: Counter[int] = Counter()
        for number in sorted(wasted):
            for saved in (saved for node in wasted[number] for saved in self.history.saves_of[node]):
                tensor = self.history.tensors[saved.tensor]
                is_given = tensor.event < begun or (tensor.op is None and tensor.alive is not False)
                if tensor.storage is not None and tensor.storage not in counted and not is_given:
                    counted.add(tensor.storage)
                    sizes[number] += (saved.bytes if saved.storage_bytes is None else saved.storage_bytes) or 0
        return {number: size for number, size in sizes.items() if size}

    # Nodes in time --------------------------------------------------------------------------------------------------------------

    def _idle_since(self, node: str) -> int:
        made = self.history.nodes[node]
        return self._times[0].get(node, made.event)

    def _until(self, node: str) -> int:
        return self._times[1].get(node, len(self.history.events) + 1)

    @cached_property
    def _times(self) -> tuple[dict[str, int], dict[str, int]]:
        """By node: when it last ran, and when it kept nothing any more."""
        ran: dict[str, int] = {}
        gone: dict[str, int] = {}
        retained = False
        for event in self.history.events:
            for node in event.dropped:
                gone.setdefault(node, event.index)
            if isinstance(event, BackwardStartEvent):
                retained = event.retain_graph
            elif isinstance(event, FreeEvent):
                for node in event.nodes:
                    gone.setdefault(node, event.index)
            elif isinstance(event, NodeEvent):
                ran[event.node] = event.index
                if not retained:
                    gone.setdefault(event.node, event.index)
        return ran, gone

    # Rounds ---------------------------------------------------------------------------------------------------------------------

    @cached_property
    def _loops(self) -> dict[int, list[int]]:
        """By line: the lines of the loops around it, the outermost first; a header belongs to its own loop."""
        found: dict[int, list[int]] = defaultdict(list)
        loops = [node for node in self.history.source.nodes if isinstance(node, ast.For | ast.While)]
        for loop in sorted(loops, key=lambda each: each.lineno):
            for line in range(loop.lineno, (loop.body[-1].end_lineno or loop.lineno) + 1):
                found[line].append(loop.lineno)
        return found

    def _keys(self, event: LineEvent | OpEvent | CallEvent) -> Iterator[tuple[Key, int]]:
        """The loops that an event of a call lies in, each with its round."""
        call = event.parent if isinstance(event, CallEvent) else event.call
        loops = self._loops.get(event.line or 0, [])[-len(event.rounds) :] if event.rounds else []
        if len(loops) == len(event.rounds):
            for depth, loop in enumerate(loops):
                yield (call, loop, event.rounds[:depth]), event.rounds[depth]

    @cached_property
    def _starts(self) -> dict[Key, dict[int, int]]:
        found: dict[Key, dict[int, int]] = defaultdict(dict)
        for event in self.history.events:
            if isinstance(event, LineEvent):
                for key, number in self._keys(event):
                    found[key].setdefault(number, event.index)
        return found

    @cached_property
    def _ends(self) -> dict[Key, int]:
        """The last event of a loop: the one before its call goes on below it, or ends."""
        last: dict[Key, int] = {}
        waiting: dict[str | None, set[Key]] = defaultdict(set)
        for event in self.history.events:
            if isinstance(event, LineEvent):
                now = {key for key, _ in self._keys(event)}
                for key in waiting[event.call] - now:
                    last[key] = event.index - 1
                waiting[event.call] = now
            elif event.kind == "return":
                for key in waiting.pop(event.call, ()):
                    last[key] = event.index - 1
        return last | {key: len(self.history.events) - 1 for keys in waiting.values() for key in keys}

    @cached_property
    def _nodes(self) -> dict[Key, dict[int, list[str]]]:
        """By entry of a loop and round: the nodes that were made in it and have saved something."""
        found: dict[Key, dict[int, list[str]]] = defaultdict(lambda: defaultdict(list))
        for node in self.history.recording.nodes:
            if node.id in self.history.saves_of:
                for where in self._around(node):
                    for key, number in self._keys(where):
                        if key in self._starts:  # an op inside a library call has the line and the rounds of its caller
                            found[key][number].append(node.id)
        return found

    def _around(self, node: Node) -> list[OpEvent | CallEvent]:
        op = self.history.op_at(node.op) if node.op is not None else None
        return self.history.outermost_first(op) if op is not None else []

    @cached_property
    def _calls(self) -> dict[str | None, CallEvent]:
        return {event.call: event for event in self.history.events if isinstance(event, CallEvent)}
