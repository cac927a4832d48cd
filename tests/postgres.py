"""Starts a PostgreSQL server for tests, in a temporary folder and reachable over a socket, and removes it afterwards."""

from __future__ import annotations

import os
import pwd
import secrets
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy import make_url, text
from sqlalchemy.ext.asyncio import create_async_engine

INSTALL = "PostgreSQL is missing. Install it with: sudo apt-get install postgresql"
SERVER_USER = "nobody"
"""Whom the server runs as when the tests run as root, whom PostgreSQL refuses."""


@contextmanager
def postgresql() -> Iterator[str]:
    """Yield the URL of an empty database."""
    programs = _programs()
    with tempfile.TemporaryDirectory(prefix="gradreel-pg-", ignore_cleanup_errors=True) as folder:
        if os.geteuid() == 0:
            os.chown(folder, pwd.getpwnam(SERVER_USER).pw_uid, pwd.getpwnam(SERVER_USER).pw_gid)
        data = f"{folder}/data"
        _run(programs / "initdb", "-D", data, "-U", "gradreel", "-A", "trust", "-E", "UTF8", "--no-locale", "--no-sync")
        # No TCP. No fsync: tests kill processes, not the machine.
        options = f"-c listen_addresses='' -c unix_socket_directories='{folder}' -c shared_buffers=16MB -c fsync=off -c autovacuum=off"
        _run(programs / "pg_ctl", "-D", data, "-w", "-t", "200", "-l", f"{folder}/log", "-o", options, "start")
        try:
            yield f"postgresql://gradreel@/postgres?host={folder}"
        finally:
            _run(programs / "pg_ctl", "-D", data, "-t", "200", "-m", "immediate", "stop")


async def empty_postgresql(server: str) -> str:
    """Make an empty database on ``server`` and return its URL."""
    url = make_url(server)
    name = f"test_{secrets.token_hex(8)}"
    engine = create_async_engine(url.set(drivername="postgresql+asyncpg"), isolation_level="AUTOCOMMIT")
    async with engine.connect() as connection:
        await connection.execute(text(f"CREATE DATABASE {name}"))
    await engine.dispose()
    return url.set(database=name).render_as_string(hide_password=False)


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
