"""What both runners promise: the one of this machine, and the one that NATS connects to others."""

from __future__ import annotations

import asyncio
import hashlib
import time
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager

import pytest

from app.errors import Busy, CodeTooLarge, TooManyRequests
from app.runner.engine import engine_tag
from app.runner.local import LocalRunner
from app.runner.nats.runner import NatsRunner
from app.runner.pooled import PooledRunner
from app.runner.protocol import ProposedFix
from app.settings import Settings
from tests.cluster.conftest import LIMITS, StartRunner, started, until
from tests.cluster.nats_server import NatsServer
from tests.conftest import run_of
from tests.jail.test_output import TO_RESULT

pytestmark = pytest.mark.jail

GIVEN = {**LIMITS, "concurrent_runs": 2, "pool_children": 4, "client_runs": 2, "queue_runs": 2}
BACKWARD = "import torch\nx = torch.ones(2, requires_grad=True)\n(x * 2).sum().backward()\nprint(x.grad.tolist())\n"
LARGEST = f"""{TO_RESULT}
import hashlib
result = (bytes(range(32, 127)) * ({{size}} // 95 + 1))[: {{size}}] + b"\\n"
print(hashlib.sha256(result).hexdigest(), end="", flush=True)
number = next(result_descriptors())
while result:
    result = result[os.write(number, result) :]
os._exit(0)
"""
SLEEP = "import time\ntime.sleep({})\n"
"""Tests make such runs long, wait until they are under way, and leave them: none waits for their end."""


@pytest.fixture(scope="module", params=[pytest.param("local", marks=pytest.mark.long), "nats"])
async def runner(request: pytest.FixtureRequest) -> AsyncIterator[PooledRunner]:
    """A runner with two slots. The one that NATS connects has one of the other kind at its end; both share queue, limits and control."""
    if request.param == "local":
        local = LocalRunner(Settings.model_validate(GIVEN))
        await local.start()
        yield local
        await local.aclose()
        return
    server, start = request.getfixturevalue("nats_server"), request.getfixturevalue("start_runner")
    start_one: StartRunner = start
    start_one("contract", server.url, **GIVEN)
    async with started(Settings.model_validate({**GIVEN, "nats_url": server.url})) as made:
        yield made


@asynccontextmanager
async def sleeping(runner: PooledRunner, clients: tuple[str, ...]) -> AsyncIterator[None]:
    """Have a program of each client run for longer than any test; its caller leaves it at the end."""
    runs = [asyncio.ensure_future(runner.submit(SLEEP.format(50 + n), client, ticket=f"ticket {n}")) for n, client in enumerate(clients)]

    def all_run() -> bool:
        ended = [run.result() for run in runs if run.done()]  # raises what a run was refused for
        assert not ended, ended
        # A run that is compared has a second child, its twin, where children wait.
        return runner._queue._present.total() == len(clients) and runner.health().running >= len(clients)

    try:
        await until(all_run)
        yield
    finally:
        for run in runs:
            run.cancel()
        await asyncio.gather(*runs, return_exceptions=True)


async def test_snippet_that_completes_gives_its_film(runner: PooledRunner) -> None:
    run = await run_of(runner, BACKWARD, "a")
    assert (run.outcome.status, run.stdout, run.code) == ("completed", "[2.0, 2.0]\n", BACKWARD)
    assert run.engine.torch.startswith("2.")


async def test_snippet_that_raises_gives_its_film(runner: PooledRunner) -> None:
    failure = (await run_of(runner, "x = 1\n1 / 0\n", "a")).outcome.failure
    assert failure is not None
    assert (failure.exception_type, failure.line) == ("ZeroDivisionError", 2)


@pytest.mark.parametrize(
    ("code", "kind", "told"),
    [
        ("import os\nos._exit(7)", "exit", "status 7"),
        ("print('x' * 10**6)", "output_limit", "64 KiB"),
        ("import os\nos.abort()", "crash", "SIGABRT"),
    ],
)
async def test_snippet_that_is_stopped_gives_a_film_that_says_why(runner: PooledRunner, code: str, kind: str, told: str) -> None:
    failure = (await run_of(runner, code, "a")).outcome.failure
    assert failure is not None
    assert failure.kind == kind
    assert told in failure.message


async def test_patient_run_is_compared_with_plain_pytorch(runner: PooledRunner) -> None:
    run = await runner.submit(BACKWARD, "a", patient=True)
    assert run.fidelity == "equal"


