"""How the page looks where it once was found unreadable: what covers what, what is cut off, what is marked that should not be."""

from __future__ import annotations

import pytest
from playwright.async_api import Page, expect

from tests.browser.conftest import DESKTOP, Open
from tests.browser.film import STALE_PROGRAM, first_step, last_step, run, type_code

pytestmark = [pytest.mark.browser, pytest.mark.jail]

WIDE_FAILURE = """import torch
x = torch.ones(2, requires_grad=True)
h = x
for _ in range(14):
    h = (h * x).exp()
h += 1
h.sum().backward()
"""
TWELVE_WEIGHTS = """import torch
ws = [torch.ones(2, requires_grad=True) for _ in range(12)]
sum(w.sum() for w in ws).backward()
"""
AT_400_PERCENT = {"width": DESKTOP["width"] // 4, "height": DESKTOP["height"] // 4}

OVERLAPS = """([one, other]) => {
  const boxes = selector => [...document.querySelectorAll(selector)].map(found => found.getBoundingClientRect());
  const apart = (a, b) => a.right <= b.left || b.right <= a.left || a.bottom <= b.top || b.bottom <= a.top;
  return boxes(one).some(a => boxes(other).some(b => a.width > 0 && b.width > 0 && !apart(a, b)));
}"""


async def test_minimap_covers_neither_the_failing_node_nor_its_link(open_page: Open) -> None:
    page = await open_page()
    await type_code(page, WIDE_FAILURE)
    await run(page)
    await page.keyboard.press("e")
    await last_step(page)
    await expect(page.locator("#stage .node.is-failed")).to_be_in_viewport()
    await expect(page.locator("#stage canvas.minimap")).to_be_visible()
    assert not await page.evaluate(OVERLAPS, ["#stage canvas.minimap", "#stage :is(.node.is-failed, .tag.is-failed)"])


async def test_fit_brings_everything_into_view(open_page: Open) -> None:
    page = await open_page()
    await type_code(page, WIDE_FAILURE)
    await run(page)
    await last_step(page)
    await page.keyboard.press("0")
    await page.wait_for_function(
        """() => {
          const outer = document.querySelector('#stage svg.stage').getBoundingClientRect();
          return [...document.querySelectorAll('#stage :is(.thing, .lane)')].every(thing => {
            const box = thing.getBoundingClientRect();
            return box.left >= outer.left && box.right <= outer.right && box.top >= outer.top && box.bottom <= outer.bottom;
          });
        }"""
    )


async def test_click_leaves_no_frame_around_the_stage(open_page: Open) -> None:
    page = await open_page()
    await type_code(page, STALE_PROGRAM)
    await run(page)
    await last_step(page)
    box = await page.locator("#stage").bounding_box()
    assert box
    for x, y in ((box["x"] + 6, box["y"] + 6), (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)):
        await page.mouse.click(x, y)
        outlines = await page.evaluate(
            "() => [document.activeElement, ...document.querySelectorAll('#film, #stage, #stage svg.stage')]"
            ".map(element => getComputedStyle(element).outlineStyle)"
        )
        assert set(outlines) == {"none"}


async def test_scrubbing_selects_no_text(open_page: Open) -> None:
    page = await open_page()
    await type_code(page, STALE_PROGRAM)
    await run(page)
    box = await page.locator("#transport .slider").bounding_box()
    assert box
    await page.mouse.move(box["x"] + 30, box["y"] + 16)
    await page.mouse.down()
    for part in (0.2, 0.5, 0.9):
        await page.mouse.move(box["x"] + part * box["width"], box["y"] + box["height"] + 4)
    await page.mouse.up()
    assert await page.evaluate("() => getSelection().toString()") == ""
    await page.mouse.dblclick(box["x"] + 24, box["y"] + box["height"] - 4)
    assert await page.evaluate("() => getSelection().toString()") == ""


@pytest.mark.parametrize("lang", ["en", "zh"])
async def test_tabs_of_the_inspector_are_whole_at_1440_pixels(lang: str, open_page: Open) -> None:
    page = await open_page(f"/?lang={lang}")
    await type_code(
        page, "import torch\nws = [torch.ones(2, requires_grad=True) for _ in range(12)]\nsum(w.sum() for w in ws).backward()\n"
    )
    await run(page)
    await expect(page.locator("#tab-gradients .badge")).to_have_text("12")
    cut = await page.evaluate(
        """() => {
          const side = document.querySelector('#side').getBoundingClientRect();
          return [...document.querySelectorAll('#side [role=tab]')].filter(tab => {
            const box = tab.getBoundingClientRect();
            return box.right > side.right || box.left < side.left || tab.scrollWidth > Math.ceil(box.width);
          }).map(tab => tab.textContent);
        }"""
    )
    assert cut == []


async def test_timeline_can_be_used_at_400_percent(open_page: Open) -> None:
    page = await open_page(viewport=AT_400_PERCENT)
    await run(page)
    slider = await first_step(page)
    box = await slider.bounding_box()
    assert box
    assert box["width"] >= AT_400_PERCENT["width"] / 3
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= AT_400_PERCENT["width"]
    assert box["y"] + box["height"] <= AT_400_PERCENT["height"]
    await page.mouse.click(box["x"] + box["width"] - 15, box["y"] + 16)
    await expect(slider).to_have_attribute("aria-valuenow", await slider.get_attribute("aria-valuemax") or "")
    assert await width_of(page) <= AT_400_PERCENT["width"]


async def width_of(page: Page) -> int:
    """Width of what the page would scroll over."""
    width: int = await page.evaluate("document.documentElement.scrollWidth")
    return width
