"""Code lines that are longer than their pane are wrapped, also while presenting, and the film's line covers all of them."""

from __future__ import annotations

import pytest
from playwright.async_api import Page, ViewportSize, expect

from tests.browser.conftest import Open
from tests.browser.film import last_step, run, type_code

pytestmark = [pytest.mark.browser, pytest.mark.jail]

LONG_LINE = "loss = ((x @ w - target) ** 2).mean() + 0.001 * (w ** 2).sum() + 0.01 * w.abs().sum() + 0.1 * (x ** 2).mean()"
PROGRAM = f"""import torch
x, target = torch.ones(2, 3), torch.zeros(2, 1)
w = torch.ones(3, 1, requires_grad=True)
{LONG_LINE}
loss.backward()
"""

IS_WRAPPED = """() => {
  const scroller = document.querySelector('#editor')?.shadowRoot?.querySelector('.cm-scroller');
  return scroller != null && scroller.scrollWidth <= scroller.clientWidth;
}"""
BOXES = """() => {
  const root = document.querySelector('#editor').shadowRoot;
  const line = [...root.querySelectorAll('.cm-line')].find(each => each.textContent.startsWith('loss ='));
  return [line, root.querySelector('.film-line')].map(each => each.getBoundingClientRect()).map(({ top, height }) => [top, height]);
}"""


async def at_the_long_line(page: Page) -> None:
    await type_code(page, PROGRAM)
    await run(page)
    await last_step(page)
    while await page.locator("#narration .pill").text_content() != "line 4":
        await page.keyboard.press("ArrowLeft")


async def film_line_covers_it(page: Page) -> None:
    """Wait until the tint is where the line is."""
    await page.wait_for_function(f"() => {{ const [[a, b], [c, d]] = ({BOXES})(); return Math.abs(a - c) < 1 && Math.abs(b - d) < 1; }}")


async def test_long_line_is_wrapped_in_the_editor_and_while_presenting(open_page: Open) -> None:
    page = await open_page()
    await at_the_long_line(page)
    await page.wait_for_function(IS_WRAPPED)
    await film_line_covers_it(page)
    [_, [_, height]] = await page.evaluate(BOXES)
    assert height > 40
    await page.keyboard.press("v")
    await expect(page.locator("html")).to_have_attribute("data-present", "")
    await page.wait_for_function(IS_WRAPPED)
    await film_line_covers_it(page)
    [_, [_, height]] = await page.evaluate(BOXES)
    assert height > 40
    await page.keyboard.press("Escape")
    await film_line_covers_it(page)


WRAPPING = """import torch
from torch import nn


class Stack(nn.Module):
    def __init__(self, width, depth):
        super().__init__()
        self.blocks = nn.ModuleList(nn.Linear(width, width) for _ in range(depth))
        self.scale = nn.Parameter(torch.ones(width))

    def forward(self, x):
        for block in self.blocks:
            x = torch.nn.functional.gelu(block(x), approximate="tanh")
        return x * self.scale


torch.manual_seed(0)
net = Stack(4, 2)
inputs = torch.randn(3, 4, requires_grad=True)
out = net(inputs)
with torch.no_grad():
    for parameter in net.parameters():
        parameter.mul_(0.99)
loss = out.square().mean()


def report(name, value):
    print(f"{name:>12}: {value.item():.4f} after one step of gradient descent")


report("loss", loss)
loss.backward()
"""

LEVEL = """() => {
  const root = document.querySelector('#editor')?.shadowRoot;
  if (root == null) return false;
  const tops = each => [...root.querySelectorAll(each)].map(one => one.getBoundingClientRect()).filter(({ height }) => height > 0)
    .map(({ top }) => Math.round(top));
  const [lines, numbers] = [tops('.cm-line'), tops('.cm-lineNumbers .cm-gutterElement')];
  return lines.length > 9 && lines.length === numbers.length && lines.every((top, at) => Math.abs(top - numbers[at]) <= 1);
}"""


async def test_numbers_stand_beside_their_lines_where_a_link_opens_on_lines_that_wrap(open_page: Open, server_url: str) -> None:
    page = await open_page()
    body = {"code": WRAPPING}
    link = await (await page.request.post(f"{server_url}/api/snippets", data=body)).json()
    await page.request.post(f"{server_url}/api/runs", data=body)
    await page.goto(f"{server_url}/s/{link['id']}")
    await page.wait_for_function(IS_WRAPPED)
    await page.locator("#stage svg.stage").wait_for()
    await page.wait_for_function(LEVEL, timeout=5_000)


OVERWRITTEN = """import torch
w1, w2 = (torch.tensor([each], requires_grad=True) for each in (1.0, 3.0))
d = w1 + 3
f = d * w2
d[:] = 0
f.sum().backward()
"""
OUTSIDE = """card => {
  const { left, right } = card.getBoundingClientRect();
  const boxes = [...card.querySelectorAll('.spared, .fixes span, .fixes button')].map(each => each.getBoundingClientRect());
  return boxes.filter(each => each.left < left || each.right > right).length;
}"""


@pytest.mark.parametrize("size", [{"width": 1280, "height": 720}, {"width": 390, "height": 844}], ids=["desktop", "phone"])
async def test_way_out_with_a_long_name_ends_within_its_card(open_page: Open, size: ViewportSize) -> None:
    page = await open_page()
    await type_code(page, OVERWRITTEN)
    await run(page)
    await page.set_viewport_size(size)
    if size["width"] < 760:
        await page.locator(".panes button").first.click()
    card = page.locator("#diagnoses .card").first
    await expect(card.locator(".spared")).to_have_text("Without the check, w2.grad would have been [0]; right is [4].")
    await expect(card.locator(".fixes li", has_text="allow_mutation_on_saved_tensors")).to_contain_text("Tried: it works.")
    assert await card.evaluate(OUTSIDE) == 0
