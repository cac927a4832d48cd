"""Copies torch's most used machine code into huge pages of the zygote's own, which a fork inherits.

A fork does not inherit file mappings' page tables: each child faults torch's code in again, sixteen pages at a time, some four hundred
times for the smallest snippet, and every one of those pages is released at its end. Private memory in huge pages is inherited as one
entry for each two megabytes. The code is copied byte for byte, stays at its address and stays read-only.

    trial fork ─ runs a sample ─▶ which 2 MiB ranges it touched ─▶ each copied ─▶ made read-only ─▶ moved over the original
"""

from __future__ import annotations

import ctypes
import mmap
import os
from array import array
from collections.abc import Callable, Iterator

from app.sandbox.child.memory.heap_pages import HUGE_BYTES, MADV_COLLAPSE

MADV_HUGEPAGE = 14
MREMAP_MAYMOVE_FIXED = 3
MAX_COPIED_BYTES = 96 * 1024 * 1024
"""Memory spent on copies: the rest of the code stays in the file."""
MIN_TOUCHED_PAGES = 32
"""Of 2 MiB of which a child touches fewer, a copy is not worth it."""
PAGE_BYTES = mmap.PAGESIZE
PRESENT = 1 << 63

Chunk = tuple[int, int]
"""Pages touched, address."""


def copy_used(proc: int, run_sample: Callable[[], object]) -> None:
    """Copy the code that ``run_sample`` executes most, where the kernel allows it. ``proc`` is a descriptor of /proc."""
    hottest = sorted(_touched(proc, run_sample), reverse=True)[: MAX_COPIED_BYTES // HUGE_BYTES]
    libc = _library()
    for start, length in _ranges(sorted(address for _, address in hottest)):
        _replace(libc, start, length)


def _touched(proc: int, run_sample: Callable[[], object]) -> list[Chunk]:
    """Run the sample in a fork, which starts without any page of a file, and list those that it has in the end."""
    read_end, write_end = os.pipe()
    if (pid := os.fork()) == 0:
        try:
            run_sample()
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
                if (pages := sum(entry >= PRESENT for entry in entries)) >= MIN_TOUCHED_PAGES:
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


def _ranges(addresses: list[int]) -> Iterator[tuple[int, int]]:
    """Join neighbours: each range becomes one mapping."""
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
    """Replace the code at ``start`` with a copy in huge pages; if the kernel refuses, nothing changes."""
    reserved = length + HUGE_BYTES
    place = libc.mmap(None, reserved, mmap.PROT_READ | mmap.PROT_WRITE, mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS, -1, 0)
    if place == ctypes.c_void_p(-1).value:
        return
    copy = -(-place // HUGE_BYTES) * HUGE_BYTES
    libc.madvise(copy, length, MADV_HUGEPAGE)
    ctypes.memmove(copy, start, length)
    # NOTE [Atomic exchange] mremap replaces the mapping within one system call, so the code that makes the call may be part of it.
    # A copy that is not in huge pages is of no use.
    if not libc.madvise(copy, length, MADV_COLLAPSE) and not libc.mprotect(copy, length, mmap.PROT_READ | mmap.PROT_EXEC):
        libc.mremap(copy, length, length, MREMAP_MAYMOVE_FIXED, start)
    libc.munmap(place, reserved)
