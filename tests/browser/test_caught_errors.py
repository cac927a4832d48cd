"""A program that catches an error and goes on is explained by what it ended with."""

from __future__ import annotations

import pytest
from playwright.async_api import expect

from tests.browser.conftest import Open
from tests.browser.film import last_step, run, type_code

pytestmark = [pytest.mark.browser, pytest.mark.jail]

CAUGHT_THEN_FREED = """import torch
w = torch.ones(2, requires_grad=True)
loss = w.exp().sum()
try:
    w.add_(1)
except RuntimeError:
    print("refused")
loss.backward()
loss.backward()
"""
REFUSED_LINE, SECOND_BACKWARD_LINE = 5, 9


async def test_second_backward_after_a_caught_leaf_edit_is_explained_as_freed_at_that_backward(open_page: Open) -> None:
    page = await open_page()
    await type_code(page, CAUGHT_THEN_FREED)
    await run(page)
    card = page.locator("#diagnoses .card").first
    await expect(card).to_contain_text("The graph has already been used up")
    await expect(page.locator("#narration .pill")).to_have_text(f"line {SECOND_BACKWARD_LINE}")
    await expect(page.locator("#stage .node.is-failed")).to_contain_text("ExpBackward0")
    await last_step(page)
    await expect(page.locator("#narration .pill")).to_have_text(f"line {SECOND_BACKWARD_LINE}")
    await expect(page.locator("#narration .sentence")).to_contain_text("The graph has already been used up")
    await expect(page.locator("#narration .sentence")).not_to_contain_text("leaf")


async def test_caught_leaf_edit_is_shown_at_its_own_step_and_told_as_caught(open_page: Open) -> None:
    page = await open_page()
    await type_code(page, CAUGHT_THEN_FREED)
    await run(page)
    card = page.locator("#diagnoses .card", has_text="A leaf that requires grad refuses edits in place")
    await expect(card).to_contain_text("The program caught the error and went on.")
    await card.locator("summary").click()
    await card.locator(".story-link").first.click()
    await expect(page.locator("#narration .pill")).to_have_text(f"line {REFUSED_LINE}")
    await expect(page.locator("#narration .sentence")).to_contain_text("A leaf that requires grad refuses edits in place")
    await expect(page.locator("#stage .node.is-failed")).to_have_count(0)
