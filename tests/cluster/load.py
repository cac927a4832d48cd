"""Clients that run and publish all the time while something is broken, and the count of what became of their requests."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

import httpx

from tests.cluster.cluster import Cluster, ReplicaProcess
from tests.conftest import PATIENCE_S

CLIENTS = 4
ANSWERS = ("film", "link", "503 with Retry-After", "connection lost")


@dataclass
class Load:
    """Clients that each take the next replica for every request."""

    name: str
    """Makes its programs unlike those of other loads."""
    replicas: list[ReplicaProcess]
    sent: int = 0
    answers: Counter[str] = field(default_factory=Counter)
    links: dict[str, str] = field(default_factory=dict)
    """Acknowledged: code by id."""
    lost_links: list[str] = field(default_factory=list)
    longest_s: float = 0.0
    """Of all requests."""
    stopped: bool = False

    @property
    def lost(self) -> int:
        """Requests that got no answer, other than those of a connection that ended with its replica."""
        return self.sent - self.answers.total()

    async def client(self, number: int, http: httpx.AsyncClient) -> None:
        """Ask until told to stop."""
        loop = asyncio.get_running_loop()
        count = 0
        while not self.stopped:
            count += 1
            code = f"import time\ntime.sleep(0.2)\nx = '{self.name} {number} {count}'\n"
            port = self.replicas[(number + count) % len(self.replicas)].port
            path = "runs" if count % 4 else "snippets"
            self.sent += 1
            began_s = loop.time()
            try:
                answer = await http.post(f"http://127.0.0.1:{port}/api/{path}", json={"code": code})
            except (httpx.NetworkError, httpx.RemoteProtocolError):
                self.answers["connection lost"] += 1
                await asyncio.sleep(0.2)
                continue
            self.longest_s = max(self.longest_s, loop.time() - began_s)
            self.answers[await self._judge(answer, code)] += 1

    async def _judge(self, answer: httpx.Response, code: str) -> str:
        if answer.status_code == 503:
            await asyncio.sleep(0.1)
            return "503 with Retry-After" if "Retry-After" in answer.headers else f"503 without: {answer.text}"
        if answer.status_code == 201:
            self.links[answer.json()["id"]] = code
            return "link"
        completed = answer.status_code == 200 and answer.json()["outcome"]["status"] == "completed"
        return "film" if completed else f"{answer.status_code}: {answer.text[:200]}"

    async def films(self, more: int) -> None:
        """Wait for films."""
        wanted = self.answers["film"] + more
        for _ in range(round(PATIENCE_S / 0.05)):
            if self.answers["film"] >= wanted:
                return
            await asyncio.sleep(0.05)
        raise AssertionError(f"no films any longer: {self.answers}")

    async def look_for_links(self, http: httpx.AsyncClient) -> None:
        """Ask every replica for every link that was acknowledged."""
        for id, code in self.links.items():
            for replica in self.replicas:
                answer = await http.get(f"http://127.0.0.1:{replica.port}/s/{id}.py")
                if answer.text != code:
                    self.lost_links.append(f"{id} at {replica.port}: {answer.status_code}")

    def row(self) -> str:
        """What became of the requests, as a line of a table."""
        counts = " | ".join(str(self.answers[each]) for each in ANSWERS)
        return (
            f"| {self.name} | {self.sent} | {counts} | {self.lost} | {len(self.links)} | {len(self.lost_links)} | {self.longest_s:.1f} s |"
        )


HEAD = (
    "| fault | sent | films | links | 503 | connection lost | no answer | links acknowledged | of them lost | longest |\n"
    "|---|---|---|---|---|---|---|---|---|---|"
)


async def under_load(cluster: Cluster, name: str, fault: Callable[[], Awaitable[None]], count: int = CLIENTS, films: int = 0) -> Load:
    """Have so many clients ask before, during and after a fault; there must be films again after it, at least ``films``."""
    load = Load(name, cluster.replicas)
    # A connection of its own for every request: one that is idle may be closed by its server at any moment, as HTTP allows.
    async with httpx.AsyncClient(timeout=PATIENCE_S, limits=httpx.Limits(max_keepalive_connections=0)) as http:
        clients = [asyncio.create_task(load.client(number, http)) for number in range(count)]
        await load.films(4)
        await fault()
        await load.films(max(films, 2 * min(count, 4 * CLIENTS)))
        load.stopped = True
        await asyncio.gather(*clients)
        await cluster.ready()
        await load.look_for_links(http)
    assert set(load.answers) <= set(ANSWERS), load.answers
    assert not load.lost, load
    assert not load.lost_links, load.lost_links
    return load
