"""Each limit at its edge: just under passes, just over stops, and the words state the limit."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from itertools import product

import pytest

from app.errors import CodeTooLarge
from app.runner.local import LocalRunner
from app.settings import Settings
from gradreel.trace import Run
from tests.conftest import PATIENCE_S, run_of
from tests.jail.test_output import FORGED, TO_RESULT
from tests.long import every_nth

pytestmark = pytest.mark.jail

MIB = 1024 * 1024
SETTINGS = Settings(
    rate_limit="off",
    wall_time_s=PATIENCE_S,
    cpu_time_s=1,
    grace_s=5.0,
    memory_bytes=512 * MIB,
    output_bytes=8192,
    trace_events=200,
    trace_bytes=MIB,
    tmp_bytes=2 * MIB,
    tmp_inodes=32,
    open_files=32,
    code_bytes=4096,
    pool_children=2,
    concurrent_runs=2,
    queue_wait_s=60.0,
    zygote_start_s=200.0,
    twin_runs=0,
)
HURRIED = SETTINGS.model_copy(update={"wall_time_s": 4.0})
BUSY = "import time\nstart = time.process_time()\nwhile time.process_time() < start + {seconds}:\n    pass\nprint('on')"


in_each_tier = pytest.mark.parametrize("runner", ["N", "L"], indirect=True)
"""For limits that the tiers set each in its own way."""


@pytest.fixture(scope="module", params=["N", pytest.param("L", marks=pytest.mark.long)])
async def runner(request: pytest.FixtureRequest) -> AsyncIterator[LocalRunner]:
    """A sandbox with small limits, but for the clock: a busy machine may take long for a second of computing."""
    async with started(SETTINGS, request.param) as made:
        yield made


@pytest.fixture(params=["N", pytest.param("L", marks=pytest.mark.long)])
async def hurried(request: pytest.FixtureRequest) -> AsyncIterator[LocalRunner]:
    """One in which the clock has a small limit as well. The tracer sets it, alike in both tiers."""
    async with started(HURRIED, request.param) as made:
        yield made


@asynccontextmanager
async def started(settings: Settings, tier: str) -> AsyncIterator[LocalRunner]:
    """Start a sandbox of a tier."""
    made = LocalRunner(settings.model_copy(update={"sandbox_tier": tier}))
    await made.start()
    yield made
    await made.aclose()


def completed(run: Run) -> bool:
    """Did it end as an honest program does? Shows the outcome if not."""
    assert run.outcome.status == "completed", run.outcome
    return True


def stop(run: Run) -> tuple[str, str]:
    """Kind and message of a stop."""
    assert run.outcome.failure is not None, run.stdout[:200]
    return run.outcome.failure.kind, run.outcome.failure.message


async def test_wall_time_at_its_edge(hurried: LocalRunner) -> None:
    """Well under, nothing happens, though the machine be busy; over, the message states the limit and the film runs up to it."""
    over = "import time, torch\nx = torch.ones(2)\nprint('before')\ntime.sleep(40)\nprint('after')"
    passed, run = await asyncio.gather(run_of(hurried, "import time\ntime.sleep(1)", "a"), run_of(hurried, over, "b"))
    assert completed(passed)
    assert stop(run) == ("wall_time", "Stopped after 4 s: a run may take that long by the clock.")
    assert run.stdout == "before\n"
    assert any(event.kind == "op" for event in run.events)
    assert run.outcome.failure is not None
    assert run.outcome.failure.line == 4


STUBBORN = {
    "one_call_in_c": "torch.linalg.eigvals(torch.randn(4000, 4000))\nprint('after')",
    "whatever_is_raised_is_ignored": (
        "class Endless:\n    def __del__(self):\n        while True: pass\nwhile True: Endless()\nprint('after')"
    ),
}


@pytest.mark.parametrize(("runner", "form", "how"), every_nth(product(("N", "L"), ("program", "cells"), STUBBORN), 3), indirect=["runner"])
async def test_what_cannot_be_interrupted_leaves_the_film_up_to_there(runner: LocalRunner, form: str, how: str) -> None:
    head, marker = ("# %% first\n", "# %%\n") if form == "cells" else ("", "")
    text = f"{head}import torch\nw = torch.ones(2, requires_grad=True)\ny = w.exp()\nprint('before')\n{marker}{STUBBORN[how]}\n"
    run = await run_of(runner, text, "a")
    kind, _ = stop(run)
    assert kind == "cpu_time"
    assert run.stdout == "before\n"
    assert [event.name for event in run.events if event.kind == "op"][:2] == ["ones", "exp"]
    assert run.nodes
    assert run.outcome.failure is not None
    assert run.outcome.failure.line in range(text[: text.index("print")].count("\n") + 2, text.count("\n") + 1)
    if head:
        assert [cell.status for cell in run.cells] == ["completed", "stopped"]


async def test_cpu_time_just_under_passes(runner: LocalRunner) -> None:
    """Counted from the snippet's own start."""
    assert completed(await run_of(runner, BUSY.format(seconds=0.4), "a"))


