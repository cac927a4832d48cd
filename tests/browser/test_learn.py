"""Lessons in the browser: a film that asks, a task that is edited and checked, progress that the browser keeps, claims with films."""

from __future__ import annotations

import httpx
import pytest
from playwright.async_api import expect

from app.examples.gallery import example_named
from app.lessons.myths import MYTHS
from app.lessons.path import LESSONS, lesson_named
from tests.browser.conftest import Open

pytestmark = [pytest.mark.browser, pytest.mark.jail]


@pytest.fixture(scope="module", autouse=True)
def published(server_url: str) -> None:
    """Publish the films of the lessons that are opened here, as the server does in the background."""
    for lesson in LESSONS[:2] + tuple(lesson for lesson in LESSONS if lesson.id == "versions"):
        example = example_named(lesson.film)
        assert example
        assert httpx.post(f"{server_url}/api/snippets", json={"code": example.code}, timeout=60).json()["film"] == "ready"


PHONE = {"width": 390, "height": 844}
SIZE_OF_TEXT = "text => parseFloat(getComputedStyle(text).fontSize) * text.getScreenCTM().a"


async def test_task_is_checked_and_remembered_as_solved(open_page: Open) -> None:
    lesson = lesson_named("versions")
    assert lesson
    page = await open_page("/learn/versions")
    await expect(page.locator(".cm-content")).to_contain_text("y += 1")
    # By the keyboard: a pointer could miss the button, which moves once the film above it has its height.
    await page.locator("#check").press("Enter")
    await expect(page.locator("#result")).to_contain_text("Not yet.")
    await expect(page.locator("#result .problem")).to_contain_text("Line 8: RuntimeError")
    await page.locator(".cm-content").focus()
    await page.keyboard.press("Control+a")
    await page.keyboard.insert_text(lesson.start.replace("y += 1", "y = y + 1"))
    await page.keyboard.press("Control+Enter")
    await expect(page.locator("#result")).to_contain_text("Solved.")
    await expect(page.locator("#wants .is-met")).to_have_count(len(lesson.wants))
    await page.locator("#again").press("Enter")
    await expect(page.locator(".cm-content")).to_contain_text("y += 1")
    await page.goto(page.url.replace("/learn/versions", "/learn"))
    await expect(page.locator(".lessons .is-solved")).to_have_count(1)


async def test_all_lessons_are_listed_and_lead_to_one_another_in_chinese(open_page: Open) -> None:
    page = await open_page("/learn?lang=zh", viewport=PHONE)
    await expect(page.locator(".lessons li")).to_have_count(len(LESSONS))
    await page.locator(".lessons a").first.click()
    await expect(page.locator("h1")).to_have_text("叶子张量")
    await page.locator(".learn-ends a").last.press("Enter")  # as above
    await expect(page.locator("h1")).to_have_text("梯度会累加")
    assert await page.evaluate("document.documentElement.scrollWidth <= innerWidth")


async def test_film_of_a_lesson_can_be_read_and_has_its_height_from_the_start(open_page: Open) -> None:
    page = await open_page("/learn/versions")
    film = page.frame_locator("iframe")
    await film.locator("#stage .card").first.wait_for()
    assert await film.locator("#stage .card .shape").first.evaluate(SIZE_OF_TEXT) >= 9
    phone = await open_page("/learn/versions", viewport=PHONE)
    first = await phone.locator("iframe").evaluate("frame => frame.offsetHeight")
    await phone.locator("iframe").scroll_into_view_if_needed()
    await phone.frame_locator("iframe").locator("#stage .card").first.wait_for()
    await expect(phone.locator("iframe[style*=height]")).to_be_attached()
    assert abs(await phone.locator("iframe").evaluate("frame => frame.offsetHeight") - first) <= 24


async def test_every_claim_opens_in_the_playground(open_page: Open) -> None:
    page = await open_page("/learn/myths")
    await expect(page.locator("article.myth")).to_have_count(len(MYTHS))
    await page.locator("article.myth p a").first.press("Enter")
    await expect(page.locator(".cm-content")).to_contain_text("x.add_(1)")
    assert MYTHS[0].code.startswith("import torch")
