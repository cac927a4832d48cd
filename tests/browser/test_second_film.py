"""One film after another in one tab: each is drawn as on a fresh page."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Awaitable

import pytest
from playwright.async_api import Page, Route, expect

from tests.browser.conftest import Open
from tests.browser.film import STALE_PROGRAM, last_step, type_code

pytestmark = [pytest.mark.browser, pytest.mark.jail]

LINEAR = """import torch
from torch import nn
torch.manual_seed(0)
layer = nn.Linear(3, 2)
loss = layer(torch.ones(1, 3)).tanh().pow(2).sum()
loss.backward()
"""
VIEW = """import torch
w = torch.tensor([[1., 2.], [3., 4.]], requires_grad=True)
base = w * 1
row = base[0]
row.mul_(10)
base.sum().backward()
"""


async def stage_at_the_end(page: Page) -> str:
    """The whole drawing and how it is framed, as SVG text, at the last step."""
    await last_step(page)
    drawing: str = await page.evaluate(
        """() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => {
          const stage = document.querySelector('#stage svg.stage').cloneNode(true);
          stage.removeAttribute('style');  // the size of the pane
          // What has just changed has this class for its motion: it tells of the step before, which may not have been drawn.
          for (const mark of stage.querySelectorAll('.moves')) mark.classList.remove('moves');
          done(stage.outerHTML);
        })))"""
    )
    return drawing


async def await_film(page: Page, start: Awaitable[None]) -> str:
    """Wait until what ``start`` runs is shown; return its code."""
    async with page.expect_response(lambda response: response.url.endswith("/api/runs")) as response:
        await start
    request = (await response.value).request
    await expect(page.locator("button.run")).not_to_have_class(re.compile("busy"))
    code: str = json.loads(request.post_data or "{}")["code"]
    return code


async def type_and_run(page: Page, code: str) -> str:
    """The drawing of ``code`` at its last step."""
    await type_code(page, code)
    await await_film(page, page.locator("button.run").click())
    return await stage_at_the_end(page)


async def test_third_program_in_a_tab_drawn_as_on_a_fresh_page(open_page: Open) -> None:
    programs = (LINEAR, VIEW, STALE_PROGRAM)
    tab = await open_page()
    in_one_tab = [await type_and_run(tab, code) for code in programs]
    fresh = [await type_and_run(await open_page(), code) for code in programs]
    assert in_one_tab == fresh


async def test_applied_fix_drawn_as_on_a_fresh_page(open_page: Open) -> None:
    page = await open_page()
    await type_and_run(page, STALE_PROGRAM)
    fix = page.locator("#diagnoses").get_by_role("button", name="Apply and run").first
    code = await await_film(page, fix.click())
    assert code != STALE_PROGRAM
    drawings = [await stage_at_the_end(page), await type_and_run(await open_page(), code)]
    # The strip that offers the comparison takes some of the stage's height, so the view lies elsewhere; what is drawn is the same.
    applied, fresh = [re.sub(r"translate\([^)]*\) scale\([^)]*\)", "", drawing, count=1) for drawing in drawings]
    assert applied == fresh


HALVED = """import torch
torch.manual_seed(0)
x = torch.randn(4, 3)
w = torch.randn(3, 2, requires_grad=True)
b = torch.zeros(2, requires_grad=True)
h = x @ w + b
y = torch.sigmoid(h)
y *= 0.5
loss = y.sum()
loss.backward()
"""


async def test_fix_whose_story_would_be_one_node_alone_opens_on_the_whole_film_at_its_line(open_page: Open) -> None:
    page = await open_page()
    await type_and_run(page, HALVED)
    fix = page.locator("#diagnoses .fixes > li", has_text="y = y * 0.5").get_by_role("button", name="Apply and run")
    await await_film(page, fix.click())
    await expect(page.locator("#stage svg.stage[data-show=overview]")).to_be_visible()
    await expect(page.locator("#narration .pill")).to_have_text("line 8")
    await expect(page.locator("#narration .sentence")).to_contain_text("MulBackward0 saves the number 0.5 for backward.")
    await page.get_by_role("button", name="Everything").click()
    await page.locator("#stage .node", has_text="MulBackward0").press("Enter")
    await expect(page.locator("#side")).to_contain_text("other = the number 0.5")


async def test_fix_of_the_last_film_leaves_what_was_typed_since_alone(open_page: Open) -> None:
    page = await open_page()
    await type_and_run(page, STALE_PROGRAM)
    fix = page.locator("#diagnoses").get_by_role("button", name="Apply and run").first
    await expect(fix).to_be_enabled()
    await type_code(page, LINEAR)
    await expect(fix).to_be_disabled()
    await expect(page.locator("#diagnoses .card").first).to_contain_text("Off while the editor holds another program")
    await fix.dispatch_event("click")
    await expect(page.locator(".cm-content")).to_contain_text("nn.Linear(3, 2)")
    await type_code(page, STALE_PROGRAM)
    await expect(fix).to_be_enabled()


async def test_film_of_before_is_marked_as_such_while_the_next_program_runs(open_page: Open) -> None:
    page = await open_page()
    await type_and_run(page, STALE_PROGRAM)
    mark = page.locator(".film-before")
    await expect(mark).to_be_hidden()
    go_on = asyncio.Event()

    async def hold(route: Route) -> None:
        await go_on.wait()
        await route.continue_()

    await page.route("**/api/runs", hold)
    await type_code(page, LINEAR)
    await page.locator("button.run").click()
    await expect(mark).to_have_text("Running… This film is of the program before.")
    await expect(page.locator("#stage")).to_have_class(re.compile("is-before"))
    go_on.set()
    await expect(mark).to_be_hidden()
    await expect(page.locator("#stage")).not_to_have_class(re.compile("is-before"))


async def test_line_of_an_old_card_leads_to_where_that_line_is_now(open_page: Open) -> None:
    page = await open_page()
    await type_and_run(page, STALE_PROGRAM)
    await type_code(page, "# One more\n# line, and another\n" + STALE_PROGRAM)
    await page.locator("#diagnoses .story button", has_text="line 7").first.click()
    await expect(page.locator(".cm-activeLine")).to_have_text("d[:] = 0")


async def test_cells_of_an_old_film_lead_nowhere_and_say_why(open_page: Open) -> None:
    page = await open_page()
    await type_and_run(page, "# %% one\nimport torch\nw = torch.ones(2, requires_grad=True)\n# %% two\n(w * 2).sum().backward()\n")
    first = page.locator(".cell-chip").first
    await expect(first).not_to_have_attribute("aria-disabled", "true")
    await type_code(page, LINEAR)
    await expect(first).to_have_attribute("aria-disabled", "true")
    await expect(first).to_have_attribute("title", re.compile("Off while the editor holds another program"))
