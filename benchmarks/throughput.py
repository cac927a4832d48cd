"""Different snippets a second, for one client and for sixteen."""

from __future__ import annotations

import asyncio
import json
import time
from urllib.parse import urlsplit

import uvloop

from benchmarks.latency import SNIPPET
from benchmarks.server import running_server
from benchmarks.table import Figure, milliseconds, percentile

CLIENTS = 16
RUNS_PER_CLIENT = 40


def figures() -> list[Figure]:
    """Measure one client, then sixteen, against one server."""
    with running_server() as url:
        uvloop.run(_load(url, 2, 10, 0))
        alone, _ = uvloop.run(_load(url, 1, 100, 10_000))
        together, times = uvloop.run(_load(url, CLIENTS, RUNS_PER_CLIENT, 20_000))
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
    """Post ``clients`` × ``runs`` different snippets; return runs per second and every latency in seconds.

    Plain sockets: a full HTTP client would take a twelfth of the processor time of the machine that is measured.
    """
    times: list[float] = []
    numbers = [range(offset + client * runs, offset + (client + 1) * runs) for client in range(clients)]
    start = time.perf_counter()
    await asyncio.gather(*(post(url, SNIPPET, each, times) for each in numbers))
    return clients * runs / (time.perf_counter() - start), times


async def post(url: str, snippet: str, numbers: range, times: list[float]) -> None:
    """Post ``snippet`` with each number in turn, and add the seconds that each took."""
    host = urlsplit(url)
    reader, writer = await asyncio.open_connection(host.hostname, host.port)
    for number in numbers:
        body = json.dumps({"code": snippet.replace("{n}", str(number))}).encode()
        head = f"POST /api/runs HTTP/1.1\r\nHost: {host.netloc}\r\nAccept-Encoding: gzip\r\nContent-Type: application/json\r\n"
        start = time.perf_counter()
        writer.write(f"{head}Content-Length: {len(body)}\r\n\r\n".encode() + body)
        answer = (await reader.readuntil(b"\r\n\r\n")).lower()
        await reader.readexactly(int(answer.split(b"content-length:")[1].split(b"\r\n")[0]))
        times.append(time.perf_counter() - start)
        assert b" 200 " in answer.split(b"\r\n")[0], answer
        assert b"gradreel-film: run" in answer, answer
    writer.close()
    await writer.wait_closed()
