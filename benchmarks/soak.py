"""A day's worth of visitors in one go, a tenth of them hostile: nothing of the server grows, and honest ones are answered as at first.

    python -m benchmarks.soak [REQUESTS] [CLIENTS] [--without VISIT ...]      10,000 and 4 by default; all visits

    client, from an address of its own    runs, readings, comparisons, links, pictures and pages, in turn
    every tenth request                   a hostile snippet, a forged answer, or a text that was made to take long

Honest programs and texts differ from each other, so that each is made. Looked at are the memory of the server and of its zygote, readers
and workers, its descriptors, threads and processes, files below the folder for temporary files, and the time that 95 of 100 honest answers
keep to, each since the line before. ``scripts/bench`` does not run it: it takes a quarter of an hour on a machine that does nothing else.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import httpx

from benchmarks.forged import snippet_of
from benchmarks.latency import SNIPPET
from benchmarks.processes import descendants, resident_mib
from benchmarks.server import WITHOUT_LIMITS, Server, server_with
from benchmarks.table import header, percentile

REQUESTS = 10_000
CLIENTS = 4
WARM_UP = 400
EVERY = 500
HOSTILE_EVERY = 10
PATIENT = {"GRADREEL_QUEUE_WAIT_S": "600", "GRADREEL_REFRESH_PAUSE_S": "0", "GRADREEL_STILL_QUEUE": "1000"}
"""So that it may run beside other work, at low priority."""
CACHES = {f"GRADREEL_{name}_MEMORY_BYTES": str(1024**2) for name in ("FILM", "VIEW", "PAGE", "STILL")}
"""Full after the first requests: what grows then is no cache."""
TIMEOUT_S = 900.0
REST_S = 3.0
"""After which a sample is taken: the pool is full again."""
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
LINES = "a\nb\n"
ERROR = (
    "RuntimeError: one of the variables needed for gradient computation has been modified by an inplace operation: "
    "[torch.FloatTensor [3]], which is output 0 of ExpBackward0, is at version 1; expected version 0 instead."
)
HEAD = ("requests", "server MiB", "other processes MiB", "descriptors", "threads", "processes", "files", "p95 ms")


@dataclass(frozen=True)
class Sample:
    """What the server and its processes hold at one moment, and how long honest requests took before it."""

    requests: int
    server_mib: float
    others_mib: float
    """Of zygote, readers and workers."""
    descriptors: int
    threads: int
    processes: int
    files: int
    """Below the folder for temporary files."""
    p95_ms: float


GROWTH = {"server_mib": 1.3, "others_mib": 1.25, "descriptors": 1.1, "threads": 1.1, "processes": 1.0, "files": 1.0, "p95_ms": 1.5}
"""Of the first sample: what the last one may be. Readers and workers are replaced when they have grown; the heaps of the engines that draw
pictures are the server's, and fill in the first thousands of requests."""


@dataclass
class Visit:
    """One client: where it comes from, and how its requests went."""

    http: httpx.AsyncClient
    honest_ms: list[float] = field(default_factory=list)
    statuses: Counter[int] = field(default_factory=Counter)

    async def post(self, path: str, body: object) -> httpx.Response:
        """Send a body."""
        return await self._timed(lambda: self.http.post(path, json=body))

    async def get(self, path: str) -> httpx.Response:
        """Ask for a page or a picture."""
        return await self._timed(lambda: self.http.get(path))

    async def _timed(self, ask: Callable[[], Awaitable[httpx.Response]]) -> httpx.Response:
        began_s = time.perf_counter()
        answer = await ask()
        self.honest_ms.append((time.perf_counter() - began_s) * 1000)
        self.statuses[answer.status_code] += 1
        assert answer.status_code in (200, 201), f"{answer.request.url.path}: {answer.status_code} {answer.text[:200]}"
        return answer


async def run(visit: Visit, number: int) -> None:
    """An honest program, which completes."""
    answer = await visit.post("/api/runs", {"code": SNIPPET.replace("{n}", str(number))})
    assert answer.json()["outcome"]["status"] == "completed", answer.text[:200]


async def failing(visit: Visit, number: int) -> None:
    """One whose version check fails, and what the check prevented."""
    code = f"import torch\nx = torch.full((3,), {number}.0, requires_grad=True)\ny = (x / 1e4).exp()\ny += 1\ny.sum().backward()\n"
    assert (await visit.post("/api/runs", {"code": code})).json()["outcome"]["status"] == "raised"
    assert (await visit.post("/api/diagnoses", {"code": code})).json()["diagnoses"][0]["unchecked"]


async def reading(visit: Visit, number: int) -> None:
    """A pasted error."""
    assert (await visit.post("/api/readings", {"text": f"{ERROR} # {number}", "code": "y = x.exp()\ny += 1\n"})).json()["kind"]


async def comparison(visit: Visit, number: int) -> None:
    """Two programs, of which neither has been run."""
    sides = [{"code": f"import torch\nx = torch.ones({size}, requires_grad=True)\n(x * {number}).sum().backward()\n"} for size in (2, 3)]
    assert (await visit.post("/api/comparisons", {"sides": sides})).json()["values"]


async def link(visit: Visit, number: int) -> None:
    """A link, its page, its file and its embed."""
    id = (await visit.post("/api/snippets", {"code": SNIPPET.replace("{n}", f"{number} # shared")})).json()["id"]
    for path in (f"/s/{id}", f"/embed/{id}", f"/s/{id}.html", f"/s/{id}.json"):
        await visit.get(path)


