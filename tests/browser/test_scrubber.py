"""The timeline: one mark per chapter, rounds that repeat themselves folded, chapters opened into steps, and what a story leaves out."""

from __future__ import annotations

import re

import pytest
from playwright.async_api import Locator, Page, expect

from tests.browser.conftest import DESKTOP, PHONE, Open
from tests.browser.film import run as press_run
from tests.browser.film import type_code
from tests.browser.test_story import GAN, run

pytestmark = [pytest.mark.browser, pytest.mark.jail]

TRAINING = """import torch
from torch import nn

torch.manual_seed(0)
net = nn.Sequential(nn.Linear(4, 8), nn.Tanh(), nn.Linear(8, 1))
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)


def train_step(x, y):
    loss = nn.functional.mse_loss(net(x), y)
    optimizer.zero_grad()
    loss.backward()
    nn.utils.clip_grad_norm_(net.parameters(), 1.0)
    optimizer.step()


for _ in range(10):
    train_step(torch.randn(3, 4), torch.randn(3, 1))
"""
OVERLAP = """() => {
  const boxes = [...document.querySelectorAll('.chapter-mark')].map(mark => mark.getBoundingClientRect());
  return boxes.some((box, at) => at > 0 && box.left < boxes[at - 1].right - 0.5);
}"""


async def train(page: Page) -> None:
    await type_code(page, TRAINING)
    await press_run(page)
    await expect(page.locator(".chapter-mark").first).to_be_visible()


def mark(page: Page, name: str) -> Locator:
    return page.get_by_role("button", name=re.compile(f"^{name}"))


async def test_training_loop_has_a_mark_per_chapter_and_one_for_the_rounds_between_first_and_last(open_page: Open) -> None:
    page = await open_page()
    await train(page)
    names = [await each.get_attribute("aria-label") or "" for each in await page.locator(".chapter-mark").all()]
    told = [re.sub(r": .*", "", name) for name in names if "iteration 1 " in name or "iteration 10" in name or "Iterations" in name]
    expected = [f"iteration {number} · {name}" for number in (1, 10) for name in ("forward", "backward", "update")]
    expected.insert(3, "Iterations 2 to 9 do the same")
    assert told == expected
    assert not await page.evaluate(OVERLAP)


@pytest.mark.parametrize("viewport", [DESKTOP, PHONE], ids=["desktop", "phone"])
async def test_fold_of_rounds_when_pressed_shows_them_and_folds_again(open_page: Open, viewport: dict[str, int]) -> None:
    page = await open_page(viewport=viewport)
    await train(page)
    few = await page.locator(".chapter-mark").count()
    await page.locator(".chapter-mark.rounds").click()
    await expect(mark(page, r"iteration 5\b").first).to_be_visible()
    assert await page.locator(".chapter-mark").count() > few
    assert not await page.evaluate(OVERLAP)
    await page.get_by_role("button", name="Fold iterations that do the same").click()
    await expect(page.locator(".chapter-mark")).to_have_count(few)


async def test_chapter_when_pressed_is_gone_to_and_opened_into_its_steps(open_page: Open) -> None:
    page = await open_page(viewport=PHONE)
    await train(page)
    chapter = page.locator(".chapter-mark[aria-expanded=false]:not(.rounds)").first
    before = await chapter.bounding_box()
    ticks = await page.locator(".track .tick").count()
    name = await chapter.get_attribute("aria-label") or ""
    await chapter.click()
    opened = page.locator(".chapter-mark[aria-expanded=true]")
    await expect(opened).to_have_attribute("aria-label", name)
    await expect(opened).to_have_attribute("aria-current", "step")
    after = await opened.bounding_box()
    assert before
    assert after
    assert after["width"] > before["width"]
    first = re.search(r"steps (\d+)", name)
    assert first
    await expect(page.locator("#transport .slider")).to_have_attribute("aria-valuenow", first[1])
    await opened.click()
    await expect(page.locator(".track .tick")).to_have_count(ticks)


async def test_page_down_goes_from_mark_to_mark_and_takes_a_fold_as_one(open_page: Open) -> None:
    page = await open_page()
    await train(page)
    await page.locator("#transport .slider").focus()
    await page.keyboard.press("Home")
    seen = 0
    for _ in range(await page.locator(".chapter-mark").count()):
        current = page.locator(".chapter-mark[aria-current]")
        await expect(current).to_have_count(1)
        seen += await current.evaluate("mark => mark.classList.contains('rounds') ? 1 : 0")
        await page.keyboard.press("PageDown")
    assert seen == 1


async def test_marks_are_one_stop_of_the_tab_key_and_the_arrow_keys_tell_their_names(open_page: Open) -> None:
    page = await open_page()
    await train(page)
    assert await page.locator(".chapter-mark[tabindex='0']").count() == 1
    await page.locator("#transport .slider").focus()
    await page.keyboard.press("Tab")
    await expect(page.locator(".chapter-mark").first).to_be_focused()
    await page.keyboard.press("ArrowRight")
    await expect(page.locator(".chapter-mark").nth(1)).to_be_focused()
    await expect(page.locator(".chapter-tip")).to_be_visible()
    await expect(page.locator(".chapter-tip")).to_have_text(await page.locator(".chapter-mark").nth(1).get_attribute("aria-label") or "")


async def test_story_says_how_many_steps_it_leaves_out(open_page: Open) -> None:
    page = await open_page()
    await run(page, GAN)
    shown = await page.locator("#story").inner_text()
    own, everything = (int(number) for number in re.findall(r"\d+", shown)[:2])
    await expect(page.locator(".steps-left-out")).to_have_text(f"{everything - own} steps left out")
    await expect(page.locator("#transport .slider")).to_have_attribute("aria-describedby", "steps-left-out")
    await expect(page.locator(".track .left-out").first).to_be_attached()
    await page.keyboard.press("e")
    await expect(page.locator(".steps-left-out")).to_be_hidden()
