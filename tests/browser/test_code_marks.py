"""The badges of the code pane: beside the code and never over it, one for each line, the rest on pointing and by the cursor."""

from __future__ import annotations

import pytest
from playwright.async_api import Page, expect

from tests.browser.conftest import DESKTOP, PHONE, Open
from tests.browser.film import last_step, run, type_code

pytestmark = [pytest.mark.browser, pytest.mark.jail]

PROGRAM = """import torch
from torch import nn
model = nn.Sequential(nn.Linear(4, 8), nn.Tanh(), nn.Linear(8, 8), nn.Tanh(), nn.Linear(8, 1))
optimizer = torch.optim.SGD(model.parameters(), lr=0.1, momentum=0.9, nesterov=True, weight_decay=0.01)
out = model(torch.ones(3, 4))
first, second = out.mean(), out.pow(2).mean()
first.backward(retain_graph=True)
optimizer.step()
second.backward()
"""

COVERED = """document.querySelector('#editor').shadowRoot.querySelectorAll('.cm-line .badge').length"""
MARGIN = """(() => {
  const root = document.querySelector('#editor').shadowRoot;
  const pane = document.querySelector('#editor').getBoundingClientRect();
  return [...root.querySelectorAll('.badge-margin .badge')].every(badge => badge.getBoundingClientRect().right <= pane.right + 1);
})()"""


async def _ran(page: Page) -> None:
    await type_code(page, PROGRAM)
    await run(page)
    await last_step(page)
    if await page.locator("#panes button").first.is_visible():
        await page.locator("#panes button").first.click()


NARROW_PX = 48
TABLET = {"width": 1024, "height": 768}
MARGIN_WIDTH = """document.querySelector('#editor').shadowRoot.querySelector('.badge-margin').getBoundingClientRect().width"""


@pytest.mark.parametrize("viewport", [DESKTOP, TABLET, PHONE], ids=["desktop", "tablet", "phone"])
async def test_badges_stand_in_their_margin_and_not_in_the_code(open_page: Open, viewport: dict[str, int]) -> None:
    page = await open_page(viewport=viewport)
    await _ran(page)
    await expect(page.locator(".badge-margin .badge.edit .short")).to_have_text("6")
    await expect(page.locator(".badge-margin .badge.edit .in-words")).to_be_hidden()
    assert await page.evaluate(COVERED) == 0
    assert await page.evaluate(MARGIN)
    assert await page.evaluate(MARGIN_WIDTH) <= NARROW_PX


async def test_badges_have_words_where_the_pane_is_wide(open_page: Open) -> None:
    page = await open_page(viewport={"width": 1900, "height": 900})
    await _ran(page)
    border = await page.locator(".splitter").first.bounding_box()
    assert border
    await page.mouse.move(border["x"] + border["width"] / 2, 300)
    await page.mouse.down()
    await page.mouse.move(border["x"] + 300, 300)
    await page.mouse.up()
    await expect(page.locator(".badge-margin .badge.edit .in-words")).to_be_visible()
    await expect(page.locator(".badge-margin .badge.edit .in-words")).to_have_text("edits 6 parameters")
    assert await page.evaluate(MARGIN)


async def test_pointing_at_a_badge_shows_every_parameter(open_page: Open) -> None:
    page = await open_page()
    await _ran(page)
    await page.locator(".badge-margin .badge.edit").hover()
    await expect(page.locator(".all-badges .part")).to_have_count(6)
    await expect(page.locator(".all-badges")).to_contain_text("model.0.weight v1 → v2")
    await page.locator("#narration").hover()
    await expect(page.locator(".all-badges")).to_have_count(0)


async def test_cursor_on_a_line_shows_its_badges(open_page: Open) -> None:
    page = await open_page()
    await _ran(page)
    await page.locator(".cm-content").focus()
    await page.keyboard.press("Control+Home")
    while await page.locator(".cm-lineNumbers .cm-activeLineGutter").inner_text() != "8":
        await page.keyboard.press("ArrowDown")  # a long line is several on the screen
    await expect(page.locator(".all-badges")).to_contain_text("model.4.bias v1 → v2")
    await page.keyboard.press("Escape")
    await expect(page.locator(".all-badges")).to_have_count(0)


async def test_line_says_its_badges_to_a_screen_reader(open_page: Open) -> None:
    page = await open_page()
    await _ran(page)
    await expect(page.locator(".cm-line", has_text="optimizer.step()")).to_contain_text("edits 6 parameters, model.0.weight v1 → v2")
