"""Whatever dies, the next run works, nothing hangs and nothing is left over."""

from __future__ import annotations

import asyncio
import contextlib
import os
import resource
import signal
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import pytest

from app.errors import Busy, RunLost, SandboxUnavailable, ServiceError
from app.runner.local import LocalRunner
from gradreel.trace import Run
from tests.conftest import run_of
from tests.jail.conftest import CANARY, SETTINGS, SETTLED_S, Jail, session_of
from tests.jail.test_start import booting
from tests.long import some_of_each

pytestmark = pytest.mark.jail

ORPHANS_GONE_S = 60.0
"""Orphans would run for ten times as long."""
SLEEP = "import time\ntime.sleep(1.5)\nprint('slept')"
FOR_EVER = "import signal, time\nsignal.setitimer(signal.ITIMER_REAL, 0)\nwhile True:\n    time.sleep(1)"


@pytest.fixture(scope="module", params=["N", pytest.param("L", marks=pytest.mark.long)])
async def broken(request: pytest.FixtureRequest) -> AsyncIterator[Jail]:
    """A jail of this module's own, so that faults do not slow the attacks down."""
    runner = LocalRunner(SETTINGS.model_copy(update={"sandbox_tier": request.param}))
    await runner.start()
    jail = Jail(runner, request.param)
    await jail.settle()
    yield jail
    await runner.aclose()


def parent_of(pid: int) -> int:
    """Its parent, by the machine's numbering."""
    return int(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[1])


def family(jail: Jail) -> tuple[list[int], list[int]]:
    """Inits and snippet processes of the zygote's session."""
    members = [pid for pid in jail.processes() if pid != jail.runner.pool.zygote_pid]
    snippets = [pid for pid in members if parent_of(pid) in members]
    return [pid for pid in members if pid not in snippets], snippets


async def begin(jail: Jail, code: str) -> tuple[asyncio.Task[Run], list[int], list[int]]:
    """Start a run; return its task, its init and its snippet process once that has read the snippet."""
    task = asyncio.ensure_future(jail.run(code))
    while not (running := jail.runner.pool.running_children) or not running[0].snippet_read:
        assert not task.done()
        await asyncio.sleep(0.005)
    init, snippet = running[0].pids()
    return task, [init], [snippet]


async def given_up(task: asyncio.Task[Run]) -> None:
    """Leave a run: nothing else ends it."""
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task


async def test_snippet_is_what_the_kernel_ends_first_when_memory_runs_out(broken: Jail) -> None:
    await broken.settle()
    task, _, snippets = await begin(broken, FOR_EVER)
    assert oom_score_of(snippets[0]) >= oom_score_of(os.getpid()) + 500
    await given_up(task)


async def test_snippet_has_no_root_or_the_service_says_so(broken: Jail) -> None:
    """A server that was started as root gives it up; where only root can read the interpreter, all but for reading files."""
    await broken.settle()
    task, _, snippets = await begin(broken, FOR_EVER)
    *users, files = (int(word) for word in status_of(snippets[0])["Uid"].split())
    assert 0 not in users
    assert files != 0 or any("user id 0" in layer for layer in broken.runner.health().layers)
    assert int(status_of(snippets[0])["CapEff"], 16) == 0
    await given_up(task)


def oom_score_of(pid: int) -> int:
    return int(Path(f"/proc/{pid}/oom_score_adj").read_text())


def status_of(pid: int) -> dict[str, str]:
    """What the kernel tells of a process, by name."""
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    return {name: value.strip() for name, _, value in (line.partition(":") for line in lines)}


async def test_zygote_killed_is_replaced_and_nobody_notices(broken: Jail) -> None:
    """Waiting children serve on; a new zygote comes up behind them."""
    await broken.settle()
    before = broken.signal_zygote(signal.SIGKILL)
    run = await broken.run(CANARY)
    assert run.outcome.status == "completed"
    await broken.settle_with_zygote_other_than(before)
    await broken.check_untouched()


