"""A whole cluster under load while its parties are killed, stopped and cut off: every request is answered, no acknowledged link is lost."""

from __future__ import annotations

import asyncio
import signal
from collections import Counter
from collections.abc import AsyncIterator, Callable, Coroutine
from dataclasses import dataclass, field
from pathlib import Path

import httpx
import pytest

from tests.cluster.cluster import Cluster, ReplicaProcess, running_cluster
from tests.cluster.conftest import LIMITS, environment
from tests.conftest import PATIENCE_S

pytestmark = pytest.mark.jail

CLIENTS = 4
SETTINGS = environment(**{**LIMITS, "rate_limit": "off", "concurrent_runs": 2, "pool_children": 2, "twin_runs": 0, "example_links": 0})


@dataclass
class Load:
    """Clients that run and publish all the time, each at a replica of its own choice."""

    name: str
    """Makes its programs unlike those of other loads."""
    replicas: list[ReplicaProcess]
    answers: Counter[str] = field(default_factory=Counter)
    links: dict[str, str] = field(default_factory=dict)
    """Acknowledged: code by id."""
    stopped: bool = False

    async def client(self, number: int, http: httpx.AsyncClient) -> None:
        """Ask until told to stop."""
        count = 0
        while not self.stopped:
            count += 1
            code = f"import time\ntime.sleep(0.2)\nx = '{self.name} {number} {count}'\n"
            port = self.replicas[(number + count) % len(self.replicas)].port
            path = "runs" if count % 4 else "snippets"
            try:
                answer = await http.post(f"http://127.0.0.1:{port}/api/{path}", json={"code": code})
            except httpx.TransportError:
                self.answers["connection lost"] += 1
                await asyncio.sleep(0.2)
                continue
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


@pytest.fixture(scope="module")
async def cluster(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Cluster]:
    """Two runners, two replicas."""
    folder: Path = tmp_path_factory.mktemp("cluster")
    async with running_cluster(folder, 2, 2, settings=SETTINGS) as (made, _):
        yield made


async def under_load(cluster: Cluster, fault: Callable[[], Coroutine[None, None, None]]) -> Load:
    """Have clients ask before, during and after a fault; each must have had a film after it."""
    load = Load(fault.__qualname__, cluster.replicas)
    async with httpx.AsyncClient(timeout=PATIENCE_S) as http:
        clients = [asyncio.create_task(load.client(number, http)) for number in range(CLIENTS)]
        await films(load, 4)
        await fault()
        await films(load, load.answers["film"] + 2 * CLIENTS)
        load.stopped = True
        await asyncio.gather(*clients)
        for id, code in load.links.items():
            for replica in cluster.replicas:
                answer = await http.get(f"http://127.0.0.1:{replica.port}/s/{id}.py")
                assert answer.text == code, f"link {id} is lost"
    print(dict(load.answers))
    assert set(load.answers) <= {"film", "link", "503 with Retry-After", "connection lost"}, load.answers
    return load


async def films(load: Load, count: int) -> None:
    for _ in range(round(PATIENCE_S / 0.05)):
        if load.answers["film"] >= count:
            return
        await asyncio.sleep(0.05)
    raise AssertionError(f"no films any longer: {load.answers}")


async def test_runner_killed_under_load_loses_no_request(cluster: Cluster) -> None:
    async def fault() -> None:
        cluster.runners["runner-1"].kill()
        await asyncio.sleep(1)
        cluster.start_runner("runner-1")
        await asyncio.sleep(8)

    load = await under_load(cluster, fault)
    assert not load.answers["connection lost"]


async def test_runner_stopped_and_continued_under_load_loses_no_request(cluster: Cluster) -> None:
    async def fault() -> None:
        cluster.runners["runner-2"].signal(signal.SIGSTOP)
        await asyncio.sleep(4)
        cluster.runners["runner-2"].signal(signal.SIGCONT)

    load = await under_load(cluster, fault)
    assert not load.answers["connection lost"]


async def test_nats_killed_and_started_again_with_runs_under_way_loses_no_request(cluster: Cluster) -> None:
    async def fault() -> None:
        cluster.nats.kill()
        await asyncio.sleep(1)
        await asyncio.to_thread(cluster.nats.start)

    load = await under_load(cluster, fault)
    assert not load.answers["connection lost"]


async def test_replica_killed_under_load_takes_no_other_with_it_and_frees_its_slots(cluster: Cluster) -> None:
    async def fault() -> None:
        dead = cluster.replicas.pop()
        dead.process.kill()
        dead.process.wait()
        cluster.start_replica(dead.port)
        await cluster.ready()

    await under_load(cluster, fault)


async def test_deletion_at_one_replica_is_seen_at_the_other_at_once(cluster: Cluster) -> None:
    first, second = (f"http://127.0.0.1:{replica.port}" for replica in cluster.replicas)
    async with httpx.AsyncClient(timeout=PATIENCE_S) as http:
        made = (await http.post(f"{first}/api/snippets", json={"code": "to_be = 'deleted'"})).json()
        for _ in range(2):
            assert (await http.get(f"{second}/s/{made['id']}.json")).status_code == 200
        deleting = await http.delete(f"{first}/api/snippets/{made['id']}", headers={"Authorization": f"Bearer {made['delete_token']}"})
        assert deleting.status_code == 204
        await asyncio.sleep(0.5)  # far less than ``view_age_s``
        assert (await http.get(f"{second}/s/{made['id']}.json")).status_code == 410


async def test_runners_hold_no_secrets_of_the_web_tier(cluster: Cluster) -> None:
    pid = cluster.runners["runner-2"].process.pid
    environ = (await asyncio.to_thread(Path(f"/proc/{pid}/environ").read_bytes)).split(b"\0")
    names = {each.partition(b"=")[0] for each in environ if each.startswith(b"GRADREEL_")}
    assert not names & {b"GRADREEL_DATABASE_URL", b"GRADREEL_METRICS_TOKEN"}
    assert b"web.nk" not in b"".join(environ)
