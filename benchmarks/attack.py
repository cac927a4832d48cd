"""The service under attack: forged answers of every pattern at the highest rate that the default limits allow, beside honest clients.

    python -m benchmarks.attack [SECONDS] [ATTACKERS]      300 and 4 by default

    attacker    its two runs at a time, each a snippet that sends a forged answer; as many as its rate allows
    honest      eight-line programs, one after the other, each from an address of its own
    poll        /healthz and /readyz, twenty times a second

Every client has an address of its own on loopback, since limits are per address. Afterwards the honest client goes on alone, so that its
times with and without the attack stand side by side.
"""

from __future__ import annotations

import asyncio
import gzip
import json
import sys
import time
from collections import Counter
from collections.abc import Awaitable, Iterator
from dataclasses import dataclass, field
from itertools import count, cycle
from urllib.parse import urlsplit

from benchmarks.forged import PATTERNS, snippet_of
from benchmarks.latency import SNIPPET
from benchmarks.processes import resident_mib
from benchmarks.server import Server, server_with
from benchmarks.table import Figure, header, milliseconds, percentile, table

SECONDS = 300.0
ATTACKERS = 4
CALM_SHARE = 0.2
"""Of the time of the attack, for which the honest client goes on alone."""
RUNS_EACH = 2
POLL_S = 0.05
HONEST_PAUSE_S = 0.05
SAMPLE_S = 0.5
ANSWER_S = 120.0
SLOW_EVERY = 7
"""Each so many forged answers come byte by byte."""
MIB = 1024 * 1024


@dataclass(frozen=True)
class Answered:
    """One answer."""

    status: int
    seconds: float
    body: bytes
    retry_after_s: float


@dataclass
class Seen:
    """What all clients saw."""

    polls: list[float] = field(default_factory=list)
    honest: list[float] = field(default_factory=list)
    turned_away: list[float] = field(default_factory=list)
    """Times after which the honest client was told to come again."""
    statuses: Counter[str] = field(default_factory=Counter)
    largest: Counter[str] = field(default_factory=Counter)
    """By pattern: bytes of its largest answer."""
    slowest: dict[str, float] = field(default_factory=dict)
    memory_mib: dict[str, list[float]] = field(default_factory=dict)


class Site:
    """The server's address, and requests to it from any address of this machine."""

    def __init__(self, url: str) -> None:
        self._at = urlsplit(url)

    async def get(self, path: str, source: str) -> Answered:
        """Ask for a page."""
        return await self._ask(f"GET {path}", b"", source)

    async def run(self, code: str, source: str) -> Answered:
        """Post a snippet."""
        return await self._ask("POST /api/runs", json.dumps({"code": code}).encode(), source)

    async def _ask(self, what: str, body: bytes, source: str) -> Answered:
        start = time.perf_counter()
        async with asyncio.timeout(ANSWER_S):
            reader, writer = await asyncio.open_connection(self._at.hostname, self._at.port, local_addr=(source, 0), limit=MIB)
            head = f"{what} HTTP/1.1\r\nHost: {self._at.netloc}\r\nAccept-Encoding: gzip\r\nConnection: close\r\n"
            writer.write(f"{head}Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n".encode() + body)
            fields = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").lower()
            content = await reader.read()
            writer.close()
        wait_s = fields.partition("\r\nretry-after:")[2].partition("\r\n")[0]
        return Answered(int(fields.split()[1]), time.perf_counter() - start, content, float(wait_s or 0))