async def test_zygote_killed_during_a_run_leaves_the_run_alone(broken: Jail) -> None:
    """A child needs nobody but its init and the server."""
    await broken.settle()
    task, _, _ = await begin(broken, SLEEP)
    before = broken.signal_zygote(signal.SIGKILL)
    run = await task
    assert (run.outcome.status, run.stdout) == ("completed", "slept\n")
    await broken.settle_with_zygote_other_than(before)
    await broken.check_untouched()


@pytest.mark.parametrize("which", ["init", "snippet"])
async def test_waiting_child_killed_is_replaced(broken: Jail, which: str) -> None:
    """Neither half of it alone is handed a snippet."""
    await broken.settle()
    inits, snippets = family(broken)
    for pid in inits if which == "init" else snippets:
        os.kill(pid, signal.SIGKILL)
    runs = await asyncio.gather(*(broken.run(CANARY) for _ in range(4)))
    assert {run.outcome.status for run in runs} == {"completed"}
    await broken.check_untouched()


async def test_running_init_killed_runs_the_snippet_again(broken: Jail) -> None:
    """That is no doing of the snippet's, so it is tried once more."""
    await broken.settle()
    task, inits, _ = await begin(broken, SLEEP)
    os.kill(inits[0], signal.SIGKILL)
    run = await task
    assert (run.outcome.status, run.stdout) == ("completed", "slept\n")
    await broken.check_untouched()


async def test_snippet_killed_from_outside_is_run_again(broken: Jail) -> None:
    """It cannot kill itself in that way, so it was not its doing."""
    await broken.settle()
    task, _, snippets = await begin(broken, SLEEP)
    os.kill(snippets[0], signal.SIGKILL)
    run = await task
    assert (run.outcome.status, run.stdout) == ("completed", "slept\n")
    await broken.check_untouched()


async def test_snippet_killed_from_outside_twice_is_no_film_but_an_error_to_try_again(broken: Jail) -> None:
    await broken.settle()
    task, _, snippets = await begin(broken, FOR_EVER)
    killed = set(snippets)
    os.kill(snippets[0], signal.SIGKILL)
    while not task.done():
        for child in broken.runner.pool.running_children:
            if child.snippet_read and (snippet := child.pids()[-1]) not in killed and snippet > 0:
                os.kill(snippet, signal.SIGKILL)
                killed.add(snippet)
        await asyncio.sleep(0.01)
    with pytest.raises(RunLost) as lost:
        await task
    assert (lost.value.status, lost.value.retry_after_s) == (503, 2)
    await broken.check_untouched()


async def test_snippet_cannot_kill_itself_as_if_from_outside(broken: Jail) -> None:
    code = "import os, signal, threading\ntry:\n    os.kill(os.getpid(), signal.SIGKILL)\nexcept PermissionError:\n    print('refused')\n"
    code += "signal.pthread_kill(threading.get_ident(), signal.SIGKILL)"
    run = await broken.run(code)
    assert (run.outcome.status, run.stdout) == ("raised", "refused\n")


async def test_client_gone_kills_the_run(broken: Jail) -> None:
    """Cancelling the asker is enough; nothing else would end this snippet."""
    await broken.settle()
    task, inits, snippets = await begin(broken, FOR_EVER)
    await given_up(task)
    for _ in range(int(SETTLED_S / 0.01)):
        if not any(alive(pid) for pid in (*inits, *snippets)):
            break
        await asyncio.sleep(0.01)
    assert not any(alive(pid) for pid in (*inits, *snippets))
    assert broken.runner.health().running == 0
    await broken.check_untouched()


async def test_crash_loop_of_one_costs_the_others_nothing() -> None:
    """The zygote is replaced once; after that, it and its children serve on until the pause is over."""
    runner = LocalRunner(SETTINGS.model_copy(update={"restart_pause_s": 1000.0}))
    await runner.start()
    try:
        jail = Jail(runner, "N")
        zygotes = {runner.pool.zygote_pid}
        for _ in range(3):
            crashed = await run_of(runner, "import ctypes\nctypes.string_at(0)", "attacker")
            assert crashed.outcome.failure is not None
            assert crashed.outcome.failure.kind == "crash"
            if len(zygotes) == 1:
                await jail.settle_with_zygote_other_than(*zygotes)
            assert (await run_of(runner, CANARY, "visitor")).outcome.status == "completed"
            zygotes.add(runner.pool.zygote_pid)
        assert len(zygotes) == 2
    finally:
        await runner.aclose()


