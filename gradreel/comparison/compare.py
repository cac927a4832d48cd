"""Compares runs, or cells of runs."""

from __future__ import annotations

from collections.abc import Sequence

from gradreel.comparison.code import lines_of
from gradreel.comparison.moments import MAX_MOMENTS, moments_of, parting_of
from gradreel.comparison.numbers import compared_pass, gradients_of, passes_of, values_of
from gradreel.comparison.part import Part
from gradreel.trace import ComparedLine, Comparison, Side

MIN_SIDES = 2
MAX_SIDES = 4
MAX_VALUES = 40
"""Of values, and of gradients; those that differ come first."""


def compare(parts: Sequence[Part]) -> Comparison:
    """Compare two to four runs, or cells of runs, with the first one. Takes milliseconds per thousand events."""
    if not MIN_SIDES <= len(parts) <= MAX_SIDES:
        raise ValueError(f"{len(parts)} programs cannot be compared: give {MIN_SIDES} to {MAX_SIDES}.")
    passes = [passes_of(part) for part in parts]
    number = compared_pass(passes)
    own = [each[number] if number is not None and number < len(each) else None for each in passes]
    ends = [one.start if one is not None else (part.bounds or (0, 0))[1] for part, one in zip(parts, own, strict=True)]
    values, gradients = values_of(parts, ends), gradients_of(own)
    moments = moments_of(parts)
    sides = [_side(part, lines, one.start if one else None) for part, lines, one in zip(parts, lines_of(parts), own, strict=True)]
    return Comparison(
        sides=tuple(sides),
        values=tuple(sorted(values, key=lambda row: row.same == "equal")[:MAX_VALUES]),
        gradients=tuple(sorted(gradients, key=lambda row: row.same == "equal")[:MAX_VALUES]),
        more=max(0, len(values) - MAX_VALUES) + max(0, len(gradients) - MAX_VALUES),
        backward=None if number is None else number + 1,
        moments=tuple(moments[:MAX_MOMENTS]),
        more_moments=max(0, len(moments) - MAX_MOMENTS),
        parting=parting_of(parts, moments[:MAX_MOMENTS]),
    )


def _side(part: Part, lines: tuple[ComparedLine, ...], backward: int | None) -> Side:
    ended = part.code_cell or part.run.outcome
    gradients = part.code_cell.gradients if part.code_cell else part.run.gradients
    return Side(
        id=part.run.id,
        cell=part.cell,
        title=part.code_cell.title if part.code_cell else None,
        status=ended.status,
        failure=ended.failure,
        wrong_gradients=sum(gradient.differs for gradient in gradients),
        lines=lines,
        events=part.bounds,
        backward=backward,
    )
