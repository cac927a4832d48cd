"""Fuzzes the readers with answers that are slow or large to read, and says which of them took more than the settings promise.

    python -m tests.fuzz.bounds [RUNS] [SEED]      all forged patterns and then 300 random answers by default, from seed 0

What is looked for is not a crash, which costs only the reader, but

    processor time    more than a reader may have for one answer
    memory            more than a reader may add
    the film          larger than films may be, or without a part that an answer of this size leaves time for

Exit status 1 if anything was found; the seed makes the same answer again.
"""

from __future__ import annotations

import asyncio
import os
import resource
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from app.sandbox.protocol.modes import Mode
from app.sandbox.reader import process
from app.sandbox.reader.frames import ControlAnswer, FinishedFilm, ReadAnswer
from app.sandbox.reader.process import Reader, ReaderFailed
from app.sandbox.reader.reader_main import CPU_MARGIN_S, SPENT_SHARE
from app.sandbox.reader.stages import MAX_BODY_BYTES, MAX_JSON_BYTES
from app.settings import Settings
from benchmarks.forged import PATTERNS
from gradreel.film.film import Film
from tests.fuzz.grown import answer_of, code_of

RUNS = 300
SLOWEST = 10
MIB = 1024 * 1024
TICKS = os.sysconf("SC_CLK_TCK")


@dataclass(frozen=True)
class Cost:
    """What one answer cost its reader, and what came of it."""

    name: str
    answer_bytes: int
    cpu_s: float
    added_mib: float
    """At least so much where the reader failed, or had grown so large that it ended."""
    json_bytes: int
    body_bytes: int
    told: str
    """``read``, in which part it was refused, what was left out of the film, or how the reader failed."""

    def excess(self, settings: Settings) -> str:
        """What it took more of than is promised; "" if nothing."""
        found = []
        if self.cpu_s > 3 * settings.reader_cpu_s + CPU_MARGIN_S + 1:
            found.append(f"{self.cpu_s:.1f} s of processor time")
        if self.added_mib > settings.reader_memory_bytes / MIB:
            found.append(f"{self.added_mib:.0f} MiB of memory")
        if self.json_bytes > MAX_JSON_BYTES or self.body_bytes > MAX_BODY_BYTES:
            found.append(f"a film of {self.json_bytes:,} bytes, packed {self.body_bytes:,}")
        if self.told.startswith(("failed", "without")):
            found.append(self.told)
        return ", ".join(found)


async def cost_of(name: str, code: str, answer: bytes, settings: Settings) -> Cost:
    """Have a fresh reader read an answer; control runs answer the same."""

    async def control(_mode: Mode, _for_comparison: bool) -> ControlAnswer:
        return ControlAnswer(answer, b"")

    before_s = _children_cpu_s()
    reader = await process.start(settings, settings.zygote_start_s)
    base_mib, start_s = _most_mib(reader), _cpu_s(reader)
    request = ReadAnswer(code, answer, b"", b"", 1.0, "2", "3", compare=True, plainly=False)
    film: FinishedFilm | None = None
    try:
        film = await reader.read(request, control, settings.reader_time_s)
        told = f"refused for its {film.refused}" if film.refused else f"without {', '.join(film.left_out)}" if film.left_out else "read"
    except ReaderFailed as failed:
        told = f"failed: {failed}"
    added_mib = _most_mib(reader) - base_mib if film and not film.reader_is_spent else settings.reader_memory_bytes * SPENT_SHARE / MIB
    await reader.aclose()
    cpu_s = _children_cpu_s() - before_s - start_s
    body = film.body if film else b""
    size = Film(body, "", False, {}).json_bytes if film else 0
    return Cost(name, len(answer), cpu_s, added_mib, size, len(body), told)


def _children_cpu_s() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def _cpu_s(reader: Reader) -> float:
    fields = Path(f"/proc/{reader.pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


def _most_mib(reader: Reader) -> float:
    """The most memory that it ever held."""
    lines = Path(f"/proc/{reader.pid}/status").read_text().splitlines()
    return next((int(line.split()[1]) / 1024 for line in lines if line.startswith("VmHWM")), 0.0)


def inputs(runs: int, seed: int) -> Iterator[tuple[str, str, bytes]]:
    """Name, code and answer: every forged pattern, then random ones."""
    for name, pattern in PATTERNS.items() if seed == 0 else ():
        yield name, "x = w * 2\nx.backward()\n", pattern()
    for number in range(seed, seed + runs):
        yield f"seed {number}", code_of(number), answer_of(number)


async def fuzz(runs: int, seed: int) -> bool:
    """Print what each answer cost where that is too much, and the slowest and largest at last; say whether anything was too much."""
    settings = Settings()
    costs = []
    for name, code, answer in inputs(runs, seed):
        cost = await cost_of(name, code, answer, settings)
        costs.append(cost)
        if excess := cost.excess(settings):
            print(f"{name} ({len(answer):,} bytes): {excess}", flush=True)
    _print_most(costs)
    return any(cost.excess(settings) for cost in costs)


def _print_most(costs: list[Cost]) -> None:
    print(f"\n{len(costs)} answers, {sum(cost.told == 'read' for cost in costs)} of them read\n")
    print("| answer | bytes | processor time | memory | film | packed | outcome |\n|---|---|---|---|---|---|---|")
    slowest = sorted(costs, key=lambda cost: -cost.cpu_s)[:SLOWEST]
    largest = sorted(costs, key=lambda cost: -cost.json_bytes)[: SLOWEST // 2]
    for cost in dict.fromkeys([*slowest, *largest]):
        sizes = f"{cost.json_bytes / MIB:.1f} MiB | {cost.body_bytes / MIB:.1f} MiB"
        print(f"| {cost.name} | {cost.answer_bytes:,} | {cost.cpu_s:.2f} s | {cost.added_mib:.0f} MiB | {sizes} | {cost.told} |")


def main(arguments: list[str]) -> int:
    """Fuzz with so many random answers, from a seed on."""
    runs = int(arguments[0]) if arguments else RUNS
    seed = int(arguments[1]) if arguments[1:] else 0
    return int(asyncio.run(fuzz(runs, seed)))


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
