"""Presenting: the film alone, from a link, a key or a button; arrow keys, a clicker, a finger; Escape ends it."""

from __future__ import annotations

from typing import Any

import httpx
import pytest
from playwright.async_api import Browser, Page, expect

from app.examples.gallery import example_named
from tests.browser.conftest import Open
from tests.browser.test_accessibility import violations

pytestmark = [pytest.mark.browser, pytest.mark.jail]

PATH = "/e/edit-after-save"


async def opened(open_page: Open, path: str) -> Page:
    page = await open_page(path)
    await page.locator("#stage .thing").first.wait_for()
    return page


async def is_alone(page: Page) -> None:
    """Nothing but code, drawing and sentence is to be seen."""
    for part in ("#header", "#side", "#transport", "#tools", "#diagnoses"):
        await expect(page.locator(part)).to_be_hidden()
    for part in ("#stage", "#narration", "#code .cm-content"):
        await expect(page.locator(part)).to_be_visible()


async def test_link_opens_the_film_alone_and_a_clicker_goes_from_moment_to_moment(open_page: Open) -> None:
    page = await opened(open_page, f"{PATH}?present=1&step=1")
    await is_alone(page)
    count = page.locator("#narration .count")
    seen = []
    for _ in range(5):
        seen.append(await count.inner_text())
        await page.keyboard.press("PageDown")
    assert seen[0] == "1 / 9"
    assert "6 / 9" in seen, "the edit that makes a saved tensor stale"
    assert await count.inner_text() == "9 / 9"
    await page.keyboard.press("PageUp")
    await expect(count).not_to_have_text("9 / 9")
    await page.keyboard.press("Home")
    await page.keyboard.press("ArrowRight")
    await expect(count).to_have_text("2 / 9")


async def test_escape_ends_it_and_the_address_forgets_it(open_page: Open) -> None:
    page = await opened(open_page, f"{PATH}?present=1")
    await page.keyboard.press("Escape")
    await expect(page.locator("#header")).to_be_visible()
    assert "present" not in page.url
    await page.locator(".cm-content").click()
    await page.keyboard.type("x")
    await expect(page.locator(".cm-content")).to_contain_text("x")


async def test_key_and_button_fill_the_screen(open_page: Open) -> None:
    page = await opened(open_page, PATH)
    await page.locator("#transport [role=slider]").focus()
    await page.keyboard.press("v")
    await is_alone(page)
    assert "present=1" in page.url
    await page.wait_for_function("() => document.fullscreenElement !== null")
    await page.evaluate("document.exitFullscreen()")
    await expect(page.locator("#header")).to_be_visible()
    await page.get_by_role("button", name="Present: full screen").click()
    await is_alone(page)
    size = await page.locator("#narration .sentence").evaluate("element => parseFloat(getComputedStyle(element).fontSize)")
    assert size >= 19


async def test_notes_that_are_being_written_are_not_presented(open_page: Open) -> None:
    page = await opened(open_page, PATH)
    await page.get_by_role("button", name="Share").click()
    await page.get_by_role("button", name="Write notes").click()
    await expect(page.locator("#notes textarea").first).to_be_visible()
    await page.locator("#transport [role=slider]").focus()
    await page.keyboard.press("v")
    await is_alone(page)
    await expect(page.locator("#notes textarea").first).to_be_hidden()
    # The little room beside the notes has no use for the whole film.
    await page.keyboard.press("Escape")
    await expect(page.locator("#notes textarea").first).to_be_visible()
    await page.wait_for_function("() => document.querySelector('#stage .world').getScreenCTM().a >= 0.59")


async def test_finger_turns_and_ends_on_a_phone(chromium: Browser, server_url: str) -> None:
    context = await chromium.new_context(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True, reduced_motion="reduce")
    page = await context.new_page()
    await page.goto(f"{server_url}{PATH}?present=1&step=1&lang=zh")
    await page.locator("#stage .thing").first.wait_for()
    await page.get_by_role("button", name="下一个要点").tap()
    await expect(page.locator("#narration .count")).not_to_have_text("1 / 9")
    await page.get_by_role("button", name="结束演示").tap()
    await expect(page.locator("#header")).to_be_visible()
    await context.close()


MATMUL = {"line": 8, "kind": "op", "name": "matmul"}
EDIT = {"line": 9, "kind": "op", "name": "__setitem__"}
NOTES: dict[str, Any] = {
    "notes": [
        {"at": MATMUL, "text": {"en": "Saved."}, "speaker": {"en": "Ask **first**.", "zh": "先**提问**。"}},
        {"at": EDIT, "text": {"en": "Stale."}},
    ],
    "chapters": [{"at": MATMUL, "name": {"en": "What is saved", "zh": "保存了什么"}}, {"at": EDIT, "name": {"en": "The edit"}}],
    "opens": MATMUL,
    "stops": EDIT,
}


@pytest.fixture(scope="module")
def lesson(server_url: str) -> str:
    """The path of a film with notes."""
    example = example_named("edit-after-save")
    assert example
    snippet = httpx.post(f"{server_url}/api/snippets", json={"code": example.code}, timeout=60).json()["id"]
    notes = httpx.post(f"{server_url}/api/snippets/{snippet}/notes", json=NOTES, timeout=60).json()["id"]
    return f"/s/{snippet}?notes={notes}&present=1"