async def test_answer_of_many_megabytes_arrives_whole(runner: PooledRunner) -> None:
    code = "import torch\nx = torch.ones(4, 4, requires_grad=True)\nfor _ in range(3000):\n    x = x + 1\nx.sum().backward()\n"
    run = await run_of(runner, code, "a")
    assert run.outcome.status == "completed", run.outcome
    assert len(run.events) > 5_000


async def test_result_of_24_megabytes_arrives_byte_for_byte(runner: PooledRunner) -> None:
    """As large as one may be: a program writes it in place of its own."""
    async with runner._slot("a") as slot:
        answer = await slot.run(LARGEST.format(size=Settings().trace_bytes - 1))
    assert answer.result is not None
    assert len(answer.result) == 24 * 1024**2
    assert hashlib.sha256(answer.result).hexdigest() == answer.stdout.decode()


async def test_fixed_program_is_judged_beside_the_intended_one(runner: PooledRunner) -> None:
    broken = "import torch\nx = torch.tensor([1., 2.], requires_grad=True)\ny = torch.sigmoid(x)\ny += 1\ny.sum().backward()\n"
    intended = await runner.run_intended(broken, "a")
    results = [
        await runner.try_fix(intended, ProposedFix("k", "out_of_place", code), "a")
        for code in (broken.replace("y += 1", "y = y + 1"), broken, broken.replace("y += 1", "y = y * 3"))
    ]
    assert [result.verdict for result in results] == ["works", "raises", "changes"]


async def test_client_may_have_two_runs_and_no_third(runner: PooledRunner) -> None:
    async with sleeping(runner, ("a", "a")):
        with pytest.raises(TooManyRequests):
            await run_of(runner, "1", "a")
    assert (await run_of(runner, "1", "a")).outcome.status == "completed"


async def test_run_beyond_the_queue_is_refused_and_the_others_are_answered(runner: PooledRunner) -> None:
    async with sleeping(runner, ("client 0", "client 1")):
        waiting = [asyncio.ensure_future(run_of(runner, f"x = {n}", f"client {n}")) for n in (2, 3)]
        await until(lambda: runner.health().queued == 2)
        with pytest.raises(Busy):
            await run_of(runner, "1", "another")
    assert [run.outcome.status for run in await asyncio.gather(*waiting)] == ["completed"] * 2


async def test_place_in_line_is_told_while_a_run_waits(runner: PooledRunner) -> None:
    async with sleeping(runner, ("client 0", "client 1")):
        waiting = [asyncio.ensure_future(runner.submit(f"x = {n}", f"client {n}", ticket=f"ticket {n}")) for n in (2, 3)]
        await until(lambda: runner.health().queued == 2)
        assert [runner.ahead(f"ticket {n}") for n in range(4)] == [None, None, 0, 1]
    await asyncio.gather(*waiting)
    assert runner.ahead("ticket 3") is None


async def test_run_whose_caller_leaves_is_killed_within_a_second(runner: PooledRunner) -> None:
    async with sleeping(runner, ("client 0", "client 1")):
        pass
    left_s = time.monotonic()
    await asyncio.gather(*(runner.submit("x = 1", f"client {n}") for n in range(2)))
    assert time.monotonic() - left_s < 40  # either would have slept for 50


async def test_code_that_is_too_large_is_refused(runner: PooledRunner) -> None:
    with pytest.raises(CodeTooLarge):
        await runner.submit("x" * 65_537, "a")


async def test_health_and_engine_are_those_of_the_machine_that_runs(runner: PooledRunner) -> None:
    await until(lambda: runner.health().running == 0)
    health = runner.health()
    assert health.ready
    assert health.tier in ("N", "L")
    assert "seccomp" in health.layers
    assert runner.engine == engine_tag(Settings.model_validate(GIVEN))


async def test_place_in_line_is_known_to_the_other_replica(nats_server: NatsServer) -> None:
    """No runner is there for this replica, which has one slot: what comes after waits."""
    settings = Settings.model_validate({**GIVEN, "nats_url": nats_server.url, "nats_silence_s": 1.0})
    async with AsyncExitStack() as stack:
        first, second = NatsRunner(settings), NatsRunner(settings)
        first._roster._sources = "of another version"
        for replica in (first, second):
            stack.push_async_callback(replica.aclose)
            await replica.start()
        first._queue.resize(1)
        async with first._queue.slot("a"):
            waiting = asyncio.create_task(first.submit("x = 1", "b", ticket="a ticket of many characters".replace(" ", "-")))
            await until(lambda: second.ahead("a-ticket-of-many-characters") == 0)
            waiting.cancel()
            await asyncio.gather(waiting, return_exceptions=True)
        await until(lambda: second.ahead("a-ticket-of-many-characters") is None)
