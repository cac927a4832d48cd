"""Questions on the page, in embeds and in files: asked before a step, answered by mouse or keyboard, never where nobody wants them."""

from __future__ import annotations

import re
from pathlib import Path

import httpx
import pytest
from playwright.async_api import Browser, Frame, Page, expect

from app.examples.gallery import examples
from tests.browser.conftest import Open

pytestmark = [pytest.mark.browser, pytest.mark.jail]

STALE = "/e/edit-after-save"
EDIT_STEP = 6


def code_of(id: str) -> str:
    return next(example.code for example in examples() if example.id == id)


@pytest.fixture(scope="module")
def stored(server_url: str) -> str:
    """The id of a stored film with a wrong gradient."""
    body = {"code": code_of("data-escapes-the-check")}
    return str(httpx.post(f"{server_url}/api/snippets", json=body, timeout=60).json()["id"])


@pytest.fixture(scope="module")
def film_file(server_url: str) -> bytes:
    """A film in one file that asks questions."""
    body = {"code": code_of("backward-twice"), "predict": True}
    return httpx.post(f"{server_url}/api/films", json=body, timeout=60).content


async def to_question(page: Page | Frame, text: str) -> None:
    """Step on until ``text`` is asked; other questions are answered by the right answer being shown."""
    question = page.locator(".question-text")
    await expect(page.locator("#stage .thing").first).to_be_attached()
    for _ in range(40):
        if await question.count() and text in (await question.text_content() or ""):
            return
        skip, go_on = page.locator(".question-skip"), page.locator(".question-on")
        if await skip.count():
            await skip.click()
        elif await go_on.count():
            await go_on.click()
        else:
            await page.locator("#transport .slider").press("ArrowRight")
    raise AssertionError(f"never asked: {text}")


async def test_film_stops_before_the_edit_asks_and_explains(open_page: Open) -> None:
    page = await open_page(f"{STALE}?predict=1")
    slider = page.locator("#transport .slider")
    await to_question(page, "Line 9 edits d in place")
    await expect(slider).to_have_attribute("aria-valuenow", f"{EDIT_STEP - 1}")
    await expect(page.locator("#diagnoses")).to_be_hidden()
    await slider.press("End")
    await expect(slider).to_have_attribute("aria-valuenow", f"{EDIT_STEP - 1}")
    await page.keyboard.press("4")
    await expect(slider).to_have_attribute("aria-valuenow", f"{EDIT_STEP}")
    await expect(page.locator(".question-result")).to_contain_text("No. A node needs the values from before the edit, and they are gone.")
    await expect(page.locator(".is-right")).to_contain_text("backward() raises an error.")
    await expect(page.locator(".is-wrong")).to_contain_text("your answer")


async def test_wrong_answer_stays_until_go_on_and_says_why_it_is_wrong(open_page: Open) -> None:
    page = await open_page(f"{STALE}?predict=1")
    question, result = page.locator(".question-text"), page.locator(".question-result")
    await to_question(page, "Which tensors does line")
    asked = await question.text_content()
    wrong = page.locator("button.question-option").filter(has_text="None.")
    await wrong.click()
    await expect(result).to_contain_text("No. The derivative reads")
    assert await question.text_content() == asked
    await page.locator(".question-on").click()
    await expect(question).not_to_have_text(asked or "")


async def test_after_the_last_question_at_the_end_of_the_film_nothing_offers_to_go_on(open_page: Open) -> None:
    page = await open_page("/e/init-a-weight?predict=1")
    await to_question(page, "What happens?")
    await page.keyboard.press("1")
    await expect(page.locator(".question-result")).to_be_visible()
    slider = page.locator("#transport .slider")
    last = await slider.get_attribute("aria-valuemax")
    if await slider.get_attribute("aria-valuenow") != last:
        await slider.press("End")
    await expect(page.locator(".question-foot")).to_contain_text("right")
    await expect(page.locator(".question-on")).to_have_count(0)


