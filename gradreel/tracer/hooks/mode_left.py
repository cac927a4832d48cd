"""Leaves a function mode for a call without touching the exception that the call raises.

PyTorch does that with ``contextlib.contextmanager``, which assigns ``__traceback__`` to what passes through it: an exception that refuses
attributes, such as a frozen dataclass, would reach the program as ``FrozenInstanceError``.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from torch import overrides

_overrides: Any = overrides


class _Left:
    """The innermost function mode is off the stack meanwhile."""

    def __enter__(self) -> Any:
        self._mode: Any = _overrides._pop_mode()
        return self._mode

    def __exit__(self, *_raised: object) -> None:
        _overrides._push_mode(self._mode)


@contextmanager
def left_without_a_trace() -> Iterator[None]:
    """Put it in the place of PyTorch's."""
    real = _overrides._pop_mode_temporarily
    _overrides._pop_mode_temporarily = _Left
    try:
        yield
    finally:
        if _overrides._pop_mode_temporarily is _Left:
            _overrides._pop_mode_temporarily = real
