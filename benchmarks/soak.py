"""Runs a day's worth of snippets, a tenth of them hostile, and checks that nothing of the server grows.

    python -m benchmarks.soak [RUNS] [CLIENTS]      10,000 and 4 by default

Honest programs differ from each other, so each is run; hostile ones end themselves, flood, crash, or send a forged answer. Looked at are
the memory of the server, its zygote and its readers, descriptors, threads and processes, and files below the folder for temporary files.
``scripts/bench`` does not run it: 10,000 runs take a quarter of an hour on a machine that does nothing else.
"""

from __future__ import annotations

import asyncio
import gc
import os
import sys
import tempfile
import time
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from app.runner.local import LocalRunner
from app.settings import Settings
from benchmarks.forged import snippet_of
from benchmarks.latency import SNIPPET
from benchmarks.table import header
from gradreel.trace import Run

RUNS = 10_000
PATIENT = Settings(rate_limit="off", queue_wait_s=3600.0, wall_time_s=300.0, reader_time_s=300.0, zygote_start_s=600.0)
"""So that it may run beside other work, at low priority."""
CLIENTS = 4
WARM_UP = 200
EVERY = 500
HOSTILE_EVERY = 10
HOSTILE = (
    "import os\nos._exit(0)",
    "print('x' * 10**6)",
    "import socket\nsocket.socket()",
    "import torch\ntorch.empty(10**12)",
    "raise SystemExit(3)",
    "import os\nos.kill(os.getpid(), 9)",
    "import ctypes\nctypes.string_at(0)",
    "import threading\nwhile True: threading.Thread(target=print).start()",
    "import os\nopen('/tmp/x', 'wb').write(b'x' * 2**30)",
    "x = []\nwhile True: x.append(bytearray(2**24))",
)
FORGED = ("many_params", "noise", "duplicated_ids", "unknown_ids")
"""Every other hostile program sends one of these answers, which are read in a moment."""


@dataclass(frozen=True)
class Sample:
    """What the server and its processes hold at one moment."""

    runs: int
    server_mib: float
    zygote_mib: float
    readers_mib: float
    descriptors: int
    threads: int
    processes: int
    files: int
    """Below the folder for temporary files."""


GROWTH = {"server_mib": 1.05, "zygote_mib": 1.05, "readers_mib": 1.25, "descriptors": 1.0, "threads": 1.0, "processes": 1.0, "files": 1.0}
"""Of the first sample: what the last one may be. Readers are replaced when they have grown."""


async def soak(total: int, clients: int = CLIENTS) -> list[Sample]:
    """Run ``total`` snippets for so many clients at a time; return a sample every five hundred."""
    runner = LocalRunner(PATIENT)
    await runner.start()
    sessions: set[int] = set()
    try:
        await _run(runner, WARM_UP, 0, clients)
        samples = [await _sample(runner, 0, sessions)]
        started = time.perf_counter()
        for done in range(0, total, EVERY):
            await _run(runner, min(EVERY, total - done), done, clients)
            samples.append(await _sample(runner, min(done + EVERY, total), sessions))
            print(_row(samples[-1]), flush=True)
        print(f"\n{total / (time.perf_counter() - started):.0f} runs/s, {runner.pool.leftovers} left over\n")
        return samples
    finally:
        await runner.aclose()


async def _run(runner: LocalRunner, count: int, first: int, clients: int) -> None:
    async def client(which: int) -> None:
        for number in range(first + which, first + count, clients):
            hostile = number % HOSTILE_EVERY == 0
            run = (await runner.submit(_code(number, hostile), client=f"client {which}")).film.run()
            assert hostile or _fine(run), run.outcome

    await asyncio.gather(*(client(which) for which in range(clients)))


def _code(number: int, hostile: bool) -> str:
    if not hostile:
        return SNIPPET.replace("{n}", str(number))
    which = number // HOSTILE_EVERY
    return snippet_of(FORGED[which // 2 % len(FORGED)], number) if which % 2 else f"{HOSTILE[which // 2 % len(HOSTILE)]}\n# {number}\n"


def _fine(run: Run) -> bool:
    return run.outcome.status == "completed" and bool(run.events)


async def _sample(runner: LocalRunner, runs: int, sessions: set[int]) -> Sample:
    await asyncio.sleep(1.0)
    gc.collect()
    zygote = runner.pool.zygote_pid or os.getpid()
    sessions.add(zygote)
    readers = sum(_resident_mib(pid) for pid in _children(os.getpid()) if "reader_main" in _command(pid))
    # Nothing else is going on meanwhile.
    descriptors, threads = (len(list(Path(f"/proc/self/{folder}").iterdir())) for folder in ("fd", "task"))  # noqa: ASYNC240
    files = sum(1 for _ in Path(tempfile.gettempdir()).iterdir())  # noqa: ASYNC240
    server_mib, zygote_mib = _resident_mib(os.getpid()), _resident_mib(zygote)
    return Sample(runs, server_mib, zygote_mib, readers, descriptors, threads, _processes(sessions), files)


def _children(parent: int) -> list[int]:
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            with suppress(OSError):
                if int((entry / "stat").read_text().rpartition(")")[2].split()[1]) == parent:
                    found.append(int(entry.name))
    return found


def _command(pid: int) -> str:
    try:
        return Path(f"/proc/{pid}/cmdline").read_text()
    except OSError:
        return ""


def _resident_mib(pid: int) -> float:
    pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGESIZE") / 1024**2


def _processes(sessions: set[int]) -> int:
    """Processes of the zygotes seen so far and of all their children, which cannot leave the session; zombies included."""
    count = 0
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                count += int((entry / "stat").read_text().rpartition(")")[2].split()[3]) in sessions
            except OSError:
                continue
    return count


def _row(sample: Sample) -> str:
    memory = " | ".join(f"{mib:.1f}" for mib in (sample.server_mib, sample.zygote_mib, sample.readers_mib))
    return f"| {sample.runs} | {memory} | {sample.descriptors} | {sample.threads} | {sample.processes} | {sample.files} |"


def grown(first: Sample, last: Sample) -> list[str]:
    """Name what has grown by more than it may."""
    return [name for name, factor in GROWTH.items() if getattr(last, name) > getattr(first, name) * factor]


def main() -> None:
    """Print a table; exit 1 if anything has grown."""
    total, clients = (int(text) for text in (*sys.argv[1:3], *(str(RUNS), str(CLIENTS))[len(sys.argv) - 1 :]))
    print(header(), f"\n\n| runs | server MiB | zygote MiB | readers MiB | descriptors | threads | processes | files |\n|{'---|' * 8}")
    with tempfile.TemporaryDirectory(prefix="gradreel-soak-") as folder:
        tempfile.tempdir = os.environ["TMPDIR"] = folder
        samples = asyncio.run(soak(total, clients))
    found = grown(samples[0], samples[-1])
    told = f"grown: {', '.join(found)}" if found else "nothing has grown"
    print(f"{_row(samples[0])}\n{_row(samples[-1])}\n\n{told}")
    sys.exit(bool(found))


if __name__ == "__main__":
    main()
