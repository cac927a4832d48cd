"""How the page looks where it once was found unreadable: what covers what, what is cut off, what is marked that should not be."""

from __future__ import annotations

import re

import pytest
from playwright.async_api import Page, ViewportSize, expect

from tests.browser.conftest import DESKTOP, PHONE, Open
from tests.browser.film import STALE_PROGRAM, first_step, go_to_line, last_step, run, type_code

pytestmark = [pytest.mark.browser, pytest.mark.jail]

WIDE_FAILURE = """import torch
x = torch.ones(2, requires_grad=True)
h = x
for _ in range(14):
    h = (h * x).exp()
h += 1
h.sum().backward()
"""
TWELVE_WEIGHTS = """import torch
ws = [torch.ones(2, requires_grad=True) for _ in range(12)]
sum(w.sum() for w in ws).backward()
"""
AT_400_PERCENT = {"width": DESKTOP["width"] // 4, "height": DESKTOP["height"] // 4}

LONG_FAILURE = STALE_PROGRAM + "# nothing\n" * 200
LOOP_OF_EDITS = """import torch
w = torch.ones(2, requires_grad=True)
optimizer = torch.optim.Adam([w])
for _ in range(3):
    optimizer.zero_grad()
    (w * w).sum().backward()
    optimizer.step()
"""
TABLET = {"width": 1024, "height": 768}

WITHOUT_SPACES = """import torch
attention_scores=torch.ones(3,3,requires_grad=True).exp()
attention_scores.masked_fill_(torch.ones(3,3).triu(1).bool(),float("-inf"))
attention_scores.softmax(1).sum().backward()
"""
OVERLAPS = """([one, other]) => {
  const boxes = selector => [...document.querySelectorAll(selector)].map(found => found.getBoundingClientRect());
  const apart = (a, b) => a.right <= b.left || b.right <= a.left || a.bottom <= b.top || b.bottom <= a.top;
  return boxes(one).some(a => boxes(other).some(b => a.width > 0 && b.width > 0 && !apart(a, b)));
}"""


async def test_minimap_covers_neither_the_failing_node_nor_its_link(open_page: Open) -> None:
    page = await open_page()
    await type_code(page, WIDE_FAILURE)
    await run(page)
    await page.keyboard.press("e")
    await last_step(page)
    await expect(page.locator("#stage .node.is-failed")).to_be_in_viewport()
    await expect(page.locator("#stage canvas.minimap")).to_be_visible()
    assert not await page.evaluate(OVERLAPS, ["#stage canvas.minimap", "#stage :is(.node.is-failed, .tag.is-failed)"])


async def test_fit_brings_everything_into_view(open_page: Open) -> None:
    page = await open_page()
    await type_code(page, WIDE_FAILURE)
    await run(page)
    await last_step(page)
    await page.keyboard.press("0")
    await page.wait_for_function(
        """() => {
          const outer = document.querySelector('#stage svg.stage').getBoundingClientRect();
          return [...document.querySelectorAll('#stage :is(.thing, .lane)')].every(thing => {
            const box = thing.getBoundingClientRect();
            return box.left >= outer.left && box.right <= outer.right && box.top >= outer.top && box.bottom <= outer.bottom;
          });
        }"""
    )


async def test_click_leaves_no_frame_around_the_stage(open_page: Open) -> None:
    page = await open_page()
    await type_code(page, STALE_PROGRAM)
    await run(page)
    await last_step(page)
    box = await page.locator("#stage").bounding_box()
    assert box
    for x, y in ((box["x"] + 6, box["y"] + 6), (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)):
        await page.mouse.click(x, y)
        outlines = await page.evaluate(
            "() => [document.activeElement, ...document.querySelectorAll('#film, #stage, #stage svg.stage')]"
            ".map(element => getComputedStyle(element).outlineStyle)"
        )
        assert set(outlines) == {"none"}


async def test_scrubbing_selects_no_text(open_page: Open) -> None:
    page = await open_page()
    await type_code(page, STALE_PROGRAM)
    await run(page)
    box = await page.locator("#transport .slider").bounding_box()
    assert box
    await page.mouse.move(box["x"] + 30, box["y"] + 16)
    await page.mouse.down()
    for part in (0.2, 0.5, 0.9):
        await page.mouse.move(box["x"] + part * box["width"], box["y"] + box["height"] + 4)
    await page.mouse.up()
    assert await page.evaluate("() => getSelection().toString()") == ""
    await page.mouse.dblclick(box["x"] + 24, box["y"] + box["height"] - 4)
    assert await page.evaluate("() => getSelection().toString()") == ""


@pytest.mark.parametrize("lang", ["en", "zh"])
async def test_tabs_of_the_inspector_are_whole_at_1440_pixels(lang: str, open_page: Open) -> None:
    page = await open_page(f"/?lang={lang}")
    await type_code(
        page, "import torch\nws = [torch.ones(2, requires_grad=True) for _ in range(12)]\nsum(w.sum() for w in ws).backward()\n"
    )
    await run(page)
    await expect(page.locator("#tab-gradients .badge")).to_have_text("12")
    cut = await page.evaluate(
        """() => {
          const side = document.querySelector('#side').getBoundingClientRect();
          return [...document.querySelectorAll('#side [role=tab]')].filter(tab => {
            const box = tab.getBoundingClientRect();
            return box.right > side.right || box.left < side.left || tab.scrollWidth > Math.ceil(box.width);
          }).map(tab => tab.textContent);
        }"""
    )
    assert cut == []


async def test_timeline_can_be_used_at_400_percent(open_page: Open) -> None:
    page = await open_page(viewport=AT_400_PERCENT)
    await run(page)
    slider = await first_step(page)
    box = await slider.bounding_box()
    assert box
    assert box["width"] >= AT_400_PERCENT["width"] / 3
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= AT_400_PERCENT["width"]
    assert box["y"] + box["height"] <= AT_400_PERCENT["height"]
    await page.mouse.click(box["x"] + box["width"] - 15, box["y"] + 16)
    await expect(slider).to_have_attribute("aria-valuenow", await slider.get_attribute("aria-valuemax") or "")
    assert await width_of(page) <= AT_400_PERCENT["width"]


@pytest.mark.parametrize("viewport", [DESKTOP, TABLET])
async def test_long_program_leaves_room_for_what_is_wrong_with_it(viewport: ViewportSize, open_page: Open) -> None:
    page = await open_page(viewport=viewport)
    await type_code(page, LONG_FAILURE)
    await run(page)
    await expect(page.locator("#diagnoses .story-link").nth(1)).to_be_in_viewport(ratio=1)
    await expect(page.locator(".cm-line", has_text="d[:] = 0")).to_be_in_viewport(ratio=0.9)


async def test_report_of_code_that_was_replaced_says_so(open_page: Open) -> None:
    page = await open_page()
    await type_code(page, STALE_PROGRAM)
    await run(page)
    report = page.locator(".report")
    await expect(report).not_to_have_attribute("data-old", re.compile("."))
    await type_code(page, WIDE_FAILURE)
    await expect(report).to_have_attribute("data-old", re.compile("From the last run"))


async def test_picture_of_a_program_is_not_covered_by_the_buttons(open_page: Open) -> None:
    page = await open_page()
    await type_code(page, LOOP_OF_EDITS)
    await run(page)
    await last_step(page)
    await page.keyboard.press("0")
    await expect(page.locator("#stage .block").first).to_be_in_viewport(ratio=1)
    assert not await page.evaluate(OVERLAPS, ["#tools", "#stage :is(.thing, .lane)"])


async def test_many_edits_of_one_line_are_one_row_and_what_an_optimizer_keeps_is_called_its_state(open_page: Open) -> None:
    page = await open_page()
    await type_code(page, f"{LOOP_OF_EDITS}mine = torch.zeros_like(w)\nmine += 1\n")
    await run(page)
    await first_step(page)
    await page.locator("#tab-edits").click()
    rows = page.locator(".line-row button")
    await expect(rows).to_have_count(1)
    await expect(rows).to_have_attribute("aria-expanded", "false")
    await rows.click()
    await expect(rows).to_have_attribute("aria-expanded", "true")
    await expect(page.locator("#side-panel [aria-current=step]")).to_have_count(1)
    assert await page.locator("#side-panel .row-button").count() <= 20
    await page.get_by_role("tab", name="Steps").click()
    steps = page.locator("#side ol.steps")
    await expect(steps).to_contain_text("writes into Adam's state of w and raises")
    assert "the result of zeros_like" not in (await steps.text_content() or "")


async def width_of(page: Page) -> int:
    """Width of what the page would scroll over."""
    width: int = await page.evaluate("document.documentElement.scrollWidth")
    return width


async def test_long_line_in_the_card_of_what_is_wrong_ends_within_the_card(open_page: Open) -> None:
    page = await open_page(viewport=DESKTOP)
    await type_code(page, LONG_FAILURE.replace("d[:] = 0", f"d[:] = 0 * ({' + '.join(['1'] * 60)})"))
    await run(page)
    lines = page.locator("#diagnoses .story-code")
    await expect(lines.nth(1)).to_contain_text("d[:] = 0 * (1 + 1")
    # At once: what becomes of its ways out is written into the card meanwhile.
    over = await lines.evaluate_all(
        """lines => lines.map(line => line.getBoundingClientRect().right - line.closest(".card").getBoundingClientRect().right)"""
    )
    assert over
    assert max(over) <= 0


@pytest.mark.parametrize(("viewport", "most"), [(PHONE, 4), ({"width": 1440, "height": 900}, 2)], ids=["phone", "desktop"])
async def test_longest_sentence_leaves_the_timeline_its_place(open_page: Open, viewport: ViewportSize, most: int) -> None:
    page = await open_page("/?example=mlp", viewport=viewport)
    slider = await first_step(page)
    steps = int(await slider.get_attribute("aria-valuemax") or "1")
    lines, gaps = set(), []
    for step in range(1, steps + 1):
        await expect(slider).to_have_attribute("aria-valuenow", f"{step}")
        height, gap = await page.evaluate(
            """() => {
              const sentence = document.querySelector("#narration .sentence");
              const head = document.querySelector("#transport .playhead").getBoundingClientRect();
              const lines = Math.round(sentence.offsetHeight / parseFloat(getComputedStyle(sentence).lineHeight));
              return [lines, head.top - sentence.getBoundingClientRect().bottom];
            }"""
        )
        lines.add(height)
        gaps.append(gap)
        await page.keyboard.press("ArrowRight")
    assert max(lines) >= most
    assert min(gaps) >= 0


async def test_statement_without_spaces_is_whole_in_the_sentence_on_a_phone(open_page: Open) -> None:
    page = await open_page(viewport=PHONE)
    await type_code(page, WITHOUT_SPACES)
    await run(page)
    await go_to_line(page, 3)
    sentence = page.locator("#narration .sentence")
    await expect(sentence).to_contain_text("attention_scores.masked_fill_(torch.ones(3,3).triu(1).bool(…")
    over = await sentence.evaluate(
        """sentence => {
          const text = document.createRange();
          text.selectNodeContents(sentence);
          return Math.max(...[...text.getClientRects()].map(each => each.right)) - sentence.getBoundingClientRect().right;
        }"""
    )
    assert over <= 1


HALVED = """import torch
x = torch.randn(4, 3)
w = torch.randn(3, 2, requires_grad=True)
b = torch.zeros(2, requires_grad=True)
h = x @ w + b
y = torch.sigmoid(h)
y *= 0.5
loss = y.sum()
loss.backward()
"""
FIRST_FILM = """import torch
x = torch.tensor([[1., 2.]])
w1 = torch.tensor([[1.], [1.5]], requires_grad=True)
w2 = torch.tensor([3.], requires_grad=True)
d = x @ w1
f = d @ w2
d[:] = 0
f.backward()
"""
OUT_OF_VIEW = """([selector, bottom]) => {
  const window = document.querySelector('#stage').getBoundingClientRect();
  const isOut = r => r.left < window.left || r.right > window.right || r.top < window.top || r.bottom > window.bottom - bottom;
  const drawn = [...document.querySelectorAll(selector)].filter(each => each.querySelector('rect') !== null);
  const out = drawn.filter(each => isOut(each.querySelector('rect').getBoundingClientRect()));
  return out.map(each => each.querySelector('text').textContent);
}"""
TOOLS_PX = 46


TOP_OF_FIRST_ROW = """() => {
  const [lane, window] = ['#stage .lane', '#stage'].map(each => document.querySelector(each).getBoundingClientRect());
  return lane.top - window.top;
}"""
UNDER_TOOLS = """() => {
  const { left, right, top, bottom } = document.querySelector('#tools').getBoundingClientRect();
  const points = Array.from({ length: 20 }, (_, at) => [left + (right - left) * at / 19, at % 2 ? top + 4 : bottom - 4]);
  return points.some(([x, y]) => document.elementsFromPoint(x, y).some(each => each.closest('#stage g.thing')));
}"""
UNDER_DIALS = """() => [...document.querySelectorAll('#stage g.card')].map(card => {
  const shape = card.querySelector('text.shape');
  const top = Number(shape.getAttribute('y')) - 0.8 * parseFloat(getComputedStyle(shape).fontSize);
  const [, y] = card.querySelector('g.dial').getAttribute('transform').match(/[\\d.]+/g).map(Number);
  return top - y - Number(card.querySelector('g.dial circle').getAttribute('r'));
})"""
AFTER_NAMES = """() => [...document.querySelectorAll('#stage g.grad')].map(grad => {
  const [name, value] = ['.grad-name', '.grad-value'].map(part => grad.querySelector(part).getBoundingClientRect());
  return value.left - name.right;
})"""
END_OF_LEFT_OUT = """() => {
  const text = document.createRange();
  text.selectNodeContents(document.querySelector('.steps-left-out'));
  return text.getBoundingClientRect().right;
}"""


async def test_story_has_its_first_row_and_the_number_of_steps_left_out_in_view(open_page: Open) -> None:
    page = await open_page()
    await type_code(page, HALVED)
    await run(page)
    await expect(page.locator("#story")).to_be_visible()
    assert await page.evaluate(TOP_OF_FIRST_ROW) >= 0, "though the window got lower as the film opened"
    await page.set_viewport_size(PHONE)
    await expect(page.locator(".steps-left-out")).to_be_visible()
    assert 0 < await page.evaluate(END_OF_LEFT_OUT) <= PHONE["width"]


@pytest.mark.parametrize("viewport", [PHONE, {"width": 820, "height": 1180}], ids=["phone", "tablet"])
async def test_film_that_cannot_be_read_whole_begins_with_its_first_tensors_and_never_lies_under_the_tools(
    open_page: Open, viewport: ViewportSize
) -> None:
    page = await open_page(viewport=viewport)
    await type_code(page, FIRST_FILM)
    await run(page)
    await expect(page.locator("#stage .card")).to_have_count(5)
    assert await page.evaluate(OUT_OF_VIEW, ["#stage g.thing:is(.card, .chip)", TOOLS_PX]) == [], "x and w1 are seen, and so is the edit"
    box = await page.locator("#stage").bounding_box()
    assert box is not None
    x, y = box["x"] + 4, box["y"] + box["height"] / 3
    for _ in range(8):
        assert not await page.evaluate(UNDER_TOOLS)
        await page.mouse.move(x, y)
        await page.mouse.down()
        await page.mouse.move(x, y + 30)
        await page.mouse.up()


async def test_wide_shape_long_row_and_chinese_name_keep_clear_of_what_is_beside_them(open_page: Open) -> None:
    page = await open_page()
    await type_code(
        page,
        "import torch\n图像 = torch.ones(2, 3, 16, 16, requires_grad=True)\n权重 = torch.ones(1, 64, requires_grad=True)\n"
        "(图像.sum() * 权重).sum()\n",
    )
    await run(page)
    dials = await page.evaluate(UNDER_DIALS)
    assert min(dials) >= 0.5, "no dial lies over a shape"
    assert min(await page.evaluate(AFTER_NAMES)) > 2, "the name of a gradient ends before its value"
    await page.locator("#stage .card", has_text="权重").first.click()
    numbers = page.locator("#side .rows-of-numbers").first
    await expect(numbers).to_contain_text("[[")
    assert await numbers.evaluate("each => each.scrollWidth - each.clientWidth") <= 0, "a row is read without scrolling"


SMALLEST_TEXT = """() => {
  const texts = [...document.querySelectorAll('#stage .thing:not(.is-hidden) text')].filter(text => text.textContent);
  const scale = document.querySelector('#stage .world').getScreenCTM().a;
  return Math.min(...texts.map(text => parseFloat(getComputedStyle(text).fontSize))) * scale;
}"""


async def test_first_film_in_a_low_window_has_no_text_below_nine_pixels(open_page: Open) -> None:
    page = await open_page("/e/edit-after-save", viewport={"width": 1280, "height": 720})
    await expect(page.locator("#stage g.chip.is-now")).to_be_visible()
    assert 9 <= await page.evaluate(SMALLEST_TEXT) < 20
