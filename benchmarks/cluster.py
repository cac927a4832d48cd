"""A cluster on this machine: what NATS adds to a run, how runs per second grow with runners, and where a web replica is saturated.

    latency      the same snippets, in turn, by a service that runs them itself and by a replica with one runner, both on PostgreSQL
    growth       1, 2 and 4 runners, each with the same small share of the processor: a cgroup stands for a machine
    saturation   four runners without limits, and a replica with such a share

Where no cgroup may be written (most containers), growth is measured with snippets that wait and hardly compute: a slot is then busy
for as long as its snippet waits, so that all runners have equal shares as well, and saturation follows from the replica's processor time.
Takes three minutes on two cores with nothing else to do.
"""

from __future__ import annotations

import asyncio
import tempfile
import time
from collections.abc import AsyncIterator
from contextlib import ExitStack, asynccontextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from benchmarks.latency import SNIPPET
from benchmarks.server import WITHOUT_LIMITS, running_server
from benchmarks.shares import Share, processor_s
from benchmarks.table import Figure, median, milliseconds, percentile
from benchmarks.throughput import post
from tests.cluster.cluster import Cluster, running_cluster
from tests.postgres import postgresql

RUNS = 150
WARM_UP = 15
PAUSE_S = 0.05
"""Between two runs, in which the pools fill up again: neither is to be measured while the other forks."""
RUNNER_CORES = 0.15
"""Four of them leave a core for the rest of the cluster and for whoever asks."""
REPLICA_CORES = 0.1
RUNNERS = (1, 2, 4)
SLOTS = 2
CLIENTS = 12
"""Who find the point of saturation."""
WARM_UP_S = 3.0
MEASURED_S = 10.0
WAIT_S = 0.5
SETTINGS = {**WITHOUT_LIMITS, "GRADREEL_TWIN_RUNS": "0", "GRADREEL_QUEUE_RUNS": "1000"}
WAITING = f"import time\ntime.sleep({WAIT_S})\nx = {{n}}\n"


@dataclass(frozen=True)
class Load:
    """What a replica was found to do."""

    rate: float
    """Runs per second."""
    times: list[float]
    replica_s: float
    """Processor time of the replica and its readers, for one run."""


def figures() -> list[Figure]:
    """Measure all in one run."""
    return [asyncio.run(_latency()), *asyncio.run(_growth() if _has_shares() else _growth_of_waiting())]


async def _latency() -> Figure:
    local: list[float] = []
    remote: list[float] = []
    with ExitStack() as stack:
        database, folder = stack.enter_context(postgresql()), stack.enter_context(tempfile.TemporaryDirectory())
        url = stack.enter_context(running_server(**SETTINGS, GRADREEL_DATABASE_URL=database))
        async with running_cluster(Path(folder), 1, 1, settings=SETTINGS) as (cluster, _):
            for number in range(WARM_UP + RUNS):
                for each, times in ((url, local), (_url(cluster), remote)):
                    await asyncio.sleep(PAUSE_S)
                    await post(each, SNIPPET, range(number, number + 1), times)
    local, remote = local[WARM_UP:], remote[WARM_UP:]
    return Figure(
        "run latency with NATS and a runner",
        f"p50 {milliseconds(median(remote))}, p99 {milliseconds(percentile(remote, 0.99))}",
        f"on one machine: p50 {milliseconds(median(local))}, p99 {milliseconds(percentile(local, 0.99))}",
        f"{milliseconds(median(remote) - median(local))} more at p50",
        "at most 3 ms more at p50",
    )


async def _growth() -> list[Figure]:
    async with _cluster(RUNNERS[-1]) as cluster, _shares(cluster) as (replica, runners):
        replica.limit(REPLICA_CORES)
        saturated = await _loaded(cluster, SNIPPET, CLIENTS)
        replica.limit(None)
        for runner in runners.values():
            runner.limit(RUNNER_CORES)
        found: dict[int, Load] = {}
        for count in reversed(RUNNERS):
            await _stop_runners(cluster, count)
            found[count] = await _loaded(cluster, SNIPPET, 2 * SLOTS * count)
    return [*(_grown(count, found[count], found[1]) for count in RUNNERS), _saturated(saturated)]


def _grown(runners: int, load: Load, alone: Load) -> Figure:
    return Figure(
        f"{runners} runners of {RUNNER_CORES:g} cores each",
        f"{load.rate:.1f} runs/s, p99 {milliseconds(percentile(load.times, 0.99))}",
        f"one runner: {alone.rate:.1f} runs/s",
        f"{load.rate / alone.rate:.2f} ×; the replica uses {milliseconds(load.replica_s)} of a core for a run",
        "grows with runners until the replica is saturated",
    )


