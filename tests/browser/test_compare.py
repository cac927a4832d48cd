"""The comparison of a program with its fixed version, side by side."""

from __future__ import annotations

import base64
import zlib

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


async def test_cells_that_an_address_asks_for_are_compared_and_step_together(open_page: Open) -> None:
    cells = "# %% one\nimport torch\nw = torch.ones(2, requires_grad=True)\n# %% two\nv = w * 2\n# %% three\nv = w * 3\n"
    packer = zlib.compressobj(wbits=-15)
    packed = base64.urlsafe_b64encode(packer.compress(cells.encode()) + packer.flush()).decode().rstrip("=")
    page = await open_page(f"/?compare=2,3#code={packed}")
    sides = page.locator(".compare-side")
    await expect(sides.locator("h3")).to_have_text(["[2] two", "[3] three"])
    await expect(sides.first.locator("ins")).to_have_text("5v = w * 2")
    row = page.locator(".compare-gradients tr").filter(has_text="v")
    await expect(row.locator("td").last).to_contain_text("differs by 1")


async def test_comparison_shows_outcomes_pictures_changed_lines_and_gradients(open_page: Open) -> None:
    page = await open_page(bypass_csp=True)
    await fix(page)
    before, after = page.locator(".compare-side").first, page.locator(".compare-side").last
    await expect(before).to_contain_text(f"line {RAISE_LINE} raises RuntimeError")
    await expect(after).to_contain_text("runs to its end")
    await expect(before.locator("del")).to_have_count(0)
    await expect(after.locator("ins")).to_have_text(f"{EDIT_LINE}d = d.clone()")
    widths = []
    for side in (before, after):
        picture = side.get_by_role("img").last
        await page.wait_for_function("image => image.complete && image.naturalWidth > 300", arg=await picture.element_handle())
        widths.append(await picture.evaluate("image => image.getBoundingClientRect().width / image.naturalWidth"))
        assert "d" in (await picture.get_attribute("alt") or "").split(), "both show the edit of d"
    assert widths[0] == pytest.approx(widths[1], rel=0.01), "both pictures have one scale"
    row = page.locator(".compare-gradients tr").filter(has_text="w1.grad")
    await expect(row.locator("td").first).to_have_text("None")
    await expect(row.locator("td").last).to_contain_text("1")
    assert await violations(page) == []


async def test_applied_fix_opens_the_film_at_the_line_that_it_changed(open_page: Open) -> None:
    page = await open_page()
    await type_code(page, STALE_PROGRAM)
    await run(page)
    change = page.locator("#diagnoses .fix-change").first
    await change.locator("summary").click()
    await expect(change.locator("ins")).to_have_text(f"{EDIT_LINE}d = d.clone()")
    await page.locator("#diagnoses").get_by_role("button", name="Apply and run").first.click()
    await expect(page.locator("#notices")).to_contain_text("The fixed program ran to its end.")
    await expect(page.locator(".cm-line.changed-line")).to_have_text("d = d.clone()")
    await expect(page.locator("#narration")).to_contain_text("clone makes d from d")
    await expect(page.locator("#stage .op.is-now")).to_contain_text("clone")


async def test_ways_out_stand_above_the_reason_and_in_view_at_1280_by_720(open_page: Open) -> None:
    page = await open_page("/e/edit-after-save")
    await page.set_viewport_size({"width": 1280, "height": 720})
    card = page.locator("#diagnoses .card").first
    await expect(card.get_by_role("button", name="Apply and run").first).to_be_in_viewport(ratio=1)
    tops = [await card.locator(part).first.evaluate("part => part.getBoundingClientRect().top") for part in (".story", ".fixes", ".reason")]
    assert tops == sorted(tops)


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
