"""Says why a number was not finite where it was made, from the family of the function and the elements that went into it."""

from __future__ import annotations

from gradreel.diagnose.lookup.born import Birth
from gradreel.trace import Cause, Element, Origin, Scalar

NAN = "NaN"
NEGATIVE_INFINITY = "-Infinity"


def cause_of(birth: Birth) -> Cause:
    """Why; ``other`` where the film does not tell."""
    if birth.hook:
        return "given_gradient"
    if birth.op is None and birth.node is None:
        return "input_data"
    origin = birth.origin
    if origin is None:
        return "other"
    simple: dict[str, Cause] = {"given": "input_data", "uninitialized": "uninitialized", "custom": "custom_function"}
    if origin.family in simple:
        return simple[origin.family]
    return _of_node(origin) if birth.node is not None else _of_op(origin)


def _of_node(origin: Origin) -> Cause:
    gradients = [element.value for element in origin.elements if element.what == "gradient"]
    if origin.value == NAN and gradients and not any(gradients) and origin.family != "spread":
        return "zero_times_infinity"
    found: dict[str, Cause] = {
        "logarithm": "log_of_zero",
        "root": "root_of_zero",
        "power": "root_of_zero",
        "division": "division_by_zero",
        "bounded": "infinite_slope",
    }
    if origin.family == "spread":
        return "root_of_zero" if origin.count > 1 or not _is_alone(origin) else "std_of_one_element"
    if origin.family == "normalized" and origin.from_infinite:
        return "all_masked"
    return found.get(origin.family, "overflow" if origin.value != NAN else "other")


def _of_op(origin: Origin) -> Cause:
    values = [element.value for element in origin.elements if element.what == "input"]
    numbers = [value for value in values if not isinstance(value, str)]
    if origin.from_infinite:
        return _of_infinities(origin, values)
    if origin.value == NAN:
        return "log_of_zero" if origin.family == "logarithm" and 0 in numbers else _OF_NAN.get(origin.family, "other")
    return _infinite_at(origin.family, numbers)


_OF_NAN: dict[str, Cause] = {
    "logarithm": "outside_domain",
    "root": "outside_domain",
    "bounded": "outside_domain",
    "power": "outside_domain",
    "division": "zero_over_zero",
    "spread": "std_of_one_element",
    "average": "mean_of_nothing",
    "normalized": "all_masked",
    "product": "zero_times_infinity",
}
"""Why a NaN was made of finite numbers; of a product, whose other factor was a number: an infinite one."""


def _infinite_at(family: str, numbers: list[int | float]) -> Cause:
    """Why an infinity was made of finite numbers."""
    if family == "logarithm":
        return "log_of_zero" if not numbers or 0 in numbers or 1 in numbers else "overflow"
    if family == "division" or (family == "power" and 0 in numbers):
        return "division_by_zero" if not numbers or 0 in numbers else "overflow"
    return "infinite_slope" if family == "bounded" else "overflow"


def _of_infinities(origin: Origin, values: list[Scalar]) -> Cause:
    """Why a NaN was made of infinities."""
    if origin.family in ("normalized", "exponential", "average"):
        return "all_masked"
    if origin.family == "product" or 0 in values:
        return "zero_times_infinity"
    return "infinity_minus_infinity"


def _is_alone(origin: Origin) -> bool:
    return all(set(element.index) <= {0} for element in origin.elements)


def shown(element: Element) -> str:
    """An element's value as code has it."""
    value = element.value
    return {"NaN": "nan", "Infinity": "inf", NEGATIVE_INFINITY: "-inf"}[value] if isinstance(value, str) else f"{value:.6g}"
