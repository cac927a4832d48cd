"""Films at the limits of a recording: every view comes to a picture or a plain sentence, and the page goes on answering."""

from __future__ import annotations

import re

import pytest
from playwright.async_api import Page, expect

from gradreel.locale import LANGUAGES, Lang, word
from tests.browser.conftest import Open
from tests.browser.film import first_step, run, type_code
from tests.long import every_nth

pytestmark = [pytest.mark.browser, pytest.mark.jail]

FIVE_THOUSAND_STEPS = """import torch
x = w = torch.ones(2, requires_grad=True)
for _ in range(1250):
    x = (x * w).sin()
x.sum().backward()
"""

MANY_THINGS = """import torch
x = w = torch.ones(2, requires_grad=True)
for _ in range(2500):
    x = (x * w).sin()
x.sum().backward()
"""

MANY_EVENTS = """import torch
x = torch.ones(2, requires_grad=True)
n = 0
while n < 20_000:
    n += 1
y = x
for _ in range(800):
    y = (y * x).sin()
y.sum().backward()
"""

PICTURE = "#stage .thing:not(.is-hidden), #stage canvas"


async def come_to_a_picture(page: Page) -> None:
    """Every view shows a picture at both ends, and in the middle where the slider is dragged to."""
    slider = await first_step(page)
    await page.keyboard.press("End")
    for key in ("o", "e", "s"):
        await page.keyboard.press(key)
        await expect(page.locator(".laying-out")).to_be_empty()
        await expect(page.locator(PICTURE).first).to_be_visible()
    await page.keyboard.press("Home")
    box = await slider.bounding_box()
    assert box is not None
    await page.mouse.move(box["x"] + 20, box["y"] + 8)
    await page.mouse.down()
    for part in range(1, 9):
        await page.mouse.move(box["x"] + box["width"] * part / 16, box["y"] + 8)
    await page.mouse.up()
    await expect(slider).not_to_have_attribute("aria-valuenow", "1")
    await expect(page.locator(PICTURE).first).to_be_visible()
    await expect(page.locator("#narration .sentence")).not_to_be_empty()


@pytest.mark.parametrize("program", [FIVE_THOUSAND_STEPS, MANY_EVENTS], ids=["5,000 steps", "as many events as are recorded"])
async def test_large_film_has_a_picture_in_every_view(open_page: Open, program: str) -> None:
    page = await open_page()
    await type_code(page, program)
    await run(page)
    await come_to_a_picture(page)


@pytest.mark.parametrize("lang", every_nth(LANGUAGES, len(LANGUAGES)))
async def test_film_too_large_to_unfold_says_so(open_page: Open, lang: Lang) -> None:
    page = await open_page(f"/?lang={lang}")
    await type_code(page, MANY_THINGS)
    await run(page)
    await first_step(page)
    await page.keyboard.press("e")
    await expect(page.locator("#story button[aria-pressed=true]")).to_have_text(word("page-show-all", {}, lang))
    await expect(page.locator(".laying-out")).to_be_empty()
    await page.keyboard.press("f")
    sentence = word("page-fold-too-many", {"things": "@", "most": "@"}, lang)
    pattern = re.compile(r"[\d,]+".join(map(re.escape, re.split("[\u2068\u2069]*@[\u2068\u2069]*", sentence))))
    await expect(page.locator("#story [role=status]")).to_have_text(pattern)
    await expect(page.locator(PICTURE).first).to_be_visible()
