"""Reads memory at an address, without a tensor: for copies of small storages, and for previews.

All memory is one buffer here. A slice of it costs a fraction of a call through ``ctypes``, and numpy takes windows of it.
"""

from __future__ import annotations

import ctypes
from typing import Any

# A buffer has to begin somewhere after zero.
BEGIN = 4096
MEMORY: Any = (ctypes.c_char * (1 << 48)).from_address(BEGIN)
_BYTES = memoryview(MEMORY).cast("B")


def bytes_at(pointer: int, size: int) -> bytes:
    """Copy ``size`` bytes, which must be there."""
    start = pointer - BEGIN
    return _BYTES[start : start + size].tobytes()
