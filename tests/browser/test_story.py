"""A film of a real model opens on what explains its error, at a size that can be read, and leads to the whole program and back."""

from __future__ import annotations

import re

import pytest
from playwright.async_api import Page, expect

from benchmarks.readability.corpus import realistic_programs
from tests.browser.conftest import DESKTOP, PHONE, Open
from tests.browser.film import type_code

pytestmark = [pytest.mark.browser, pytest.mark.jail]

GAN = """import torch
from torch import nn

torch.manual_seed(0)
G = nn.Sequential(nn.Linear(8, 16), nn.ReLU(), nn.Linear(16, 16), nn.ReLU(), nn.Linear(16, 2))
D = nn.Sequential(nn.Linear(2, 16), nn.LeakyReLU(0.2), nn.Linear(16, 16), nn.LeakyReLU(0.2), nn.Linear(16, 1))
opt_g = torch.optim.Adam(G.parameters(), lr=1e-3)
opt_d = torch.optim.Adam(D.parameters(), lr=1e-3)
bce = nn.BCEWithLogitsLoss()
for step in range(3):
    real = torch.randn(4, 2)
    fake = G(torch.randn(4, 8))
    pred_fake = D(fake)
    loss_d = bce(D(real), torch.ones(4, 1)) + bce(pred_fake, torch.zeros(4, 1))
    opt_d.zero_grad()
    loss_d.backward(retain_graph=True)
    opt_d.step()
    loss_g = bce(pred_fake, torch.ones(4, 1))
    opt_g.zero_grad()
    loss_g.backward()
    opt_g.step()
"""
DEEP = """import torch
from torch import nn

torch.manual_seed(0)


class Block(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.norm = nn.LayerNorm(width)
        self.first = nn.Linear(width, 2 * width)
        self.second = nn.Linear(2 * width, width)

    def forward(self, x):
        h = torch.sigmoid(self.norm(x))
        y = self.second(torch.relu(self.first(h)))
        h += 1
        return x + y


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.blocks = nn.ModuleList([Block(8) for _ in range(6)])
        self.head = nn.Linear(8, 3)

    def forward(self, x):
        for block in self.blocks:
            x = block(x)
        return self.head(x)


net = Net()
loss = nn.functional.cross_entropy(net(torch.randn(4, 8)), torch.tensor([0, 1, 2, 0]))
loss.backward()
"""
UNET = next(program.code for program in realistic_programs() if program.name == "unet")
THINGS = "#stage g.thing:not(.is-hidden):is(.card, .op, .node, .group, .block)"
IN_VIEW = """selector => {
  const stage = document.querySelector('#stage').getBoundingClientRect();
  return [...document.querySelectorAll(selector)].filter(thing => !thing.classList.contains('is-hidden')).map(thing => {
    const box = thing.getBoundingClientRect();
    const width = Math.max(0, Math.min(box.right, stage.right) - Math.max(box.left, stage.left));
    const height = Math.max(0, Math.min(box.bottom, stage.bottom) - Math.max(box.top, stage.top));
    return (width * height) / (box.width * box.height);
  });
}"""
OVERLAPS = """selector => {
  const boxes = [...document.querySelectorAll(selector)].map(thing => thing.querySelector('rect.box').getBoundingClientRect());
  const cross = (a, b) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
  return boxes.flatMap((a, i) => boxes.slice(i + 1).filter(b => cross(a, b))).length;
}"""


SMALLEST_TEXT = """() => {
  const texts = [...document.querySelectorAll('#stage .thing:not(.is-hidden) text')].filter(text => text.textContent);
  const scale = document.querySelector('#stage .world').getScreenCTM().a;
  return Math.min(...texts.map(text => parseFloat(getComputedStyle(text).fontSize))) * scale;
}"""


async def run(page: Page, code: str) -> None:
    await type_code(page, code)
    await page.locator("button.run").click()
    await expect(page.locator("button.run")).not_to_have_class(re.compile("busy"))
    await expect(page.locator("#stage g.thing").first).to_be_visible()


@pytest.mark.parametrize("code", [GAN, DEEP], ids=["gan", "deep"])
async def test_failing_model_when_run_opens_on_edit_link_and_failing_node(open_page: Open, code: str) -> None:
    page = await open_page("/", viewport=DESKTOP)
    await run(page, code)
    await expect(page.locator("#story")).to_contain_text("What explains the error")
    for part in ("g.chip.is-now", "g.tag.is-stale", "g.card.is-edited"):
        shares = await page.evaluate(IN_VIEW, f"#stage {part}")
        assert shares, part
        assert max(shares) >= 0.8, (part, shares)
    assert await page.locator(THINGS).count() <= 16
    assert await page.evaluate(OVERLAPS, THINGS) == 0


async def test_story_played_to_its_end_visits_its_own_steps_only(open_page: Open) -> None:
    page = await open_page("/")
    await run(page, GAN)
    shown = await page.locator("#story").inner_text()
    own, everything = (int(number) for number in re.findall(r"\d+", shown)[:2])
    assert own < everything / 2
    await page.keyboard.press("Home")
    seen = [await page.locator("#narration .count").inner_text()]
    for _ in range(own - 1):
        await page.keyboard.press("ArrowRight")
        await expect(page.locator("#narration .count")).not_to_have_text(seen[-1])
        seen.append(await page.locator("#narration .count").inner_text())
    assert seen[-1].split("/")[0].strip() == seen[-1].split("/")[1].strip()


