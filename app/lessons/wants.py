"""What a task wants of a run: each want looks at what autograd recorded, never at what was printed, and says in a sentence what it wants.

A program can be written so that it looks right in one respect; a task therefore names the lines that must still be run as they are.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from gradreel.locale import Lang, word
from gradreel.trace import AccumulateEvent, BackwardStartEvent, BindEvent, LineEvent, OpEvent, Run, Value

TOLERANCE = 1e-3


class Want(Protocol):
    """One condition of a task."""

    def met(self, run: Run) -> bool:
        """Does the run meet it?"""

    def sentence(self, lang: Lang) -> str:
        """Say what is wanted."""


@dataclass(frozen=True)
class Completes:
    """The program runs to its end."""

    def met(self, run: Run) -> bool:
        """Did it, and is all of it in the film?"""
        return run.outcome.status == "completed" and run.truncated is None and run.gap is None

    def sentence(self, lang: Lang) -> str:
        """Say it."""
        return word("learn-completes", {}, lang)


@dataclass(frozen=True)
class Gradient:
    """A name's tensor has this gradient in the end, and ``backward()`` put it there."""

    name: str
    elements: tuple[float, ...]

    def met(self, run: Run) -> bool:
        """Compare what is in ``.grad`` in the end, and what the last accumulation left or a retained gradient is."""
        tensor = holder(run, self.name)
        final = next((gradient.value for gradient in run.gradients if gradient.tensor == tensor), None)
        if tensor is None or not equals(final, self.elements):
            return False
        filled = [event.grad for event in run.events if isinstance(event, AccumulateEvent) and event.tensor == tensor]
        return equals(filled[-1], self.elements) if filled else retains(run, tensor)

    def sentence(self, lang: Lang) -> str:
        """Say it."""
        return word("learn-gradient", {"name": self.name, "values": written(self.elements)}, lang)


@dataclass(frozen=True)
class Holds:
    """A name's tensor has these elements in the end."""

    name: str
    elements: tuple[float, ...]

    def met(self, run: Run) -> bool:
        """Compare what it held last."""
        return equals(last_value(run, holder(run, self.name)), self.elements)

    def sentence(self, lang: Lang) -> str:
        """Say it."""
        return word("learn-holds", {"name": self.name, "values": written(self.elements)}, lang)


@dataclass(frozen=True)
class Leaf:
    """A name's tensor is a leaf in the end."""

    name: str

    def met(self, run: Run) -> bool:
        """Was it made as one, and has nothing changed that since?"""
        tensor = holder(run, self.name)
        states = [state.is_leaf for event in run.events if isinstance(event, OpEvent) for state in event.states if state.tensor == tensor]
        made = [entry.is_leaf for entry in run.tensors if entry.id == tensor]
        return bool([*made, *states]) and [*made, *states][-1]

    def sentence(self, lang: Lang) -> str:
        """Say it."""
        return word("learn-leaf", {"name": self.name}, lang)


@dataclass(frozen=True)
class Line:
    """A line of the program is run as it stands."""

    code: str
    times: int = 1

    def met(self, run: Run) -> bool:
        """Was a line with this text executed as often?"""
        lines = run.code.split("\n")
        begun = [event.line for event in run.events if isinstance(event, LineEvent) and event.file == 0]
        return sum(lines[line - 1].strip() == self.code for line in begun if line is not None and line <= len(lines)) >= self.times

    def sentence(self, lang: Lang) -> str:
        """Say it."""
        return word("learn-line", {"code": self.code, "count": self.times}, lang)


@dataclass(frozen=True)
class Without:
    """An operation is not called."""

    op: str

    def met(self, run: Run) -> bool:
        """Was it called nowhere in the run?"""
        return all(event.name != self.op for event in run.events if isinstance(event, OpEvent))

    def sentence(self, lang: Lang) -> str:
        """Say it."""
        return word("learn-without", {"op": self.op}, lang)


@dataclass(frozen=True)
class FreesGraphs:
    """No backward pass keeps its graph."""

    def met(self, run: Run) -> bool:
        """Did every pass free what its nodes had saved?"""
        return not any(event.retain_graph for event in run.events if isinstance(event, BackwardStartEvent))

    def sentence(self, lang: Lang) -> str:
        """Say it."""
        return word("learn-without", {"op": "retain_graph"}, lang)


def holder(run: Run, name: str) -> str | None:
    """The tensor that a name of the module stood for last."""
    bound = [event.tensor for event in run.events if isinstance(event, BindEvent) and event.name == name and event.call is None]
    return bound[-1] if bound else None


def last_value(run: Run, tensor: str | None) -> Value | None:
    """What a tensor held in the end, as far as it was recorded."""
    value = next((entry.value for entry in run.tensors if entry.id == tensor), None)
    for event in run.events:
        if isinstance(event, OpEvent):
            changes = [(write.tensor, write.value) for write in event.writes] + [(alias.tensor, alias.value) for alias in event.aliases]
            value = next((after for changed, after in reversed(changes) if changed == tensor), value)
    return value


def retains(run: Run, tensor: str) -> bool:
    """Did the program ask for the gradient of a non-leaf to be kept?"""
    states = [state for event in run.events if isinstance(event, OpEvent) for state in event.states if state.tensor == tensor]
    return any(state.retains_grad for state in states)


def equals(value: Value | None, elements: Sequence[float]) -> bool:
    """Compare all elements, in order."""
    if value is None or any(value.imaginary or ()) or len(value.preview) != len(elements) or math.prod(value.shape) != len(elements):
        return False
    pairs = zip(value.preview, elements, strict=True)
    return all(isinstance(have, int | float) and math.isclose(have, want, rel_tol=TOLERANCE, abs_tol=1e-6) for have, want in pairs)


def written(elements: Sequence[float]) -> str:
    """Write elements as Python prints them: ``[11, 29.9]``, a single one without brackets."""
    texts = [f"{element:.4g}" for element in elements]
    return texts[0] if len(texts) == 1 else f"[{', '.join(texts)}]"
