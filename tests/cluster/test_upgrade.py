"""A rolling upgrade: two versions side by side on one NATS and one PostgreSQL, each with its own runners, until the old one is ended.

The new version is a copy of the sources in which one file of the library has another line.
"""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import AsyncIterator
from pathlib import Path

import httpx
import pytest
from sqlalchemy import make_url, text
from sqlalchemy.ext.asyncio import create_async_engine

from benchmarks.server import free_port
from tests.cluster.cluster import Cluster, running_cluster
from tests.cluster.conftest import LIMITS, environment
from tests.cluster.load import HEAD, under_load
from tests.cluster.runners import ROOT
from tests.conftest import PATIENCE_S

pytestmark = [pytest.mark.jail, pytest.mark.cluster]

GIVEN = {**LIMITS, "rate_limit": "off", "concurrent_runs": 1, "pool_children": 1, "twin_runs": 0}
SETTINGS = environment(**GIVEN, example_links=0, refresh_pause_s=0.2)
OTHER_LIMITS = {"GRADREEL_TRACE_EVENTS": "19999"}
"""What makes another engine of the same sources."""


@pytest.fixture(scope="module")
async def shared_cluster(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Cluster]:
    """Three keys of runners, one of which runs."""
    folder = tmp_path_factory.mktemp("cluster")
    async with running_cluster(folder, 1, 1, settings=SETTINGS, spare_keys=["new-1", "new-2"]) as (made, _):
        yield made


@pytest.fixture
async def cluster(shared_cluster: Cluster) -> Cluster:
    """A cluster of one old runner and one old replica, whatever the test before has left of it."""
    for name in ("new-1", "new-2"):
        if runner := shared_cluster.runners.pop(name, None):
            runner.kill()
    if shared_cluster.runners["runner-1"].process.poll() is not None or len(shared_cluster.replicas) != 1:
        shared_cluster.runners["runner-1"].kill()
        for replica in shared_cluster.replicas:
            replica.kill()
        shared_cluster.replicas.clear()
        shared_cluster.start_runner("runner-1")
        shared_cluster.start_replica(free_port())
    await shared_cluster.ready()
    return shared_cluster


@pytest.fixture
def new_version(tmp_path: Path) -> Path:
    """The sources of another version."""
    folder = tmp_path / "new"
    being_written = shutil.ignore_patterns("*.pyc.*")
    for name in ("gradreel", "app"):
        shutil.copytree(ROOT / name, folder / name, ignore=being_written)
    for name in ("templates", "docs", "static", "pyproject.toml", "LICENSE"):
        (folder / name).symlink_to(ROOT / name)
    with (folder / "gradreel" / "version.py").open("a") as file:
        file.write("# the next version\n")
    return folder


async def engines(cluster: Cluster, link: str) -> list[str]:
    """Those that have made films of this link, the first one first."""
    engine = create_async_engine(make_url(cluster.database.url).set(drivername="postgresql+asyncpg"))
    async with engine.connect() as connection:
        made = text("SELECT engine FROM result WHERE snippet_id = :link ORDER BY created_s, engine")
        found = [str(row.engine) for row in await connection.execute(made, {"link": link})]
    await engine.dispose()
    return found


async def engines_become(cluster: Cluster, link: str, count: int) -> list[str]:
    """Wait until so many films of this link are stored."""
    for _ in range(round(PATIENCE_S / 0.2)):
        if len(found := await engines(cluster, link)) == count:
            return found
        await asyncio.sleep(0.2)
    raise AssertionError(found)


async def published(http: httpx.AsyncClient, port: int, code: str) -> str:
    """The id of a link that is made by way of this replica."""
    return str((await http.post(f"http://127.0.0.1:{port}/api/snippets", json={"code": code})).json()["id"])


async def runs(http: httpx.AsyncClient, port: int, code: str) -> None:
    """A program runs by way of this replica."""
    answer = await http.post(f"http://127.0.0.1:{port}/api/runs", json={"code": code})
    assert answer.status_code == 200, answer.text
    assert answer.json()["outcome"]["status"] == "completed"


async def test_engine_that_most_runners_have_makes_films_and_stored_ones_anew(cluster: Cluster) -> None:
    port = cluster.replicas[0].port
    async with httpx.AsyncClient(timeout=PATIENCE_S) as http:
        link = await published(http, port, "x = 'published before'")
        (old_engine,) = await engines_become(cluster, link, 1)
        for name in ("new-1", "new-2"):
            cluster.start_runner(name, settings=OTHER_LIMITS)
        both = await engines_become(cluster, link, 2)
        assert both[0] == old_engine != both[1]
        assert (await http.get(f"http://127.0.0.1:{port}/s/{link}.json")).status_code == 200
        for name in ("new-1", "new-2"):
            await asyncio.to_thread(cluster.runners[name].stop)
        await runs(http, port, "x = 'the old runner is left'")


async def test_two_versions_serve_side_by_side_and_the_new_one_makes_stored_films_anew(cluster: Cluster, new_version: Path) -> None:
    old, new = cluster.replicas[0], free_port()
    async with httpx.AsyncClient(timeout=PATIENCE_S) as http:
        link = await published(http, old.port, "x = 'published before the upgrade'")
        (old_engine,) = await engines_become(cluster, link, 1)

        upgraded = cluster.start_replica(new, folder=new_version)
        await cluster.comes(lambda: upgraded.figure("gradreel_other_runners") == 1)
        assert not upgraded.is_ready()  # there is no runner of its version
        cluster.start_runner("new-1", folder=new_version)
        await cluster.ready()
        for port in (old.port, new):
            for number in range(3):
                await runs(http, port, f"x = {port} + {number}")
            assert (await http.get(f"http://127.0.0.1:{port}/s/{link}.json")).status_code == 200

        await asyncio.to_thread(cluster.runners["runner-1"].stop)
        old.process.terminate()
        await asyncio.to_thread(old.process.wait)
        both = await engines_become(cluster, link, 2)
        assert both[0] == old_engine != both[1]
        assert (await http.get(f"http://127.0.0.1:{new}/s/{link}.json")).status_code == 200
        await runs(http, new, "x = 'after'")


@pytest.mark.long
async def test_rolling_upgrade_under_load_loses_no_request(cluster: Cluster, new_version: Path) -> None:
    """As the operator is told to do it: new runners, new replicas one by one, then the old ones are ended."""

    async def upgrade() -> None:
        cluster.start_runner("new-1", folder=new_version)
        started = cluster.start_replica(free_port(), folder=new_version)
        cluster.replicas.remove(started)  # no balancer sends requests to one that is not ready
        await asyncio.to_thread(started.wait_ready)
        cluster.replicas.append(started)
        await asyncio.sleep(3)
        old = cluster.replicas.pop(0)
        await asyncio.sleep(0.5)
        old.process.terminate()
        await asyncio.to_thread(old.process.wait)
        await asyncio.to_thread(cluster.runners["runner-1"].stop)
        await asyncio.sleep(3)

    load = await under_load(cluster, "rolling upgrade", upgrade)
    print("", HEAD, load.row(), sep="\n")
    assert not load.answers["connection lost"]
    assert not load.answers["503 with Retry-After"]
