"""Different snippets a second, for one client and for sixteen."""

from __future__ import annotations

import asyncio
import time

import httpx

from benchmarks.latency import SNIPPET
from benchmarks.server import running_server
from benchmarks.table import Figure, milliseconds, percentile

CLIENTS = 16
RUNS_PER_CLIENT = 40


def figures() -> list[Figure]:
    """Measure one client, then sixteen, against one server."""
    with running_server() as url:
        asyncio.run(_load(url, 2, 10, 0))
        alone, _ = asyncio.run(_load(url, 1, 100, 10_000))
        together, times = asyncio.run(_load(url, CLIENTS, RUNS_PER_CLIENT, 20_000))
    return [
        Figure(
            f"throughput, {CLIENTS} clients",
            f"{together:.0f} runs/s, p99 {milliseconds(percentile(times, 0.99))}",
            f"one client: {alone:.0f} runs/s",
            f"{together / alone:.2f} ×",
            "60 runs/s, no error, p99 under 1 s",
        )
    ]


async def _load(url: str, clients: int, runs: int, offset: int) -> tuple[float, list[float]]:
    """Post ``clients`` × ``runs`` different snippets; return runs per second and every latency in seconds."""
    times: list[float] = []

    async def client(number: int) -> None:
        async with httpx.AsyncClient(base_url=url, timeout=60) as http:
            for run in range(runs):
                start = time.perf_counter()
                response = await http.post("/api/runs", json={"code": SNIPPET.replace("{n}", str(offset + number * runs + run))})
                times.append(time.perf_counter() - start)
                assert response.status_code == 200, response.text

    start = time.perf_counter()
    await asyncio.gather(*(client(number) for number in range(clients)))
    return clients * runs / (time.perf_counter() - start), times
