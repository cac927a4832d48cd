"""Code lines that are longer than their pane are wrapped, also while presenting, and the film's line covers all of them."""

from __future__ import annotations

import pytest
from playwright.async_api import Page, expect

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
  const scroller = document.querySelector('#editor').shadowRoot.querySelector('.cm-scroller');
  return scroller.scrollWidth <= scroller.clientWidth;
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
