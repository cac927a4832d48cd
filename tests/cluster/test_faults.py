"""A whole cluster under load while its parties are killed, stopped and cut off: every request is answered, no acknowledged link is lost.

``pytest tests/cluster/test_faults.py -s`` prints the table of all faults at the end.
"""

from __future__ import annotations

import asyncio
import os
import signal
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path

import httpx
import pytest

from tests.cluster.cluster import LOST, Cluster, ReplicaProcess, database_of, nats_of, running_cluster
from tests.cluster.conftest import LIMITS, environment
from tests.cluster.load import CLIENTS, HEAD, Load, under_load
from tests.cluster.runners import RunnerProcess
from tests.conftest import PATIENCE_S
from tests.long import every_nth
from tests.proxy import CUTS, Cut

pytestmark = [pytest.mark.jail, pytest.mark.cluster]

SILENCE_S = 1.0
GIVEN = {"rate_limit": "off", "concurrent_runs": 2, "pool_children": 2, "twin_runs": 0, "example_links": 0, "nats_silence_s": SILENCE_S}
SETTINGS = environment(**{**LIMITS, **GIVEN, "view_age_s": 600.0})
"""Of a cluster that soon takes a silent party for lost, and in which a replica only forgets a link when it is told to."""
CUT_S = 3.5 * SILENCE_S
"""Longer than any party waits for another before it looks for help."""
MORE_FILMS = 40

Break = Callable[..., Awaitable[Load]]


@pytest.fixture(scope="module")
async def cluster(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Cluster]:
    """Two runners, two replicas, and networks between them that can be cut."""
    folder: Path = tmp_path_factory.mktemp("cluster")
    async with running_cluster(folder, 2, 2, settings=SETTINGS, by_proxies=True) as (made, _):
        yield made


@pytest.fixture(scope="module")
async def loads() -> AsyncIterator[list[Load]]:
    """What became of the requests during each fault; printed at the end."""
    found: list[Load] = []
    yield found
    print("", HEAD, *(load.row() for load in found), sep="\n")


@pytest.fixture
async def during(cluster: Cluster, loads: list[Load]) -> Break:
    """Have something broken under load."""

    async def run(name: str, fault: Callable[[], Awaitable[None]], count: int = CLIENTS, films: int = 0) -> Load:
        loads.append(await under_load(cluster, name, fault, count, films))
        return loads[-1]

    return run


async def test_runner_killed_under_load_loses_no_request(cluster: Cluster, during: Break) -> None:
    async def fault() -> None:
        cluster.runners["runner-1"].kill()
        await cluster.hears(1)
        cluster.start_runner("runner-1")
        await cluster.hears(2)

    load = await during("runner killed, started again", fault)
    assert not load.answers["connection lost"]


@pytest.mark.long
async def test_runner_stopped_and_continued_under_load_loses_no_request(cluster: Cluster, during: Break) -> None:
    async def fault() -> None:
        cluster.runners["runner-2"].signal(signal.SIGSTOP)
        await cluster.hears(1)
        cluster.runners["runner-2"].signal(signal.SIGCONT)

    load = await during("runner stopped", fault)
    assert not load.answers["connection lost"]


@pytest.mark.parametrize("how", every_nth(CUTS, len(CUTS)))
async def test_network_between_a_runner_and_nats_cut_loses_no_request(how: Cut, cluster: Cluster, during: Break) -> None:
    async def noticed() -> None:
        await cluster.hears(1)

    load = await during(f"network runner–NATS {how}", cutting(cluster, nats_of("runner-1"), how, noticed))
    await cluster.hears(2)
    assert not load.answers["connection lost"]


@pytest.mark.long
@pytest.mark.parametrize("how", CUTS)
async def test_network_between_a_replica_and_nats_cut_loses_no_request(how: Cut, cluster: Cluster, during: Break) -> None:
    cut_off = cluster.replicas[0]

    async def noticed() -> None:
        await cluster.comes(lambda: not cut_off.is_ready())

    load = await during(f"network replica–NATS {how}", cutting(cluster, nats_of(cut_off.port), how, noticed))
    assert not load.answers["connection lost"]


@pytest.mark.long
@pytest.mark.parametrize("how", CUTS)
async def test_network_between_a_replica_and_the_database_cut_loses_no_request(how: Cut, cluster: Cluster, during: Break) -> None:
    cut_off = cluster.replicas[0]

    async def noticed() -> None:
        await cluster.comes(lambda: not cut_off.hears_database())

    load = await during(f"network replica–PostgreSQL {how}", cutting(cluster, database_of(cut_off.port), how, noticed))
    assert not load.answers["connection lost"]


