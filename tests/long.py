"""What is left to ``scripts/test --all``: of a corpus, all but a sample of each kind; of what takes minutes, all but one of a kind.

A test marked ``long`` is not run by ``scripts/test``. What such a test alone has found moves into the first part: take its mark away.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable
from typing import TypeVar

import pytest

T = TypeVar("T")


def some_of_each(values: Iterable[T], kind: Callable[[T], Hashable], count: int = 1) -> list[pytest.ParameterSet]:
    """Parameters of a test: the first ``count`` of each kind always run, the others are long. A tuple has a value for each argument."""
    seen: Counter[Hashable] = Counter()
    found = []
    for value in values:
        seen[kind(value)] += 1
        found.append(_parameter(value, long=seen[kind(value)] > count))
    return found


def every_nth(values: Iterable[T], n: int) -> list[pytest.ParameterSet]:
    """Parameters of a test, of which each ``n``-th always runs and the others are long: for corpora whose neighbours are alike."""
    return [_parameter(value, long=number % n != 0) for number, value in enumerate(values)]


def _parameter(value: object, long: bool) -> pytest.ParameterSet:
    values = value if isinstance(value, tuple) else (value,)
    return pytest.param(*values, marks=(pytest.mark.long,) if long else ())
