"""Finds what an operator has written without moving a counter: of tensors that its schema says it may write.

Memory of the CPU is compared, up to a size. Of what is larger, or lies on another device, nothing is read, and nothing waits for a device:
that it has been written is what the schema says, and what it holds now is not known.
"""

from __future__ import annotations

import ctypes
import zlib
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

from torch import _C, Tensor

from gradreel.tracer.schemas import Argument
from gradreel.tracer.tensors.counters import version_of
from gradreel.tracer.tensors.identity import raw_storage
from gradreel.tracer.tensors.kinds import flatten

MAX_COMPARED_BYTES = 1024**2
"""Of one storage."""
MAX_COMPARED_BYTES_PER_OP = 8 * 1024**2

_is_cow: Any = getattr(_C, "_is_cow_tensor")  # noqa: B009 - unknown to its stubs


class Unseen:
    """The tensors that one call of an operator may write without moving their counters, as they were before."""

    def __init__(self, arguments: Sequence[Argument], given: tuple[Any, ...], named: Mapping[str, Any]) -> None:
        self._left = MAX_COMPARED_BYTES_PER_OP
        self._before: list[tuple[Tensor, int | None, int | None]] = []
        """Each with its version and the checksum of its memory."""
        for position, name in arguments:
            tensors: list[Tensor] = []
            flatten(given[position] if position < len(given) else named.get(name), tensors)
            self._before += [(tensor, version_of(tensor), self._look(tensor)) for tensor in tensors if tensor.numel()]

    @cached_property
    def written(self) -> list[tuple[Tensor, bool]]:
        """When the call has ended: the tensors it has written, each with whether that is certain; not those whose counter has moved."""
        self._left = MAX_COMPARED_BYTES_PER_OP
        found = []
        for tensor, version, before in self._before:
            if version_of(tensor) == version:
                now = self._look(tensor) if before is not None else None
                if before is None or before != now:
                    found.append((tensor, before is not None and now is not None))
        return found

    def _look(self, tensor: Tensor) -> int | None:
        """Return the checksum of a tensor's memory; None where it is not looked at."""
        raw = raw_storage(tensor)
        if raw is None or not tensor.is_cpu or _is_cow(tensor):
            return None
        size, pointer = raw.nbytes(), raw.data_ptr()
        if not pointer or size > min(MAX_COMPARED_BYTES, self._left):
            return None
        self._left -= size
        return zlib.crc32((ctypes.c_char * size).from_address(pointer))
