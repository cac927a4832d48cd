"""Finds where values came from, and where the gradient was cut on the way.

An op feeds what it returns and what it writes. Numbers leave the tensors at ``.item()`` and come back in through the names that the
program gave them; that way is followed in the text (``text_flow``).

    ops, last to first ──▶ sets something that is needed? ──▶ its inputs are needed too, and its cuts are found
"""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property

from gradreel.diagnose.lookup.history import History
from gradreel.diagnose.lookup.text_flow import Search, TextFlow
from gradreel.trace import BackwardStartEvent, OpEvent

WITHOUT_SLOPE = frozenset({"integer", "non_differentiable"})
"""Indices and comparisons are everyday tools and lose nothing that had a slope."""


@dataclass(frozen=True)
class Cut:
    """An op that was given something with a gradient, and gave back something without."""

    op: OpEvent
    how: str
    """``detach``, ``data``, ``item``, ``tensor``, ``integer``, ``non_differentiable`` or ``no_grad``."""
    tensors: tuple[str, ...]
    """What it was given, of what had a gradient."""

    @property
    def tensor(self) -> str:
        return self.tensors[0]


@dataclass(frozen=True)
class Need:
    """A tensor as it was at an event, whose values are followed back."""

    tensor: str
    event: int


@dataclass(frozen=True)
class Flow:
    """Where the values of one history came from."""

    history: History
    inner: bool = False
    """Whether cuts inside library functions count."""

    def cut(self, op: OpEvent) -> Cut | None:
        """The cut that an op makes, if it makes one that counts."""
        if not op.effects.cuts or not op.effects.cut_by or (op.within and not self.inner):
            return None
        return Cut(op, op.effects.cut_by, op.effects.cuts)

    def cuts_before(self, needs: Iterable[Need]) -> list[tuple[Cut, Need]]:
        """The cuts on the ways that led to tensors, each with the first that needs it; the last cut first.

        Takes time with the trace, however many tensors are needed.
        """
        found: dict[int, tuple[Cut, Need]] = {}
        for _, cut, need in self._followed_back(needs):
            found.setdefault(cut.op.index, (cut, need))
        return [found[index] for index in sorted(found, reverse=True)]

    def last_cut_before(self, need: Need, source: str | None = None) -> Cut | None:
        """The last cut on the ways that led to a tensor; from ``source`` only, where it is given."""
        if source is not None:
            derived = self._derived_from(source)
            return next((cut for cut, _ in self.cuts_before([need]) if derived.intersection(cut.tensors)), None)
        last: Cut | None = None
        for at, cut, _ in self._followed_back([need]):
            if last is not None and last.op.index > at.index:
                break
            if last is None or cut.op.index > last.op.index:
                last = cut
        return last

    def _derived_from(self, source: str) -> set[str]:
        """A tensor, and what ops computed from it."""
        derived = {source}
        for op in self.history.ops:
            if not derived.isdisjoint(op.inputs):
                derived.update(self._set_by(op))
        return derived

    def has_gradient_before(self, need: Need) -> bool:
        """Whether anything that a tensor was computed from requires grad."""
        needed, event = {need.tensor}, need.event
        for op in reversed(self.history.ops):
            if op.index < event and not needed.isdisjoint(self._set_by(op)):
                read = set(op.inputs).difference(write.tensor for write in op.writes)
                if any(self.history.requires_grad(given, op.index) for given in read):
                    return True
                needed.update(op.inputs)
        return False

    def _followed_back(self, needs: Iterable[Need]) -> Iterator[tuple[OpEvent, Cut, Need]]:
        """Ops on the ways to the tensors, last to first, each with a cut that it makes or whose numbers it is given."""
        waiting = sorted(needs, key=lambda need: need.event)
        needed: dict[str, Need] = {}
        text = Search(self._text)
        for op, made in self._backwards:
            while waiting and waiting[-1].event > op.index:
                need = waiting.pop()
                needed[need.tensor] = need
            by = [needed[tensor] for tensor in made if tensor in needed]
            if not by:
                continue
            need = min(by, key=lambda each: each.event)
            for cut in self._cuts_at(op, text):
                yield op, cut, need
            for given in op.inputs:
                if (given not in needed or need.event < needed[given].event) and not self.history.is_parameter(given, op.index):
                    needed[given] = need

    def gradient_call(self, root: str, event: int) -> BackwardStartEvent | None:
        """The call of ``torch.autograd.grad`` that a tensor was computed from the result of, where it kept no graph of that.

        One with ``create_graph=True`` keeps none either of what a custom Function computes in its backward with gradients off.
        """
        calls: defaultdict[int | None, list[BackwardStartEvent]] = defaultdict(list)
        for made in self.history.backwards.calls:
            if made.start.call == "grad":
                calls[made.start.line].append(made.start)
        seen: set[str] = set()
        todo = [root] if calls else []
        while todo:
            tensor = todo.pop()
            if tensor in seen or tensor not in self.history.tensors:
                continue
            seen.add(tensor)
            known, setters = self.history.tensors[tensor], [op for op in self._setters.get(tensor, ()) if op.index < event]
            # A function that takes gradients runs its line once for each.
            ran = calls.get(known.line, [])
            before = bisect_left(ran, known.event, key=lambda start: start.index)
            if before > 0 and not setters and not self.history.requires_grad(tensor, event):
                return ran[before - 1]
            todo.extend(given for op in setters for given in op.inputs)
        return None

    def _cuts_at(self, op: OpEvent, text: Search) -> Iterator[Cut]:
        """The op's own cut, those of numbers that it was given, and those of parameters that were copied from something."""
        if cut := self.cut(op):
            yield cut
        if op.outputs and op.line is not None:
            for line in text.lines_reaching(op.line):
                cuts = self._taken_out[line]
                if position := bisect_left(cuts, op.index, key=lambda each: each.op.index):
                    yield cuts[position - 1]
        for given in op.inputs:
            if cut := self._copied(given, op.index):
                yield cut

    def _copied(self, tensor: str, event: int) -> Cut | None:
        """The cut that made a parameter, if it was copied from something with a gradient, as ``torch.tensor`` does.

        What else was written into a parameter, by an optimizer or an initialisation, is no dependence that got lost.
        """
        maker = self.history.maker.get(tensor)
        cut = self.cut(maker) if maker is not None and maker.effects.cuts else None
        return cut if cut is not None and cut.how == "tensor" and self.history.is_parameter(tensor, event) else None

    def _set_by(self, op: OpEvent) -> Iterator[str]:
        """What an op returned, wrote, or changed the graph of. Of an input that it returns nothing for, it may only tell how it stands."""
        yield from op.outputs
        yield from (write.tensor for write in op.writes)
        told = frozenset(op.inputs) if op.outputs else frozenset()
        yield from (state.tensor for state in op.states if state.tensor not in told)

    @cached_property
    def _backwards(self) -> list[tuple[OpEvent, tuple[str, ...]]]:
        """The ops from the last to the first, each with what it set."""
        return [(op, tuple(self._set_by(op))) for op in reversed(self.history.ops)]

    @cached_property
    def _setters(self) -> dict[str, list[OpEvent]]:
        setters: dict[str, list[OpEvent]] = defaultdict(list)
        for op in self.history.ops:
            for tensor in dict.fromkeys(self._set_by(op)):
                setters[tensor].append(op)
        return setters

    @cached_property
    def _taken_out(self) -> dict[int, list[Cut]]:
        """By line of the main file: the cuts at which numbers lost their gradient there, in order."""
        found: dict[int, list[Cut]] = defaultdict(list)
        for op in self.history.ops:
            cut = self._cut_of_numbers(op)
            if cut is not None and cut.op.line is not None:
                found[cut.op.line].append(cut)
        return {line: sorted(cuts, key=lambda cut: cut.op.index) for line, cuts in found.items()}

    def _cut_of_numbers(self, op: OpEvent) -> Cut | None:
        """The cut of an op that gives numbers: its own, or for ``x.detach().numpy()`` that of the op just before."""
        if (cut := self.cut(op)) is not None:
            return cut if cut.how == "item" else None
        maker = self.history.maker.get(op.inputs[0]) if op.inputs and not op.outputs and not op.writes else None
        return self.cut(maker) if maker is not None else None

    @cached_property
    def _text(self) -> TextFlow:
        end = len(self.history.events)
        return TextFlow(self.history.source, lambda name: self.history.names.bound(name, end) is not None, list(self._taken_out))
