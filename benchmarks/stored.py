"""Requests a second for a stored run and for the embed page, fifty clients at once, and the number of executions, which must be zero."""

from __future__ import annotations

import asyncio
import time
from urllib.parse import urlsplit

import httpx
import uvloop

from benchmarks.latency import SNIPPET
from benchmarks.server import running_server
from benchmarks.table import Figure, milliseconds, percentile

CLIENTS = 50
REQUESTS_PER_CLIENT = 300
MARK = "1,500 requests/s, p99 under 30 ms, no execution"


def figures() -> list[Figure]:
    """Measure both, and the bare ``/healthz`` as the reference: what the server's framework costs by itself."""
    with running_server() as url:
        made = httpx.post(f"{url}/api/snippets", json={"code": SNIPPET.replace("{n}", "1")}, timeout=60).json()
        before = _runs(url)
        paths = {
            "stored run": f"/s/{made['id']}.json?v={made['etag']}",
            "embed page": f"/embed/{made['id']}?step=3",
        }
        reference = uvloop.run(_load(url, "/healthz"))
        measured = {name: uvloop.run(_load(url, path)) for name, path in paths.items()}
        executed = _runs(url) - before
    return [
        Figure(
            f"{name}, {CLIENTS} clients",
            f"{rate:.0f} requests/s, p99 {milliseconds(percentile(times, 0.99))}, {executed:.0f} executions",
            f"`/healthz`: {reference[0]:.0f} requests/s, p99 {milliseconds(percentile(reference[1], 0.99))}",
            f"{rate / reference[0]:.2f} ×",
            MARK,
        )
        for name, (rate, times) in measured.items()
    ]


def _runs(url: str) -> float:
    lines = httpx.get(f"{url}/metrics").text.splitlines()
    return sum(float(line.split()[-1]) for line in lines if line.startswith("gradreel_runs_total"))


async def _load(url: str, path: str) -> tuple[float, list[float]]:
    """Ask for ``path`` from many keep-alive connections; return requests per second and every latency in seconds.

    Plain sockets: a full HTTP client would be slower than the server that it measures.
    """
    times: list[float] = []
    await _ask(url, path, 5, [])
    start = time.perf_counter()
    await asyncio.gather(*(_ask(url, path, REQUESTS_PER_CLIENT, times) for _ in range(CLIENTS)))
    return CLIENTS * REQUESTS_PER_CLIENT / (time.perf_counter() - start), times


async def _ask(url: str, path: str, requests: int, times: list[float]) -> None:
    host = urlsplit(url)
    reader, writer = await asyncio.open_connection(host.hostname, host.port)
    request = f"GET {path} HTTP/1.1\r\nHost: {host.netloc}\r\nAccept-Encoding: gzip\r\n\r\n".encode()
    for _ in range(requests):
        start = time.perf_counter()
        writer.write(request)
        head = (await reader.readuntil(b"\r\n\r\n")).lower()
        await reader.readexactly(int(head.split(b"content-length:")[1].split(b"\r\n")[0]))
        times.append(time.perf_counter() - start)
        assert b" 200 " in head.split(b"\r\n")[0], head
    writer.close()
    await writer.wait_closed()
