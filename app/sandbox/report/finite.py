"""Judges a fix that keeps numbers finite: no pass may begin from or give others, and what was finite must stay as it was.

pass      before the fix      fixed
1         finite              the same
2         some are NaN        finite, and the same where it was finite
3 …       anything            finite
"""

from __future__ import annotations

import math
from collections.abc import Iterator

from app.sandbox.report.expected import ABSOLUTE_TOLERANCE, RELATIVE_TOLERANCE
from app.sandbox.report.notes import GRADIENT, Notes, Undecided, alike_for_certain, is_same
from gradreel.trace import ControlRun, EnginePass, Value


def changed_or_not_finite(fixed: ControlRun, intended: ControlRun) -> Iterator[str]:
    """Names of gradients that are not finite; "" for a pass that gives others. Raises ``Undecided``."""
    if intended.outcome.status == "completed" and fixed.pass_count != intended.pass_count:
        yield ""
    for name, value in sorted(fixed.values.items()):
        if name.endswith(GRADIENT) and not _is_finite(value):
            yield name
    if len(fixed.passes) < len(intended.passes) or not all(_pass_is_finite(each) for each in fixed.passes):
        yield ""
        return
    for one, other in zip(fixed.passes, intended.passes, strict=False):
        if other.gradients is not None and not _stays(one.gradients or (), other.gradients):
            yield ""
        if other is intended.passes[-1] and intended.outcome.status == "completed":
            yield from _changed_in_the_end(fixed, intended)
        if other.gradients is None or not _pass_is_finite(other):
            return  # what follows may rest on numbers that are not finite


def _changed_in_the_end(fixed: ControlRun, intended: ControlRun) -> Iterator[str]:
    """Gradients that the program itself may have edited after its last pass."""
    for name, meant in intended.values.items():
        value = fixed.values.get(name)
        if name.endswith(GRADIENT) and (value is None or not (_same_where_finite(value, meant) or _is_alike(value, meant))):
            yield name


def _is_alike(one: Value, other: Value) -> bool:
    return _is_finite(other) and alike_for_certain(one, other)


def _pass_is_finite(each: EnginePass) -> bool:
    noted = (*each.roots, *(each.gradients or ()))
    return all(_is_finite(tensor.value) for tensor in noted if tensor is not None)


def _is_finite(value: Value | None) -> bool:
    if value is None or (value.mean is None and value.preview_shape != value.shape):
        raise Undecided
    return not value.nan and not value.inf and all(isinstance(number, int | float) for number in value.preview)


def _stays(ones: Notes, others: Notes) -> bool:
    """Whether gradients, in any order, are what others were where these were finite."""
    left = [one for one in ones if one is not None]
    for other in (other for other in others if other is not None):
        place = next((place for place, one in enumerate(left) if is_same(one, other) or _same_where_finite(one.value, other.value)), None)
        if place is None:
            return False
        del left[place]
    return not left


def _same_where_finite(one: Value | None, other: Value | None) -> bool:
    if one is None or other is None:
        raise Undecided
    if one.shape != other.shape or _is_finite(other):
        return False
    if other.nan + other.inf == math.prod(other.shape):
        return True
    if other.preview_shape != other.shape:
        raise Undecided
    scale = max((abs(number) for number in one.preview if isinstance(number, int | float)), default=0.0)
    pairs = zip(one.preview, other.preview, strict=True)
    numbers = [(a, b) for a, b in pairs if isinstance(a, int | float) and isinstance(b, int | float)]
    return all(math.isclose(a, b, rel_tol=RELATIVE_TOLERANCE, abs_tol=ABSOLUTE_TOLERANCE * max(scale, 1.0)) for a, b in numbers)
