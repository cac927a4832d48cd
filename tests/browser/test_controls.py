"""Controls of film and view: speed, loop, pane borders, minimap, touch."""

from __future__ import annotations

import re

import pytest
from playwright.async_api import Page, expect

from tests.browser.conftest import PHONE, Open
from tests.browser.film import LONG_PROGRAM, STALE_PROGRAM, first_step, last_step, run, type_code

pytestmark = [pytest.mark.browser, pytest.mark.jail]

WORLD = "() => new DOMMatrix(getComputedStyle(document.querySelector('#stage .world')).transform)"
Point = tuple[float, float]


async def test_speed_button_cycles_through_all_speeds(open_page: Open) -> None:
    page = await open_page()
    await run(page)
    speed = page.locator("#transport .key.text")
    for rate in ("1", "2", "4", "0.5", "1"):
        await expect(speed).to_have_text(f"{rate}×")
        await expect(speed).to_have_attribute("aria-label", f"Speed: {rate}×")
        await speed.click()


async def test_looped_film_starts_again_after_its_end(open_page: Open) -> None:
    page = await open_page()
    await type_code(page, "import torch\na = torch.ones(2)\nb = a + 1\nc = b * 2\n")
    await run(page)
    loop = page.get_by_role("button", name="Play in a loop")
    await loop.click()
    await expect(loop).to_have_attribute("aria-pressed", "true")
    await last_step(page)
    slider = await first_step(page)
    await slider.evaluate(
        "slider => { self.seen = []; new MutationObserver(() => self.seen.push(slider.getAttribute('aria-valuenow')))"
        ".observe(slider, {attributeFilter: ['aria-valuenow']}); }"
    )
    last = await slider.get_attribute("aria-valuemax")
    await page.keyboard.press("Space")
    await page.wait_for_function("last => self.seen.join().includes(`${last},1`)", arg=last)
    await page.keyboard.press("Space")


async def test_pane_border_moves_with_arrow_keys_and_resets_on_double_click(open_page: Open) -> None:
    page = await open_page()
    border = page.get_by_role("separator").first
    await expect(border).to_have_attribute("aria-valuenow", re.compile("[1-9]"))  # stated once the panes were measured
    width = int(await border.get_attribute("aria-valuenow") or "0")
    await border.focus()
    await page.keyboard.press("ArrowRight")
    await expect(border).to_have_attribute("aria-valuenow", f"{width + 24}")
    code = page.locator("#code")
    await page.wait_for_function(
        "width => Math.round(document.querySelector('#code').getBoundingClientRect().width) === width", arg=width + 24
    )
    await border.dblclick()
    await page.wait_for_function("width => Math.round(document.querySelector('#code').getBoundingClientRect().width) === width", arg=width)
    await expect(code).to_be_visible()


async def test_click_in_the_minimap_moves_the_view(open_page: Open) -> None:
    page = await open_page()
    await type_code(page, LONG_PROGRAM.replace("400", "60"))
    await run(page)
    await page.locator("#transport .slider").focus()
    await page.keyboard.press("e")
    await page.keyboard.press("f")
    minimap = page.locator("#stage canvas.minimap")
    await expect(minimap).to_be_visible()
    await expect(page.locator(".laying-out")).to_be_empty()
    await first_step(page)
    box = await minimap.bounding_box()
    assert box
    before = (await page.evaluate(WORLD))["e"]
    await page.mouse.click(box["x"] + box["width"] * 0.6, box["y"] + box["height"] / 2)
    await page.wait_for_function(f"before => Math.abs(({WORLD})().e - before) > 50", arg=before)


async def touch(page: Page, *moments: list[Point]) -> None:
    """Touch the page with one finger per point, move the fingers through the given positions, and lift them."""
    session = await page.context.new_cdp_session(page)
    for kind, points in [("touchStart", moments[0]), *(("touchMove", moment) for moment in moments[1:]), ("touchEnd", [])]:
        fingers = [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(points)]
        await session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": fingers})


async def test_two_fingers_zoom_and_one_finger_moves_the_view(open_page: Open) -> None:
    page = await open_page(viewport=PHONE, has_touch=True, is_mobile=True)
    await run(page)
    box = await page.locator("#stage").bounding_box()
    assert box
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    at = await page.evaluate(WORLD)
    await touch(page, *([(x - 20 - by, y), (x + 20 + by, y)] for by in range(0, 60, 6)))
    await page.wait_for_function(f"zoom => ({WORLD})().a > zoom * 1.3", arg=at["a"])
    near = await page.evaluate(WORLD)
    await touch(page, *([(x - by, y + by / 2)] for by in range(0, 90, 6)))
    await page.wait_for_function(f"before => ({WORLD})().e < before - 30", arg=near["e"])
    assert (await page.evaluate(WORLD))["a"] == pytest.approx(near["a"])


async def test_failing_program_played_from_the_start_ends_at_the_raise(open_page: Open) -> None:
    page = await open_page()
    await type_code(page, STALE_PROGRAM)
    await run(page)
    slider = await first_step(page)
    for _ in range(2):
        await page.locator("#transport .key.text").click()
    await page.get_by_role("button", name=re.compile("^Play")).first.click()
    await expect(slider).to_have_attribute("aria-valuenow", await slider.get_attribute("aria-valuemax") or "")
    await expect(page.locator("#stage .thing.node.is-failed")).to_have_count(1)


async def test_gradients_move_along_edges_and_no_longer_once_reduced_motion_is_preferred(open_page: Open) -> None:
    page = await open_page(reduced_motion="no-preference")
    await type_code(page, "import torch\na = torch.ones(2, requires_grad=True)\n(a * 3).sum().backward()\n")
    await run(page)
    await page.evaluate(
        "() => { self.drops = 0; new MutationObserver(changes => { for (const { addedNodes } of changes) for (const node of addedNodes)"
        " if (node.matches?.('.drop-of-gradient')) self.drops += 1; })"
        ".observe(document.querySelector('#stage'), {childList: true, subtree: true}); }"
    )
    await play_slowly(page)
    await page.wait_for_function("() => self.drops > 0")
    # What draws them has been loaded: now they would be drawn at once.
    await page.emulate_media(reduced_motion="reduce")
    await first_step(page)
    await page.evaluate("self.drops = 0")
    await play_slowly(page)
    assert await page.evaluate("self.drops") == 0


async def play_slowly(page: Page) -> None:
    """Go from the first step to the last, each so late that it is shown with motion: steps in quick succession are not."""
    slider = await first_step(page)
    for step in range(2, int(await slider.get_attribute("aria-valuemax") or "1") + 1):
        await page.wait_for_function("shown => performance.now() > shown + 150", arg=await page.evaluate("performance.now()"))
        await page.keyboard.press("ArrowRight")
        await expect(slider).to_have_attribute("aria-valuenow", f"{step}")


async def test_no_two_buttons_of_page_and_stage_show_the_same_icon(open_page: Open) -> None:
    page = await open_page()
    await type_code(page, STALE_PROGRAM)
    await run(page)
    icons = page.locator(":is(header button, button.corner):visible svg.icon path")
    shown = await icons.evaluate_all("paths => paths.map(path => path.getAttribute('d'))")
    assert len(shown) > 5
    assert sorted(set(shown)) == sorted(shown)
