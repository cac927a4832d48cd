"""Finds where a NaN or an infinity was made that spoils a gradient, from where it is noticed back to the first one of its ancestry.

    .grad, loss, parameter ──▶ nodes that gave it, what they had saved ──▶ ops that made that ──▶ the op or node that read finite numbers

An infinity that the program puts into a tensor itself, such as that of a mask, is meant: what counts is the op that made NaN of it.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterator
from functools import cached_property

from gradreel.diagnose.lookup.backwards import Backward
from gradreel.diagnose.lookup.born import Birth, Noticed, Place, Search, Spoiled, is_spoiled
from gradreel.diagnose.lookup.history import History
from gradreel.trace import AccumulateEvent, BackwardEndEvent, HookEvent, NodeEvent, OpEvent, Origin, Value

UNFILLED = "uninitialized"
MEANT = "given"
"""The family of ops that put the numbers into a tensor that the program says."""


class Births:
    """The births of one history."""

    def __init__(self, history: History) -> None:
        self.history = history
        self._seen: dict[Place, int] = {}
        """By place that a search has come through: which search."""
        self._next: dict[Place, Place] = {}

    @cached_property
    def any(self) -> bool:
        """Whether anything in the film is not finite: most programs have nothing to be searched for."""
        recording = self.history.recording
        if any(is_spoiled(tensor.non_finite, tensor.value) for tensor in recording.tensors):
            return True
        return any(self._is_spoiled(event) for event in self.history.events)

    def _is_spoiled(self, event: object) -> bool:
        if isinstance(event, NodeEvent):
            return any(spoiled_gradients(event.grad_inputs, event.inputs_non_finite)) or any(
                spoiled_gradients(event.grad_outputs, event.outputs_non_finite)
            )
        if isinstance(event, AccumulateEvent):  # of finite gradients, whose sum is too large
            return is_spoiled(event.non_finite, event.grad)
        return isinstance(event, OpEvent) and any(is_spoiled(write.non_finite, write.value) for write in event.writes)

    def causes(self) -> list[Spoiled]:
        """Every line that made such numbers, with what they spoiled, the first first."""
        found: dict[tuple[int | None, bool], Spoiled] = {}
        by_search: list[Spoiled | None] = []
        for noticed in self._noticed() if self.any else ():
            search = Search()
            start: Place = ("node", noticed.event, noticed.node) if noticed.node else ("value", noticed.event, noticed.tensor or "")
            self._follow(start, search, first=noticed.what == "anomaly", number=len(by_search))
            birth = search.first or (self._first_kept(noticed) if search.lost else None)
            spoiled: Spoiled | None = None
            met = by_search[self._seen[search.met_before]] if search.met_before is not None else None
            if search.met_before is not None and not (met and met.meant and search.from_infinite):  # of one that is meant it made NaN
                if (spoiled := met) is not None:
                    spoiled.noticed.append(noticed)
            elif birth is not None:
                spoiled = self._of_line(found, birth, noticed, search)
            by_search.append(spoiled)
        return list(found.values())

    def _of_line(self, found: dict[tuple[int | None, bool], Spoiled], birth: Birth, noticed: Noticed, search: Search) -> Spoiled:
        """The cause that a birth belongs to: an op and its node are one, where the value is not finite, the slope is often not either."""
        key = self.line(birth), birth is search.meant.get(birth.event)
        if key in found:
            found[key].again += birth.phase == found[key].birth.phase and birth.event != found[key].birth.event
            found[key].noticed.append(noticed)
        else:
            found[key] = Spoiled(birth, [noticed], self._path(search.came_from.get(birth.event)), meant=key[1])
        return found[key]

    @property
    def _has_gap(self) -> bool:
        return self.history.recording.gap is not None

    @property
    def _gap(self) -> int:
        gap = self.history.recording.gap
        return gap.event if gap is not None else 0

    def _first_kept(self, noticed: Noticed) -> Birth | None:
        """The birth among those that the tracer keeps of the middle of a film, where the way back is lost in it.

        NaN before infinities, and of each the first after the last loss that is known to be finite, where there is one. Where a NaN was
        made of infinities that an op had made of finite numbers, it is that op.
        """
        all_kept = [birth for birth in self._kept_births if birth.event < noticed.event]
        kept = [birth for birth in all_kept if birth.event > self._last_finite_loss] or all_kept
        nan = next((birth for birth in kept if birth.origin is not None and birth.origin.value == "NaN"), None)
        if nan is None or nan.origin is None or not nan.origin.from_infinite or nan.op is None or nan.node is not None:
            return nan or next((birth for birth in kept if birth.origin is not None and not birth.origin.from_infinite), None)
        made = [birth for birth in kept if birth.event < nan.event and birth.tensor in nan.op.inputs]
        return made[-1] if made else nan

    @cached_property
    def _last_finite_loss(self) -> int:
        """Where the last backward pass of the first part began whose loss was finite; of those of the gap that is not known."""
        starts = [event for event in self.history.events[: self._gap] if event.kind == "backward_start"]
        finite = (event.index for event in starts if not any(self.is_bad(root, event.index) for root in event.roots))
        return max(finite, default=-1)

    @cached_property
    def _kept_births(self) -> list[Birth]:
        """Every op and node of the film that made such numbers of finite ones, or NaN of infinities, but for what is meant."""
        found: list[Birth] = []
        for event in self.history.events:
            if isinstance(event, OpEvent) and event.origin is not None and event.origin.family != MEANT:
                found.append(Birth(event.index, op=event, tensor=next(iter(event.outputs), None)))
            elif isinstance(event, NodeEvent) and event.origin is not None:
                made = self.history.nodes[event.node].op
                found.append(Birth(event.index, op=self.history.op_at(made) if made is not None else None, node=event))
        return found

    def line(self, birth: Birth) -> int | None:
        """The program's own line of a birth."""
        if birth.node is not None:
            return self.history.nodes[birth.node.node].line
        if birth.op is not None:
            return birth.op.line
        return self.history.events[birth.event].line if birth.hook else self.history.tensors[birth.tensor or ""].line

    # Where it is noticed ---------------------------------------------------------------------------------------------------------

    def _noticed(self) -> Iterator[Noticed]:
        history = self.history
        for event in history.events:
            if isinstance(event, AccumulateEvent) and is_spoiled(event.non_finite, event.grad):
                call = history.backwards.at(event.index)
                nodes = history.nodes_of(event.tensor, event.index) & self._ran(call).keys() if call else set()
                yield Noticed("leaf", event.index, event.tensor, min(nodes, default=None))
            elif isinstance(event, BackwardEndEvent):
                yield from self._results(event)
            elif isinstance(event, OpEvent):
                for write in event.writes:
                    if is_spoiled(write.non_finite, write.value) and history.is_parameter(write.tensor, event.index):
                        yield Noticed("parameter", event.index + 1, write.tensor)
            elif event.kind == "backward_start":
                yield from (Noticed("root", event.index, root) for root in event.roots if self.is_bad(root, event.index))
            elif event.kind == "raise" and event.node is not None and ANOMALY in event.message and event.node in self._ran_at(event.index):
                yield Noticed("anomaly", event.index, None, event.node)

    def _results(self, event: BackwardEndEvent) -> Iterator[Noticed]:
        for result in event.results:
            tensor = self.history.tensors.get(result.tensor)
            if tensor is not None and is_spoiled(tensor.non_finite, tensor.value):
                yield Noticed("result", event.index - 1, result.of, result.node)

    def _ran_at(self, event: int) -> dict[str, NodeEvent]:
        call = self.history.backwards.at(event)
        return self._ran(call) if call else {}

    def _ran(self, call: Backward) -> dict[str, NodeEvent]:
        return self._passes.get(call.start.index, {})

    @cached_property
    def _passes(self) -> dict[int, dict[str, NodeEvent]]:
        """By the start of each pass: its nodes."""
        found: dict[int, dict[str, NodeEvent]] = defaultdict(dict)
        for event in self.history.events:
            if isinstance(event, NodeEvent) and (call := self.history.backwards.at(event.index)):
                found[call.start.index].setdefault(event.node, event)
        return found

    # What is not finite when -------------------------------------------------------------------------------------------------------

    @cached_property
    def _sets(self) -> dict[str, list[tuple[int, bool, OpEvent | AccumulateEvent | None]]]:
        """By tensor: the events that set it, whether it was spoiled then, and what set it."""
        history = self.history
        found: dict[str, list[tuple[int, bool, OpEvent | AccumulateEvent | None]]] = defaultdict(list)
        by_counter: dict[str, list[str]] = defaultdict(list)
        for tensor in history.recording.tensors:
            maker = history.maker.get(tensor.id)
            found[tensor.id].append((maker.index if maker else tensor.event, is_spoiled(tensor.non_finite, tensor.value), maker))
            if tensor.counter:
                by_counter[tensor.counter].append(tensor.id)
        for event in history.events:
            if isinstance(event, OpEvent):
                spoiled = any(is_spoiled(write.non_finite, write.value) for write in event.writes)
                for write in event.writes:
                    found[write.tensor].append((event.index, is_spoiled(write.non_finite, write.value), event))
                for alias in event.aliases:
                    found[alias.tensor].append((event.index, is_spoiled(None, alias.value) if alias.value else spoiled, event))
            elif isinstance(event, AccumulateEvent) and event.counter:
                for tensor_id in by_counter[event.counter]:
                    found[tensor_id].append((event.index, is_spoiled(event.non_finite, event.grad), event))
        for sets in found.values():
            sets.sort(key=lambda each: each[0])
        return found

    def _set_before(self, tensor: str, event: int) -> tuple[int, bool, OpEvent | AccumulateEvent | None] | None:
        """What last set a tensor before an event; a gradient is met as it is accumulated, a little before that is told."""
        sets = self._sets.get(tensor, [])
        position = bisect_left(sets, event, key=lambda each: each[0])
        return sets[position - 1] if position else None

    def is_bad(self, tensor: str, event: int) -> bool:
        """Whether a tensor was not finite before an event."""
        last = self._set_before(tensor, event)
        return last is not None and last[1]

    # The way back ------------------------------------------------------------------------------------------------------------------

    def _follow(self, start: Place, search: Search, first: bool, number: int) -> None:
        todo, own = [start], set[Place]()
        while todo:
            place = todo.pop()
            if place in own:  # two ways lead here, as from the two sides of a residual connection
                continue
            own.add(place)
            if place in self._seen:
                search.met_before = search.met_before or place
                continue
            if place[0] == "value":
                before = self._before_tensor(place, search)
            else:
                before = self._before_node(place, search, itself=first and place == start)
            for each in before:
                self._next.setdefault(each, place)
                todo.append(each)
        for place in own:
            self._seen.setdefault(place, number)

    def _before_tensor(self, place: Place, search: Search) -> list[Place]:
        _, event, tensor = place
        last = self._set_before(tensor, event)
        if last is None:
            return []
        at, _, by = last
        if isinstance(by, AccumulateEvent):
            nodes = self.history.nodes_of(by.tensor, by.index) & self._ran_at(by.index).keys()
            return [("node", by.index, node) for node in nodes]
        by = by or self._inside_of.get(tensor)
        if by is None:
            given = self._given_back.get(tensor)
            if given is not None:
                return [("node", given[0], given[1])]
            known = self.history.tensors[tensor]
            if self._has_gap and (known.op is not None or at >= self._gap):
                search.lost = True
            else:
                self._born(search, Birth(at, tensor=tensor, infinite=_only_infinite(known.value)), place, meant=_only_infinite(known.value))
            return []
        if by.origin is not None and by.origin.family == UNFILLED:
            return self._unfilled(by, by.origin, place, search)
        read = by.inputs if by.effects.reads is None else by.effects.reads
        spoiled = [each for each in dict.fromkeys(read) if self.is_bad(each, by.index)]
        spoiled = spoiled or [each for each in dict.fromkeys(by.inputs) if self.is_bad(each, by.index) and by.origin is None]
        birth = Birth(by.index, op=by, tensor=tensor)
        if not spoiled:
            origin = by.origin
            if origin is None and self._has_gap:
                search.lost = True
                return []
            meant = origin is not None and origin.family == MEANT and origin.value != "NaN"
            self._born(search, birth, place, meant)
        elif by.origin is not None and by.origin.from_infinite:
            search.from_infinite[by.index] = birth
            search.came_from[by.index] = place
        return [("value", by.index, each) for each in spoiled]

    @cached_property
    def _inside_of(self) -> dict[str, OpEvent]:
        """By tensor that an op made inside itself, and that only its node holds: that op."""
        found: dict[str, OpEvent] = {}
        for saved in self.history.recording.saved:
            tensor, op = self.history.tensors.get(saved.tensor), self.history.op_at(saved.event)
            if tensor is not None and op is not None and tensor.op is None and tensor.event == op.index and tensor.id not in op.inputs:
                found[tensor.id] = op
        return found

    def _unfilled(self, op: OpEvent, found: Origin, place: Place, search: Search) -> list[Place]:
        """An op has read memory that nobody had filled."""
        tensor = next((element.tensor for element in found.elements if element.tensor is not None), None)
        maker = self.history.maker.get(tensor or "")
        self._born(search, Birth(maker.index if maker else op.index, op=maker or op, tensor=tensor, read_by=op), place, meant=False)
        return []

    @cached_property
    def _given_back(self) -> dict[str, tuple[int, str]]:
        """For a tensor that ``grad`` gave back: where, and at which node it arrived."""
        ends = (event for event in self.history.events if isinstance(event, BackwardEndEvent))
        return {result.tensor: (end.index - 1, result.node) for end in ends for result in end.results if result.node is not None}

    def _born(self, search: Search, birth: Birth, place: Place, meant: bool) -> None:
        (search.meant if meant else search.births)[birth.event] = birth
        search.came_from.setdefault(birth.event, place)

    def _before_node(self, place: Place, search: Search, itself: bool) -> list[Place]:
        """What gave a node its gradient; ``itself``: what made the gradient that the node gives."""
        _, event, node = place
        ran = self._ran_at(event)
        if itself:
            return self._made_by(ran[node], place, search)
        if (kept := self._was_there(event, node)) is not None:
            return kept
        givers = [giver for giver, position in self.history.givers.get(node, ()) if self._gives(ran.get(giver), position)]
        if not givers and self._has_gap:
            search.lost = True
            return []
        if not givers:
            self._born(search, self._brought(event, node), place, meant=False)
            return []
        return [step for giver in dict.fromkeys(givers) for step in self._made_by(ran[giver], place, search)]

    def _was_there(self, event: int, node: str) -> list[Place] | None:
        """Where a pass gave a leaf finite numbers, which were added to a ``.grad`` that was not finite: what had made that so."""
        accumulated = self.history.events[event]
        ran = self._ran_at(event).get(node)
        if not isinstance(accumulated, AccumulateEvent) or ran is None or any(spoiled_gradients(ran.grad_outputs, ran.outputs_non_finite)):
            return None
        call = self.history.backwards.at(event)
        begun = call.start.index if call else event
        given = [each for each in self._accumulated[accumulated.tensor] if each.index < begun]
        counters = {accumulated.counter, *(each.counter for each in given[-1:])} - {None}
        grads = [tensor.id for tensor in self.history.recording.tensors if tensor.counter in counters and self.is_bad(tensor.id, begun)]
        if grads:
            return [("value", begun, grads[0])]
        if given and is_spoiled(given[-1].non_finite, given[-1].grad):
            nodes = self.history.nodes_of(accumulated.tensor, given[-1].index) & self._ran_at(given[-1].index).keys()
            return [("node", given[-1].index, each) for each in nodes]
        return None

    @cached_property
    def _accumulated(self) -> dict[str, list[AccumulateEvent]]:
        """By leaf: what it was given."""
        found: dict[str, list[AccumulateEvent]] = defaultdict(list)
        for event in self.history.events:
            if isinstance(event, AccumulateEvent):
                found[event.tensor].append(event)
        return found

    def _made_by(self, event: NodeEvent, place: Place, search: Search) -> list[Place]:
        steps: list[Place] = []
        if any(spoiled_gradients(event.grad_outputs, event.outputs_non_finite)):
            steps.append(("node", event.index, event.node))
        kept = self.history.saves_of.get(event.node, ())
        steps += [("value", saved.event + 1, saved.tensor) for saved in kept if self.is_bad(saved.tensor, saved.event + 1)]
        made = self.history.nodes[event.node].op
        birth = Birth(event.index, op=self.history.op_at(made) if made is not None else None, node=event)
        if not steps and event.origin is None and self._has_gap:
            search.lost = True
        elif not steps:
            self._born(search, birth, place, meant=False)
        elif event.origin is not None and event.origin.from_infinite:
            search.from_infinite[event.index] = birth
            search.came_from[event.index] = place
        return steps

    @staticmethod
    def _gives(event: NodeEvent | None, position: int) -> bool:
        return event is not None and spoiled_gradients(event.grad_inputs, event.inputs_non_finite)[position : position + 1] == [True]

    def _brought(self, event: int, node: str) -> Birth:
        """What gave a node a gradient that is not finite, where no node has: a hook, the program, or the sum of several."""
        call = self.history.backwards.at(event)
        start = call.start.index if call else event
        hooks = (each for each in self.history.events[start:event] if isinstance(each, HookEvent) and is_spoiled(None, each.returned))
        if (hook := next(hooks, None)) is not None:
            return Birth(hook.index, hook=True, infinite=_only_infinite(hook.returned))
        ran = self._ran_at(event)
        roots = call.start.roots if call else ()
        states = (self.history.state(root, start) for root in roots)
        if node in {state.grad_fn for state in states if state is not None}:
            return Birth(start, hook=True, infinite=node in ran and all(map(_only_infinite, ran[node].grad_outputs)))
        given = [giver for giver, _ in self.history.givers.get(node, ()) if giver in ran]
        adds = len(given) > 1 or isinstance(self.history.events[event], AccumulateEvent)
        return Birth(start, hook=True, infinite=bool(given and adds), cause="sum_of_gradients" if given and adds else "not_shown")

    def _path(self, place: Place | None) -> tuple[str, ...]:
        """Ids from a birth to where it was noticed."""
        path: list[str] = []
        while place is not None:
            path.append(place[2])
            place = self._next.get(place)
        return tuple(dict.fromkeys(path))


ANOMALY = "returned nan values in its"
"""What anomaly mode says."""


def spoiled_gradients(values: tuple[Value | None, ...], stated: tuple[bool | None, ...]) -> list[bool]:
    """Of each gradient of a node whether it is not finite."""
    flags = stated or (None,) * len(values)
    return [is_spoiled(flag, value) for flag, value in zip(flags, values, strict=True)]


def _only_infinite(value: Value | None) -> bool:
    """Whether what a tensor held is known to have infinities and no NaN."""
    return value is not None and not value.nan and bool(value.inf)
