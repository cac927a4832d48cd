"""The first visit: the stored film of the first example is on the stage at once, and nothing is run for it."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack

import httpx
import pytest
from playwright.async_api import Browser, Page, expect

from benchmarks.page import packed
from benchmarks.server import running_server
from tests.browser.conftest import DESKTOP, PHONE, Open
from tests.browser.film import first_step, run

pytestmark = [pytest.mark.browser, pytest.mark.jail]

PATIENCE_S = 60
OWN = "import torch\nmine = torch.ones(3)\n"


@pytest.fixture(scope="module")
def published_url() -> Iterator[str]:
    """A server that has published its examples."""
    with running_server("tests.borrowing", GRADREEL_EXAMPLE_LINKS="1", GRADREEL_OPENING_WAIT_S=str(PATIENCE_S)) as url:
        deadline = time.monotonic() + PATIENCE_S
        with httpx.Client(timeout=PATIENCE_S) as client:
            while "gradreel:opening" not in client.get(url).text:
                assert time.monotonic() < deadline, "the first example was not published"
                time.sleep(0.2)
        yield url


@pytest.fixture
async def visit(chromium: Browser, published_url: str) -> AsyncIterator[Open]:
    """Open a path of that server; afterwards no page may have raised an error."""
    errors: list[str] = []
    async with AsyncExitStack() as stack:

        async def open_path(path: str = "/", **context: object) -> Page:
            options = {"viewport": DESKTOP, "locale": "en-US", **context}
            opened = await chromium.new_context(**options)  # type: ignore[arg-type]
            stack.push_async_callback(opened.close)
            page = await opened.new_page()
            page.on("pageerror", lambda error: errors.append(str(error)))
            await page.goto(published_url + path)
            return page

        yield open_path
    assert errors == []


@pytest.mark.parametrize("viewport", [DESKTOP, PHONE], ids=["desktop", "phone"])
async def test_first_visit_opens_on_a_film_at_its_edit_without_a_run(visit: Open, viewport: dict[str, int]) -> None:
    page = await visit("/docs", viewport=viewport)
    posted: list[str] = []
    page.on("request", lambda request: posted.append(request.url) if request.method == "POST" else None)
    await page.goto(page.url.removesuffix("docs"))
    await expect(page.locator("#stage .thing.chip:not(.is-hidden)").first).to_be_visible()
    await expect(page.locator("#narration")).to_contain_text("raises its version")
    await expect(page.locator("#transport .play")).to_be_enabled()
    assert posted == []
    assert page.url.endswith("/")


async def test_first_visit_of_a_fresh_server_offers_what_to_do_without_a_run(visit: Open) -> None:
    page = await visit("/docs")
    posted: list[str] = []
    page.on("request", lambda request: posted.append(request.url) if request.method == "POST" else None)
    await page.goto(page.url.removesuffix("docs"))
    buttons = page.locator("#diagnoses").get_by_role("button", name="Apply and run")
    await expect(buttons.first).to_be_visible()
    box = await buttons.first.bounding_box()
    assert box is not None
    assert box["y"] + box["height"] <= DESKTOP["height"]
    await expect(page.locator("#diagnoses")).to_contain_text("Tried: it works")
    assert posted == []


async def test_film_of_the_first_visit_plays_and_gets_an_address_of_its_own(visit: Open) -> None:
    page = await visit(reduced_motion="reduce")
    await expect(page.locator("#stage .thing").first).to_be_visible()
    await first_step(page)
    await page.wait_for_url("**/e/edit-after-save?step=1")
    await page.go_back()
    await page.wait_for_function("() => location.pathname === '/'")
    await expect(page.locator("#stage .thing").first).to_be_visible()


async def test_run_still_runs_on_the_first_visit(visit: Open) -> None:
    page = await visit(reduced_motion="reduce")
    await expect(page.locator("#stage .thing").first).to_be_visible()
    async with page.expect_response("**/api/runs") as answer:
        await run(page)
    assert (await answer.value).ok
    await page.wait_for_url("**/e/edit-after-save?step=*")


async def test_code_in_the_address_comes_before_the_first_film(visit: Open) -> None:
    page = await visit(f"/#code={packed(OWN)}")
    await expect(page.locator(".cm-content")).to_contain_text("mine = torch.ones(3)")
    await expect(page.locator("#stage .thing")).to_have_count(0)
