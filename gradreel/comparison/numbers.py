"""Compares what names hold before a backward pass, and the gradients that the same pass gave on each side."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from gradreel.comparison.part import Part
from gradreel.trace import AccumulateEvent, BackwardEndEvent, BackwardStartEvent, BindEvent, ComparedValue, OpEvent, Scalar, Value

RELATIVE = 1e-5
ABSOLUTE = 1e-8
"""What ``torch.allclose`` allows by itself."""


@dataclass(frozen=True)
class Pass:
    """One pass of the autograd engine."""

    start: int
    gradients: dict[str, Value | None]
    """By the name of the tensor."""
    ended: bool
    """Whether the engine came back without an exception."""


def passes_of(part: Part) -> list[Pass]:
    """The passes in it, in order."""
    found: list[Pass] = []
    start: int | None = None
    gradients: dict[str, Value | None] = {}

    def close(ended: bool) -> None:
        if start is not None:
            found.append(Pass(start, gradients, ended))

    for event in part.events:
        match event:
            case BackwardStartEvent():
                close(False)
                start, gradients = event.index, {}
            case AccumulateEvent() if start is not None:
                gradients[part.name_of(event.tensor, start) or event.tensor] = event.grad
            case BackwardEndEvent() if start is not None:
                for result in event.results:
                    gradients[part.name_of(result.of, start) or result.of] = part.value_at(result.tensor, event.index)
                close(True)
                start = None
    close(False)
    return found


def compared_pass(passes: Sequence[Sequence[Pass]]) -> int | None:
    """The number of the pass to compare, from 0; None where no side has one."""
    most = max(len(each) for each in passes)
    for number in range(most):
        own = [each[number] if number < len(each) else None for each in passes]
        there = [one for one in own if one is not None]
        if len(there) < len(own) or not all(one.ended for one in there):
            return number
        if any(row.same != "equal" for row in gradients_of(own)):
            return number
    return most - 1 if most else None


def gradients_of(passes: Sequence[Pass | None]) -> list[ComparedValue]:
    """The gradients of one pass of each side, by name."""
    names = dict.fromkeys(name for one in passes if one is not None for name in one.gradients)
    return [compared(name, [one.gradients.get(name) if one else None for one in passes]) for name in names]


def values_of(parts: Sequence[Part], ends: Sequence[int]) -> list[ComparedValue]:
    """What names of at least two sides hold at these events."""
    tensors = [_named(part, end) for part, end in zip(parts, ends, strict=True)]
    names = dict.fromkeys(name for each in tensors for name in each)
    found = []
    for name in names:
        held = [part.value_at(each[name], end) if name in each else None for part, each, end in zip(parts, tensors, ends, strict=True)]
        if sum(value is not None for value in held) > 1:
            found.append(compared(name, held))
    return found


def _named(part: Part, end: int) -> dict[str, str]:
    """By name: the tensor that the module's own name refers to at an event, or that was written to by this name."""
    found: dict[str, str] = {}
    for event in part.events:
        if event.index > end:
            break
        if isinstance(event, BindEvent) and event.call is None:
            found[event.name] = event.tensor
        elif isinstance(event, OpEvent) and event.call is None:
            for write in event.writes:
                if name := part.name_of(write.tensor, event.index):
                    found.setdefault(name, write.tensor)
    return found


def compared(name: str, values: Sequence[Value | None]) -> ComparedValue:
    """Compare what one name holds on each side."""
    first = next((side for side, value in enumerate(values) if value is not None), None)
    known = [value for value in values if value is not None]
    same: Literal["equal", "different", "missing"] = "equal"
    if not all(are_close(known[0], value) for value in known[1:]):
        same = "different"
    elif len(known) < len(values):
        same = "missing"
    return ComparedValue(
        name=name,
        values=tuple(values),
        differences=tuple(
            None if side == first or first is None else difference(values[first], value) for side, value in enumerate(values)
        ),
        same=same,
        partial=any(math.prod(value.shape) > len(value.preview) for value in known),
    )


def difference(one: Value | None, other: Value | None) -> float | None:
    """The largest absolute difference of recorded elements; None where they cannot be subtracted."""
    if one is None or other is None or one.shape != other.shape:
        return None
    pairs = list(zip(_numbers(one), _numbers(other), strict=False))
    if any(isinstance(number, str) for pair in pairs for number in pair):
        return None
    most = max((abs(float(left) - float(right)) for left, right in pairs), default=0.0)
    return most if math.isfinite(most) else None


def are_close(one: Value | None, other: Value | None) -> bool:
    """Whether two values are the same as far as they were recorded, up to rounding."""
    if one is None or other is None:
        return one is other
    if one.shape != other.shape or (one.nan, one.inf) != (other.nan, other.inf):
        return False
    if not all(_near(left, right) for left, right in zip(_numbers(one), _numbers(other), strict=False)):
        return False
    # The mean of numbers that cancel out is rounding noise beside them.
    scale = max((abs(float(each)) for each in (one.min, one.max) if each is not None and not isinstance(each, str)), default=0.0)
    stats = [(one.min, other.min), (one.max, other.max), (one.mean, other.mean)]
    return all(_near(left, right, scale) for left, right in stats if left is not None and right is not None)


def _numbers(value: Value) -> Iterable[Scalar]:
    return [*value.preview, *(value.imaginary or ())]


def _near(one: Scalar, other: Scalar, scale: float = 0.0) -> bool:
    if isinstance(one, str) or isinstance(other, str):
        return one == other
    return abs(one - other) <= ABSOLUTE + RELATIVE * max(abs(other), scale)
