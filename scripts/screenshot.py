"""The first example in, ``docs/*.png`` out: at the edit and at the failure, light and dark, desktop and phone."""

from __future__ import annotations

import asyncio
import shutil
from itertools import product
from pathlib import Path

from playwright.async_api import Browser, async_playwright

from benchmarks.server import running_server

DOCS = Path(__file__).parent.parent / "docs"
SIZES = {"": {"width": 1440, "height": 900}, "-phone": {"width": 390, "height": 844}}
FLAGS = ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking", "--disable-component-update"]


async def main(url: str) -> None:
    """Take every picture once."""
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=shutil.which("chromium"), args=FLAGS)
        for (suffix, size), scheme in product(SIZES.items(), ("light", "dark")):
            await _take(browser, url, suffix, size, scheme)
        await browser.close()


async def _take(browser: Browser, url: str, suffix: str, size: dict[str, int], scheme: str) -> None:
    context = await browser.new_context(
        viewport=size,  # type: ignore[arg-type]  # a plain dict is what playwright's TypedDict is
        color_scheme=scheme,  # type: ignore[arg-type]
        locale="en-US",
        reduced_motion="reduce",
    )
    page = await context.new_page()
    await page.goto(url)
    await page.locator("button.run").click()
    await page.locator("#stage .link-saved.is-stale").first.wait_for(state="attached")
    await page.screenshot(path=DOCS / f"edit-{scheme}{suffix}.png")
    await page.locator("#transport .slider").focus()
    await page.keyboard.press("End")
    await page.locator("#stage .node.is-failed").wait_for(state="attached")
    await page.screenshot(path=DOCS / f"failure-{scheme}{suffix}.png")
    await context.close()


if __name__ == "__main__":
    DOCS.mkdir(exist_ok=True)
    with running_server() as base_url:
        asyncio.run(main(base_url))
