"""What becomes an entry of the browser's history where the reader is quicker than the address."""

from __future__ import annotations

import pytest
from playwright.async_api import Page, expect

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


OTHER_PROGRAM = "import torch\nv = torch.ones(3, requires_grad=True)\nu = v.exp()\nu.add_(1)\nu.sum().backward()\n"


async def pressed_back(page: Page) -> None:
    """Go back, until the browser says that it has."""
    await page.evaluate(
        "() => new Promise(done => { addEventListener('popstate', () => setTimeout(done), { once: true }); history.back(); })"
    )


async def test_first_back_after_a_program_was_put_in_and_run_shows_the_program_before(open_page: Open) -> None:
    page = await open_page(reduced_motion="no-preference")
    await type_code(page, STALE_PROGRAM)
    await run(page)
    await page.wait_for_url("**/?step=6*#code=*")
    await type_code(page, OTHER_PROGRAM)
    await run(page)
    slider = page.locator("#transport .slider")
    # The film runs up to the edit by itself.
    await page.wait_for_url("**/?step=3*#code=*")
    assert await slider.get_attribute("aria-valuenow") == "3"
    await pressed_back(page)
    await expect(page.locator(".cm-content")).to_contain_text("torch.matmul")


async def test_back_over_the_comparison_closes_it_and_leaves_the_program_behind_it(open_page: Open) -> None:
    page = await open_page()
    await type_code(page, STALE_PROGRAM)
    await run(page)
    await page.locator("#diagnoses").get_by_role("button", name="Apply and run").first.click()
    await page.wait_for_url("**/*about=*")
    for opens, dialog in (("Compare before and after", "#compare"), ("Share", "#share")):
        await page.get_by_role("button", name=opens, exact=True).click()
        await expect(page.locator(dialog)).to_be_visible()
        address = page.url
        await page.go_back()
        await expect(page.locator(dialog)).to_be_hidden()
        await page.wait_for_url(address)
        await expect(page.locator(".cm-content")).to_contain_text("d = d.clone()")
    await page.go_back()
    await expect(page.locator(".cm-content")).not_to_contain_text("d = d.clone()")
