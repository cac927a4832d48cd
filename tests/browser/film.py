"""Actions in the playground, as functions of a page: type code, run it, move to a step."""

from __future__ import annotations

import asyncio

from playwright.async_api import Locator, Page

from tests.browser.conftest import PATIENCE_MS, Open

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


PASTE = """(host, text) => {
  const data = new DataTransfer();
  data.setData("text/plain", text);
  host.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true, composed: true }));
}"""


async def paste(page: Page, text: str) -> None:
    """Put a text in the place of all that the editor holds, from the clipboard."""
    code = page.locator(".cm-content")
    await code.click()
    await page.keyboard.press("Control+a")
    await code.evaluate(PASTE, text)


COMES = """selector => new Promise(done => {
  const observer = new MutationObserver(() => look());
  const look = () => {
    if (document.querySelector(selector) === null) return;
    observer.disconnect();
    done();
  };
  observer.observe(document, { subtree: true, childList: true, attributes: true });
  look();
})"""


async def comes(page: Page, selector: str) -> None:
    """Wait until there is such an element. The page tells at once, where ``expect`` would ask again after up to a second."""
    try:
        async with asyncio.timeout(PATIENCE_MS / 1000):
            await page.evaluate(COMES, selector)
    except TimeoutError:
        raise AssertionError(f"there never was {selector}") from None


async def run(page: Page) -> None:
    """Press Run and wait until the film is there, and no longer the one before."""
    await page.locator("button.run").click()
    await comes(page, "button.run:not(.busy)")
    await comes(page, "#transport [role=slider]:not([aria-disabled=true])")


async def go_to_line(page: Page, line: int) -> None:
    """Step from the start until the narration names ``line``; fail when the film ends before."""
    slider = await first_step(page)
    steps = int(await slider.get_attribute("aria-valuemax") or "1")
    for step in range(1, steps + 1):
        await comes(page, f"#transport .slider[aria-valuenow='{step}']")
        if await page.locator("#narration .pill").text_content() in (f"line {line}", f"第 {line} 行"):
            return
        await page.keyboard.press("ArrowRight")
    raise AssertionError(f"the film never came to line {line}")


async def slider_of(page: Page) -> Locator:
    """The slider, once there is a film: before, it says 1 and no key moves it."""
    await comes(page, "#transport .slider[aria-disabled=false]")
    return page.locator("#transport .slider")


async def first_step(page: Page) -> Locator:
    """Go to the start of the film and return the slider."""
    slider = await slider_of(page)
    await slider.focus()
    await page.keyboard.press("Home")
    await comes(page, "#transport .slider[aria-valuenow='1']")
    return slider


async def last_step(page: Page) -> None:
    """Go to the end of the film."""
    slider = await slider_of(page)
    await slider.focus()
    await page.keyboard.press("End")
    await comes(page, f"#transport .slider[aria-valuenow='{await slider.get_attribute('aria-valuemax') or ''}']")
