"""One cause is told once, and the inspector says first what happened to a tensor."""

from __future__ import annotations

import pytest
from playwright.async_api import expect

from tests.browser.conftest import Open
from tests.browser.film import SAVED_LINE, STALE_PROGRAM, run, type_code

pytestmark = [pytest.mark.browser, pytest.mark.jail]

TWO_WEIGHTS = """import torch
first = torch.ones(3, requires_grad=True)
second = torch.full((3,), 2.0, requires_grad=True)
x = torch.ones(3)
y = (x * first).exp() * second
z = y * first
with torch.no_grad():
    for weight in (first, second):
        weight.mul_(0.5)
z.sum().backward()
"""
WEIGHT_EDIT_LINE = 9


async def test_edit_of_two_weights_in_one_line_is_one_card_that_lists_both(open_page: Open) -> None:
    page = await open_page()
    await type_code(page, TWO_WEIGHTS)
    await run(page)
    await expect(page.locator("#diagnoses .card.error")).to_have_count(1)
    card = page.locator("#diagnoses .card.error")
    await expect(card).to_contain_text("more saved tensor")
    await expect(card.locator(".story-link", has_text=f"line {WEIGHT_EDIT_LINE}")).to_have_count(1)
    for name in ("first", "second"):
        await expect(card.locator(".story-link", has_text=f"saved {name}")).to_have_count(1)


async def test_inspector_opens_on_the_edited_tensor_in_words_before_its_values(open_page: Open) -> None:
    page = await open_page()
    await type_code(page, STALE_PROGRAM)
    await run(page)
    life = page.locator("#side .life")
    await expect(page.locator("#side h2")).to_have_text("d")
    await expect(life.locator("li").nth(0)).to_contain_text("made by matmul")
    await expect(life.locator("li").nth(1)).to_have_text(f"line {SAVED_LINE}saved by MvBackward0 at version 0, stale by now")
    await expect(life.locator("li").nth(2)).to_contain_text("edited by d[:] = 0: now version 1")
    headings = await page.locator("#side h3").all_text_contents()
    assert headings.index("What happened to it") < headings.index("Value")