class Attack:
    """All clients of one server."""

    def __init__(self, server: Server, attackers: int) -> None:
        self.seen = Seen()
        self._site = Site(server.url)
        self._server = server
        self._attackers = attackers
        self._numbers = count()
        self._patterns = cycle(PATTERNS)

    async def run(self, seconds: float) -> None:
        """Attack for so many seconds, while honest clients go on."""
        forged = [self._attack(f"127.0.2.{number + 1}") for number in range(self._attackers) for _ in range(RUNS_EACH)]
        await _for(seconds, *forged, self._be_honest(), self._poll(), self._watch())

    async def calm(self, seconds: float) -> list[float]:
        """The times of honest runs without an attack."""
        under_attack, self.seen.honest = self.seen.honest, []
        await _for(seconds, self._be_honest())
        calm, self.seen.honest = self.seen.honest, under_attack
        return calm

    async def _attack(self, source: str) -> None:
        while True:
            name, number = next(self._patterns), next(self._numbers)
            answered = await self._site.run(snippet_of(name, number, slowly=number % SLOW_EVERY == 0), source)
            self.seen.statuses[f"forged {answered.status}"] += 1
            if answered.status == 200:
                self.seen.largest[name] = max(self.seen.largest[name], len(answered.body))
                self.seen.slowest[name] = max(self.seen.slowest.get(name, 0.0), answered.seconds)
            await asyncio.sleep(answered.retry_after_s)

    async def _be_honest(self) -> None:
        for number, source in zip(count(), _addresses(), strict=False):
            answered = await self._site.run(SNIPPET.replace("{n}", str(next(self._numbers))), source)
            self.seen.statuses[f"honest {answered.status}"] += 1
            if answered.status == 200:
                outcome = json.loads(gzip.decompress(answered.body))["outcome"]
                assert outcome["status"] == "completed", (number, outcome)
                self.seen.honest.append(answered.seconds)
            else:
                self.seen.turned_away.append(answered.seconds)
            await asyncio.sleep(HONEST_PAUSE_S)

    async def _poll(self) -> None:
        for path in cycle(("/healthz", "/readyz")):
            answered = await self._site.get(path, "127.0.0.1")
            self.seen.statuses[f"{path} {answered.status}"] += 1
            self.seen.polls.append(answered.seconds)
            await asyncio.sleep(POLL_S)

    async def _watch(self) -> None:
        while True:
            for name, mib in resident_mib(self._server.pid).items():
                self.seen.memory_mib.setdefault(name, []).append(mib)
            await asyncio.sleep(SAMPLE_S)


def _addresses() -> Iterator[str]:
    """Addresses for the honest client, so many that it never meets its own limits."""
    for number in cycle(range(200)):
        yield f"127.0.1.{number + 1}"


async def _for(seconds: float, *work: Awaitable[None]) -> None:
    """Have all of it go on for a time; the first that fails ends it."""
    running = [asyncio.ensure_future(each) for each in work]
    try:
        done, _ = await asyncio.wait(running, timeout=seconds, return_when=asyncio.FIRST_EXCEPTION)
        for each in done:
            each.result()
    finally:
        for each in running:
            each.cancel()
        await asyncio.gather(*running, return_exceptions=True)


def figures(seconds: float = SECONDS, attackers: int = ATTACKERS) -> list[Figure]:
    """Attack a server of its own, and tell what its other clients saw."""
    with server_with({"GRADREEL_EXAMPLE_LINKS": "0"}) as server:
        attack = Attack(server, attackers)
        asyncio.run(attack.calm(1.0))
        asyncio.run(attack.run(seconds))
        calm = asyncio.run(attack.calm(max(5.0, CALM_SHARE * seconds)))
        incidents = server.log.read_text().count("incident")
    return [*_times(attack.seen, calm, seconds), *_counts(attack.seen, incidents), *_memory(attack.seen)]


def _times(seen: Seen, calm: list[float], seconds: float) -> list[Figure]:
    polled = f"p99 {milliseconds(percentile(seen.polls, 0.99))}, {len(seen.polls)} polls in {seconds:g} s"
    return [
        Figure("/healthz and /readyz under attack", f"worst {milliseconds(max(seen.polls))}", polled, "", "always answered"),
        Figure("honest runs under attack", _spread(seen.honest), f"alone: {_spread(calm)}", "", "no 5xx but 503 with Retry-After"),
    ]


def _spread(times: list[float]) -> str:
    if not times:
        return "none"
    return f"p50 {milliseconds(percentile(times, 0.5))}, p99 {milliseconds(percentile(times, 0.99))} of {len(times)}"


def _counts(seen: Seen, incidents: int) -> list[Figure]:
    told = ", ".join(f"{name}: {number}" for name, number in sorted(seen.statuses.items()))
    slow = ", ".join(f"{name} {seconds:.1f} s" for name, seconds in sorted(seen.slowest.items(), key=lambda item: -item[1])[:5])
    large = ", ".join(f"{name} {size / MIB:.1f} MiB" for name, size in seen.largest.most_common(3))
    return [
        Figure("answers under attack, by status", told, f"incidents in the log: {incidents}", "", "no 500"),
        Figure("slowest forged answers", slow, f"largest: {large}", "", ""),
    ]


def _memory(seen: Seen) -> list[Figure]:
    return [
        Figure(f"memory of {name}", f"at most {max(samples):.0f} MiB", f"at first {samples[0]:.0f}, at last {samples[-1]:.0f} MiB", "", "")
        for name, samples in sorted(seen.memory_mib.items())
    ]


def main(arguments: list[str]) -> None:
    """Attack, and print the table."""
    seconds = float(arguments[0]) if arguments else SECONDS
    attackers = int(arguments[1]) if arguments[1:] else ATTACKERS
    print(f"{header()}\n\n{table(figures(seconds, attackers))}")


if __name__ == "__main__":
    main(sys.argv[1:])
