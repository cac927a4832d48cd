"""Memory of a server's processes, by what they are for."""

from __future__ import annotations

import os
from collections import defaultdict
from contextlib import suppress
from pathlib import Path

PAGE_BYTES = os.sysconf("SC_PAGESIZE")
MIB = 1024 * 1024


def resident_mib(server: int) -> dict[str, float]:
    """Resident memory of the server and of all that it has started; snippets share most of their pages with the zygote."""
    found: dict[str, float] = defaultdict(float)
    for pid in (server, *descendants(server)):
        with suppress(OSError):
            pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
            found["the server" if pid == server else _purpose(pid)] += pages * PAGE_BYTES / MIB
    return dict(found)


def descendants(process: int) -> list[int]:
    """Its children and theirs, as far as they are there now."""
    children: dict[int, list[int]] = defaultdict(list)
    for entry in os.listdir("/proc"):
        if entry.isdigit():
            with suppress(OSError):
                fields = Path(f"/proc/{entry}/stat").read_text().rpartition(")")[2].split()
                children[int(fields[1])].append(int(entry))
    found, todo = [], [process]
    while todo:
        below = children.get(todo.pop(), [])
        found += below
        todo += below
    return found


def _purpose(pid: int) -> str:
    return "all readers" if b"reader_main" in Path(f"/proc/{pid}/cmdline").read_bytes() else "the zygote and all snippets"
