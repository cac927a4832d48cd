"""What a search for the birth of a NaN or an infinity is about: births, where they are noticed, and what the way back met."""

from __future__ import annotations

from dataclasses import dataclass, field

from gradreel.trace import Cause, NodeEvent, OpEvent, Origin, Value


@dataclass(frozen=True)
class Birth:
    """The op, node, hook or tensor that numbers stopped being finite at."""

    event: int
    op: OpEvent | None = None
    """The op that made it; of a node that op whose node it is."""
    node: NodeEvent | None = None
    tensor: str | None = None
    """The tensor that holds it; None where it is a gradient."""
    hook: bool = False
    """Whether it came into the pass beside its nodes: a hook, or the gradient that the program gave, brought it, or a sum of gradients."""
    infinite: bool = False
    """Of what neither an op nor a node made: whether it is known to be an infinity, and not NaN."""
    cause: Cause | None = None
    """Why, where the search itself has found it out."""

    read_by: OpEvent | None = None
    """The op that read memory which nobody had filled."""

    @property
    def origin(self) -> Origin | None:
        if self.read_by is not None:
            return self.read_by.origin
        return self.node.origin if self.node is not None else self.op.origin if self.op is not None else None

    @property
    def is_nan(self) -> bool:
        """Whether it is NaN, and not an infinity."""
        return self.origin.value == "NaN" if self.origin is not None else not self.infinite

    @property
    def phase(self) -> str:
        return "backward" if self.node is not None or self.hook else "forward"


@dataclass(frozen=True)
class Noticed:
    """A place at which such a number matters."""

    what: str
    """``leaf``: a gradient of a leaf; ``result``: one that ``grad`` gave back; ``root``; ``parameter``; ``anomaly``."""
    event: int
    tensor: str | None
    node: str | None = None


@dataclass
class Spoiled:
    """One cause, and all that it spoiled."""

    birth: Birth
    noticed: list[Noticed]
    path: tuple[str, ...]
    """Ids on the way from the birth to where it was first noticed."""
    meant: bool = False
    """Whether it is an infinity that the program puts there, and nothing on the way had made NaN of it."""
    again: int = 0
    """How often the same line did the same in later rounds."""


Place = tuple[str, int, str]
"""``tensor`` as it is before an event, ``node`` in the pass that began at an event, and its id."""


@dataclass
class Search:
    """What a way back met."""

    births: dict[int, Birth] = field(default_factory=dict)
    meant: dict[int, Birth] = field(default_factory=dict)
    from_infinite: dict[int, Birth] = field(default_factory=dict)
    """Where NaN was made of infinities that were there."""
    met_before: Place | None = None
    """A place that an earlier search had come through."""
    lost: bool = False
    """Whether the way led into the gap of the film."""
    came_from: dict[int, Place] = field(default_factory=dict)

    @property
    def first(self) -> Birth | None:
        """The first number that nobody meant, else what made NaN of the others, else those."""
        for found in (self.births, self.from_infinite, self.meant):
            if found:
                return found[min(found)]
        return None


def is_spoiled(non_finite: bool | None, value: Value | None) -> bool:
    """Whether NaN or infinities are stated."""
    return bool(non_finite) or (value is not None and bool(value.nan or value.inf))
