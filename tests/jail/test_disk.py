"""A disk that is full takes links from nobody, and runs from nobody either."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from app.sandbox.jail import mounts, namespaces, syscalls
from tests.long import every_nth

pytestmark = pytest.mark.jail

ROOT = Path(__file__).parent.parent.parent
DISK_BYTES = {"sqlite": 2 * 1024**2, "postgresql": 64 * 1024**2}

SERVICE = """
import asyncio, json, os, sys
from contextlib import ExitStack
from pathlib import Path
from app.main import create_app
from app.settings import Settings
from tests.conftest import client_of
from tests.postgres import PostgresServer
from tests.templates import borrowed_templates

disk, kind = sys.argv[1:]

def database(stack):
    if kind == "sqlite":
        return f"sqlite:///{disk}/gradreel.db"
    folder = Path(disk, "postgresql")
    folder.mkdir()
    server = PostgresServer(folder)
    server.start()
    stack.callback(server.stop)
    return server.url

def random_code(name):
    # PostgreSQL stores what repeats itself in little room.
    return f"{name} = 2  # " + os.urandom(15_000).hex()

def fill():
    with open(disk + "/filler", "wb", buffering=0) as filler:
        for size in (4096, 1):
            try:
                while True:
                    filler.write(b"x" * size)
            except OSError:
                pass

async def main(url):
    settings = Settings(
        database_url=url, rate_limit="off", create_rate_limit="1000/minute", example_links=False,
        film_memory_bytes=0, twin_runs=0, pool_children=1, concurrent_runs=1,
    )
    said = []
    async with client_of(create_app(settings)) as client:
        async def ask(method, path, code=None):
            answer = await client.request(method, path, json={"code": code} if code else None)
            body = answer.json()
            said.append([answer.status_code, (body.get("error") or {}).get("kind")])
            return body
        kept = await ask("POST", "/api/snippets", "x = 1")
        fill()
        await ask("POST", "/api/runs", "print(2)")
        await ask("POST", "/api/snippets", random_code("y"))
        await ask("GET", "/api/snippets/" + kept["id"])
        await ask("GET", "/healthz")
        os.remove(disk + "/filler")
        made = await ask("POST", "/api/snippets", random_code("y"))
        await ask("GET", "/api/snippets/" + kept["id"])
        await ask("GET", "/api/snippets/" + made["id"])
    print(json.dumps(said))

with borrowed_templates(), ExitStack() as stack:
    asyncio.run(main(database(stack)))
"""


@pytest.fixture
def folder() -> Iterator[str]:
    """One that PostgreSQL's user gets to, as it does not to those of pytest."""
    with tempfile.TemporaryDirectory(prefix="gradreel-disk-") as made:
        os.chmod(made, 0o755)
        yield made


@pytest.mark.parametrize("kind", every_nth(DISK_BYTES, 2))
def test_full_disk_refuses_links_and_loses_nothing(kind: str, folder: str) -> None:
    """Snippets run all the while, what was stored stays, and with room made links can be made again."""

    def small_disk() -> None:
        uid, gid = os.geteuid(), os.getegid()
        if mounts.leave_mounts():
            namespaces.map_ids(os.open("/proc", os.O_PATH), (uid, uid), (gid, gid))
        syscalls.mount("none", "/", None, syscalls.MS_REC | syscalls.MS_PRIVATE)
        syscalls.mount("small", folder, "tmpfs", 0, f"size={DISK_BYTES[kind]}")

    done = subprocess.run(
        [sys.executable, "-B", "-c", SERVICE, folder, kind],
        cwd=ROOT,
        env={**os.environ, "TMPDIR": folder},
        preexec_fn=small_disk,
        capture_output=True,
        text=True,
        check=False,
        timeout=100,
    )
    assert done.returncode == 0, done.stderr[-3000:]
    assert json.loads(done.stdout.splitlines()[-1]) == [
        [201, None],
        [200, None],
        [507, "store_full"],
        [200, None],
        [200, None],
        [201, None],
        [200, None],
        [200, None],
    ]
