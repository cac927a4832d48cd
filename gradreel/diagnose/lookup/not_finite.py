"""Says why a number was not finite where it was made: what the numbers that went in show, and otherwise what is known of them."""

from __future__ import annotations

from gradreel.diagnose.lookup.born import Birth
from gradreel.trace import Cause, Element

NEGATIVE_INFINITY = "-Infinity"
OF_INFINITIES = frozenset({"infinity_minus_infinity", "infinity_over_infinity", "from_infinity"})
"""Causes for which only elements that are not finite can be the reason."""


def cause_of(birth: Birth) -> Cause:
    """Why; where nothing shows it one of the causes that say what is known instead."""
    if birth.cause is not None:
        return birth.cause
    if birth.hook:
        return "given_gradient"
    if birth.op is None and birth.node is None:
        return "input_data"
    origin = birth.origin
    if origin is None:
        return "not_shown"
    simple: dict[str, Cause] = {"given": "input_data", "uninitialized": "uninitialized", "custom": "custom_function"}
    if origin.family in simple:
        return simple[origin.family]
    return origin.arithmetic or ("from_infinity" if origin.from_infinite else "other")


def reasons(birth: Birth) -> tuple[Element, ...]:
    """The elements that went into it; of a cause that begins from infinities only those that are part of it, no finite factor."""
    origin, cause = birth.origin, cause_of(birth)
    if origin is None:
        return ()
    slope = birth.node is not None and not origin.from_infinite  # finite numbers, such as the 1 of acos, at which it is infinite
    if cause in OF_INFINITIES:
        return tuple(each for each in origin.elements if isinstance(each.value, str))
    if cause == "zero_times_infinity" and not slope:
        return tuple(each for each in origin.elements if isinstance(each.value, str) or each.value == 0)
    return origin.elements


def shown(element: Element) -> str:
    """An element's value as code has it."""
    value = element.value
    return {"NaN": "nan", "Infinity": "inf", NEGATIVE_INFINITY: "-inf"}[value] if isinstance(value, str) else f"{value:.6g}"
