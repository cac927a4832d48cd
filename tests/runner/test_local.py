"""From a snippet to a ``Run``: what the server adds to what the child says."""

from __future__ import annotations

import asyncio
import os
import random
import signal
import socket
import time
from collections.abc import AsyncIterator, Callable

import numpy
import pytest
import torch

from app.errors import CodeTooLarge, CodeUnreadable, TooManyRequests
from app.runner.local import LocalRunner, slots_for
from app.sandbox.child.child_main import DEFERRED_WARMUP_S
from app.sandbox.protocol import channel
from app.sandbox.protocol.messages import Message, SpawnChild
from app.sandbox.server.child import Child
from app.settings import Settings
from gradreel.ids import snippet_id
from tests.conftest import PATIENCE_S, run_of

pytestmark = pytest.mark.jail

SETTINGS = Settings(
    wall_time_s=60.0,
    cpu_time_s=4,
    grace_s=5.0,
    queue_wait_s=60.0,
    zygote_start_s=200.0,
    trace_events=20_000,
    client_runs=2,
    pool_children=3,
    twin_runs=0,
)

BAD_INPUT = {
    "empty": ("", "completed", None),
    "comment_only": ("# nothing", "completed", None),
    "blank": ("\n\n  \n", "completed", None),
    "syntax_error": ("x = 1\ny = (\n", "raised", 2),
    "indentation": ("x = 1\n  y = 2\n", "raised", 2),
    "nul": ("x = 1\n\0", "raised", None),
    "no_tensor": ("x = 1 + 1", "completed", None),
    "windows_line_ends": ("x = 1\r\ny = 2\r\n1 / 0\r\n", "raised", 3),
    "byte_order_mark": ("\ufeffx = 1", "raised", 1),
    "exit": ("raise SystemExit", "completed", None),
    "gone": ("import os\nos._exit(0)", "stopped", None),
    "a_megabyte": ("print('x' * 10**6)", "stopped", None),
    "a_hundred_gigabytes": ("import torch\ntorch.empty(25 * 10**9)", "raised", 2),
}


EINOPS = """import torch
from einops import rearrange, repeat
from einops.layers.torch import Rearrange

to_patches = Rearrange("b c (h p) (w q) -> b (h w) (p q c)", p=4, q=4)
x = to_patches(torch.ones(2, 3, 8, 8, requires_grad=True))
x = torch.cat([repeat(torch.zeros(1, 1, 48), "1 1 d -> b 1 d", b=2), x], dim=1)
scores = (x @ rearrange(x, "b n d -> b d n")).softmax(dim=-1)
scores *= 0.5
scores.sum().backward()
"""


@pytest.fixture(scope="module")
async def runner() -> AsyncIterator[LocalRunner]:
    """With the bounds per client that visitors have."""
    made = LocalRunner(SETTINGS)
    await made.start()
    yield made
    await made.aclose()


@pytest.mark.parametrize("name", BAD_INPUT)
async def test_bad_input_ends_in_a_clear_answer(runner: LocalRunner, name: str) -> None:
    code, status, line = BAD_INPUT[name]
    run = await run_of(runner, code, "a")
    failure = run.outcome.failure
    assert run.outcome.status == status, run.outcome
    assert (failure.line if failure else None) == line
    assert (run.id, run.code) == (snippet_id(code), code)


async def test_edit_of_what_einops_has_arranged_is_told_by_the_lines_of_the_snippet(runner: LocalRunner) -> None:
    run = await run_of(runner, EINOPS, "a")
    (diagnosis,) = [each for each in run.diagnoses if each.severity == "error"]
    assert (diagnosis.kind, diagnosis.saved_line, diagnosis.edit_line, diagnosis.raise_line) == ("version_mismatch", 8, 9, 10)
    assert {event.line for event in run.events if event.kind == "op"} >= {6, 7, 8}


async def test_deferred_warmup_changes_nothing_in_the_run(runner: LocalRunner, monkeypatch: pytest.MonkeyPatch) -> None:
    """While runs are queued a child skips its warm-up run, and makes up for it if no snippet comes."""
    code = "import gc, random, signal\nimport torch\nx = torch.rand(2, requires_grad=True)\nx.sum().backward()\n"
    code += "print(gc.isenabled(), gc.get_threshold(), random.random(), x, x.grad)\n"
    code += "print([getattr(signal.getsignal(number), 'name', number) for number in (2, 14, 17, 24)])"
    usual = await run_of(runner, code, "a")
    sent: list[Message] = []
    send = channel.send
    zygote = runner.pool._ready.zygote
    assert zygote is not None

    def noted(to: socket.socket, message: Message, descriptors: tuple[int, ...] = ()) -> None:
        if to is zygote._control:  # other pools of this process fork when they like
            sent.append(message)
        send(to, message, descriptors)

    monkeypatch.setattr(channel, "send", noted)
    monkeypatch.setattr(runner.pool, "_runs_are_queued", lambda: True)
    runs = [await run_of(runner, code, "a") for _ in range(2 * runner.pool.size + 1)]
    await asyncio.sleep(DEFERRED_WARMUP_S)
    runs += [await run_of(runner, code, "a") for _ in range(runner.pool.size)]
    assert set(sent) == {SpawnChild(defer_warmup=True)}
    assert {(run.stdout, run.outcome.status, len(run.events)) for run in runs} == {(usual.stdout, "completed", len(usual.events))}


