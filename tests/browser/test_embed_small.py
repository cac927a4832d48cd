"""Embeds of small failing films, at the height that is published: their texts can be read, and what explains the failure is in view."""

from __future__ import annotations

import re
from urllib.parse import urlsplit

import httpx
import pytest
from playwright.async_api import expect

from app.examples.gallery import examples
from tests.browser.conftest import Open
from tests.browser.test_story import SMALLEST_TEXT

pytestmark = [pytest.mark.browser, pytest.mark.jail]

IN_VIEW = """parts => {
  const stage = document.querySelector('#stage').getBoundingClientRect();
  const isWhole = ({ left, right, top, bottom }) =>
    left >= stage.left && right <= stage.right && top >= stage.top && bottom <= stage.bottom;
  return parts.map(part => [...document.querySelectorAll(`#stage ${part}`)].some(each => isWhole(each.getBoundingClientRect())));
}"""
CHIP, TAG, CARD = "g.chip.is-now", "g.tag.is-stale", "g.card.is-edited"
FILMS = {
    "edit-after-save": (CHIP, TAG, CARD),
    "ratio-in-place": (CHIP, TAG, CARD),
    "view-makes-base-stale": (CHIP, TAG, CARD),
    "two-names-one-storage": (CHIP,),
    "two-losses-one-trunk": ("g.node.is-now",),
}


@pytest.mark.parametrize(("width", "pixels"), [(760, 10), (390, 8)], ids=["article", "phone"])
@pytest.mark.parametrize("name", FILMS)
async def test_small_failing_film_opens_readable_with_what_explains_it_in_view(
    open_page: Open, server_url: str, name: str, width: int, pixels: int
) -> None:
    code = next(example.code for example in examples() if example.id == name)
    async with httpx.AsyncClient(timeout=60) as client:
        made = (await client.post(f"{server_url}/api/snippets", json={"code": code})).json()
    height = re.search(r'height="(\d+)"', made["embed_html"])
    assert height
    size = {"width": width, "height": int(height[1])}
    page = await open_page(urlsplit(made["embed_url"]).path, viewport=size)
    await expect(page.locator("#stage .thing").first).to_be_visible()
    assert await page.evaluate(SMALLEST_TEXT) >= pixels - 0.01
    assert all(await page.evaluate(IN_VIEW, list(FILMS[name])))
