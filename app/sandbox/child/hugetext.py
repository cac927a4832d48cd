"""Turns the machine code that every snippet runs into large pages of the zygote's own, which a fork inherits whole.

A fork leaves file mappings behind: each child finds its way to torch's code again, sixteen pages at a time, some four hundred times
for the smallest snippet, and at its end every one of those pages is let go again. Private memory in huge pages is inherited as one
entry for each two megabytes. The code is copied byte for byte, stays where it was, and can be written to as little as before.

    trial fork ─ rehearses ─▶ which two megabytes it touched ─▶ each copied aside ─▶ made read-only ─▶ moved over the original
"""

from __future__ import annotations

import ctypes
import mmap
import os
from array import array
from collections.abc import Callable, Iterator

from app.sandbox.child.hugepages import HUGE_BYTES, MADV_COLLAPSE

MADV_HUGEPAGE = 14
MREMAP_MAYMOVE_FIXED = 3
MOST_BYTES = 96 * 1024 * 1024
"""Memory spent on copies: the rest of the code stays in the file."""
FEWEST_PAGES = 32
"""A child that touches fewer in two megabytes is better off with the file."""
PAGE_BYTES = mmap.PAGESIZE
PRESENT = 1 << 63

Chunk = tuple[int, int]
"""Pages touched, address."""


def settle(proc: int, rehearse: Callable[[], object]) -> None:
    """Copy what a fork that does ``rehearse`` executes most, as far as the kernel agrees. ``proc`` is a descriptor of /proc."""
    hottest = sorted(_touched(proc, rehearse), reverse=True)[: MOST_BYTES // HUGE_BYTES]
    libc = _library()
    for start, length in _stretches(sorted(address for _, address in hottest)):
        _replace(libc, start, length)


def _touched(proc: int, rehearse: Callable[[], object]) -> list[Chunk]:
    """Rehearse in a fork, which begins with no page of any file, and see which it has in the end."""
    read_end, write_end = os.pipe()
    if (pid := os.fork()) == 0:
        try:
            rehearse()
            os.write(write_end, array("Q", [number for chunk in _present(proc) for number in chunk]).tobytes())
        finally:
            os._exit(0)
    os.close(write_end)
    with os.fdopen(read_end, "rb") as pipe:
        numbers = array("Q", pipe.read())
    os.waitpid(pid, 0)
    return list(zip(numbers[::2], numbers[1::2], strict=True))


def _present(proc: int) -> Iterator[Chunk]:
    entry_bytes = 8
    handle = os.open("self/pagemap", os.O_RDONLY | os.O_CLOEXEC, dir_fd=proc)
    with os.fdopen(handle, "rb", buffering=0) as pagemap:
        for start, end in list(_executable(proc)):
            for address in range(start, end, HUGE_BYTES):
                pagemap.seek(address // PAGE_BYTES * entry_bytes)
                entries = array("Q", pagemap.read(HUGE_BYTES // PAGE_BYTES * entry_bytes))
                if (pages := sum(entry >= PRESENT for entry in entries)) >= FEWEST_PAGES:
                    yield pages, address


def _executable(proc: int) -> Iterator[tuple[int, int]]:
    """Private, executable, read-only mappings of files, trimmed to whole huge pages."""
    handle = os.open("self/maps", os.O_RDONLY | os.O_CLOEXEC, dir_fd=proc)
    with os.fdopen(handle, encoding="utf-8", errors="surrogateescape") as maps:
        for line in maps:
            span, rights, _, _, inode, *_ = line.split()
            start, end = (int(border, 16) for border in span.split("-"))
            start, end = -(-start // HUGE_BYTES) * HUGE_BYTES, end // HUGE_BYTES * HUGE_BYTES
            if rights == "r-xp" and inode != "0" and start < end:
                yield start, end


def _stretches(addresses: list[int]) -> Iterator[tuple[int, int]]:
    """Join neighbours: each stretch becomes one mapping."""
    while addresses:
        count = next((n for n in range(1, len(addresses)) if addresses[n] != addresses[0] + n * HUGE_BYTES), len(addresses))
        yield addresses[0], count * HUGE_BYTES
        addresses = addresses[count:]


def _library() -> ctypes.CDLL:
    libc = ctypes.CDLL(None)
    number, address = ctypes.c_size_t, ctypes.c_void_p
    libc.mmap.restype = libc.mremap.restype = address
    libc.mmap.argtypes = (address, number, ctypes.c_int, ctypes.c_int, ctypes.c_int, ctypes.c_long)
    libc.mremap.argtypes = (address, number, number, ctypes.c_int, address)
    libc.munmap.argtypes = (address, number)
    libc.mprotect.argtypes = libc.madvise.argtypes = (address, number, ctypes.c_int)
    return libc


def _replace(libc: ctypes.CDLL, start: int, length: int) -> None:
    """Put a copy in huge pages in the place of the code at ``start``, or leave it all as it was."""
    reserved = length + HUGE_BYTES
    place = libc.mmap(None, reserved, mmap.PROT_READ | mmap.PROT_WRITE, mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS, -1, 0)
    if place == ctypes.c_void_p(-1).value:
        return
    copy = -(-place // HUGE_BYTES) * HUGE_BYTES
    libc.madvise(copy, length, MADV_HUGEPAGE)
    ctypes.memmove(copy, start, length)
    # NOTE [One step] The kernel exchanges the mappings within one call: the code that makes the call may lie in what is exchanged.
    # Where that fails, and where the pages are not huge ones, the copy is of no use.
    if not libc.madvise(copy, length, MADV_COLLAPSE) and not libc.mprotect(copy, length, mmap.PROT_READ | mmap.PROT_EXEC):
        libc.mremap(copy, length, length, MREMAP_MAYMOVE_FIXED, start)
    libc.munmap(place, reserved)
