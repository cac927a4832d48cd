"""Actions in the playground, as functions of a page: type code, run it, move to a step."""

from __future__ import annotations

import re

from playwright.async_api import Locator, Page, expect

from tests.browser.conftest import Open

STALE_PROGRAM = """import torch
x = torch.tensor([[1., 2.]])
w1 = torch.ones(2, 1, requires_grad=True)
w2 = torch.ones(1, requires_grad=True)
d = torch.matmul(x, w1)
f = torch.matmul(d, w2)
d[:] = 0
f.backward()
"""
SAVED_LINE, EDIT_LINE, RAISE_LINE = 6, 7, 8

LONG_PROGRAM = """import torch
w = torch.full((2,), 0.5, requires_grad=True)
h = w
for _ in range(400):
    h = (h * w).tanh() + w
h.sum().backward()
"""


LATER_MS = 10_000
"""On the clock of ``with_clock``: more than anything in the page waits before it acts by itself."""


async def with_clock(open_page: Open, path: str = "/") -> Page:
    """Open a page whose timers and frames a test can run ahead with ``page.clock.run_for``, to see what comes later without waiting."""
    page = await open_page(path, java_script_enabled=True)  # with an option of its own it is not kept, as its clock would be
    await page.clock.install()
    await page.reload()
    return page


async def type_code(page: Page, code: str) -> None:
    """Replace what the editor holds, the way a paste does."""
    await page.locator(".cm-content").click()
    await page.keyboard.press("Control+a")
    await page.keyboard.insert_text(code)


async def run(page: Page) -> None:
    """Press Run and wait until the film is there, and no longer the one before."""
    button = page.locator("button.run")
    await button.click()
    await expect(button).not_to_have_class(re.compile("busy"))
    await expect(page.locator("#transport [role=slider]")).not_to_have_attribute("aria-disabled", "true")


async def go_to_line(page: Page, line: int) -> None:
    """Step from the start until the narration names ``line``; fail when the film ends before."""
    slider = await first_step(page)
    steps = int(await slider.get_attribute("aria-valuemax") or "1")
    for step in range(1, steps + 1):
        await expect(slider).to_have_attribute("aria-valuenow", f"{step}")
        if await page.locator("#narration .pill").text_content() in (f"line {line}", f"第 {line} 行"):
            return
        await page.keyboard.press("ArrowRight")
    raise AssertionError(f"the film never came to line {line}")


async def slider_of(page: Page) -> Locator:
    """The slider, once there is a film: before, it says 1 and no key moves it."""
    slider = page.locator("#transport .slider")
    await expect(slider).to_have_attribute("aria-disabled", "false")
    return slider


async def first_step(page: Page) -> Locator:
    """Go to the start of the film and return the slider."""
    slider = await slider_of(page)
    await slider.focus()
    await page.keyboard.press("Home")
    await expect(slider).to_have_attribute("aria-valuenow", "1")
    return slider


async def last_step(page: Page) -> None:
    """Go to the end of the film."""
    slider = await slider_of(page)
    await slider.focus()
    await page.keyboard.press("End")
    await expect(slider).to_have_attribute("aria-valuenow", await slider.get_attribute("aria-valuemax") or "")