def alive(pid: int) -> bool:
    """Is it there, and no zombie?"""
    with contextlib.suppress(FileNotFoundError, ProcessLookupError):
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    return False


async def test_stopped_zygote_is_waited_for_and_then_recovers(broken: Jail, monkeypatch: pytest.MonkeyPatch) -> None:
    """Children that wait go on serving; beyond them the asker is told in time, or served by the zygote's successor."""
    await broken.settle()
    pool = broken.runner.pool
    monkeypatch.setattr(pool, "_settings", pool._settings.model_copy(update={"queue_wait_s": 0.5}))
    zygote = broken.runner.pool.zygote_pid
    assert zygote is not None
    os.kill(zygote, signal.SIGSTOP)
    try:
        runs = await asyncio.gather(*(broken.run(CANARY) for _ in range(5)), return_exceptions=True)
        statuses = [run.outcome.status for run in runs if isinstance(run, Run)]
        assert set(statuses) == {"completed"}
        assert len(statuses) >= SETTINGS.pool_children
        assert all(isinstance(run, Run | SandboxUnavailable | Busy) for run in runs), runs
    finally:
        with contextlib.suppress(ProcessLookupError):  # it may have been replaced
            os.kill(zygote, signal.SIGCONT)
    monkeypatch.undo()
    await broken.check_untouched()


async def test_stopped_zygote_is_replaced(broken: Jail) -> None:
    """Within seconds: a process that does not answer is not waited for."""
    await broken.settle()
    before = broken.signal_zygote(signal.SIGSTOP)
    await broken.settle_with_zygote_other_than(before)
    assert (await broken.run(CANARY)).outcome.status == "completed"
    await broken.check_untouched()


FORKS_FAIL, FORKS_WORK = signal.SIGUSR1, signal.SIGUSR2
# Only the zygote itself may change its limits, also where the server is root.
LIMITED_BY_SIGNAL = f"""
import resource, signal
def limit(number, _frame):
    hard = resource.getrlimit(resource.RLIMIT_NPROC)[1]
    resource.setrlimit(resource.RLIMIT_NPROC, (1 if number == {FORKS_FAIL:d} else hard, hard))
for number in ({FORKS_FAIL:d}, {FORKS_WORK:d}):
    signal.signal(number, limit)
"""


