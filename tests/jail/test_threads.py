"""A run that is refused a thread: by its own limit that is its film, by a machine that has none left it is no film at all."""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from app.errors import RunLost
from app.runner.local import LocalRunner
from app.runner.threads import needs_threads
from app.settings import Settings
from tests.conftest import run_of
from tests.jail.conftest import ATTACKED, CANARY, HURRIED, SETTINGS

pytestmark = pytest.mark.jail

FEW, MANY = needs_threads(SETTINGS.threads), needs_threads(500)
LIBRARY = f"import torch\ntorch.set_num_threads({SETTINGS.threads})\nx = torch.ones(1000, 1000)\nprint((x @ x)[0, 0].item())"
HANGS = "import os, time\nos.write(2, b'libgomp: Thread creation failed\\n')\ntime.sleep(1000)"
PROCESSES = 1 + 2 + 2
"""The zygote, a child, and the one that is made ready after it: each of the two has its init. No room for the threads of one, even while
the next is not made yet."""


@pytest.fixture
def pids_cgroup() -> Iterator[Path]:
    """A cgroup of this test's own that counts processes and threads. No package brings one: it depends on how the machine was started."""
    root = Path("/sys/fs/cgroup")
    directory = (root / "pids" if (root / "pids").is_dir() else root) / f"gradreel-test-{os.getpid()}"
    try:
        directory.mkdir()
    except OSError as error:
        pytest.skip(f"no cgroup can be made here: {error}")
    try:
        if not (directory / "pids.max").exists():
            pytest.skip("the cgroups of this machine do not count processes: no controller pids")
        yield directory
    finally:
        directory.rmdir()


@asynccontextmanager
async def counted(settings: Settings, cgroup: Path) -> AsyncIterator[LocalRunner]:
    """Start a runner of one child whose processes and threads the cgroup counts."""
    runner = LocalRunner(settings.model_copy(update={"pool_children": 1, "concurrent_runs": 1}))
    await runner.start()
    try:
        (cgroup / "cgroup.procs").write_text(str(runner.pool.zygote_pid))
        # A child that finds no room brings another zygote, which would be outside of the cgroup: as after a first one, it has to wait.
        runner.pool._backoff.begin(asyncio.get_running_loop().time())
        assert (await run_of(runner, CANARY, "a")).outcome.status == "completed"  # the child that waited was made before
        yield runner
    finally:
        await runner.aclose()


async def refused(runner: LocalRunner, code: str) -> None:
    """Submit what is to be lost; where it is not, the test fails with how it ended."""
    made = await runner.submit(code, "a")
    pytest.fail(f"{code!r} ended in a film: {made.film.run().outcome}")


async def test_thread_refused_by_the_machine_is_no_film_and_by_the_snippets_own_limit_is_one(pids_cgroup: Path) -> None:
    async with counted(ATTACKED, pids_cgroup) as runner:
        (pids_cgroup / "pids.max").write_text(str(PROCESSES))
        for code in (FEW, LIBRARY):
            with pytest.raises(RunLost, match="no thread left"):
                await refused(runner, code)
        assert (await run_of(runner, CANARY, "a")).outcome.status == "completed"
        (pids_cgroup / "pids.max").write_text("max")
        assert (await run_of(runner, FEW, "a")).outcome.status == "completed"
        run = await run_of(runner, MANY, "a")
        assert run.outcome.failure
        assert (run.outcome.failure.exception_type, run.outcome.failure.hint_kind) == ("RuntimeError", "threads")


@pytest.mark.long
async def test_run_that_hangs_after_a_library_was_refused_a_thread_is_a_film_only_where_there_are_threads(pids_cgroup: Path) -> None:
    async with counted(HURRIED, pids_cgroup) as runner:
        run = await run_of(runner, HANGS, "a")
        assert run.outcome.failure
        assert run.outcome.failure.kind == "wall_time"
        (pids_cgroup / "pids.max").write_text(str(PROCESSES))
        with pytest.raises(RunLost, match="no thread left"):
            await refused(runner, HANGS)


async def test_snippet_that_only_says_that_it_got_no_thread_is_believed() -> None:
    runner = LocalRunner(SETTINGS)
    await runner.start()
    try:
        run = await run_of(runner, 'raise RuntimeError("can\'t start new thread")', "a")
    finally:
        await runner.aclose()
    assert run.outcome.failure
    assert run.outcome.failure.message == "can't start new thread"
