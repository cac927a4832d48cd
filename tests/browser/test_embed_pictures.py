"""Embeds of films larger than a story: which picture they open on, and the choice between them."""

from __future__ import annotations

import re
from itertools import pairwise
from urllib.parse import urlsplit

import httpx
import pytest
from playwright.async_api import Page, expect

from tests.browser.conftest import Open

TRAINING = """
import torch
from torch import nn

torch.manual_seed(0)
model = nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 8), nn.ReLU(), nn.Linear(8, 1))
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
x, y = torch.randn(16, 4), torch.randn(16, 1)
for _ in range(3):
    optimizer.zero_grad()
    loss = ((model(x) - y) ** 2).mean()
    loss.backward()
    optimizer.step()
"""
FAILING = TRAINING.replace(
    "    loss.backward()", "    model[2].weight.data\n    with torch.no_grad():\n        model[2].weight.add_(1)\n    loss.backward()"
)
SMALL = "import torch\na = torch.ones(2, requires_grad=True)\n(a * a).sum().backward()\n"
PROGRAMS = {"training": TRAINING, "failing": FAILING, "small": SMALL}
THINGS = "document.querySelectorAll('#stage .thing:is(.card, .op, .node, .group, .pill, .block)').length"
SMALLEST = """Math.min(...[...document.querySelectorAll('#stage text')].filter(text => text.checkVisibility({ opacityProperty: true }))
  .map(text => parseFloat(getComputedStyle(text).fontSize) * Math.hypot(text.getScreenCTM().a, text.getScreenCTM().b)))"""

SPANS = """[".keys", ".track", ".embed-show", ".embed-open"].flatMap(part => {
  const whole = document.querySelector(`.embed-bar ${part}`);
  if (whole === null) return [];
  const drawn = [whole, ...whole.querySelectorAll(".tick")].map(each => each.getBoundingClientRect());
  return [[Math.min(...drawn.map(each => each.left)), Math.max(...drawn.map(each => each.right))]];
})"""


@pytest.fixture(scope="module")
def embeds(server_url: str) -> dict[str, tuple[str, int]]:
    """Address and published height of each program's embed."""
    made = {name: httpx.post(f"{server_url}/api/snippets", json={"code": code}, timeout=60).json() for name, code in PROGRAMS.items()}
    heights = {name: re.search(r'height="(\d+)"', link["embed_html"]) for name, link in made.items()}
    return {name: (link["embed_url"], int((heights[name] or ["", "0"])[1])) for name, link in made.items()}


async def opened(open_page: Open, embed: tuple[str, int], width: int = 760) -> Page:
    """The embed in a frame of its published height."""
    url, height = embed
    page = await open_page(urlsplit(url).path, viewport={"width": width, "height": height}, reduced_motion="no-preference")
    await page.locator("#stage .thing").first.wait_for()
    return page


async def test_large_film_without_an_error_opens_on_its_overview_at_the_published_height(
    open_page: Open, embeds: dict[str, tuple[str, int]]
) -> None:
    page = await opened(open_page, embeds["training"])
    await expect(page.get_by_role("combobox", name="What the stage shows")).to_have_value("overview")
    await expect(page.get_by_role("combobox").get_by_role("option")).to_have_text(["Overview", "Everything"])
    assert await page.evaluate(THINGS) <= 40
    assert await page.evaluate(SMALLEST) >= 9.9
    stage = await page.locator("#stage").bounding_box()
    world = await page.locator("#stage .world").bounding_box()
    assert stage
    assert world
    assert world["height"] <= stage["height"] + 2


@pytest.mark.parametrize("name", ["training", "failing"])
async def test_large_film_is_whole_on_a_phone_at_the_published_height(
    open_page: Open, embeds: dict[str, tuple[str, int]], name: str
) -> None:
    page = await opened(open_page, embeds[name], width=390)
    await page.wait_for_function(f"() => {SMALLEST} >= 7.9")
    stage = await page.locator("#stage").bounding_box()
    world = await page.locator("#stage .world").bounding_box()
    assert stage
    assert world
    assert world["height"] <= stage["height"] + 2
    assert world["width"] <= stage["width"] + 2


@pytest.mark.parametrize("name", ["failing", "small"])
async def test_controls_of_a_narrow_embed_keep_clear_of_one_another(open_page: Open, embeds: dict[str, tuple[str, int]], name: str) -> None:
    page = await opened(open_page, embeds[name], width=320)
    spans = sorted(await page.evaluate(SPANS))
    assert len(spans) >= 3
    assert spans[-1][1] <= 320
    assert all(before[1] <= after[0] for before, after in pairwise(spans)), spans


async def test_rest_of_a_long_sentence_is_not_drawn_over_it_in_forced_colours(open_page: Open, embeds: dict[str, tuple[str, int]]) -> None:
    page = await opened(open_page, embeds["failing"], width=320)
    await page.emulate_media(forced_colors="active")
    await page.evaluate("document.querySelector('.more').hidden = false")
    style = await page.evaluate(
        "(({ backgroundImage, backgroundColor }) => [backgroundImage, backgroundColor])(getComputedStyle(document.querySelector('.more')))"
    )
    assert style[0] == "none"
    assert "rgba" not in style[1]


async def test_choice_and_keys_lead_from_one_picture_to_the_others(open_page: Open, embeds: dict[str, tuple[str, int]]) -> None:
    page = await opened(open_page, embeds["failing"])
    choice = page.get_by_role("combobox", name="What the stage shows")
    await expect(choice).to_have_value("story")
    story = await page.evaluate(THINGS)
    assert story <= 16
    await choice.select_option("all")
    await page.wait_for_function(f"things => {THINGS} > things", arg=story)
    await choice.select_option("overview")
    await expect(page.locator("#stage .thing.group").first).to_be_visible()
    count = await page.locator(".narration .count").inner_text()
    await choice.focus()
    await page.keyboard.press("ArrowUp")
    await expect(choice).to_have_value("story")
    await expect(page.locator(".narration .count")).to_have_text(count)
    await page.locator("#stage .thing").first.focus()
    await page.keyboard.press("e")
    await expect(choice).to_have_value("all")


async def test_small_film_offers_no_choice(open_page: Open, embeds: dict[str, tuple[str, int]]) -> None:
    page = await opened(open_page, embeds["small"])
    await expect(page.locator(".embed-show")).to_have_count(0)


def test_picture_of_a_large_film_without_an_error_is_its_overview(embeds: dict[str, tuple[str, int]]) -> None:
    url = embeds["training"][0].replace("/embed/", "/s/")
    opening, everything = (httpx.get(f"{url}.svg{query}", timeout=60).text for query in ("", "?show=all"))
    assert "optimizer.step()" in opening
    assert len(opening) < len(everything) / 2