@in_each_tier
async def test_cpu_time_just_over_stops_and_keeps_the_film(runner: LocalRunner) -> None:
    """SIGXCPU becomes an exception in the snippet."""
    run = await run_of(runner, "import torch\nx = torch.ones(2)\n" + BUSY.format(seconds=30), "a")
    assert stop(run)[0] == "cpu_time"
    assert "Stopped after 1 s of computing" in stop(run)[1]
    assert any(event.kind == "op" for event in run.events), (run.outcome, run.events[:5], run.elapsed_ms)


async def test_cpu_time_over_in_a_finally_as_well_keeps_the_film(runner: LocalRunner) -> None:
    """The signal comes again a second later, which must be before the hard limit."""
    endless = "try:\n    while True:\n        pass\nfinally:\n    while True:\n        pass\n"
    run = await run_of(runner, "import torch\nx = torch.ones(2)\n" + endless, "a")
    assert stop(run)[0] == "cpu_time"
    assert any(event.kind == "op" for event in run.events), (run.outcome, run.events[:5], run.elapsed_ms)


async def test_memory_just_under_passes(runner: LocalRunner) -> None:
    """The limit is what the snippet adds to an idle process."""
    assert completed(await run_of(runner, "x = bytearray(470 * 2**20)", "a"))


@in_each_tier
async def test_memory_just_over_is_refused_with_a_hint(runner: LocalRunner) -> None:
    """The error is Python's; the hint states the limit."""
    run = await run_of(runner, "x = bytearray(515 * 2**20)", "a")
    assert run.outcome.failure is not None
    assert (run.outcome.failure.exception_type, run.outcome.failure.hint_kind) == ("MemoryError", "memory")
    assert "512 MiB" in (run.outcome.failure.hint or "")


async def test_output_just_under_passes(runner: LocalRunner) -> None:
    """Both streams together, to the byte."""
    run = await run_of(runner, "import os\nos.write(1, b'x' * 8000)\nos.write(2, b'y' * 192)", "a")
    assert completed(run)
    assert run.stdout == "x" * 8000


async def test_output_just_over_stops(runner: LocalRunner) -> None:
    """One byte more is one too many; the first ones are kept."""
    run = await run_of(runner, "import os, time\nos.write(1, b'x' * 8193)\ntime.sleep(30)", "a")
    assert stop(run) == ("output_limit", "Stopped for its output: a run may print 8 KiB. The first of it is kept.")
    assert run.stdout == "x" * 8192


async def test_events_just_under_are_all_recorded(runner: LocalRunner) -> None:
    """Nothing is cut."""
    run = await run_of(runner, "x = 0\n" * 150, "a")
    assert completed(run)
    assert run.truncated is None


