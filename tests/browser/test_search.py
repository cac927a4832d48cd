"""The finder goes to what it finds."""

from __future__ import annotations

import re

import pytest
from playwright.async_api import expect

from tests.browser.conftest import Open
from tests.browser.film import LONG_PROGRAM, STALE_PROGRAM, last_step, run, type_code

pytestmark = [pytest.mark.browser, pytest.mark.jail]


async def test_failing_node_is_the_first_hit(open_page: Open) -> None:
    page = await open_page()
    await type_code(page, STALE_PROGRAM)
    await run(page)
    await last_step(page)
    await page.keyboard.press("/")
    await page.keyboard.type("backward")
    await expect(page.locator(".find-row").first).to_contain_text("MvBackward0")


async def test_enter_goes_to_the_only_hit_and_zooms_to_it(open_page: Open) -> None:
    page = await open_page()
    await type_code(page, LONG_PROGRAM)
    await run(page)
    await last_step(page)
    await page.locator("#stage").hover()
    for _ in range(10):
        await page.mouse.wheel(0, 2000)
    await expect(page.locator("#stage svg.stage")).to_have_attribute("data-zoom", "dot")
    await page.keyboard.press("/")
    await page.keyboard.type("sumback")
    await expect(page.locator(".find-row")).to_have_count(1)
    await page.keyboard.press("Enter")
    await expect(page.locator("#finder")).to_be_hidden()
    await expect(page.locator("#stage svg.stage")).to_have_attribute("data-zoom", "near")
    found = page.locator("#stage .thing.is-selected", has_text=re.compile("SumBackward0"))
    await expect(found).to_be_in_viewport()
