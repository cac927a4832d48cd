"""A whole cluster on this machine: a NATS server with TLS and keys, PostgreSQL, runners, and replicas behind one port."""

from __future__ import annotations

import asyncio
import json
import os
import re
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from functools import partial
from pathlib import Path

from benchmarks.server import free_port
from tests.cluster.balancer import Balancer
from tests.cluster.nats_server import NatsServer
from tests.cluster.runners import ROOT, RunnerProcess
from tests.postgres import PostgresServer, postgres_server
from tests.proxy import Proxy

READY_S = 300.0
WITHOUT_TORCH = "import sys; sys.modules.update(torch=None, numpy=None); from app.cli import main"
"""A replica has neither; here both are installed, so importing them is made to fail."""
SERVE = f"{WITHOUT_TORCH}\nmain()"
BORROWING = f"{WITHOUT_TORCH}\nfrom tests.templates import borrowed_templates\nwith borrowed_templates():\n    main()"
"""Its readers need not import the contract: a test that starts a replica waits for them."""


LOST = "the connection to NATS is lost"
"""What a party says in its log that has noticed it."""


class ReplicaProcess:
    """One web replica: ``python -m app.cli serve``."""

    def __init__(self, port: int, log: Path, environment: dict[str, str], folder: Path = ROOT, before: str = "") -> None:
        """``folder`` has the sources that it is started from; ``before`` is Python that runs first."""
        self.port = port
        self._log = log
        with log.open("ab") as out:
            self.process = subprocess.Popen(
                [sys.executable, "-c", before + (BORROWING if folder == ROOT else SERVE), "serve", "--port", str(port)],
                cwd=folder,
                env=environment,
                stdout=out,
                stderr=out,
            )

    @property
    def log(self) -> str:
        """What it has written."""
        return self._log.read_text()

    def figure(self, name: str) -> float:
        """Add up the lines of ``/metrics`` that have this name; 0 where there are none, or no answer yet."""
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{self.port}/metrics", timeout=READY_S) as answer:
                text = answer.read().decode()
        except OSError:
            return 0.0
        return sum(map(float, re.findall(rf"^{name}(?:{{.*}})? (\S+)$", text, re.MULTILINE)))

    @property
    def heard(self) -> float:
        """How many runners it hears; those of another version and those that are shut out are counted apart."""
        return self.figure("gradreel_runners") + self.figure("gradreel_other_runners")

    def hears_database(self) -> bool:
        """Whether the database answers it."""
        try:
            urllib.request.urlopen(f"http://127.0.0.1:{self.port}/readyz", timeout=READY_S).close()
        except urllib.error.HTTPError as error:
            return bool(json.loads(error.read())["store"])
        return True

    def is_ready(self) -> bool:
        """Whether a run could be made through it now."""
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{self.port}/readyz", timeout=5) as answer:
                return bool(answer.status == 200)
        except (OSError, urllib.error.URLError):
            return False

    def kill(self) -> None:
        """Kill it with -9; its children end with it."""
        self.process.kill()
        self.process.wait()

    def wait_ready(self) -> None:
        """Wait until one could."""
        until_s = time.monotonic() + READY_S
        while not self.is_ready():
            assert self.process.poll() is None, "a replica ended"
            assert time.monotonic() < until_s, "a replica is not ready"
            time.sleep(0.2)


