"""Places of the database that go wrong: damaged under a running service, in a folder where nothing can be written."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from app.sandbox.jail import mounts, namespaces, syscalls
from app.store.store import Store
from tests.api.conftest import SeatedRunner, Serve

ROOT = Path(__file__).parents[2]
PAGE_BYTES = 4096


async def test_damaged_database_answers_503_and_says_what_to_do_and_runs_go_on(serve: Serve, database_url: str) -> None:
    file = Path(database_url.removeprefix("sqlite:///"))
    store = Store(database_url)
    await store.start()
    made = await store.snippets.create(f"# {'a' * 20_000}", "client", None)
    await store.aclose()
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    _damage(file)
    client = await serve(SeatedRunner())
    for path in (f"/s/{made.id}.json", f"/s/{made.id}.py", f"/api/snippets/{made.id}"):
        answer = await client.get(path)
        assert (answer.status_code, answer.json()["error"]["kind"]) == (503, "store_unavailable")
        assert "restore a backup" in answer.json()["error"]["message"]
    assert (await client.get(f"/s/{made.id}")).status_code == 503
    assert (await client.post("/api/runs", json={"code": "y = 2"})).status_code == 200


@pytest.mark.jail
@pytest.mark.parametrize("is_new", [True, False])
def test_service_whose_folder_cannot_be_written_to_says_so_in_one_line_and_does_not_start(is_new: bool, tmp_path: Path) -> None:
    """A new file cannot be made, and one that is there cannot be switched to, or used with, a log beside it."""
    folder = tmp_path / "var"
    folder.mkdir()
    if not is_new:
        command = [sys.executable, "-m", "app.cli", "db", "upgrade"]
        subprocess.run(command, cwd=ROOT, env=environment(folder), check=True, capture_output=True)

    def read_only() -> None:
        uid, gid = os.geteuid(), os.getegid()
        if mounts.leave_mounts():
            namespaces.map_ids(os.open("/proc", os.O_PATH), (uid, uid), (gid, gid))
        syscalls.mount("none", "/", None, syscalls.MS_REC | syscalls.MS_PRIVATE)
        syscalls.mount(str(folder), str(folder), None, syscalls.MS_BIND)
        syscalls.set_mount_attributes(str(folder), syscalls.MOUNT_ATTR_RDONLY, recursive=False)

    command = [sys.executable, "-m", "app.cli", "serve", "--port", "0"]
    done = subprocess.run(
        command, cwd=ROOT, env=environment(folder), preexec_fn=read_only, capture_output=True, text=True, check=False, timeout=200
    )
    assert done.returncode == 2, done.stderr[-2000:]
    assert done.stderr.splitlines()[-1].startswith("gradreel: The database sqlite")


def environment(folder: Path) -> dict[str, str]:
    return {**os.environ, "GRADREEL_DATABASE_URL": f"sqlite:///{folder}/gradreel.db"}


def _damage(file: Path) -> None:
    """Overwrite where the next page of a long code is."""
    content = bytearray(file.read_bytes())
    letters = b"a" * (PAGE_BYTES - 4)
    page = next(start for start in range(0, len(content), PAGE_BYTES) if content[start + 4 : start + PAGE_BYTES] == letters)
    content[page : page + 4] = b"\xff" * 4
    file.write_bytes(content)
