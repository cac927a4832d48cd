"""The overview of a transformer's training loop: few things, parameters inside their modules, and a way into each box and back."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from pathlib import Path
from urllib.parse import urljoin

import httpx
import pytest
from playwright.async_api import Page, expect

from tests.browser.conftest import PHONE, Open, Tabs
from tests.browser.film import run, type_code
from tests.browser.test_accessibility import violations

pytestmark = [pytest.mark.browser, pytest.mark.jail]

GPT = (Path(__file__).parents[2] / "benchmarks/readability/programs/gpt_training.py").read_text()
MAX_THINGS = 40
THINGS = "#stage g.thing:is(.card, .op, .node, .group, .block)"
BOX = "#stage g.group[aria-expanded=false]"
HANDLE = "#stage g.handle"
OVERLAPS = """selector => {
  // What is not there yet has no content.
  const drawn = [...document.querySelectorAll(selector)].flatMap(thing => thing.querySelector('rect.box:not(.behind)') ?? []);
  const boxes = drawn.map(box => box.getBoundingClientRect());
  const cross = (a, b) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
  return boxes.flatMap((a, i) => boxes.slice(i + 1).filter(b => cross(a, b))).length;
}"""
CONTRASTS = """() => {
  const channels = text => text.match(/[\\d.]+/g).slice(0, 3).map(each => each / 255);
  const light = text => {
    const [r, g, b] = channels(text).map(each => each <= 0.04045 ? each / 12.92 : ((each + 0.055) / 1.055) ** 2.4);
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  return [...document.querySelectorAll('#stage g.thing:not(.is-hidden):is(.card, .op, .node, .group, .block)')].flatMap(thing => {
    const ground = light(getComputedStyle(thing.querySelector('rect.box:not(.behind)')).fill);
    return [...thing.querySelectorAll(':scope > .body > text')].filter(text => text.textContent.trim()).map(text => {
      const ink = light(getComputedStyle(text).fill);
      return (Math.max(ink, ground) + 0.05) / (Math.min(ink, ground) + 0.05);
    });
  });
}"""


async def overview(open_page: Open, path: str = "/", **context: object) -> Page:
    """Run the program and wait for its overview."""
    return await _shown(await open_page(path, **context))


@pytest.fixture(scope="module")
async def opened(tabs: Tabs, server_url: str) -> AsyncIterator[Page]:
    """The overview on a desktop, for tests that only look at it."""
    async with tabs.lend({"bypass_csp": True}, failed=lambda: False) as tab:
        await tab.page.goto(server_url)
        yield await _shown(tab.page)
        assert tab.watch.errors == []


async def _shown(page: Page) -> Page:
    await type_code(page, GPT)
    await run(page)
    await expect(page.locator("#stage svg.stage[data-show=overview]")).to_be_visible()
    await expect(page.locator(BOX).first).to_be_visible()
    return page


async def things(page: Page) -> int:
    """How many things are on the stage."""
    return await page.locator(THINGS).count()


async def test_working_training_loop_opens_on_few_things_of_which_none_covers_another(opened: Page, open_page: Open) -> None:
    for page in (opened, await overview(open_page, viewport=PHONE)):
        assert 5 <= await things(page) <= MAX_THINGS
        assert await page.evaluate(OVERLAPS, THINGS) == 0
        assert await page.locator("#stage g.card").filter(has_text=re.compile(r"\.(weight|bias)")).count() == 0


async def test_library_call_is_one_box_that_says_how_many_parameters_it_edits(opened: Page) -> None:
    boxes = await opened.locator(f"{THINGS}, {HANDLE}").evaluate_all("all => all.map(each => each.getAttribute('aria-label'))")
    assert any(re.search(r"edits \d+ (tensors|parameters)", label) for label in boxes), boxes
    for inner in ("addcdiv_", "sqrt", "zeros_like"):
        assert not any(inner in label for label in boxes)


async def test_box_opened_by_mouse_and_closed_by_its_handle_is_as_before(open_page: Open) -> None:
    page = await overview(open_page)
    before, handles = await things(page), await page.locator(HANDLE).count()
    await page.locator(BOX).first.click()
    await expect(page.locator(HANDLE)).not_to_have_count(handles)
    assert await things(page) <= MAX_THINGS
    assert await page.evaluate(OVERLAPS, THINGS) == 0
    opened = await page.locator(HANDLE).count()
    await page.locator(HANDLE).first.click()
    await expect(page.locator(HANDLE)).not_to_have_count(opened)
    assert before > 0


async def test_box_opened_and_closed_by_the_keyboard_shows_its_inside_and_keeps_the_focus_on_the_stage(open_page: Open) -> None:
    page = await overview(open_page)
    handles = await page.locator(HANDLE).count()
    await page.locator(BOX).first.focus()
    await page.keyboard.press("Enter")
    await expect(page.locator(HANDLE)).not_to_have_count(handles)
    assert await page.evaluate("document.activeElement.closest('#stage') !== null")
    opened = await page.locator(HANDLE).count()
    await page.locator(HANDLE).first.focus()
    await page.keyboard.press("Enter")
    await expect(page.locator(HANDLE)).not_to_have_count(opened)
    assert await page.evaluate("document.activeElement.closest('#stage') !== null")


NAMED_BLOCKS = """import torch
import torch.nn as nn
import torch.nn.functional as F


class Block(nn.Module):
    def __init__(self, a, b):
        super().__init__()
        self.conv = nn.Conv2d(a, b, 3, padding=1)

    def forward(self, x):
        return torch.relu(self.conv(x) * 2)


class UNet(nn.Module):
    def __init__(self):
        super().__init__()
        self.enc1, self.enc2 = Block(1, 4), Block(4, 8)
        self.enc3, self.mid, self.up3 = Block(8, 8), Block(8, 16), Block(16, 8)
        self.blocks = nn.ModuleList(Block(8, 8) for _ in range(4))
        self.head = nn.Conv2d(8, 1, 1)

    def forward(self, x):
        s1 = self.enc1(x)
        s2 = self.enc2(F.max_pool2d(s1, 2))
        s3 = self.enc3(F.max_pool2d(s2 * 2, 2))
        u = self.up3(self.mid(s3))
        u = F.interpolate(u, scale_factor=4)
        for block in self.blocks:
            u = block(u)
        return self.head(u)


net = UNet()
image = torch.rand(2, 1, 16, 16)
(net(image) - image).square().mean().backward()
"""


async def test_neighbours_of_one_class_with_other_names_are_no_roll_and_boxes_with_modules_have_their_names(open_page: Open) -> None:
    page = await open_page("/")
    await type_code(page, NAMED_BLOCKS)
    await run(page)
    if not await page.locator(HANDLE).filter(has_text="net").count():
        await page.locator(BOX).filter(has_text="net").first.click()
    await expect(page.locator(BOX).filter(has_text="head")).to_have_count(1)
    names = await page.locator(BOX).all_text_contents()
    rolled = [name for name in names if "×" in name]
    assert all("blocks" in name for name in rolled), "only blocks.0 to blocks.3 are called the same"
    assert rolled, "which are equal"
    for module in ("enc1", "enc2", "enc3", "mid", "up3"):
        assert any(re.match(rf"(.*, )?{module}\b", name) for name in names), (module, names)
    assert not any(re.match(r"s\d", name) for name in names), names


async def test_edges_between_two_boxes_are_one_with_a_count(opened: Page) -> None:
    ends = await opened.locator("#stage g.edge").evaluate_all("all => all.map(each => each.dataset.id)")
    assert len(set(ends)) == len(ends)
    counts = await opened.locator("#stage g.edge .count").evaluate_all("all => all.map(each => each.textContent.trim()).filter(Boolean)")
    assert all(re.fullmatch(r"×?\s*\d+", count) for count in counts), counts


async def test_every_thing_has_a_name_of_its_own_for_a_screen_reader_and_says_that_it_opens(opened: Page) -> None:
    labels = await opened.locator(f"{THINGS}[tabindex='0']").evaluate_all("all => all.map(each => each.getAttribute('aria-label'))")
    assert labels
    assert all(label.strip() for label in labels)
    assert await opened.locator(BOX).count() > 0
    assert await violations(opened) == []


async def test_overview_of_a_link_opens_from_its_address(open_page: Open, server_url: str) -> None:
    async with httpx.AsyncClient(base_url=server_url, timeout=120) as client:
        link = (await client.post("/api/snippets", json={"code": GPT})).json()
    page = await open_page(f"/s/{link['id']}?show=overview")
    await expect(page.locator("#stage svg.stage[data-show=overview]")).to_be_visible()
    assert 5 <= await things(page) <= MAX_THINGS


async def test_everything_and_back_leaves_the_overview_in_the_history(open_page: Open) -> None:
    page = await overview(open_page)
    await expect(page).to_have_url(re.compile("step="))
    await page.keyboard.press("e")
    await expect(page).to_have_url(re.compile("show=all"))
    await expect(page.locator("#stage svg.stage[data-show=overview]")).to_have_count(0)
    await page.go_back()
    await expect(page.locator("#stage svg.stage[data-show=overview]")).to_be_visible()
    await page.keyboard.press("e")
    await page.keyboard.press("o")
    await expect(page.locator("#stage svg.stage[data-show=overview]")).to_be_visible()
    assert await things(page) <= MAX_THINGS


@pytest.mark.parametrize(
    ("color_scheme", "forced_colors"),
    [
        ("light", "none"),
        ("dark", "active"),
        pytest.param("light", "active", marks=pytest.mark.long),
        pytest.param("dark", "none", marks=pytest.mark.long),
    ],
)
async def test_texts_of_boxes_stand_out_from_them(open_page: Open, color_scheme: str, forced_colors: str) -> None:
    page = await overview(open_page, color_scheme=color_scheme, forced_colors=forced_colors)
    contrasts = await page.evaluate(CONTRASTS)
    assert contrasts
    assert min(contrasts) >= 4.5


async def test_overview_in_chinese_has_boxes_with_chinese_words(open_page: Open) -> None:
    page = await overview(open_page, "/?lang=zh")
    text = await page.locator("#stage g.group").first.text_content()
    assert re.search("[\u4e00-\u9fff]", text or "")
    assert await page.evaluate(OVERLAPS, THINGS) == 0


async def test_overview_played_to_its_end_arrives_there_with_and_without_movement(open_page: Open) -> None:
    for motion in ("reduce", "no-preference"):
        page = await overview(open_page, reduced_motion=motion)
        await page.locator("#transport .slider").focus()
        await page.keyboard.press("Home")
        await page.keyboard.press("PageDown")
        await page.keyboard.press("End")
        slider = page.locator("#transport .slider")
        await expect(slider).to_have_attribute("aria-valuenow", await slider.get_attribute("aria-valuemax") or "")
        assert urljoin(page.url, "/") in page.url