class Cluster:
    """Its parts; each can be killed and started again."""

    def __init__(self, folder: Path, names: list[str], database: PostgresServer, settings: dict[str, str]) -> None:
        self.folder = folder
        self.names = names
        self.nats = NatsServer.locked(folder, names)
        self.database = database
        self._settings = settings
        self.runners: dict[str, RunnerProcess] = {}
        self.replicas: list[ReplicaProcess] = []
        self.networks: dict[str, Proxy] = {}
        """Between a party and a server, by ``nats_of`` and ``database_of``; a party that has none is connected without."""
        self._proxied: dict[str, int] = {}

    async def connect_by_proxies(self, ports: list[int]) -> None:
        """Have all runners, and the replicas on these ports, connect over networks that can be cut."""
        parties: list[str | int] = [*self.names, *ports]
        for name in map(nats_of, parties):
            self.networks[name] = Proxy(partial(asyncio.open_connection, "127.0.0.1", self.nats.port))
        for name in map(database_of, ports):
            self.networks[name] = Proxy(partial(asyncio.open_unix_connection, str(self.database.socket)))
        for name, proxy in self.networks.items():
            self._proxied[name] = await proxy.start()

    def _common(self, party: str | int) -> dict[str, str]:
        port = self._proxied.get(nats_of(party), self.nats.port)
        common = {"GRADREEL_NATS_URL": f"tls://127.0.0.1:{port}", "GRADREEL_NATS_CA_FILE": str(self.folder / "ca.pem")}
        return {**self._settings, **common}

    def start_runner(
        self, name: str, program: tuple[str, ...] = (), folder: Path = ROOT, settings: dict[str, str] | None = None
    ) -> RunnerProcess:
        """Start a runner; it is given no more than it needs."""
        seed = str(self.folder / f"{name}.nk")
        given = {**self._common(name), "GRADREEL_NATS_SEED_FILE": seed, **(settings or {})}
        runner = RunnerProcess(name, self.folder / f"{name}.log", given, program, folder)
        self.runners[name] = runner
        return runner

    def start_replica(self, port: int, folder: Path = ROOT, before: str = "") -> ReplicaProcess:
        """Start a replica; ``before`` is Python that runs first."""
        proxied = self._proxied.get(database_of(port))
        database_url = f"postgresql://gradreel@127.0.0.1:{proxied}/postgres" if proxied else self.database.url
        own = {"GRADREEL_NATS_SEED_FILE": str(self.folder / "web.nk"), "GRADREEL_DATABASE_URL": database_url}
        kept = {name: value for name, value in os.environ.items() if not name.startswith("GRADREEL_")}
        environment = {**kept, **self._common(port), **own, "GRADREEL_TRUSTED_PROXIES": "127.0.0.1"}
        replica = ReplicaProcess(port, self.folder / f"replica-{port}.log", environment, folder, before)
        self.replicas.append(replica)
        return replica

    async def close_networks(self) -> None:
        """Close what the proxies have open."""
        await asyncio.gather(*(proxy.aclose() for proxy in self.networks.values()))

    async def ready(self) -> None:
        """Wait until every replica is."""
        async with asyncio.timeout(READY_S):
            for replica in self.replicas:
                while not await asyncio.to_thread(replica.is_ready):
                    assert replica.process.poll() is None, f"a replica ended: see {self.folder}"
                    await asyncio.sleep(0.1)

    async def hears(self, runners: int) -> None:
        """Wait until every replica hears so many runners, be they shut out or not."""
        await self.comes(lambda: all(replica.heard == runners for replica in self.replicas))

    async def comes(self, is_so: Callable[[], bool]) -> None:
        """Wait until something is so."""
        async with asyncio.timeout(READY_S):
            while not await asyncio.to_thread(is_so):  # noqa: ASYNC110 - nothing tells of it
                await asyncio.sleep(0.1)

    def stop(self) -> None:
        """Mend all networks, and kill every process with -9: nobody waits for what is under way."""
        for proxy in self.networks.values():
            proxy.mend()
        for replica in self.replicas:
            replica.kill()
        for runner in self.runners.values():
            runner.kill()
        self.nats.kill()


def nats_of(party: str | int) -> str:
    """Name the network between a runner, or the replica on a port, and NATS."""
    return f"{party} nats"


def database_of(port: int) -> str:
    """Name the network between the replica on a port and PostgreSQL."""
    return f"{port} database"


@asynccontextmanager
async def running_cluster(
    folder: Path,
    runners: int,
    replicas: int,
    port: int = 0,
    settings: dict[str, str] | None = None,
    *,
    by_proxies: bool = False,
    spare_keys: Sequence[str] = (),
) -> AsyncIterator[tuple[Cluster, int]]:
    """Start a cluster, and yield it with the port in front of its replicas once all are ready.

    ``by_proxies``: over networks that can be cut. ``spare_keys``: names of runners that are not started yet.
    """
    names = [f"runner-{number}" for number in range(1, runners + 1)]
    ports = [free_port() for _ in range(replicas)]
    balancer = Balancer(ports)
    async with AsyncExitStack() as stack:
        cluster = Cluster(folder, [*names, *spare_keys], stack.enter_context(postgres_server()), settings or {})
        stack.push_async_callback(cluster.close_networks)
        stack.push_async_callback(asyncio.to_thread, cluster.stop)
        stack.push_async_callback(balancer.aclose)
        await asyncio.to_thread(cluster.nats.start)
        if by_proxies:
            await cluster.connect_by_proxies(ports)
        for name in names:
            cluster.start_runner(name)
        for each in ports:
            cluster.start_replica(each)
        await cluster.ready()
        yield cluster, await balancer.start(port)
