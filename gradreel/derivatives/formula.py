"""One formula, and when it holds."""

from __future__ import annotations

from typing import NamedTuple

Value = int | float | str | bool | None


class Formula(NamedTuple):
    """One formula, and when it holds."""

    text: str
    when: dict[str, tuple[Value, ...]]
    """Values that the node's numbers must have."""
    absent: tuple[str, ...]
    """What the node must not have saved."""


def formula_of(text: str, *absent: str, **when: Value | tuple[Value, ...]) -> Formula:
    """Make one that holds where nothing of ``absent`` was saved and where the node's numbers are these."""
    return Formula(text, {name: value if isinstance(value, tuple) else (value,) for name, value in when.items()}, absent)