async def test_child_that_a_run_waits_for_skips_its_warmup(runner: LocalRunner, monkeypatch: pytest.MonkeyPatch) -> None:
    pool = runner.pool
    async with asyncio.timeout(PATIENCE_S):
        while pool.waiting < pool.size:  # noqa: ASYNC110 - nothing tells of it
            await asyncio.sleep(0.02)
    zygote = pool._ready.zygote
    assert zygote is not None
    sent: list[bool] = []
    spawn = zygote.spawn

    def noted(on_end: Callable[[], None], *, defer_warmup: bool = False) -> Child:
        sent.append(defer_warmup)
        return spawn(on_end, defer_warmup=defer_warmup)

    monkeypatch.setattr(zygote, "spawn", noted)
    answers = await asyncio.gather(*(pool.run("print(1)") for _ in range(pool.size + 1)))
    assert sent[: pool.size] == [True] * pool.size
    assert {answer.stdout for answer in answers} == {b"1\n"}


async def test_random_numbers_are_those_of_seed_zero_in_every_run(runner: LocalRunner) -> None:
    """A fork has Python seed its own generator anew, and the others go on from wherever the zygote left them."""
    random.seed(0)
    numbers = "torch.rand(1).item(), numpy.random.rand(), random.random()"
    drawn = torch.rand(1, generator=torch.Generator().manual_seed(0)).item(), numpy.random.RandomState(0).rand(), random.random()
    expected = " ".join(map(str, drawn)) + "\n"
    for _ in range(2):
        run = await run_of(runner, f"import random\nimport numpy\nimport torch\nprint({numbers})", "a")
        assert run.stdout == expected


async def test_hundred_thousand_operations_are_cut_and_not_lost(runner: LocalRunner) -> None:
    run = await run_of(runner, "import torch\nx = torch.ones(1)\nfor _ in range(100_000):\n    x = x + 1\nprint('end')", "a")
    assert run.outcome.status in ("completed", "stopped"), run.outcome
    assert run.truncated is not None or run.outcome.failure is not None
    assert len(run.events) > 1000


async def test_code_that_is_too_large_or_no_text_is_refused(runner: LocalRunner) -> None:
    with pytest.raises(CodeTooLarge, match="at most 65,536"):
        await run_of(runner, "x" * 65_537, "a")
    with pytest.raises(CodeUnreadable, match="position 5"):
        await run_of(runner, "x = '\ud800'", "a")


async def test_client_may_have_two_runs_and_no_third(runner: LocalRunner) -> None:
    slow = [asyncio.ensure_future(run_of(runner, "import time\ntime.sleep(1)", "a")) for _ in range(2)]
    await asyncio.sleep(0)
    with pytest.raises(TooManyRequests):
        await run_of(runner, "1", "a")
    assert [run.outcome.status for run in await asyncio.gather(*slow)] == ["completed"] * 2


async def test_elapsed_time_is_that_of_the_run_alone(runner: LocalRunner) -> None:
    start = time.perf_counter()
    run = await run_of(runner, "import time\ntime.sleep(0.3)", "a")
    assert 300 <= run.elapsed_ms <= (time.perf_counter() - start) * 1000


async def test_each_run_starts_from_the_same_random_state(runner: LocalRunner) -> None:
    code = "import random, numpy, torch\nprint(random.random(), numpy.random.rand(), torch.rand(1).item(), hash('x'))"
    assert len({(await run_of(runner, code, "a")).stdout for _ in range(3)}) == 1


async def test_versions_are_those_of_the_engine(runner: LocalRunner) -> None:
    run = await run_of(runner, "import torch, platform\nprint(torch.__version__, platform.python_version())", "a")
    assert run.stdout.split() == [run.engine.torch, run.engine.python]


@pytest.mark.parametrize(("cores", "machine_gib", "slots"), [(2, 16, 2), (8, 4, 3), (8, 1, 1), (1, 64, 1), (64, 64, 48)])
def test_runs_at_once_are_bounded_by_cores_and_by_memory(cores: int, machine_gib: int, slots: int) -> None:
    assert slots_for(cores, machine_gib * 1024**3, 1024**3) == slots


async def test_service_that_cannot_run_says_so_and_again_when_it_can() -> None:
    """The readers are stopped from outside, and later go on."""
    settings = SETTINGS.model_copy(
        update={"canary_pause_s": 0.2, "canary_timeout_s": 1.0, "concurrent_runs": 1, "reader_time_s": 600.0, "pool_children": 1}
    )
    runner = LocalRunner(settings)
    await runner.start()
    try:
        assert runner.health().ready
        pids = [reader.pid for reader in runner._readers.readers]
        for pid in pids:
            os.kill(pid, signal.SIGSTOP)
        await until(lambda: not runner.health().ready)
        for pid in pids:
            os.kill(pid, signal.SIGCONT)
        await until(lambda: runner.health().ready)
    finally:
        await runner.aclose()


async def until(condition: Callable[[], bool]) -> None:
    """Wait until it holds."""
    async with asyncio.timeout(PATIENCE_S):
        while not condition():  # noqa: ASYNC110 - nothing tells of it
            await asyncio.sleep(0.02)