def cutting(cluster: Cluster, network: str, how: Cut, noticed: Callable[[], Awaitable[None]]) -> Callable[[], Awaitable[None]]:
    """Cut a network, and mend it when all have noticed."""

    async def fault() -> None:
        cluster.networks[network].cut(how)
        await asyncio.gather(noticed(), asyncio.sleep(CUT_S))
        cluster.networks[network].mend()

    return fault


async def test_nats_killed_and_started_again_with_runs_under_way_loses_no_request(cluster: Cluster, during: Break) -> None:
    async def fault() -> None:
        await restart_nats(cluster)

    load = await during("NATS killed, started again", fault)
    assert not load.answers["connection lost"]


async def restart_nats(cluster: Cluster) -> None:
    """Kill NATS, and start it again when every party has noticed."""
    parties: list[ReplicaProcess | RunnerProcess] = [*cluster.replicas, *cluster.runners.values()]
    lost = [party.log.count(LOST) for party in parties]
    await asyncio.to_thread(cluster.nats.kill)
    await cluster.comes(lambda: all(party.log.count(LOST) > before for party, before in zip(parties, lost, strict=True)))
    await asyncio.to_thread(cluster.nats.start)


async def restart_database(cluster: Cluster) -> None:
    """Kill PostgreSQL, and start it again when every replica has noticed."""
    await asyncio.to_thread(cluster.database.kill)
    await cluster.comes(lambda: not any(replica.hears_database() for replica in cluster.replicas))
    await asyncio.to_thread(cluster.database.start)


@pytest.mark.long
async def test_nats_stopped_and_continued_under_load_loses_no_request(cluster: Cluster, during: Break) -> None:
    async def fault() -> None:
        cluster.nats.signal(signal.SIGSTOP)
        await asyncio.sleep(CUT_S)
        cluster.nats.signal(signal.SIGCONT)

    load = await during(f"NATS stopped for {CUT_S:g} s", fault)
    assert not load.answers["connection lost"]


async def test_database_killed_and_started_again_under_load_loses_no_acknowledged_link(cluster: Cluster, during: Break) -> None:
    async def fault() -> None:
        await restart_database(cluster)

    load = await during("PostgreSQL killed, started again", fault)
    assert not load.answers["connection lost"]


@pytest.mark.long
async def test_database_stopped_and_continued_under_load_loses_no_acknowledged_link(cluster: Cluster, during: Break) -> None:
    async def fault() -> None:
        stopped = cluster.database.processes
        for pid in stopped:
            os.kill(pid, signal.SIGSTOP)
        await cluster.comes(lambda: not any(replica.hears_database() for replica in cluster.replicas))
        for pid in stopped:
            os.kill(pid, signal.SIGCONT)

    load = await during("PostgreSQL stopped", fault)
    assert not load.answers["connection lost"]


@pytest.mark.long
async def test_replica_stopped_and_continued_under_load_loses_no_request(cluster: Cluster, during: Break) -> None:
    async def fault() -> None:
        cluster.replicas[1].process.send_signal(signal.SIGSTOP)
        await asyncio.sleep(CUT_S)
        cluster.replicas[1].process.send_signal(signal.SIGCONT)

    load = await during(f"replica stopped for {CUT_S:g} s", fault)
    assert not load.answers["connection lost"]


async def test_replica_killed_under_load_takes_no_other_with_it_and_frees_its_slots(cluster: Cluster, during: Break) -> None:
    async def fault() -> None:
        dead = cluster.replicas.pop()
        dead.kill()
        cluster.start_replica(dead.port)
        await cluster.ready()

    await during("replica killed, started again", fault)


@pytest.mark.long
async def test_nats_and_database_restarted_under_two_hundred_clients_lose_no_acknowledged_link(cluster: Cluster, during: Break) -> None:
    """More than the queue holds: some are answered 503, and ask again."""

    async def fault() -> None:
        await restart_nats(cluster)
        await cluster.ready()
        await restart_database(cluster)

    load = await during("NATS, then PostgreSQL restarted, 200 clients", fault, 200)
    assert not load.answers["connection lost"]


MOVED_CLOCK = """
import itertools, sys, time
real, real_ns, calls = time.time, time.time_ns, itertools.count()
moved_s = lambda: {seconds} * (1 if next(calls) % 7 else -1)
time.time, time.time_ns = lambda: real() + moved_s(), lambda: real_ns() + moved_s() * 10**9
"""
"""A clock that is wrong, and jumps."""
PROGRAM = """
sys.argv[0] = "app.cli"
from app.cli import main
main()
"""


