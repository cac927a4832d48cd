"""Compares what two control runs noted of tensors."""

from __future__ import annotations

from app.sandbox.report.expected import alike
from gradreel.trace import NotedTensor, Value

Notes = tuple[NotedTensor | None, ...]

GRADIENT = ".grad"


class Undecided(Exception):
    """Two values show too little to tell whether they are the same."""


def is_same(one: NotedTensor | None, other: NotedTensor | None) -> bool:
    """Whether two tensors are the same up to rounding; raises ``Undecided``."""
    if one is None or other is None:
        return one is other
    if one.digest == other.digest:
        return True
    if one.value is None or other.value is None:
        raise Undecided
    return alike_for_certain(one.value, other.value)


def alike_for_certain(one: Value, other: Value) -> bool:
    """Whether two values are the same up to rounding; raises ``Undecided``."""
    same = alike(one, other) if one.shape == other.shape else False
    if same is None:
        raise Undecided
    return same
