"""A run that waits: the page shows its place in the queue, in both languages."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, suppress

import httpx
import pytest
from playwright.async_api import Browser, expect

from benchmarks.server import running_server
from tests.browser.film import STALE_PROGRAM, type_code

pytestmark = [pytest.mark.browser, pytest.mark.jail]

PATIENCE_S = 60
"""Nothing here waits for a time to pass; this long something that must happen may take to happen."""
SOON_MS = PATIENCE_S * 1000


@pytest.fixture(scope="module")
def busy_url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server that runs one snippet at a time, with long limits."""
    ample = f"{5 * PATIENCE_S}"
    limits = {"GRADREEL_CONCURRENT_RUNS": "1", "GRADREEL_WALL_TIME_S": ample, "GRADREEL_QUEUE_WAIT_S": ample}
    with running_server(
        "tests.borrowing", GRADREEL_DATABASE_URL=f"sqlite:///{tmp_path_factory.mktemp('queue')}/gradreel.db", **limits
    ) as url:
        yield url


@asynccontextmanager
async def posted(client: httpx.AsyncClient, code: str, until: Callable[[dict[str, int]], bool]) -> AsyncIterator[None]:
    """Post ``code`` and wait until the metrics say ``until``; closing the connection cancels the run."""
    task = asyncio.create_task(client.post("/api/runs", json={"code": code}))
    try:
        for _ in range(PATIENCE_S * 20):
            if until((await client.get("/healthz")).json()["sandbox"]):
                break
            await asyncio.sleep(0.05)
        else:
            pytest.fail("the run that was posted never took its place")
        yield
    finally:
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task


async def test_waiting_run_shows_its_place_in_the_queue_and_then_the_film(busy_url: str, chromium: Browser) -> None:
    page = await chromium.new_page(locale="en-US", reduced_motion="reduce")
    page.set_default_timeout(SOON_MS)
    try:
        await page.goto(busy_url)
        await type_code(page, STALE_PROGRAM)
        async with httpx.AsyncClient(base_url=busy_url, timeout=PATIENCE_S) as client:
            async with posted(client, "import time\ntime.sleep(600)\n", lambda figures: figures["running"] > 0):
                async with posted(client, "x = 1\n", lambda figures: figures["queued"] == 1):
                    await page.locator("button.run").click()
                    await expect(page.locator("#empty h2")).to_have_text("Waiting in line…", timeout=SOON_MS)
                    await expect(page.locator("#empty")).to_contain_text("1 run is ahead of yours.", timeout=SOON_MS)
                    await page.get_by_role("button", name="切换到中文").click()
                    await expect(page.locator("#empty")).to_contain_text(re.compile("排队.*1", re.DOTALL), timeout=SOON_MS)
                    await page.get_by_role("button", name="Switch to English").click()
                await expect(page.locator("#empty")).to_contain_text("Yours is next.", timeout=SOON_MS)
            await expect(page.locator("#stage .link-saved.is-stale")).to_have_count(1, timeout=SOON_MS)
            await expect(page.locator("#empty")).to_be_hidden()
    finally:
        await page.close()