async def test_whole_program_on_a_press_and_story_again_by_key(open_page: Open) -> None:
    page = await open_page("/")
    await run(page, GAN)
    few = await page.locator("#stage g.thing").count()
    await page.get_by_role("button", name="Everything").click()
    await expect(page.locator("#story")).to_contain_text("The whole program")
    assert await page.locator("#stage g.thing").count() > few
    await page.keyboard.press("s")
    await expect(page.locator("#story")).to_contain_text("What explains the error")
    assert await page.locator("#stage g.thing").count() == few


async def test_pill_of_what_is_left_out_when_pressed_shows_it(open_page: Open) -> None:
    page = await open_page("/")
    await run(page, DEEP)
    before = await page.locator(THINGS).count()
    await page.keyboard.press("End")
    await page.locator("#stage g.block").first.click()
    await expect(page.locator(THINGS)).not_to_have_count(before)


async def test_small_failing_program_is_its_own_story(open_page: Open) -> None:
    page = await open_page("/?example=edit-after-save")
    await expect(page.locator("#stage g.thing").first).to_be_visible()
    await expect(page.locator("#story")).to_be_hidden()


async def test_story_on_a_phone_shows_the_edit(open_page: Open) -> None:
    page = await open_page("/", viewport=PHONE)
    await run(page, GAN)
    shares = await page.evaluate(IN_VIEW, "#stage g.chip.is-now")
    assert shares
    assert max(shares) >= 0.8


async def test_choice_of_what_is_shown_is_in_the_address_and_in_the_history(open_page: Open) -> None:
    page = await open_page("/")
    await run(page, GAN)
    await page.keyboard.press("e")
    await expect(page).to_have_url(re.compile("show=all"))
    await page.keyboard.press("s")
    await expect(page).not_to_have_url(re.compile("show="))
    await page.go_back()
    await expect(page.locator("#story")).to_contain_text("The whole program")
    await page.go_forward()
    await expect(page.locator("#story")).to_contain_text("What explains the error")


async def test_story_of_a_gradient_opens_from_the_inspector_and_leads_back_to_where_the_reader_was(open_page: Open) -> None:
    page = await open_page("/")
    await run(page, GAN)
    before = await page.locator("#narration .count").inner_text()
    await page.locator("#stage g.card.is-edited").first.click()
    await page.locator("#side [data-about$='.grad'], #side [data-about*='.grad']").first.click()
    await expect(page.locator("#story")).to_contain_text("came about")
    await expect(page).to_have_url(re.compile(r"show=story&about=t\d+\.grad"))
    assert await page.locator(THINGS).count() <= 16
    await page.locator("#story .story-leave").click()
    await expect(page.locator("#story")).to_contain_text("What explains the error")
    await expect(page.locator("#narration .count")).to_have_text(before)


async def test_pill_that_was_opened_closes_again(open_page: Open) -> None:
    page = await open_page("/")
    await run(page, DEEP)
    await page.keyboard.press("End")
    before = await page.locator(THINGS).count()
    await page.locator("#stage g.group").first.press("Enter")
    await expect(page.locator(THINGS)).not_to_have_count(before)
    await page.locator("#stage g.handle").first.press("Enter")
    await expect(page.locator(THINGS)).to_have_count(before)


@pytest.mark.parametrize(("viewport", "pixels"), [(DESKTOP, 10), (PHONE, 8)], ids=["desktop", "phone"])
async def test_texts_of_a_story_at_rest_are_large_enough_to_read(open_page: Open, viewport: dict[str, int], pixels: int) -> None:
    page = await open_page("/", viewport=viewport)
    await run(page, GAN)
    assert await page.evaluate(SMALLEST_TEXT) >= pixels - 0.01


@pytest.mark.parametrize(("viewport", "pixels"), [(DESKTOP, 10), (PHONE, 8)], ids=["desktop", "phone"])
@pytest.mark.parametrize("example", ["edit-after-save", "ratio-in-place", "view-makes-base-stale"])
async def test_small_failing_program_opens_with_edit_link_and_node_in_view_and_readable(
    open_page: Open, example: str, viewport: dict[str, int], pixels: int
) -> None:
    page = await open_page(f"/e/{example}", viewport=viewport)
    await expect(page.locator("#stage g.chip.is-now")).to_be_visible()
    for part in ("g.chip.is-now", "g.tag.is-stale", "g.card.is-edited"):
        shares = await page.evaluate(IN_VIEW, f"#stage {part}")
        assert shares, part
        assert max(shares) >= 0.8, (part, shares)
    assert await page.evaluate(SMALLEST_TEXT) >= pixels - 0.01


async def test_story_draws_no_box_without_a_name(open_page: Open) -> None:
    page = await open_page("/")
    await run(page, GAN)
    await page.keyboard.press("Home")
    await expect(page.locator("#stage g.thing").first).to_be_attached()
    await expect(page.locator("#stage path.ghosts")).to_have_count(0)


async def test_story_is_readable_where_the_timeline_is_filled_after_it_was_laid_out(open_page: Open) -> None:
    page = await open_page("/", viewport=DESKTOP, reduced_motion="no-preference")
    await run(page, UNET)
    await expect(page.locator("#story")).to_contain_text("What explains the error")
    await expect(page.locator("#stage g.chip.is-now")).to_be_visible()
    await page.wait_for_function(f"() => ({SMALLEST_TEXT})() >= 9.99")


async def test_tab_of_the_code_leads_to_the_ways_out_on_a_phone(open_page: Open) -> None:
    page = await open_page("/", viewport=PHONE)
    await run(page, GAN)
    tab = page.locator("#panes").get_by_role("button", name="Ways out")
    await expect(tab).to_contain_text("Code")
    await tab.click()
    await expect(page.get_by_role("button", name="Apply and run").first).to_be_in_viewport()
