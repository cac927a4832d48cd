"""Pointing at a thing on the stage lights up what it is joined with, the lines between them, and their lines of code."""

from __future__ import annotations

import pytest
from playwright.async_api import expect

from tests.browser.conftest import Open
from tests.browser.film import EDIT_LINE, SAVED_LINE, STALE_PROGRAM, go_to_line, run, type_code

pytestmark = [pytest.mark.browser, pytest.mark.jail]


async def test_node_that_is_pointed_at_lights_what_it_saved_and_the_code_of_both_until_the_pointer_leaves(open_page: Open) -> None:
    page = await open_page("/")
    await type_code(page, STALE_PROGRAM)
    await run(page)
    await go_to_line(page, EDIT_LINE)
    await page.locator("#stage g.node:not(.is-hidden)", has_text="MvBackward0").hover()
    await expect(page.locator("#stage g.link.is-stale[data-lit]")).to_have_count(1)
    await expect(page.locator("#stage g.card.is-edited[data-lit]")).to_have_count(1)
    await expect(page.locator(".cm-line.pointed-line", has_text="f = torch.matmul(d, w2)")).to_have_count(1)
    assert STALE_PROGRAM.splitlines().index("f = torch.matmul(d, w2)") + 1 == SAVED_LINE
    await page.locator("#narration").hover()
    await expect(page.locator("#stage [data-lit]")).to_have_count(0)
    await expect(page.locator(".cm-line.pointed-line")).to_have_count(0)


async def test_edit_that_is_pointed_at_lights_its_tensor(open_page: Open) -> None:
    page = await open_page("/e/edit-after-save")
    await page.locator("#stage g.chip:not(.is-hidden)").first.hover()
    await expect(page.locator("#stage g.card.is-edited[data-lit]")).to_have_count(1)
