"""The code shows the film's line at every step, and stays where the reader has scrolled it in between."""

from __future__ import annotations

import httpx
import pytest
from playwright.async_api import Page, expect

from tests.browser.conftest import DESKTOP, Open
from tests.browser.film import first_step, last_step, run, type_code

pytestmark = [pytest.mark.browser, pytest.mark.jail]

HEAD = """import torch
w = torch.ones(3, requires_grad=True)
y = w.exp()
"""
TALL_PROGRAM = HEAD + "".join(f"n{number} = {number}\n" for number in range(60)) + "y.mul_(2)\ny.sum().backward()\n"

IN_VIEW = """([pane, line]) => {
  const outer = document.querySelector(pane).getBoundingClientRect();
  const row = (document.querySelector('#editor')?.shadowRoot ?? document).querySelector(line)?.getBoundingClientRect();
  return Boolean(row) && row.top >= outer.top && row.bottom <= outer.bottom;
}"""


async def await_line_in_view(page: Page, pane: str = "#editor", line: str = ".film-line") -> None:
    """Wait until the film's line is inside the pane of the code."""
    await page.wait_for_function(IN_VIEW, arg=[pane, line])


async def test_film_line_in_view_at_every_step(open_page: Open) -> None:
    page = await open_page()
    await type_code(page, TALL_PROGRAM)
    await run(page)
    slider = await first_step(page)
    for step in range(1, int(await slider.get_attribute("aria-valuemax") or "1") + 1):
        await expect(slider).to_have_attribute("aria-valuenow", f"{step}")
        await await_line_in_view(page)
        await expect(slider).to_be_focused()
        await page.keyboard.press("ArrowRight")
    await page.keyboard.press("Home")
    await await_line_in_view(page)


@pytest.mark.parametrize("above", [22, 23, 24, 25, 26])
async def test_line_stays_in_view_where_a_diagnosis_comes_up_below_the_code(open_page: Open, above: int) -> None:
    # The line is at the bottom of the pane before there is a diagnosis.
    fill = [f"n{number} = {number}\n" for number in range(60)]
    page = await open_page(viewport=DESKTOP)
    await type_code(page, HEAD + "".join(fill[:above]) + "y.mul_(2)\n" + "".join(fill[above:]) + "y.sum().backward()\n")
    await page.keyboard.press("ControlOrMeta+Home")
    await run(page)
    await expect(page.locator("#diagnoses")).to_be_visible()
    await await_line_in_view(page)


async def test_reader_who_scrolls_or_types_is_left_alone(open_page: Open) -> None:
    page = await open_page()
    await type_code(page, TALL_PROGRAM)
    await run(page)
    await last_step(page)
    await await_line_in_view(page)
    scroller = page.locator(".cm-scroller")
    assert await scroller.evaluate("scroller => scroller.scrollTop") > 0
    await scroller.evaluate("scroller => { scroller.scrollTop = 0; }")
    await page.locator("#stage .thing.card").first.click()
    await page.evaluate("() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
    assert await scroller.evaluate("scroller => scroller.scrollTop") == 0
    await page.locator(".cm-line").first.click()
    await page.keyboard.type("# ")
    await expect(page.locator(".cm-content")).to_be_focused()
    assert await scroller.evaluate("scroller => scroller.scrollTop") == 0


@pytest.fixture(scope="module")
def stored(server_url: str) -> str:
    """The id of a tall program that has a film."""
    response = httpx.post(f"{server_url}/api/snippets", json={"code": TALL_PROGRAM}, timeout=60)
    key: str = response.json()["id"]
    return key


@pytest.mark.parametrize("view", ["code", "both"])
async def test_film_line_in_view_in_the_code_of_an_embed(open_page: Open, stored: str, view: str) -> None:
    embed = await open_page(f"/embed/{stored}?view={view}", viewport={"width": 640, "height": 420})
    await expect(embed.locator(".lines .is-current")).to_have_count(1)
    for step in ("Home", "End"):
        await embed.keyboard.press(step)
        await await_line_in_view(embed, ".lines", ".lines .is-current")
