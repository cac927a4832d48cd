"""Story, overview and everything of one film: what one looks at stays where it is on the screen when another of them is shown."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.async_api import Page, expect

from tests.browser.conftest import DESKTOP, PHONE, Open
from tests.browser.film import LONG_PROGRAM
from tests.browser.test_story import DEEP, GAN, run

pytestmark = [pytest.mark.browser, pytest.mark.jail]

PROGRAMS = Path(__file__).parent.parent.parent / "benchmarks" / "readability" / "programs"

SELECTED = """() => {
  const thing = document.querySelector('#stage g.thing.is-selected');
  if (!thing) return null;
  const box = thing.querySelector('rect.box').getBoundingClientRect();
  return [box.x + box.width / 2, box.y + box.height / 2];
}"""
BORDERS = """() => {
  const stage = document.querySelector('#stage svg.stage').getBoundingClientRect();
  const lanes = [...document.querySelectorAll('#stage .lane')].map(lane => lane.getBoundingClientRect());
  const left = Math.min(...lanes.map(lane => lane.left)) - stage.left;
  const right = stage.right - Math.max(...lanes.map(lane => lane.right));
  const top = Math.min(...lanes.map(lane => lane.top)) - stage.top;
  const bottom = stage.bottom - 38 - Math.max(...lanes.map(lane => lane.bottom));
  return [Math.abs(left) < 22 || Math.abs(right) < 22, Math.abs(top) < 22 || Math.abs(bottom) < 22];
}"""
WORLD = "() => document.querySelector('#stage .world').getAttribute('transform')"


async def place(page: Page) -> list[float]:
    """The middle of the selected thing on the screen."""
    await expect(page.locator("#stage g.thing.is-selected").first).to_be_visible()
    found: list[float] = await page.evaluate(SELECTED)
    return found


@pytest.mark.parametrize("viewport", [DESKTOP, PHONE], ids=["desktop", "phone"])
async def test_selected_tensor_stays_in_its_place_as_far_as_the_borders_of_the_picture_allow(
    open_page: Open, viewport: dict[str, int]
) -> None:
    page = await open_page("/", viewport=viewport)
    await run(page, GAN)
    await page.locator("#stage g.card.is-edited .name").first.click()
    for key in "eses":
        before = await place(page)
        await page.keyboard.press(key)
        await expect(page.locator(f"#story button[aria-pressed=true][title*='({key.upper()})']")).to_be_visible()
        after = await place(page)
        at_border = await page.evaluate(BORDERS)
        for moved, bordered in zip((abs(a - b) for a, b in zip(after, before, strict=True)), at_border, strict=True):
            assert moved <= 2 or bordered, (key, before, after)


async def test_switching_there_and_back_comes_to_the_same_view(open_page: Open) -> None:
    page = await open_page("/")
    await run(page, DEEP)
    for key in "oeo":
        await page.keyboard.press(key)
    overview = await page.evaluate(WORLD)
    await page.keyboard.press("e")
    await page.keyboard.press("o")
    assert await page.evaluate(WORLD) == overview


async def test_what_the_step_is_about_is_in_view_when_everything_follows_the_overview(open_page: Open) -> None:
    page = await open_page("/")
    await run(page, (PROGRAMS / "attention_mask.py").read_text())
    for key in "oe":
        await page.keyboard.press(key)
        await expect(page.locator(f"#story button[aria-pressed=true][title*='({key.upper()})']")).to_be_visible()
    await expect(page.locator("#stage g.card.is-edited:not(.is-hidden) .name").filter(has_text="attn").first).to_be_in_viewport()


async def test_pill_stays_in_its_place_when_it_opens_and_closes(open_page: Open) -> None:
    page = await open_page("/")
    await run(page, DEEP)
    await page.keyboard.press("End")
    pill = page.locator("#stage g.group").first
    label = await pill.get_attribute("data-id")
    await pill.focus()
    before = await pill.locator("rect.box").bounding_box()
    await page.keyboard.press("Enter")
    handle = page.locator(f"#stage g.handle[data-id$='{label}']")
    opened = await handle.bounding_box()
    assert before
    assert opened
    assert abs(before["x"] + before["width"] / 2 - opened["x"] - opened["width"] / 2) < 30
    assert abs(before["y"] + before["height"] / 2 - opened["y"] - opened["height"] / 2) < 30
    await handle.press("Enter")
    closed = await pill.locator("rect.box").bounding_box()
    assert closed
    assert abs(closed["x"] - before["x"]) < 2
    assert abs(closed["y"] - before["y"]) < 2


async def test_things_move_to_their_new_places_unless_less_motion_is_wanted(open_page: Open) -> None:
    for motion, moves in (("no-preference", True), ("reduce", False)):
        page = await open_page("/", reduced_motion=motion)
        await run(page, GAN)
        await page.keyboard.press("End")
        await page.evaluate("""() => {
          window.moved = new Set();
          new MutationObserver(changes => changes.forEach(({ target }) => target.matches('g.thing') && window.moved.add(target)))
            .observe(document.querySelector('#stage'), { subtree: true, attributeFilter: ['transform'] });
        }""")
        await page.keyboard.press("e")
        await expect(page.locator("#story")).to_contain_text("The whole program")
        assert (await page.evaluate("window.moved.size") > 0) is moves
        # Each comes to rest in the place that the layout has given it.
        await expect(page.locator("#stage g.thing[transform]")).to_have_count(0)


async def test_everything_of_more_ops_than_can_be_read_says_what_to_do_instead(open_page: Open) -> None:
    page = await open_page("/")
    await run(page, LONG_PROGRAM)
    await page.keyboard.press("e")
    await expect(page.locator("#story")).to_contain_text("too many to read at once: press a group to open it, or see the overview")
    await page.get_by_role("button", name="Overview", exact=True).click()
    await expect(page.locator("#story")).to_contain_text("The shape of the program")


async def test_everything_of_a_few_hundred_ops_opens_by_one_command(open_page: Open) -> None:
    page = await open_page("/")
    await run(page, DEEP)
    await page.keyboard.press("e")
    await expect(page.locator("#story")).to_contain_text("The whole program")
    await page.keyboard.press("f")
    await expect(page.locator("#stage g.thing[aria-expanded=false]")).to_have_count(0)