async def picture(visit: Visit, number: int) -> None:
    """A link and the picture of a step."""
    id = (await visit.post("/api/snippets", {"code": SNIPPET.replace("{n}", f"{number} # drawn")})).json()["id"]
    await visit.get(f"/s/{id}.svg?step=3")


Send = Callable[[Visit, int], Awaitable[None]]

HONEST: tuple[Send, ...] = (run, reading, failing, run, comparison, run, link, run, picture)


async def hostile(visit: Visit, number: int) -> None:
    """Something that is made to harm; whatever it is answered, it is an answer."""
    which = number // HOSTILE_EVERY
    match which % 3:
        case 0:
            code = f"{HOSTILE[which // 3 % len(HOSTILE)]}\n# {number}\n"
            answer = await visit.http.post("/api/runs", json={"code": code})
        case 1:
            answer = await visit.http.post("/api/runs", json={"code": snippet_of(FORGED[which // 3 % len(FORGED)], number)})
        case _:
            sides = [{"code": f"no_{number}\n{text * 8_000}"} for text in (LINES, LINES[::-1])]
            answer = await visit.http.post("/api/comparisons", json={"sides": sides})
    visit.statuses[answer.status_code] += 1
    assert answer.status_code < 500 or answer.status_code == 503, answer.text[:200]


async def soak(server: Server, total: int, clients: int, honest: Sequence[Send]) -> list[Sample]:
    """Send ``total`` requests from so many clients at a time; return a sample every five hundred."""
    samples = []
    visits = [Visit(_client(server, which)) for which in range(clients)]
    await _send(visits, honest, WARM_UP, 10**6)
    for visit in visits:
        visit.honest_ms.clear()
    for done in range(0, total, EVERY):
        await _send(visits, honest, min(EVERY, total - done), done)
        samples.append(await _sample(server, min(done + EVERY, total), visits))
        print(_row(samples[-1]), flush=True)
    statuses = sum((visit.statuses for visit in visits), Counter[int]())
    print(f"\nAnswers by status: {', '.join(f'{status}: {count:,}' for status, count in sorted(statuses.items()))}\n")
    for visit in visits:
        await visit.http.aclose()
    return samples


def _client(server: Server, which: int) -> httpx.AsyncClient:
    transport = httpx.AsyncHTTPTransport(local_address=f"127.0.0.{which + 2}")
    return httpx.AsyncClient(transport=transport, base_url=server.url, timeout=TIMEOUT_S)


async def _send(visits: list[Visit], honest: Sequence[Send], count: int, first: int) -> None:
    async def sent(which: int, visit: Visit) -> None:
        for number in range(first + which, first + count, len(visits)):
            # In turns of a tenth, so that each client has all kinds.
            if (number // len(visits)) % HOSTILE_EVERY == HOSTILE_EVERY - 1:
                await hostile(visit, number)
            else:
                await honest[(number // len(visits)) % len(honest)](visit, number)

    await asyncio.gather(*(sent(which, visit) for which, visit in enumerate(visits)))


async def _sample(server: Server, requests: int, visits: list[Visit]) -> Sample:
    await asyncio.sleep(REST_S)
    memory = resident_mib(server.pid)
    own = memory.pop("the server")
    descriptors, threads = (len(os.listdir(f"/proc/{server.pid}/{folder}")) for folder in ("fd", "task"))
    files = sum(1 for _ in Path(tempfile.gettempdir()).rglob("*"))  # noqa: ASYNC240 - nothing else is going on meanwhile
    honest_ms = [each for visit in visits for each in visit.honest_ms]
    for visit in visits:
        visit.honest_ms.clear()
    processes = len(descendants(server.pid))
    return Sample(requests, own, sum(memory.values()), descriptors, threads, processes, files, percentile(honest_ms, 0.95))


def _row(sample: Sample) -> str:
    counts = " | ".join(str(each) for each in (sample.descriptors, sample.threads, sample.processes, sample.files))
    return f"| {sample.requests} | {sample.server_mib:.1f} | {sample.others_mib:.1f} | {counts} | {sample.p95_ms:.0f} |"


def grown(first: Sample, last: Sample) -> list[str]:
    """Name what has grown by more than it may."""
    return [name for name, factor in GROWTH.items() if getattr(last, name) > getattr(first, name) * factor]


def main() -> None:
    """Print a table; exit 1 if anything has grown."""
    names = {each.__name__: each for each in HONEST}
    parser = argparse.ArgumentParser(prog="python -m benchmarks.soak")
    parser.add_argument("requests", type=int, nargs="?", default=REQUESTS)
    parser.add_argument("clients", type=int, nargs="?", default=CLIENTS)
    parser.add_argument("--without", nargs="+", choices=names, default=[], help="kinds of visits to leave out, to find which of them grows")
    asked = parser.parse_args()
    honest = [each for each in HONEST if each not in [names[name] for name in asked.without]]
    print(
        header(), f"\n\n| requests | server MiB | other processes MiB | descriptors | threads | processes | files | p95 ms |\n|{'---|' * 8}"
    )
    with tempfile.TemporaryDirectory(prefix="gradreel-soak-") as folder:
        tempfile.tempdir = os.environ["TMPDIR"] = folder
        with server_with({**WITHOUT_LIMITS, **PATIENT, **CACHES}) as server:
            samples = asyncio.run(soak(server, asked.requests, asked.clients, honest))
    found = grown(samples[0], samples[-1])
    print(f"grown: {', '.join(found)}" if found else "nothing has grown")
    sys.exit(bool(found))


if __name__ == "__main__":
    main()
