"""What is known of tensors while a piece of code is followed: which memory each is, what was kept of it, and which graphs need that."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Literal

Requires = Literal["no", "maybe", "yes"]
Origin = Literal["made", "given", "unknown"]
"""``given``: it comes from outside of the function; ``unknown``: from a call that is not followed."""
Kind = Literal["tensor", "number", "list", "any"]


@dataclass(frozen=True)
class Value:
    """What an expression may be."""

    kind: Kind = "any"
    at: frozenset[int] = frozenset()
    """The memory that it may lie in; of a list, that of what is in it."""
    cut: bool = False
    """Whether it is detached from the graph."""
    unseen: bool = False
    """Whether edits through it move no version counter: ``.data``, NumPy."""
    one_of: bool = False
    """Whether it is one of several at a time, as what a loop goes over."""

    def __or__(self, other: Value) -> Value:
        kinds = {self.kind, other.kind}
        kind: Kind = self.kind if len(kinds) == 1 else "tensor" if "tensor" in kinds else "list" if "list" in kinds else "any"
        return Value(kind, self.at | other.at, self.cut and other.cut, self.unseen or other.unseen, self.one_of or other.one_of)


MAX_AT = 12
"""Memory that one value may lie in."""
NUMBER = Value("number")
ANYTHING = Value()


@dataclass(frozen=True)
class Save:
    """Something that an op kept for its gradient."""

    line: int
    op: str
    """As the code writes it."""
    keeps: Literal["result", "input", "weights"]
    name: str
    """What is kept, as the code calls it; "" for the result."""
    needs: tuple[str, ...]
    """Of these one must require grad; none where it is known to."""
    sure: bool


@dataclass
class Memory:
    """Memory that a tensor lies in, with its views."""

    name: str
    origin: Origin
    requires: Requires
    leaf: bool = False
    """Whether it was made to require grad."""
    weights: bool = False
    """Whether it stands for all weights of a module."""
    history: int = 0
    """The saves of its graph, a bit for each."""
    saves: int = 0
    """Those that are of this memory, a bit for each."""
    given_to: list[tuple[int, str]] = field(default_factory=list)
    """Lines and names of calls that are not followed."""


class Store:
    """All memory and all saves of a function."""

    def __init__(self) -> None:
        self.memory: list[Memory] = []
        self.saves: list[Save] = []
        self._rest: int | None = None

    def make(self, name: str = "", origin: Origin = "made", requires: Requires = "maybe", leaf: bool = False, weights: bool = False) -> int:
        """Note new memory."""
        self.memory.append(Memory(name, origin, requires, leaf, weights))
        return len(self.memory) - 1

    def capped(self, value: Value) -> Value:
        """Return it with the newest memory that it may lie in, where there is much; what is left out is unknown."""
        if len(value.at) <= MAX_AT:
            return value
        if self._rest is None:
            self._rest = self.make("", "unknown")
        kept = frozenset((*sorted(value.at)[-MAX_AT + 1 :], self._rest))
        return replace(value, at=kept)

    def requires(self, value: Value) -> Requires:
        """Whether it may require grad."""
        if value.cut or value.kind == "number":
            return "no"
        said = {self.memory[at].requires for at in value.at}
        return "maybe" if not said or "maybe" in said or len(said) > 1 else said.pop()

    def history(self, value: Value) -> int:
        """Return the saves of its graph."""
        found = 0
        for at in value.at if not value.cut else ():
            found |= self.memory[at].history
        return found

    def common_history(self, value: Value) -> int:
        """Return the saves of each graph that it may be of."""
        found = -1
        for at in value.at:
            found &= self.memory[at].history
        return 0 if value.cut or found < 0 else found

    def save(self, at: int, save: Save) -> int:
        """Note that an op kept memory; returns its bit."""
        self.saves.append(save)
        bit = 1 << (len(self.saves) - 1)
        self.memory[at].saves |= bit
        return bit

    def first(self, bits: int, most: int) -> Iterator[Save]:
        """Return the earliest of some saves."""
        for _ in range(most):
            if not bits:
                return
            low = bits & -bits
            yield self.saves[low.bit_length() - 1]
            bits ^= low


@dataclass
class State:
    """What holds at one place of the code."""

    names: dict[str, Value] = field(default_factory=dict)
    live: int = 0
    """The saves that a backward pass may still need."""
    no_grad: bool = False

    def copy(self) -> State:
        """For a branch."""
        return State(dict(self.names), self.live, self.no_grad)

    def join(self, other: State) -> None:
        """Go on after two branches."""
        self.live |= other.live
        for name, value in other.names.items():
            mine = self.names.get(name)
            if mine is None:
                self.names[name] = value
            elif mine is not value and mine != value:
                self.names[name] = mine | value
