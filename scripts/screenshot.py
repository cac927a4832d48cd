"""Takes the pictures of ``docs/``: the playground at the edit and at the failure, and an article with three embeds."""

from __future__ import annotations

import asyncio
from itertools import product
from pathlib import Path

import httpx
from playwright.async_api import Browser

from app.examples.gallery import examples
from benchmarks.chromium import launched
from benchmarks.server import running_server
from tests.browser.article import article, blog

DOCS = Path(__file__).parent.parent / "docs"
SIZES = {"": {"width": 1440, "height": 900}, "-phone": {"width": 390, "height": 844}}


async def main(url: str) -> None:
    """Take every picture once."""
    async with launched() as browser:
        for (suffix, size), scheme in product(SIZES.items(), ("light", "dark")):
            await _take(browser, url, suffix, size, scheme)
        await _take_article(browser, url)


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


EMBEDS = {"edit-after-save": "step=6&theme=light", "data-escapes-the-check": "theme=dark&lang=zh", "leaf-and-non-leaf": "view=both"}
WORDS = "<p>A sentence of the article around the film, and another one, so that the frame has something to stand between.</p>"


async def _take_article(browser: Browser, url: str) -> None:
    codes = {example.id: example.code for example in examples()}
    async with httpx.AsyncClient(base_url=url, timeout=60) as client:
        made = [(await client.post("/api/snippets", json={"code": codes[name]})).json() for name in EMBEDS]
    frames = [link["embed_html"].replace(link["id"], f"{link['id']}?{query}", 1) for link, query in zip(made, EMBEDS.values(), strict=True)]
    head = f'<script src="{url}/embed.js" async></script>'
    with blog({"/": article(f"<h1>What autograd saw</h1>{WORDS}{WORDS.join(frames)}{WORDS}", head)}) as post:
        page = await browser.new_page(viewport={"width": 860, "height": 2300}, reduced_motion="reduce")
        await page.goto(post)
        for frame in page.frames[1:]:
            await frame.wait_for_selector("#stage .thing")
            await frame.wait_for_function("() => document.scrollingElement.scrollHeight <= innerHeight")
        await page.wait_for_timeout(1000)
        await page.screenshot(path=DOCS / "article.png", full_page=True)
        await page.close()


if __name__ == "__main__":
    DOCS.mkdir(exist_ok=True)
    with running_server() as base_url:
        asyncio.run(main(base_url))
