"""A zygote does not live for ever: what its children have learned about addresses would be worth more with every run."""

from __future__ import annotations

import asyncio

import pytest

from app.runner.local import LocalRunner
from tests.conftest import run_of
from tests.jail.conftest import CANARY, SETTINGS, SETTLED_S

pytestmark = pytest.mark.jail


async def test_zygote_that_has_made_its_share_of_children_is_replaced_and_no_run_is_lost() -> None:
    """The old one serves until the new one is there."""
    runner = LocalRunner(SETTINGS.model_copy(update={"zygote_runs": 3, "pool_children": 1}))
    await runner.start()
    try:
        first = runner.pool.zygote_pid
        outcomes = []
        async with asyncio.timeout(SETTLED_S):
            while runner.pool.zygote_pid in (first, None):
                outcomes.append((await run_of(runner, CANARY, "a")).outcome.status)
        assert {*outcomes, (await run_of(runner, CANARY, "a")).outcome.status} == {"completed"}
    finally:
        await runner.aclose()


async def test_zygote_that_is_replaced_as_the_pool_closes_is_closed_too() -> None:
    """The task that closes it is cancelled before it has begun."""
    runner = LocalRunner(SETTINGS.model_copy(update={"pool_children": 1}))
    await runner.start()
    old = runner.pool._ready.zygote
    assert old is not None
    await runner.pool._replace(old)
    await runner.pool.aclose()
    try:
        assert old._control.fileno() == -1
        assert not old.alive
    finally:
        await old.close()
        await runner.aclose()