async def test_zygote_survives_a_fork_that_fails_and_says_why(monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    """When it may have no further process; when it may again, children come as ever."""
    runner = booting(monkeypatch, LIMITED_BY_SIGNAL)
    await runner.start()
    jail = Jail(runner, "N")
    try:
        await jail.settle()
        zygote = runner.pool.zygote_pid
        assert zygote is not None
        os.kill(zygote, FORKS_FAIL)
        assert (await jail.run(CANARY)).outcome.status == "completed"
        async with asyncio.timeout(SETTLED_S):
            while "no process or memory left" not in caplog.text:  # noqa: ASYNC110 - nothing tells of it
                await asyncio.sleep(0.02)
        assert runner.pool.zygote_pid is not None
        with contextlib.suppress(ProcessLookupError):  # it may have been replaced
            os.kill(zygote, FORKS_WORK)
        await jail.settle()
    finally:
        await runner.aclose()


@contextlib.contextmanager
def few_descriptors() -> Iterator[None]:
    """Leave this process hardly any descriptor to open."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (len(os.listdir("/proc/self/fd")) + 3, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


async def test_descriptors_used_up_is_survived_without_leaks(broken: Jail) -> None:
    """Waiting children need no new ones; making more is tried again until it works."""
    await broken.settle()
    with few_descriptors():
        run = await broken.run(CANARY)
        assert run.outcome.status == "completed"
        await asyncio.sleep(0.2)
    await broken.check_untouched()
    await broken.settle()
    before = len(os.listdir("/proc/self/fd"))
    for _ in range(2):
        with few_descriptors():
            await broken.run(CANARY)
        await broken.settle()
    assert len(os.listdir("/proc/self/fd")) <= before


async def test_two_hundred_at_once_are_all_answered(broken: Jail) -> None:
    """Run, or told that it is busy; none lost, none hanging."""

    async def one(number: int) -> str:
        try:
            run = await run_of(broken.runner, f"print({number})", client=f"client {number}")
        except ServiceError as error:
            return f"{error.kind}, again in {error.retry_after_s} s"
        assert run.stdout == f"{number}\n"
        return run.outcome.status

    answers = await asyncio.gather(*(one(number) for number in range(200)))
    assert set(answers) <= {"completed", "busy, again in 2 s"}
    assert answers.count("completed") >= SETTINGS.pool_children
    await broken.check_untouched()


async def test_fifty_runs_leave_no_descriptor_and_no_process(broken: Jail) -> None:
    """The long version is benchmarks/soak.py."""
    await broken.settle()
    before = len(os.listdir("/proc/self/fd"))
    for round_ in range(10):
        await asyncio.gather(*(broken.run(f"print({round_})") for _ in range(5)))
    await broken.settle()
    assert len(os.listdir("/proc/self/fd")) <= before
    await broken.check_untouched()


SERVER = """
import asyncio, sys
from app.runner.local import LocalRunner
from tests.jail.conftest import SETTINGS
from tests.templates import borrowed_templates
async def main():
    settings = {"sandbox_tier": sys.argv[1], "wall_time_s": 600.0, "cpu_time_s": 600, "concurrent_runs": 1, "pool_children": 2}
    runner = LocalRunner(SETTINGS.model_copy(update={**settings, "canary_pause_s": 600.0}))
    await runner.start()
    while runner.pool.waiting < 2:  # the next children come after the run only
        await asyncio.sleep(0.01)
    task = asyncio.ensure_future(runner.submit("import time\\nwhile True:\\n    time.sleep(0.01)", "a"))
    while not any(child.snippet_read for child in runner.pool.running_children):
        assert not task.done(), task.exception()
        await asyncio.sleep(0.01)
    print(runner.pool.zygote_pid, flush=True)
    await task
with borrowed_templates():
    asyncio.run(main())
"""


DEATHS = [(tier, how) for tier in ("N", "L") for how in (signal.SIGKILL, signal.SIGTERM, signal.SIGSEGV)]


@pytest.fixture(scope="module")
def servers(request: pytest.FixtureRequest) -> Iterator[dict[tuple[str, signal.Signals], subprocess.Popen[bytes]]]:
    """One for each death that is tested, started together: most of a start is waiting for each other."""
    tests = [item for item in request.session.items if isinstance(item, pytest.Function)]
    deaths: list[Any] = [test.callspec.params for test in tests if test.function is test_server_killed_leaves_no_orphan]
    root = Path(__file__).parent.parent.parent
    with contextlib.ExitStack() as stack:
        made = {}
        for tier, how in ((death["tier"], death["how"]) for death in deaths):
            command = [sys.executable, "-c", SERVER, tier]
            server = subprocess.Popen(command, cwd=root, stdout=subprocess.PIPE)
            stack.callback(server.__exit__, None, None, None)
            stack.callback(server.kill)
            made[tier, how] = server
        yield made


@pytest.mark.parametrize(("tier", "how"), some_of_each(DEATHS, lambda death: death[0]))
def test_server_killed_leaves_no_orphan(
    servers: dict[tuple[str, signal.Signals], subprocess.Popen[bytes]], tier: str, how: signal.Signals
) -> None:
    """The lifelines close, whatever the server died of."""
    server = servers[tier, how]
    assert server.stdout is not None
    said = server.stdout.readline()
    assert said, "the server ended before its run had begun: see what it wrote"
    zygote = int(said)
    assert len(session_of(zygote)) >= 5, "the zygote, and init and snippet of a run and of a child that waits"
    server.send_signal(how)
    server.wait()
    until = time.monotonic() + ORPHANS_GONE_S
    while session_of(zygote) and time.monotonic() < until:
        time.sleep(0.05)
    assert session_of(zygote) == []
