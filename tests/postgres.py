"""Starts a PostgreSQL server for tests, in a temporary folder and reachable over a socket, and removes it afterwards."""

from __future__ import annotations

import os
import pwd
import secrets
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from sqlalchemy import URL, make_url, text
from sqlalchemy.ext.asyncio import create_async_engine

INSTALL = "PostgreSQL is missing. Install it with: sudo apt-get install postgresql"
SERVER_USER = "nobody"
"""Whom the server runs as when the tests run as root, whom PostgreSQL refuses."""
INIT_OPTIONS = ("-U", "gradreel", "-A", "trust", "-E", "UTF8", "--no-locale", "--no-sync", "--wal-segsize=1")
"""Small segments of the log: a test may have it on a small disk."""
KILL_S = 20.0


class PostgresServer:
    """One server, which can be killed and started again."""

    def __init__(self, folder: Path) -> None:
        """Its data and its socket are in ``folder``, which must be empty."""
        self.folder = folder
        self._programs = _programs()
        if os.geteuid() == 0:
            os.chown(folder, pwd.getpwnam(SERVER_USER).pw_uid, pwd.getpwnam(SERVER_USER).pw_gid)
            _run(self._programs / "initdb", "-D", self._data, *INIT_OPTIONS)

    @property
    def _data(self) -> Path:
        return self.folder / "data"

    @property
    def url(self) -> str:
        """Of its empty database."""
        return f"postgresql://gradreel@/postgres?host={self.folder}"

    @property
    def socket(self) -> Path:
        """Where it listens."""
        return self.folder / ".s.PGSQL.5432"

    def start(self) -> None:
        """Start it, and wait until it answers."""
        # No TCP. No fsync: tests kill processes, not the machine.
        options = f"-c listen_addresses='' -c unix_socket_directories='{self.folder}' -c shared_buffers=16MB -c fsync=off -c autovacuum=off"
        _run(self._programs / "pg_ctl", "-D", self._data, "-w", "-t", "200", "-l", self.folder / "log", "-o", options, "start")

    def stop(self) -> None:
        """Stop it at once."""
        _run(self._programs / "pg_ctl", "-D", self._data, "-t", "200", "-m", "immediate", "stop")

    @property
    def processes(self) -> list[int]:
        """Its process and those that it has started."""
        pid = int((self._data / "postmaster.pid").read_text().split()[0])
        return [pid, *map(int, Path(f"/proc/{pid}/task/{pid}/children").read_text().split())]

    def kill(self) -> None:
        """Kill it and all of its processes with -9, and wait until they are gone."""
        killed = self.processes
        for each in killed:
            with suppress(ProcessLookupError):
                os.kill(each, signal.SIGKILL)
        deadline = time.monotonic() + KILL_S
        while any(Path(f"/proc/{each}").exists() for each in killed) and time.monotonic() < deadline:
            time.sleep(0.02)


@contextmanager
def postgresql() -> Iterator[str]:
    """Yield the URL of an empty database."""
    with postgres_server() as server:
        yield server.url


@contextmanager
def postgres_server() -> Iterator[PostgresServer]:
    """Start a server, and remove it afterwards."""
    with tempfile.TemporaryDirectory(prefix="gradreel-pg-", ignore_cleanup_errors=True) as folder:
        server = PostgresServer(Path(folder))
        server.start()
        try:
            yield server
        finally:
            server.stop()


class EmptyDatabases:
    """Databases of one server. One that is given back is emptied and serves the next test: a new one takes several times as long."""

    OTHERS = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"

    def __init__(self, server: str) -> None:
        """``server`` is the URL of any of its databases."""
        self._server = make_url(server)
        self._spare: list[URL] = []

    async def take(self) -> URL:
        """An empty database, until it is given back."""
        if self._spare:
            return self._spare.pop()
        name = f"test_{secrets.token_hex(8)}"
        await self._execute(self._server, f"CREATE DATABASE {name}")
        return self._server.set(database=name)

    async def give_back(self, url: URL) -> None:
        """End what is still connected to it, and take away what it holds."""
        await self._execute(url, self.OTHERS, "DROP SCHEMA public CASCADE", "CREATE SCHEMA public")
        self._spare.append(url)

    async def _execute(self, url: URL, *statements: str) -> None:
        engine = create_async_engine(url.set(drivername="postgresql+asyncpg"), isolation_level="AUTOCOMMIT")
        async with engine.connect() as connection:
            for statement in statements:
                await connection.execute(text(statement))
        await engine.dispose()


def _programs() -> Path:
    """Find the folder of ``initdb``; Debian keeps it off the path."""
    debian = sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda path: int(path.parent.name))
    if debian:
        return debian[-1]
    found = shutil.which("initdb")
    assert found, INSTALL
    return Path(found).resolve().parent


def _run(*command: str | Path) -> None:
    prefix = ["setpriv", f"--reuid={SERVER_USER}", "--regid=nogroup", "--clear-groups"] if os.geteuid() == 0 else []
    # pg_ctl leaves the server behind with our descriptors, so its output must not be a pipe that somebody reads to the end.
    with tempfile.TemporaryFile() as log:
        done = subprocess.run([*prefix, *map(str, command)], cwd="/", stdin=subprocess.DEVNULL, stdout=log, stderr=log, check=False)
        log.seek(0)
        assert done.returncode == 0, log.read().decode(errors="replace")
