"""Where the server may divide a cgroup, each child has one of its own, with ceilings; where it may not, nothing else changes."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from app.runner.local import LocalRunner
from app.sandbox.server.cgroup import Cgroups, Group, GroupLimits, find
from tests.conftest import run_of
from tests.jail.conftest import CANARY, SETTINGS, Jail

pytestmark = pytest.mark.jail

MOUNTS = (Path("/sys/fs/cgroup/pids"), Path("/sys/fs/cgroup/cpu"), Path("/sys/fs/cgroup"))
THREADS = (
    "import threading\ngate = threading.Event()\ntry:\n    for _ in range(60):\n        threading.Thread(target=gate.wait).start()\n"
    "finally:\n    gate.set()"
)


@pytest.fixture
def directories() -> Iterator[list[Path]]:
    """Directories of this test's own, where the machine lets us make some; never in a hierarchy that somebody else divides for us."""
    made = []
    for mount in MOUNTS:
        directory = mount / f"gradreel-test-{os.getpid()}"
        with suppress(OSError):
            directory.mkdir()
            made.append(directory)
            if not (directory / "cgroup.procs").exists():
                made.remove(directory)
                directory.rmdir()
    yield made
    for directory in made:
        directory.rmdir()


async def test_child_has_ceilings_where_a_cgroup_may_be_divided(directories: list[Path]) -> None:
    """Tier L counts no threads otherwise; the group is gone after the run."""
    settings = SETTINGS.model_copy(update={"sandbox_tier": "L", "cgroup_dirs": ",".join(map(str, directories))})
    runner = LocalRunner(settings)
    await runner.start()
    jail = Jail(runner, "L")
    try:
        run = await run_of(runner, CANARY, "a")
        assert run.outcome.status == "completed"
        has_groups = any(layer.startswith("ceilings of") for layer in runner.health().layers)
        assert has_groups == bool(directories)
        if any((directory / "pids.max").exists() for directory in directories):
            run = await run_of(runner, THREADS, "a")
            assert run.outcome.failure is not None
            assert "can't start new thread" in run.outcome.failure.message
        await jail.settle()
        for directory in directories:
            assert len(list(directory.glob("run-*"))) == SETTINGS.pool_children
    finally:
        await runner.aclose()
    assert [group for directory in directories for group in directory.glob("run-*")] == []


def test_directory_that_is_no_cgroup_gives_no_groups(tmp_path: Path) -> None:
    """And the service starts without."""
    settings = SETTINGS.model_copy(update={"cgroup_dirs": f"{tmp_path}/not/there"})
    assert find(settings, 0) is None


@pytest.mark.parametrize(
    ("file", "words"),
    [
        ("memory.events", "low 0\nhigh 0\nmax 9\noom 1\noom_kill {}\n"),
        ("memory.oom_control", "oom_kill_disable 0\nunder_oom 0\noom_kill {}\n"),
    ],
)
def test_kill_for_memory_is_read_from_either_version(tmp_path: Path, file: str, words: str) -> None:
    """As the kernel writes it."""
    group = Group((tmp_path,))
    assert not group.out_of_memory()
    (tmp_path / file).write_text(words.format(0))
    assert not group.out_of_memory()
    (tmp_path / file).write_text(words.format(1))
    assert group.out_of_memory()


def test_ceilings_are_written_in_the_words_of_either_version(tmp_path: Path) -> None:
    """Those whose file is there."""
    limits = GroupLimits(memory_bytes=1000, tasks=20, cores=2)
    for file in ("memory.max", "memory.swap.max", "pids.max", "cpu.max"):
        (tmp_path / file).touch()
    assert [each[:2] for each in limits.files(tmp_path)] == [
        ("memory.max", "1000"),
        ("memory.swap.max", "0"),
        ("pids.max", "20"),
        ("cpu.max", "200000 100000"),
    ]
    assert Cgroups((), limits).make().directories == ()