def _saturated(load: Load) -> Figure:
    return Figure(
        f"replica of {REPLICA_CORES:g} cores, four runners without limits",
        f"{load.rate:.1f} runs/s, p99 {milliseconds(percentile(load.times, 0.99))}",
        f"by its processor time for a run: {REPLICA_CORES / load.replica_s:.1f} runs/s",
        f"saturated at {load.rate / REPLICA_CORES:.0f} runs/s and core of replicas; {milliseconds(load.replica_s)} for a run",
        "says how many runners a replica can serve",
    )


async def _growth_of_waiting() -> list[Figure]:
    async with _cluster(RUNNERS[-1]) as cluster:
        found: dict[int, Load] = {}
        for count in reversed(RUNNERS):
            await _stop_runners(cluster, count)
            found[count] = await _loaded(cluster, WAITING, count * SLOTS)
    return [_waited(count, found[count]) for count in RUNNERS]


def _waited(runners: int, load: Load) -> Figure:
    ideal = runners * SLOTS / WAIT_S
    return Figure(
        f"runs that wait {WAIT_S:g} s, {runners} runners of {SLOTS} slots",
        f"{load.rate:.1f} runs/s, p99 {milliseconds(percentile(load.times, 0.99))}",
        f"slots alone would give {ideal:.0f} runs/s",
        f"{load.rate / ideal:.0%}; replica: {milliseconds(load.replica_s)} of processor time for a run, saturated at "
        f"{1 / load.replica_s:.0f} runs/s and core",
        "grows with runners until the replica is saturated",
    )


@asynccontextmanager
async def _cluster(runners: int) -> AsyncIterator[Cluster]:
    settings = {**SETTINGS, "GRADREEL_CONCURRENT_RUNS": str(SLOTS), "GRADREEL_POOL_CHILDREN": str(2 * SLOTS)}
    with tempfile.TemporaryDirectory() as folder:
        async with running_cluster(Path(folder), runners, 1, settings=settings) as (cluster, _):
            yield cluster


async def _stop_runners(cluster: Cluster, left: int) -> None:
    """End runners until so many are left; the replica hears of it at once, since they say so."""
    for name in list(cluster.runners)[left:]:
        await asyncio.to_thread(cluster.runners.pop(name).stop)


@asynccontextmanager
async def _shares(cluster: Cluster) -> AsyncIterator[tuple[Share, dict[str, Share]]]:
    """Yield groups of the replica and of each runner, without limits yet."""
    pids = {"replica": cluster.replicas[0].process.pid, **{name: each.process.pid for name, each in cluster.runners.items()}}
    made = {name: Share.make(name) for name in pids}
    try:
        for name, share in made.items():
            share.add(pids[name])
        yield made["replica"], {name: made[name] for name in cluster.runners}
    finally:
        await asyncio.to_thread(cluster.stop)
        for share in made.values():
            share.remove()


async def _loaded(cluster: Cluster, snippet: str, clients: int) -> Load:
    """Have clients ask a replica for as many runs as they get."""
    replica = cluster.replicas[0]
    first = time.monotonic_ns() // 1_000  # no two programs are the same
    await _asked(_url(cluster), snippet, clients, WARM_UP_S, first)
    used_s, began_s = processor_s(replica.process.pid), time.perf_counter()
    times = await _asked(_url(cluster), snippet, clients, MEASURED_S, first + 10_000_000)
    took_s, used_s = time.perf_counter() - began_s, processor_s(replica.process.pid) - used_s
    return Load(len(times) / took_s, times, used_s / len(times))


async def _asked(url: str, snippet: str, clients: int, duration_s: float, first: int) -> list[float]:
    """Have clients post one run after the other for so long."""
    times: list[float] = []
    deadline = time.perf_counter() + duration_s

    async def client(number: int) -> None:
        while time.perf_counter() < deadline:
            await post(url, snippet, range(number, number + 1), times)
            number += clients

    await asyncio.gather(*(client(first + number) for number in range(clients)))
    return times


def _has_shares() -> bool:
    with suppress(OSError):
        Share.make("probe").remove()
        return True
    return False


def _url(cluster: Cluster) -> str:
    return f"http://127.0.0.1:{cluster.replicas[0].port}"
