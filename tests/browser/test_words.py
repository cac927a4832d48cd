"""What the page says about a tensor, a save or an edit is the same in all its places, and true at the step that is shown."""

from __future__ import annotations

import pytest
from playwright.async_api import expect

from tests.browser.conftest import Open
from tests.browser.film import STALE_PROGRAM, last_step, run, type_code

pytestmark = [pytest.mark.browser, pytest.mark.jail]

TWO_EDITS = """import torch
x = torch.ones(2, requires_grad=True)
y = x.exp()
y += 1
y += 1
y.sum().backward()
"""
BATCH_NORM = """import torch
from torch import nn
bn = nn.BatchNorm1d(3)
out = bn(torch.randn(8, 3))
out.pow(2).sum().backward()
"""
WITHOUT_COUNTER = """import torch
w = torch.ones(2, requires_grad=True)
y = w.exp()
y.data.zero_()
y.sum().backward()
"""


async def test_card_of_an_error_says_will_before_it_and_did_after(open_page: Open) -> None:
    page = await open_page()
    await type_code(page, STALE_PROGRAM)
    await run(page)
    card = page.locator("#diagnoses .card").first
    await expect(card).to_contain_text("backward() will fail")
    await expect(page.locator("#narration")).to_contain_text("so backward will fail")
    await expect(card).to_contain_text("will raise: expects 0, finds 1")
    await last_step(page)
    await expect(card).to_contain_text("The version check failed")
    await expect(card).to_contain_text("raised: expected 0, found 1")
    await expect(card).not_to_contain_text("will")
    await expect(page.locator("#narration")).not_to_contain_text("will fail")


async def test_versions_of_card_and_text_agree_where_there_are_two_edits(open_page: Open) -> None:
    page = await open_page()
    await type_code(page, TWO_EDITS)
    await run(page)
    card = page.locator("#diagnoses .card").first
    await last_step(page)
    await expect(card.locator(".story")).to_contain_text("edited it: version 0 → 1")
    await expect(card.locator(".reason")).to_contain_text("its version went from 0 to 1")
    await expect(card.locator(".story")).to_contain_text("expected 0, found 2")
    await expect(card.locator(".reason")).to_contain_text("needs version 0 and found 2")


async def test_running_statistics_are_not_shown_as_an_unseen_edit(open_page: Open) -> None:
    page = await open_page()
    await type_code(page, BATCH_NORM)
    await run(page)
    await last_step(page)
    await expect(page.locator("#stage .thing.chip:not(.is-hidden)").first).to_be_attached()
    await expect(page.locator("#stage .chip.is-silent")).to_have_count(0)
    await expect(page.locator(".badge-margin .badge.sil")).to_have_count(0)
    await expect(page.locator("#diagnoses")).to_be_hidden()


async def test_write_through_data_is_shown_as_an_unseen_edit(open_page: Open) -> None:
    page = await open_page()
    await type_code(page, WITHOUT_COUNTER)
    await run(page)
    await last_step(page)
    await expect(page.locator("#stage .chip.is-silent")).to_have_count(1)


async def test_scalar_is_translated(open_page: Open) -> None:
    page = await open_page("/?lang=zh")
    await type_code(page, STALE_PROGRAM.replace("f.backward()", "f.sum().backward()").replace("d[:] = 0\n", "s = f.sum()\n"))
    await run(page)
    card = page.locator("#stage .thing.card", has_text="标量").first
    await expect(card).to_be_attached()
    await expect(page.locator("#stage")).not_to_contain_text("scalar")
