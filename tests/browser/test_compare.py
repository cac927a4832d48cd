"""The comparison of a program with its fixed version, side by side."""

from __future__ import annotations

import pytest
from playwright.async_api import Page, expect

from tests.browser.conftest import Open
from tests.browser.film import EDIT_LINE, RAISE_LINE, STALE_PROGRAM, run, type_code
from tests.browser.test_accessibility import violations

pytestmark = [pytest.mark.browser, pytest.mark.jail]


async def fix(page: Page) -> None:
    """Run the program that fails, apply its first fix, and open the comparison."""
    await type_code(page, STALE_PROGRAM)
    await run(page)
    await page.locator("#diagnoses").get_by_role("button", name="Apply and run").first.click()
    await expect(page.locator("#notices")).to_contain_text("The fixed program ran to its end.")
    await page.get_by_role("button", name="Compare before and after").click()


async def test_comparison_shows_outcomes_pictures_changed_lines_and_gradients(open_page: Open) -> None:
    page = await open_page(bypass_csp=True)
    await fix(page)
    before, after = page.locator(".compare-side").first, page.locator(".compare-side").last
    await expect(before).to_contain_text(f"line {RAISE_LINE} raises RuntimeError")
    await expect(after).to_contain_text("runs to its end")
    await expect(before.locator("del")).to_have_count(0)
    await expect(after.locator("ins")).to_have_text(f"{EDIT_LINE}d = d.clone()")
    for side, words in ((before, "MvBackward0 saved"), (after, "w1.grad is filled")):
        picture = side.get_by_role("img").last
        await page.wait_for_function("image => image.complete && image.naturalWidth > 300", arg=await picture.element_handle())
        assert words.split()[0] in (await picture.get_attribute("alt") or "")
    row = page.locator(".compare-gradients tr").filter(has_text="w1.grad")
    await expect(row.locator("td").first).to_have_text("None")
    await expect(row.locator("td").last).to_contain_text("1")
    assert await violations(page) == []


async def test_original_program_chosen_in_the_comparison_is_shown_again(open_page: Open) -> None:
    page = await open_page()
    await fix(page)
    await page.locator(".compare-side").first.get_by_role("button", name="Watch this film").click()
    await expect(page.locator("#compare")).to_be_hidden()
    await expect(page.locator(".cm-content")).not_to_contain_text("clone()")
    await expect(page.locator("#stage .link-saved.is-stale")).to_have_count(1)
    await expect(page.locator("#notices")).to_contain_text("This is the program before the fix.")
    await expect(page.locator("#notices")).not_to_contain_text("The code has changed")


async def test_comparison_without_a_server_shows_an_error(open_page: Open) -> None:
    page = await open_page()
    await page.route("**/assets/board-*.js", lambda route: route.abort("internetdisconnected"))
    await fix(page)
    await expect(page.locator("#compare").get_by_role("alert")).to_have_text("The server cannot be reached")
