"""A whole cluster on this machine: a NATS server with TLS and keys, PostgreSQL, runners, and replicas behind one port."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import AsyncIterator
from contextlib import ExitStack, asynccontextmanager
from pathlib import Path

from tests.cluster.balancer import Balancer
from tests.cluster.nats_server import NatsServer, free_port
from tests.cluster.runners import ROOT, RunnerProcess
from tests.postgres import postgresql

READY_S = 300.0
STOP_S = 60.0
WITHOUT_TORCH = "import sys; sys.modules.update(torch=None, numpy=None); from app.cli import main; main()"
"""A replica has neither; here both are installed, so importing them is made to fail."""


class ReplicaProcess:
    """One web replica: ``python -m app.cli serve``."""

    def __init__(self, port: int, log: Path, environment: dict[str, str]) -> None:
        self.port = port
        with log.open("ab") as out:
            self.process = subprocess.Popen(
                [sys.executable, "-c", WITHOUT_TORCH, "serve", "--port", str(port)], cwd=ROOT, env=environment, stdout=out, stderr=out
            )

    def is_ready(self) -> bool:
        """Whether a run could be made through it now."""
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{self.port}/readyz", timeout=5) as answer:
                return bool(answer.status == 200)
        except (OSError, urllib.error.URLError):
            return False


class Cluster:
    """Its parts; each can be killed and started again."""

    def __init__(self, folder: Path, names: list[str], database_url: str, settings: dict[str, str]) -> None:
        self.folder = folder
        self.names = names
        self.nats = NatsServer.locked(folder, names)
        self._settings = settings
        self._database_url = database_url
        self.runners: dict[str, RunnerProcess] = {}
        self.replicas: list[ReplicaProcess] = []

    @property
    def _common(self) -> dict[str, str]:
        common = {"GRADREEL_NATS_URL": self.nats.url.replace("nats://", "tls://"), "GRADREEL_NATS_CA_FILE": str(self.folder / "ca.pem")}
        return {**self._settings, **common}

    def start_runner(self, name: str) -> RunnerProcess:
        """Start a runner; it is given no more than it needs."""
        seed = str(self.folder / f"{name}.nk")
        runner = RunnerProcess(name, self.folder / f"{name}.log", **{**self._common, "GRADREEL_NATS_SEED_FILE": seed})
        self.runners[name] = runner
        return runner

    def start_replica(self, port: int) -> ReplicaProcess:
        """Start a replica."""
        own = {"GRADREEL_NATS_SEED_FILE": str(self.folder / "web.nk"), "GRADREEL_DATABASE_URL": self._database_url}
        kept = {name: value for name, value in os.environ.items() if not name.startswith("GRADREEL_")}
        environment = {**kept, **self._common, **own, "GRADREEL_TRUSTED_PROXIES": "127.0.0.1"}
        replica = ReplicaProcess(port, self.folder / f"replica-{port}.log", environment)
        self.replicas.append(replica)
        return replica

    async def ready(self) -> None:
        """Wait until every replica is."""
        async with asyncio.timeout(READY_S):
            for replica in self.replicas:
                while not await asyncio.to_thread(replica.is_ready):
                    assert replica.process.poll() is None, f"a replica ended: see {self.folder}"
                    await asyncio.sleep(0.1)

    def stop(self) -> None:
        """End every process, those that people wait for first."""
        for process in [*(each.process for each in self.replicas), *(each.process for each in self.runners.values())]:
            if process.poll() is None:
                process.terminate()
            try:
                process.wait(STOP_S)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
        self.nats.kill()


@asynccontextmanager
async def running_cluster(
    folder: Path, runners: int, replicas: int, port: int = 0, settings: dict[str, str] | None = None
) -> AsyncIterator[tuple[Cluster, int]]:
    """Start a cluster, and yield it with the port in front of its replicas once all are ready."""
    with ExitStack() as stack:
        names = [f"runner-{number}" for number in range(1, runners + 1)]
        cluster = Cluster(folder, names, stack.enter_context(postgresql()), settings or {})
        stack.callback(cluster.stop)
        await asyncio.to_thread(cluster.nats.start)
        for name in names:
            cluster.start_runner(name)
        for _ in range(replicas):
            cluster.start_replica(free_port())
        balancer = Balancer([replica.port for replica in cluster.replicas])
        await cluster.ready()
        try:
            yield cluster, await balancer.start(port)
        finally:
            await balancer.aclose()
