"""Says why a number was not finite where it was made: what the numbers that went in show, and otherwise what is known of them."""

from __future__ import annotations

from gradreel.diagnose.lookup.born import Birth
from gradreel.trace import Cause, Element

NEGATIVE_INFINITY = "-Infinity"


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


def shown(element: Element) -> str:
    """An element's value as code has it."""
    value = element.value
    return {"NaN": "nan", "Infinity": "inf", NEGATIVE_INFINITY: "-inf"}[value] if isinstance(value, str) else f"{value:.6g}"
