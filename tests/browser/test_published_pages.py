"""Pages that others have published: they are never edited again, so what they refer to must work with every later version."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from playwright.async_api import Browser, expect

from tests.browser.article import blog, has

pytestmark = [pytest.mark.browser, pytest.mark.jail]

PUBLISHED = Path(__file__).parent / "published"
HOME = "http://gradreel.test"
IDS = {"2026-11": "1m6vcjw5a4"}
"""By page: the id of its program, which is made of the program's text and never changes."""


@pytest.fixture(scope="module", params=list(IDS))
def page_address(request: pytest.FixtureRequest, server_url: str) -> Iterator[str]:
    """A published page on an origin of its own, its program stored as it was then."""
    name = request.param
    code = (PUBLISHED / f"{name}.txt").read_text(encoding="utf-8")
    stored = httpx.post(f"{server_url}/api/snippets", json={"code": code}, timeout=60).json()
    assert stored["id"] == IDS[name]
    with blog({"/article": (PUBLISHED / f"{name}.html").read_text(encoding="utf-8").replace(HOME, server_url)}) as url:
        yield f"{url}/article"


async def test_published_page_shows_its_films_and_pictures(chromium: Browser, page_address: str) -> None:
    page = await chromium.new_page()
    await page.goto(page_address)
    for frame in ("gradreel-film >> iframe", "body > iframe"):
        await page.locator(frame).scroll_into_view_if_needed()
        await expect(page.frame_locator(frame).locator(".narration .count")).to_have_text("6 / 9")
    element = page.frame_locator("gradreel-film >> iframe").locator("html")
    await expect(element).to_have_attribute("lang", "zh-CN")
    await expect(element).to_have_attribute("data-theme", "dark")
    for picture in await page.locator("img").all():
        await has(picture, "e.complete && e.naturalWidth > 100")


def test_link_of_a_published_page_opens_its_film(page_address: str, server_url: str) -> None:
    answer = httpx.get(f"{server_url}/s/{IDS['2026-11']}", params={"step": 6})
    assert answer.status_code == 200
    assert "d[:] = 0" in answer.text
