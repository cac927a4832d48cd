"""What programs that are compared have in common and where they differ; written by ``gradreel.comparison``."""

from __future__ import annotations

from typing import Literal

from gradreel.trace.base import CellIndex, EventIndex, FiniteFloat, Frozen, Line
from gradreel.trace.graph import Value
from gradreel.trace.run import Failure


class ComparedLine(Frozen):
    """A line of one side: one that differs, or a neighbour of one."""

    number: Line
    """In the whole text of its program."""
    text: str
    differs: bool
    """Whether another side has not got it at this place."""


class Side(Frozen):
    """One of the programs, or cells of programs, that are compared."""

    id: str
    """Of its run."""
    cell: CellIndex | None = None
    """The cell of code that is compared; null for a whole program."""
    title: str | None = None
    """Of the cell."""
    status: Literal["completed", "raised", "stopped", "skipped"]
    failure: Failure | None = None
    wrong_gradients: int = 0
    """How many gradients were wrong at its end without any error."""
    lines: tuple[ComparedLine, ...] = ()
    events: tuple[EventIndex, EventIndex] | None = None
    """The first and the last one of it; null where nothing was recorded."""
    backward: EventIndex | None = None
    """The start of the pass of the engine whose gradients are compared; null where it never came to that pass."""


class ComparedValue(Frozen):
    """What one name holds on each side."""

    name: str
    values: tuple[Value | None, ...]
    """Of each side; null where it has none, or where it is not known."""
    differences: tuple[FiniteFloat | None, ...]
    """Of each side: the largest absolute difference from the first side that has a value, over the elements that were recorded; null for
    that side itself, where there is no value, and where shapes differ or elements are not finite."""
    same: Literal["equal", "different", "missing"]
    """``equal``: each side has it, and every recorded number is the same as ``torch.allclose`` counts (relative 1e-5, absolute 1e-8).
    ``missing``: the sides that have it agree, and at least one has not."""
    partial: bool = False
    """Whether elements were left out of the recording: ``equal`` then holds of those that are there, and of minimum, maximum and mean."""


class Parting(Frozen):
    """The first place at which the sides are no longer the same."""

    moment: int
    """Index into ``moments``."""
    why: Literal["event", "value"]
    """``event``: something else happens, or nothing does. ``value``: the same happens with other numbers."""


class Comparison(Frozen):
    """Two or more programs, or cells, side by side."""

    sides: tuple[Side, ...]
    values: tuple[ComparedValue, ...] = ()
    """What names of at least two sides hold when the compared pass begins, or at the end where there is none."""
    gradients: tuple[ComparedValue, ...] = ()
    """What the compared pass left in ``.grad``, or gave back, by the names of the tensors."""
    more: int = 0
    """How many further values and gradients were left out."""
    backward: int | None = None
    """Which pass of the engine is compared, from 1: the first one that raises, that a side never came to, or whose gradients differ, else
    the last one. Null where there is none."""
    moments: tuple[tuple[EventIndex | None, ...], ...] = ()
    """What happens on each side, with what corresponds to each other side by side; null where a side has nothing that corresponds."""
    more_moments: int = 0
    """How many further ones were left out at the end."""
    parting: Parting | None = None
    """Null where nothing differs in what was recorded."""