async def test_events_just_over_cut_the_film_and_not_the_program(runner: LocalRunner) -> None:
    """The program runs on to its end."""
    run = await run_of(runner, "x = 0\n" * 250 + "print('end')", "a")
    assert completed(run)
    assert run.stdout == "end\n"
    assert run.gap is not None
    assert (run.truncated, len(run.events) + run.gap.left_out) == (None, 252)
    assert len(run.events) <= 200


@pytest.mark.parametrize(("extra", "kind"), [(0, None), (1, "trace_too_large")])
async def test_result_at_its_edge(runner: LocalRunner, extra: int, kind: str | None) -> None:
    """To the byte."""
    code = TO_RESULT + (
        f"data = {FORGED!r}.encode().ljust({MIB + extra})\n"
        "number = next(result_descriptors())\nwhile data:\n    data = data[os.write(number, data):]\nos._exit(0)"
    )
    run = await run_of(runner, code, "a")
    assert (run.outcome.failure.kind if run.outcome.failure else None) == kind, run.outcome


async def test_code_at_its_edge(runner: LocalRunner) -> None:
    """Bytes of UTF-8, not characters."""
    assert completed(await run_of(runner, "1#" + "é" * 2047, "a"))
    with pytest.raises(CodeTooLarge, match=r"4,097 bytes long; at most 4,096"):
        await run_of(runner, "1##" + "é" * 2047, "a")


@in_each_tier
async def test_tmp_at_its_edge(runner: LocalRunner) -> None:
    """Size and number of files, in tier N; tier L has no place to write."""
    fits = await run_of(runner, f"open('/tmp/x', 'wb').write(b'x' * {2 * MIB})", "a")
    if runner.health().tier == "L":
        assert stop(fits)[0] == "python_error"
        return
    assert completed(fits)
    over = await run_of(runner, f"open('/tmp/x', 'wb').write(b'x' * {2 * MIB})\nwith open('/tmp/y', 'wb') as f:\n    f.write(b'x')", "a")
    assert "[Errno 28]" in stop(over)[1]
    assert completed(await run_of(runner, "for i in range(32):\n    open(f'/tmp/{i}', 'w').close()", "a"))
    assert "[Errno 28]" in stop(await run_of(runner, "for i in range(33):\n    open(f'/tmp/{i}', 'w').close()", "a"))[1]


async def test_descriptors_at_their_edge(runner: LocalRunner) -> None:
    """Streams and the result's pipe count."""
    code = "files = [open('/dev/null') for _ in range({count})]"
    assert completed(await run_of(runner, code.format(count=28), "a"))
    run = await run_of(runner, code.format(count=29), "a")
    assert "[Errno 24]" in stop(run)[1]
    assert "32 files" in (run.outcome.failure.hint or "" if run.outcome.failure else "")


@in_each_tier
async def test_threads_with_small_stacks_are_bounded_as_well(runner: LocalRunner) -> None:
    """Address space does not bound them."""
    code = (
        "import threading\nthreading.stack_size(32768)\ngate = threading.Event()\ncount = 0\ntry:\n    for _ in range(30_000):\n"
        "        threading.Thread(target=gate.wait, daemon=True).start()\n        count += 1\nfinally:\n    print(count)\n    gate.set()"
    )
    run = await run_of(runner, code, "a")
    assert "can't start new thread" in stop(run)[1], run.outcome
    assert int(run.stdout) < 1_000


@in_each_tier
async def test_threads_at_their_edge(runner: LocalRunner) -> None:
    """Counted by the kernel in tier N, by the snippet's init in tier L, which looks now and then: a burst gets some more."""
    # the first thread, six more, and for a moment the process that forked init
    code = (
        "import threading\ngate = threading.Event()\nthreads = [threading.Thread(target=gate.wait) for _ in range({count})]\n"
        "try:\n    for t in threads:\n        t.start()\nfinally:\n    gate.set()"
    )
    assert completed(await run_of(runner, code.format(count=6), "a"))
    run = await run_of(runner, code.format(count=9 if runner.health().tier == "N" else 200), "a")
    assert "can't start new thread" in stop(run)[1]
