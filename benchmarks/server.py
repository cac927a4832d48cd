"""A real server for benchmarks: a process of its own on loopback, limits per client off unless they are what is measured."""

from __future__ import annotations

import os
import random
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

import httpx

START_TIMEOUT_S = 200.0
STOP_TIMEOUT_S = 100.0


WITHOUT_LIMITS = {"GRADREEL_RATE_LIMIT": "off", "GRADREEL_CLIENT_RUNS": "1000", "GRADREEL_EXAMPLE_LINKS": "0"}


@dataclass(frozen=True)
class Server:
    """A server that runs."""

    url: str
    pid: int
    log: Path
    """What it writes to stderr."""


@contextmanager
def running_server(module: str = "app.cli", **environment: str) -> Iterator[str]:
    """Start the service without limits per client and yield its base URL; it is ready, and it is gone afterwards.

    ``module`` is what is run instead of the service's own.

    Raises ``TimeoutError`` when it is not ready in time.
    """
    with server_with({**WITHOUT_LIMITS, **environment}, module) as server:
        yield server.url


@contextmanager
def server_with(environment: Mapping[str, str], module: str = "app.cli") -> Iterator[Server]:
    """Start the service with these settings and an empty store; likewise."""
    port = free_port()
    with tempfile.TemporaryDirectory() as folder, Path(folder, "log").open("w") as log:
        own_store = {"GRADREEL_DATABASE_URL": f"sqlite:///{folder}/gradreel.db"}
        env = {**own_store, **os.environ, **environment}
        process = subprocess.Popen([sys.executable, "-m", module, "serve", "--port", str(port)], env=env, stderr=log)
        url = f"http://127.0.0.1:{port}"
        try:
            await_ready(url, process)
            yield Server(url, process.pid, Path(log.name))
        finally:
            process.terminate()
            process.wait(timeout=STOP_TIMEOUT_S)


def free_port() -> int:
    """Choose a TCP port that nobody listens on.

    It is below those that the system gives to connections: of these, any may be taken again before the server listens.
    """
    while True:
        port = random.randrange(10_000, 32_000)
        with socket.socket() as probe, suppress(OSError):
            probe.bind(("127.0.0.1", port))
            return port


def await_ready(url: str, process: subprocess.Popen[bytes]) -> None:
    """Wait until the server would run a snippet; raises ``TimeoutError`` or ``RuntimeError``."""
    deadline = time.monotonic() + START_TIMEOUT_S
    # Making a client takes half a core for as long as one is made for each question: it reads all certificates.
    with httpx.Client(timeout=2) as client:
        while time.monotonic() < deadline:
            if process.poll() is not None:
                raise RuntimeError(f"the server ended with status {process.returncode} before it was ready")
            try:
                if client.get(f"{url}/healthz").status_code == 200:
                    return
            except httpx.TransportError:
                pass
            time.sleep(0.05)
    raise TimeoutError(f"the server was not ready within {START_TIMEOUT_S:.0f} s")
