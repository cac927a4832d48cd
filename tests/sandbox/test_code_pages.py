"""Code that was copied into huge pages is the same code in the same place, and nobody can write to it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

PROGRAM = """
import ctypes, mmap, os, sys
from app.sandbox.child.memory import code_pages
from app.sandbox.child.memory.heap_pages import HUGE_BYTES

libc = code_pages._library()
file = os.open(sys.argv[1], os.O_RDONLY)
reserved = libc.mmap(None, 4 * HUGE_BYTES, mmap.PROT_READ | mmap.PROT_EXEC, mmap.MAP_PRIVATE, file, 0)
start = -(-reserved // HUGE_BYTES) * HUGE_BYTES
before = ctypes.string_at(reserved, 4 * HUGE_BYTES)
code_pages.copy_used(os.open("/proc", os.O_PATH | os.O_DIRECTORY), lambda: ctypes.string_at(start, 2 * HUGE_BYTES))
assert ctypes.string_at(reserved, 4 * HUGE_BYTES) == before
with open("/proc/self/maps") as maps:
    lines = [line.split() for line in maps]
spans = [([int(border, 16) for border in line[0].split("-")], line[1]) for line in lines]
print(*{rights for (low, high), rights in spans if low < reserved + 4 * HUGE_BYTES and high > reserved})
print(*[rights for _, rights in spans if "w" in rights and "x" in rights])
"""


def test_code_in_huge_pages_is_the_same_and_cannot_be_written_to(tmp_path: Path) -> None:
    code = tmp_path / "code"
    code.write_bytes(bytes(range(256)) * (4 * 2 * 1024 * 1024 // 256))
    done = subprocess.run([sys.executable, "-c", PROGRAM, str(code)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines() == ["r-xp", ""]
