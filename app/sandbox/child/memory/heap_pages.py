"""Collapses the zygote's heap into huge pages, so that a fork copies hundreds of page table entries instead of tens of thousands.

Measured on two cores with 150 MB of Python objects: a fork fell from 4.1 to 1.1 ms, its end from 4.6 to 2.0 ms, and there are two
forks for every run. A kernel that refuses (before Linux 6.1) changes nothing.
"""

from __future__ import annotations

import ctypes
import os
from collections.abc import Iterator

HUGE_BYTES = 2 * 1024 * 1024
MADV_COLLAPSE = 25
IMPORTS_BYTES = 80 * 1024 * 1024
"""About what the imports will need."""
BLOCK_BYTES = 448
TAKEN_BYTES = 496
"""What Python takes from an arena for a ``bytes`` of that size; more than 512 would not come from one."""
BLOCKS_PER_ARENA = 1024 * 1024 // TAKEN_BYTES


def preallocate_arenas() -> list[object]:
    """Have Python map contiguous arenas for the imports that follow; they stay mapped as long as the returned blocks live.

    NOTE [Contiguous arenas] Mapped on demand, Python's arenas of one megabyte would lie between the libraries that are loaded
    meanwhile, and a huge page cannot span a library: four thousand pages would stay small, a third of what a fork copies.
    """
    # Allocated at its full size: a list that grew would be moved and leave holes for libraries.
    blocks: list[object] = [None] * (IMPORTS_BYTES // TAKEN_BYTES)
    for place in range(len(blocks)):
        blocks[place] = bytes(BLOCK_BYTES)
    return blocks[:: BLOCKS_PER_ARENA // 4]


def collapse(proc: int) -> None:
    """Collapse this process's private anonymous memory into huge pages where the kernel allows it. ``proc`` is a descriptor of /proc."""
    libc = ctypes.CDLL(None)
    for start, end in list(_regions(proc)):
        libc.madvise(ctypes.c_void_p(start), ctypes.c_size_t(end - start), MADV_COLLAPSE)


def _regions(proc: int) -> Iterator[tuple[int, int]]:
    """Writable anonymous mappings, trimmed to whole huge pages."""
    handle = os.open("self/maps", os.O_RDONLY | os.O_CLOEXEC, dir_fd=proc)
    with os.fdopen(handle, encoding="ascii") as maps:
        for line in maps:
            span, rights, _, _, inode, *name = line.split()
            if rights.startswith("rw") and inode == "0" and name in ([], ["[heap]"]):
                start, end = (int(border, 16) for border in span.split("-"))
                start, end = -(-start // HUGE_BYTES) * HUGE_BYTES, end // HUGE_BYTES * HUGE_BYTES
                if start < end:
                    yield start, end
