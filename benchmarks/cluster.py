"""A cluster on this machine: what NATS adds to a run, and how runs per second grow with runners.

Latency is measured in one run, the same snippets posted in turn to a service that runs them itself and to a replica with one runner.
Growth is measured with snippets that wait and hardly compute: a runner has as many slots as it is given, each busy for as long as the
snippet waits, so that all runners have equal shares although they are on one machine. What a replica uses of the processor for each run
says at how many runs per second it is saturated.
"""

from __future__ import annotations

import asyncio
import os
import tempfile
import time
from pathlib import Path

from benchmarks.latency import SNIPPET
from benchmarks.server import WITHOUT_LIMITS, running_server
from benchmarks.table import Figure, median, milliseconds, percentile
from benchmarks.throughput import post
from tests.cluster.cluster import ReplicaProcess, running_cluster

RUNS = 200
WARM_UP = 20
WAIT_S = 0.5
SLOTS = 2
RUNS_PER_SLOT = 12
SETTINGS = {**WITHOUT_LIMITS, "GRADREEL_TWIN_RUNS": "0"}
WAITING = f"import time\ntime.sleep({WAIT_S})\nx = {{n}}\n"
TICK_S = 1 / os.sysconf("SC_CLK_TCK")


def figures() -> list[Figure]:
    """Measure all in one run."""
    return [asyncio.run(_latency()), *(asyncio.run(_growth(runners)) for runners in (1, 2, 4))]


async def _latency() -> Figure:
    local: list[float] = []
    remote: list[float] = []
    with running_server(**SETTINGS) as url, tempfile.TemporaryDirectory() as folder:
        async with running_cluster(Path(folder), 1, 1, settings=SETTINGS) as (cluster, _):
            replica = f"http://127.0.0.1:{cluster.replicas[0].port}"
            for number in range(WARM_UP + RUNS):
                await post(url, SNIPPET, range(number, number + 1), local)
                await post(replica, SNIPPET, range(number, number + 1), remote)
    local, remote = local[WARM_UP:], remote[WARM_UP:]
    return Figure(
        "run latency with NATS and a runner",
        f"p50 {milliseconds(median(remote))}, p99 {milliseconds(percentile(remote, 0.99))}",
        f"on one machine: p50 {milliseconds(median(local))}, p99 {milliseconds(percentile(local, 0.99))}",
        f"{milliseconds(median(remote) - median(local))} more at p50",
        "at most 3 ms more at p50",
    )


async def _growth(runners: int) -> Figure:
    settings = {**SETTINGS, "GRADREEL_CONCURRENT_RUNS": str(SLOTS), "GRADREEL_POOL_CHILDREN": str(2 * SLOTS)}
    slots = runners * SLOTS
    with tempfile.TemporaryDirectory() as folder:
        async with running_cluster(Path(folder), runners, 1, settings=settings) as (cluster, _):
            replica = cluster.replicas[0]
            await _all(replica, slots, 2, 0)
            used_s, began_s = _processor_s(replica), time.perf_counter()
            times = await _all(replica, slots, RUNS_PER_SLOT, 10_000)
            took_s, used_s = time.perf_counter() - began_s, _processor_s(replica) - used_s
    rate, ideal = len(times) / took_s, slots / WAIT_S
    return Figure(
        f"runs that wait {WAIT_S:g} s, {runners} runners of {SLOTS} slots",
        f"{rate:.1f} runs/s, p99 {milliseconds(percentile(times, 0.99))}",
        f"slots alone would give {ideal:.0f} runs/s",
        f"{rate / ideal:.0%}; replica: {milliseconds(used_s / len(times))} of processor time for a run, saturated at "
        f"{len(times) / used_s:.0f} runs/s and core",
        "grows with runners until the replica is saturated",
    )


async def _all(replica: ReplicaProcess, clients: int, runs: int, offset: int) -> list[float]:
    times: list[float] = []
    url = f"http://127.0.0.1:{replica.port}"
    numbers = [range(offset + client * runs, offset + (client + 1) * runs) for client in range(clients)]
    await asyncio.gather(*(post(url, WAITING, each, times) for each in numbers))
    return times


def _processor_s(replica: ReplicaProcess) -> float:
    """Processor time of a replica and of the readers that it has started."""
    parent = replica.process.pid
    children = map(int, Path(f"/proc/{parent}/task/{parent}/children").read_text().split())
    return sum(_ticks(pid) for pid in [parent, *children]) * TICK_S


def _ticks(pid: int) -> int:
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    used = [int(field) for field in fields[11:13]]
    return sum(used)
