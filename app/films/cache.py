"""A cache that is bounded in bytes, on `cachetools`."""

from __future__ import annotations

import math
from collections.abc import Callable
from contextlib import suppress
from typing import TypeVar

from cachetools import TTLCache

Value = TypeVar("Value")


class ByteCache(TTLCache[str, Value]):
    """Keeps the values used last, up to ``max_bytes`` in all, each for ``ttl_s`` seconds; a larger value is not kept, and no error."""

    def __init__(self, max_bytes: int, bytes_of: Callable[[Value], int], ttl_s: float = math.inf) -> None:
        super().__init__(max_bytes, ttl_s, getsizeof=bytes_of)

    def __setitem__(self, key: str, value: Value) -> None:
        self.pop(key, None)
        with suppress(ValueError):  # cachetools raises it for a value larger than the whole cache
            super().__setitem__(key, value)
