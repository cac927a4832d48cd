"""Runs thousands of snippets, some of them hostile, and checks that the server's memory, descriptors and processes do not grow.

    python -m benchmarks.soak [RUNS]

``scripts/bench`` does not run it: 5,000 runs take some minutes.
"""

from __future__ import annotations

import asyncio
import gc
import os
import sys
import time
from dataclasses import dataclass
from pathlib import Path

from app.runner.local import LocalRunner
from app.settings import Settings
from benchmarks.latency import SNIPPET
from benchmarks.table import header
from gradreel.trace import Run

RUNS = 5_000
CLIENTS = 4
WARM_UP = 200
EVERY = 500
HOSTILE_EVERY = 25
HOSTILE = (
    "import os\nos._exit(0)",
    "print('x' * 10**6)",
    "import socket\nsocket.socket()",
    "import torch\ntorch.empty(10**12)",
    "raise SystemExit(3)",
    "import os\nos.kill(os.getpid(), 9)",
)


@dataclass(frozen=True)
class Sample:
    """What the server and its zygote hold at one moment."""

    runs: int
    server_mib: float
    zygote_mib: float
    descriptors: int
    processes: int


async def soak(total: int) -> list[Sample]:
    """Run ``total`` snippets; return a sample every five hundred."""
    runner = LocalRunner(Settings(rate_limit="off"))
    await runner.start()
    sessions: set[int] = set()
    try:
        await _run(runner, WARM_UP, 0)
        samples = [await _sample(runner, 0, sessions)]
        started = time.perf_counter()
        for done in range(0, total, EVERY):
            await _run(runner, min(EVERY, total - done), done)
            samples.append(await _sample(runner, min(done + EVERY, total), sessions))
            print(_row(samples[-1]), flush=True)
        print(f"\n{total / (time.perf_counter() - started):.0f} runs/s, {runner.pool.leftovers} left over\n")
        return samples
    finally:
        await runner.aclose()


async def _run(runner: LocalRunner, count: int, first: int) -> None:
    async def client(which: int) -> None:
        for number in range(first + which, first + count, CLIENTS):
            hostile = number % HOSTILE_EVERY == 0
            run = (await runner.submit(_code(number, hostile), client=f"client {which}")).film.run()
            assert hostile or _fine(run), run.outcome

    await asyncio.gather(*(client(which) for which in range(CLIENTS)))


def _code(number: int, hostile: bool) -> str:
    return HOSTILE[number // HOSTILE_EVERY % len(HOSTILE)] if hostile else SNIPPET.replace("{n}", str(number))


def _fine(run: Run) -> bool:
    return run.outcome.status == "completed" and bool(run.events)


async def _sample(runner: LocalRunner, runs: int, sessions: set[int]) -> Sample:
    await asyncio.sleep(1.0)
    gc.collect()
    zygote = runner.pool.zygote_pid or os.getpid()
    sessions.add(zygote)
    descriptors = len(list(Path("/proc/self/fd").iterdir()))  # noqa: ASYNC240 - nothing else is going on
    return Sample(runs, _resident_mib(os.getpid()), _resident_mib(zygote), descriptors, _processes(sessions))


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
    return f"| {sample.runs} | {sample.server_mib:.1f} | {sample.zygote_mib:.1f} | {sample.descriptors} | {sample.processes} |"


def main() -> None:
    """Print a table; exit 1 if the server grew by more than 5 % or a descriptor stayed open."""
    total = int(sys.argv[1]) if len(sys.argv) > 1 else RUNS
    print(header(), "\n\n| runs | server MiB | zygote MiB | descriptors | processes |\n|---|---|---|---|---|")
    samples = asyncio.run(soak(total))
    first, last = samples[0], samples[-1]
    growth = last.server_mib / first.server_mib - 1
    print(_row(first), f"\n{_row(last)}\n\nserver grew by {growth:.1%}, descriptors by {last.descriptors - first.descriptors}")
    sys.exit(growth > 0.05 or last.descriptors > first.descriptors)


if __name__ == "__main__":
    main()
