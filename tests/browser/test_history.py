"""What becomes an entry of the browser's history where the reader is quicker than the address."""

from __future__ import annotations

import pytest
from playwright.async_api import expect

from tests.browser.conftest import Open
from tests.browser.film import STALE_PROGRAM, run, type_code

pytestmark = [pytest.mark.browser, pytest.mark.jail]

LARGER_PROGRAM = STALE_PROGRAM.replace("d[:] = 0", "e = d.exp().sin().cos().tanh()\ng = (e * w2).sum() + f.sum()\nd[:] = 0")


async def test_view_chosen_right_after_a_run_is_an_entry_of_its_own(open_page: Open) -> None:
    page = await open_page()
    await type_code(page, LARGER_PROGRAM)
    await run(page)
    # In one task of the page, so that no pause can come between.
    await page.evaluate(
        """() => {
          const slider = document.querySelector('#transport .slider');
          for (const key of ['Home', 'e']) slider.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
        }"""
    )
    pressed = page.locator("#story button[aria-pressed=true]")
    await page.wait_for_url("**/*show=all*")
    await expect(pressed).to_have_text("Everything")
    await page.go_back()
    await expect(pressed).to_have_text("Story")
    await expect(page.locator("#transport .slider")).to_have_attribute("aria-valuenow", "1")
    await page.go_forward()
    await expect(pressed).to_have_text("Everything")
