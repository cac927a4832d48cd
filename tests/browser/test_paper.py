"""A film without its player: printed, opened without scripts, and as a page that explains what it promises."""

from __future__ import annotations

import httpx
import pytest
from playwright.async_api import expect

from tests.browser.conftest import Open
from tests.browser.film import RAISE_LINE, STALE_PROGRAM, run, type_code

pytestmark = [pytest.mark.browser, pytest.mark.jail]

TALL = STALE_PROGRAM + "\n".join(f"# line {number}" for number in range(80)) + "\n"


async def test_printed_page_holds_picture_diagnosis_and_all_of_the_code(open_page: Open) -> None:
    page = await open_page(color_scheme="dark")
    await type_code(page, TALL)
    await run(page)
    await page.locator("#diagnoses .fix-change").first.wait_for()
    await page.evaluate("dispatchEvent(new Event('beforeprint'))")
    await page.emulate_media(media="print")
    sheet = page.locator("#print")
    await expect(page.locator("header#header")).to_be_hidden()
    picture = await sheet.locator("svg.stage").bounding_box()
    assert picture
    assert picture["width"] > 400
    assert picture["height"] > 100
    await expect(sheet.locator(".thing.card").first).to_be_visible()
    await expect(sheet.locator(".card.error .reason")).to_contain_text("in place")
    await expect(sheet.locator(".card.error .fixes li").first).to_be_visible()
    await expect(sheet.locator(".card.error .fix-change ins").first).to_be_visible()
    await expect(sheet.locator("> details:not(.card)")).to_have_count(0)
    await expect(sheet.locator(".print-code li")).to_have_count(TALL.count("\n") + 1)
    await expect(sheet.locator(".print-code li").nth(RAISE_LINE - 1)).to_contain_text("f.backward()raises")
    ground = await page.evaluate("getComputedStyle(document.documentElement).colorScheme")
    assert ground == "light"
    assert (await page.pdf())[:5] == b"%PDF-"
    await page.evaluate("dispatchEvent(new Event('afterprint'))")
    await expect(sheet).to_be_empty()


@pytest.fixture
def stored(server_url: str) -> str:
    """The id of the failing program's link."""
    key: str = httpx.post(f"{server_url}/api/snippets", json={"code": STALE_PROGRAM}, timeout=60).json()["id"]
    return key


async def test_link_without_scripts_shows_picture_diagnosis_and_code(open_page: Open, stored: str) -> None:
    page = await open_page(f"/s/{stored}?step=3", java_script_enabled=False)
    picture = page.locator(".scriptless img")
    await expect(picture).to_be_visible()
    box = await picture.bounding_box()
    assert box
    assert box["width"] > 300
    assert (await picture.get_attribute("src") or "").endswith("?step=3")
    await expect(page.locator(".scriptless .why")).to_contain_text("edited it in place")
    await expect(page.locator(".scriptless .why li").first).to_be_visible()
    await expect(page.locator(".scriptless pre")).to_have_text(STALE_PROGRAM)


async def test_promise_of_sameness_explains_itself_by_keyboard(open_page: Open) -> None:
    page = await open_page()
    await type_code(page, STALE_PROGRAM)
    await run(page)
    fact = page.get_by_role("button", name="same as plain PyTorch")
    await fact.focus()
    await page.keyboard.press("Enter")
    explained = page.locator("#fidelity")
    await expect(explained).to_be_visible()
    await expect(explained).to_contain_text("as plain PyTorch, without Gradreel")
    await page.keyboard.press("Escape")
    await expect(explained).to_be_hidden()