async def test_nothing_in_the_code_gives_the_answer_away(open_page: Open) -> None:
    page = await open_page(f"{STALE}?predict=1")
    await expect(page.locator(".question-text")).to_contain_text("Press play")
    await expect(page.locator(".cm-line").first).to_be_visible()
    assert await page.locator(".cm-editor .squiggle").count() == 0
    await to_question(page, "Line 9 edits d in place")
    assert await page.locator(".cm-editor .squiggle").count() == 0


async def test_answers_are_reached_with_the_arrow_key_and_tab_and_scored(open_page: Open) -> None:
    page = await open_page(f"{STALE}?predict=1")
    await to_question(page, "Line 9 edits d in place")
    await page.locator("#transport .slider").press("ArrowRight")
    await expect(page.locator(".question-option").first).to_be_focused()
    await page.keyboard.press("Tab")
    await page.keyboard.press("Enter")
    await expect(page.locator(".question-result")).to_contain_text("Right.")
    await expect(page.locator(".question-foot")).to_contain_text("1 of 2 right")
    await expect(page.locator(".question-on")).to_be_focused()
    kept = await page.evaluate(
        "Object.entries(localStorage).filter(([key]) => key.startsWith('gradreel.predict.')).map(([, score]) => score)"
    )
    assert kept == ["1/3"]


async def test_digits_typed_into_the_editor_answer_nothing(open_page: Open) -> None:
    page = await open_page(f"{STALE}?predict=1")
    await to_question(page, "Line 9 edits d in place")
    await page.locator(".cm-content").click()
    await page.keyboard.type("2")
    await expect(page.locator(".question-result")).to_have_count(0)


async def test_nothing_is_asked_until_somebody_wants_it(open_page: Open) -> None:
    page = await open_page(STALE)
    await expect(page.locator("#stage .thing").first).to_be_attached()
    await page.locator("#transport .slider").press("End")
    await expect(page.locator("#question")).to_be_hidden()
    await expect(page.locator("#diagnoses")).to_be_visible()
    await page.keyboard.press("p")
    await expect(page).to_have_url(re.compile("predict=1"))
    await to_question(page, "Line 9 edits d in place")
    await page.locator(".stage-tools [aria-pressed=true]").click()
    await expect(page.locator("#question")).to_be_hidden()
    await expect(page).to_have_url(re.compile("^(?!.*predict)"))
    await expect(page.locator("#diagnoses")).to_be_visible()


async def test_embed_asks_in_chinese_where_its_address_wants_it(open_page: Open, stored: str) -> None:
    page = await open_page(f"/embed/{stored}?predict=1&lang=zh")
    await to_question(page, "第 7 行原地改写 c")
    await page.keyboard.press("3")
    await expect(page.locator(".question-result")).to_contain_text("答对了。")
    plain = await open_page(f"/embed/{stored}")
    await expect(plain.locator("#stage .thing").first).to_be_attached()
    assert await plain.locator("#question").is_hidden()


async def test_question_in_embed_leaves_the_stage_its_width_and_the_line_in_view(open_page: Open, stored: str) -> None:
    page = await open_page(f"/embed/{stored}?predict=1&view=both")
    await page.set_viewport_size({"width": 760, "height": 420})
    await expect(page.locator(".embed-code .is-current")).to_be_visible()
    before = await page.locator("#stage").bounding_box()
    await to_question(page, "Line 7 edits c in place")
    asked = await page.locator("#stage").bounding_box()
    assert before is not None
    assert asked is not None
    assert asked["width"] == before["width"]
    await page.keyboard.press("3")
    await expect(page.locator(".question-result")).to_be_visible()
    await expect(page.locator(".embed-code .is-current")).to_be_in_viewport(ratio=1)


async def test_film_in_a_file_asks_without_a_server(chromium: Browser, film_file: bytes, tmp_path: Path) -> None:
    file = tmp_path / "film.html"
    file.write_bytes(film_file)
    page = await chromium.new_page()
    await page.goto(file.as_uri())
    await to_question(page, "Line 7 asks for gradients")
    await page.locator(".question-option", has_text="have been freed").click()
    await expect(page.locator(".question-result")).to_contain_text("Right.")
    await page.close()