async def test_clicker_goes_by_the_chapters_of_the_author_from_where_the_film_opens_to_where_it_stops(open_page: Open, lesson: str) -> None:
    page = await opened(open_page, lesson)
    await is_alone(page)
    count = page.locator("#narration .count")
    await expect(count).to_have_text("5 / 9")
    await expect(page.locator(".note-chapter")).to_have_value("4")
    await page.keyboard.press("PageDown")
    await expect(count).to_have_text("6 / 9")
    await expect(page.locator(".note-text")).to_have_text("Stale.")
    await page.keyboard.press("PageDown")
    await expect(count).to_have_text("6 / 9")
    await page.keyboard.press("PageUp")
    await expect(count).to_have_text("5 / 9")
    await page.keyboard.press("ArrowLeft")
    await expect(count).to_have_text("4 / 9")


@pytest.mark.parametrize(("lang", "say", "after"), [("en", "Ask first.", "The edit"), ("zh", "先提问。", "The edit")])
async def test_second_window_tells_the_speaker_what_to_say_and_what_comes_and_turns_the_film(
    open_page: Open, lesson: str, lang: str, say: str, after: str
) -> None:
    page = await opened(open_page, f"{lesson}&lang={lang}")
    await expect(page.locator(".author-note")).to_be_visible()
    async with page.context.expect_page() as opening:
        await page.keyboard.press("s")
    speaker = await opening.value
    await expect(speaker.locator(".speaker-say")).to_have_text(say)
    await expect(speaker.locator(".speaker-say strong")).to_have_count(1)
    await expect(speaker.locator(".speaker-next")).to_contain_text(after)
    await expect(page.locator("body")).not_to_contain_text(say)
    assert [fault for fault in await violations(speaker) if not fault.startswith("page-has-heading-one")] == []
    await speaker.keyboard.press("PageDown")
    await expect(page.locator("#narration .count")).to_have_text("6 / 9")
    await expect(speaker.locator(".speaker-shown")).to_contain_text("Stale.")
    await speaker.locator(".speaker-turn button").first.click()
    await expect(page.locator("#narration .count")).to_have_text("5 / 9")
    async with speaker.expect_event("close"):
        await speaker.evaluate(
            "setTimeout(() => document.body.dispatchEvent(new KeyboardEvent('keydown', {key: 'Escape', bubbles: true})))"
        )
    await is_alone(page)


async def test_speaker_has_a_strip_below_the_film_where_no_window_opens(open_page: Open, lesson: str) -> None:
    page = await opened(open_page, lesson)
    await expect(page.locator(".author-note")).to_be_visible()
    await page.evaluate("window.open = () => null")
    await page.keyboard.press("s")
    await expect(page.locator("body > .speaker .speaker-say")).to_have_text("Ask first.")
    await page.keyboard.press("s")
    await expect(page.locator("body > .speaker")).to_have_count(0)
    await page.keyboard.press("s")
    await page.keyboard.press("Escape")
    await expect(page.locator("#header")).to_be_visible()
    await expect(page.locator(".speaker")).to_have_count(0)


async def filling_the_screen(open_page: Open) -> Page:
    page = await opened(open_page, PATH)
    await page.locator("#transport [role=slider]").focus()
    await page.keyboard.press("v")
    await expect(page.locator(":fullscreen")).to_have_count(1)
    return page


async def second_window(page: Page) -> Page:
    """The speaker's window, newly opened, for which the browser is about to end the full screen."""
    async with page.context.expect_page() as opening:
        await page.keyboard.press("s")
    return await opening.value


async def test_second_window_ends_the_full_screen_and_not_the_presentation(open_page: Open) -> None:
    page = await filling_the_screen(open_page)
    speaker = await second_window(page)
    await expect(speaker.locator(".speaker-say")).to_contain_text("Nothing is written for the speaker")
    await is_alone(page)
    await page.keyboard.press("Escape")
    await expect(page.locator("#header")).to_be_visible()


LEAVES = """window.left = new Promise(resolve =>
  document.addEventListener("fullscreenchange", () => document.fullscreenElement || setTimeout(resolve)))"""


async def test_full_screen_asked_for_as_the_second_window_opens_ends_no_presentation(open_page: Open) -> None:
    page = await filling_the_screen(open_page)
    await page.evaluate(f"() => {{ {LEAVES} }}")
    await second_window(page)
    await page.keyboard.press("f")
    await page.bring_to_front()
    await page.evaluate("window.left")
    await is_alone(page)
    await page.keyboard.press("f")
    await expect(page.locator(":fullscreen")).to_have_count(1)
    await page.evaluate("document.exitFullscreen()")
    await expect(page.locator("#header")).to_be_visible()


async def test_full_screen_left_after_the_second_window_was_closed_ends_the_presentation(open_page: Open) -> None:
    page = await filling_the_screen(open_page)
    speaker = await second_window(page)
    await expect(page.locator(":fullscreen")).to_have_count(0)
    await page.bring_to_front()
    await page.keyboard.press("f")
    await expect(page.locator(":fullscreen")).to_have_count(1)
    async with speaker.expect_event("close"):
        await page.keyboard.press("s")
    await is_alone(page)
    await page.evaluate("document.exitFullscreen()")
    await expect(page.locator("#header")).to_be_visible()