@pytest.mark.long
@pytest.mark.parametrize("seconds", [30, -30])
async def test_clock_of_a_runner_moved_refuses_no_run_and_none_is_endless(seconds: int, cluster: Cluster, during: Break) -> None:
    async def fault() -> None:
        await asyncio.to_thread(cluster.runners["runner-1"].stop)
        cluster.start_runner("runner-1", ("-c", MOVED_CLOCK.format(seconds=seconds) + PROGRAM))
        await cluster.hears(2)

    load = await during(f"clock of a runner moved by {seconds} s", fault, films=MORE_FILMS)
    assert not load.answers["connection lost"]
    assert not load.answers["503 with Retry-After"]


@pytest.mark.long
@pytest.mark.parametrize("seconds", [30, -30])
async def test_clock_of_a_replica_moved_refuses_no_run_and_loses_no_link(seconds: int, cluster: Cluster, during: Break) -> None:
    async def fault() -> None:
        replaced = cluster.replicas.pop()
        replaced.process.terminate()
        await asyncio.to_thread(replaced.process.wait)
        cluster.start_replica(replaced.port, before=MOVED_CLOCK.format(seconds=seconds))
        await cluster.ready()

    load = await during(f"clock of a replica moved by {seconds} s", fault, films=MORE_FILMS)
    assert not load.answers["503 with Retry-After"]


async def test_link_published_and_deleted_at_two_replicas_at_once_is_there_while_somebody_publishes_it(cluster: Cluster) -> None:
    """Two publishers, each at a replica of its own, who publish and withdraw the same code at the same moments."""
    statuses: Counter[int] = Counter()

    async def publisher(port: int, http: httpx.AsyncClient) -> str:
        base, visitor = f"http://127.0.0.1:{port}", {"X-Forwarded-For": f"203.0.113.{port % 250}"}
        for _ in range(10):
            made = await http.post(f"{base}/api/snippets", json={"code": "x = 'of two'"}, headers=visitor)
            statuses[made.status_code] += 1
            assert made.status_code in (200, 201), made.text
            shown = await http.get(f"{base}/s/{made.json()['id']}.py")
            assert (shown.status_code, shown.text) == (200, "x = 'of two'")
            token = {"Authorization": f"Bearer {made.json()['delete_token']}"}
            deleted = await http.delete(f"{base}/api/snippets/{made.json()['id']}", headers=token)
            statuses[deleted.status_code] += 1
            assert deleted.status_code in (200, 204), deleted.text
        return str(made.json()["id"])

    async with httpx.AsyncClient(timeout=PATIENCE_S) as http:
        ids = await asyncio.gather(*(publisher(replica.port, http) for replica in cluster.replicas))
        assert len(set(ids)) == 1
        for replica in cluster.replicas:
            await gone(http, f"http://127.0.0.1:{replica.port}/s/{ids[0]}.py")
    assert statuses[204], statuses


async def gone(http: httpx.AsyncClient, url: str) -> None:
    """Wait until what is there is answered as deleted."""
    async with asyncio.timeout(PATIENCE_S):
        while (found := (await http.get(url)).status_code) != 410:
            assert found == 200
            await asyncio.sleep(0.05)


async def test_deletion_at_one_replica_is_seen_at_the_other_at_once(cluster: Cluster) -> None:
    first, second = (f"http://127.0.0.1:{replica.port}" for replica in cluster.replicas)
    async with httpx.AsyncClient(timeout=PATIENCE_S) as http:
        made = (await http.post(f"{first}/api/snippets", json={"code": "to_be = 'deleted'"})).json()
        for _ in range(2):
            assert (await http.get(f"{second}/s/{made['id']}.json")).status_code == 200
        deleting = await http.delete(f"{first}/api/snippets/{made['id']}", headers={"Authorization": f"Bearer {made['delete_token']}"})
        assert deleting.status_code == 204
        await gone(http, f"{second}/s/{made['id']}.json")  # long before ``view_age_s``


async def test_runners_hold_no_secrets_of_the_web_tier(cluster: Cluster) -> None:
    pid = cluster.runners["runner-2"].process.pid
    environ = (await asyncio.to_thread(Path(f"/proc/{pid}/environ").read_bytes)).split(b"\0")
    names = {each.partition(b"=")[0] for each in environ if each.startswith(b"GRADREEL_")}
    assert not names & {b"GRADREEL_DATABASE_URL", b"GRADREEL_METRICS_TOKEN"}
    assert b"web.nk" not in b"".join(environ)
