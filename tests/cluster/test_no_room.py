"""A NATS server without room: for what it counts in memory, and on the disk where its folder is."""

from __future__ import annotations

import asyncio
import json
import logging
import os
import subprocess
from pathlib import Path

import pytest

from app.runner.nats.messages import RunAsked, SlotWorking
from app.sandbox.jail import mounts, namespaces, syscalls
from tests.cluster.conftest import until
from tests.cluster.hostile import HostileRunner, chunk, hostile_runner
from tests.cluster.nats_server import NatsServer, program
from tests.cluster.test_claims import counted, ended, replicas

MOUNTED_READ_ONLY = 1
REFUSED_S = 30


async def answer_late(runner: HostileRunner, job: RunAsked, key: str) -> None:
    """Answer after a moment in which the run can be counted."""
    await runner.say(job.answer_to, SlotWorking(key))
    await asyncio.sleep(1.0)
    await runner.say(job.answer_to, chunk(key, b"no trace"))


def with_memory(server: NatsServer, folder: Path, size: int) -> None:
    """Start it with so many bytes for what it keeps."""
    path = folder / "nats.conf"
    config = json.loads(path.read_text())
    config["jetstream"]["max_memory_store"] = size
    path.write_text(json.dumps(config))
    server.start()


async def test_server_without_memory_refuses_no_run_and_says_what_to_do_and_counts_again_with_room(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    server = NatsServer.open(tmp_path)
    caplog.set_level(logging.WARNING, "app.runner.nats.claims")
    for size, is_counted in ((200, False), (2**20, True)):
        with_memory(server, tmp_path, size)
        try:
            async with hostile_runner(server.url, answer_late), replicas(server, 1) as (replica,):
                await until(lambda: replica.health().ready)
                run = asyncio.ensure_future(replica.submit("x = 1", "one"))
                await asyncio.sleep(0.5)
                assert await counted(server) == is_counted
                assert await ended(run) == {"answered": 1}
        finally:
            server.kill()
        assert ("insufficient resources; raise max_memory_store in nats.conf" in caplog.text) != is_counted
        caplog.clear()


def on_a_disk(folder: Path, flags: int, options: str) -> None:
    """Mount a small disk at ``folder`` for this process alone."""
    uid, gid = os.geteuid(), os.getegid()
    if mounts.leave_mounts():
        namespaces.map_ids(os.open("/proc", os.O_PATH), (uid, uid), (gid, gid))
    syscalls.mount("none", "/", None, syscalls.MS_REC | syscalls.MS_PRIVATE)
    syscalls.mount("small", str(folder), "tmpfs", flags, options)


def started_on(folder: Path, config: Path, flags: int, options: str) -> subprocess.Popen[str]:
    """Start a server with its folder on such a disk."""
    return subprocess.Popen(
        [program(), "-c", str(config)],
        preexec_fn=lambda: on_a_disk(folder, flags, options),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )


@pytest.fixture
def disk_and_config(tmp_path: Path) -> tuple[Path, Path]:
    """A folder for a disk, and a configuration that has the server's folder there."""
    disk, config = tmp_path / "disk", tmp_path / "nats.conf"
    disk.mkdir()
    given = {"listen": "127.0.0.1:-1", "jetstream": {"store_dir": str(disk / "jetstream"), "max_file_store": 0}}
    config.write_text(json.dumps(given))
    return disk, config


@pytest.mark.parametrize(
    ("flags", "options", "why"),
    [(MOUNTED_READ_ONLY, "size=64k", "read-only file system"), (0, "size=64k,nr_inodes=1", "no space left on device")],
)
def test_server_whose_folder_cannot_be_made_names_it_and_ends(
    flags: int, options: str, why: str, disk_and_config: tuple[Path, Path]
) -> None:
    disk, config = disk_and_config
    server = started_on(disk, config, flags, options)
    said, _ = server.communicate(timeout=REFUSED_S)
    assert server.returncode == 1
    assert f"could not create storage directory - mkdir {disk}/jetstream: {why}" in said
