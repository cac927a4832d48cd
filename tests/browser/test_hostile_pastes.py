"""Texts that are too long are left out, and reading one that takes too long is ended; the page goes on, and says so."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable

import pytest
from playwright.async_api import Page, Route, expect

from tests.browser.conftest import PHONE, Open
from tests.browser.film import PASTE, paste

pytestmark = [pytest.mark.browser, pytest.mark.jail]

MEBI = 1024 * 1024
DIFF = "".join(f"@@ -{line} +{line} @@\n-x = {line}\n+y = {line}\n and a few more words that stay\n" for line in range(14_000))
HOSTILE = {
    "signs without a width": "\u200b" * MEBI,
    "a diff of 56,000 lines": DIFF,
    "cells": "# %%\n" * (MEBI // 5),
    "one hunk": "@@ -1,28000 +1,28000 @@\n" + "+x = 1\n" * 30_000,
    "brackets": "[" * MEBI,
    "what looks like a notebook": '{"cells": [' + '{"cell_type": "code", "source": "x"},' * 30_000,
}
MAX_CHARS = 200_000


async def test_hostile_texts_are_left_out_with_their_length_and_the_next_key_is_heard(open_page: Open) -> None:
    page = await open_page()
    await paste(page, "x = 1\n")
    strip = page.locator("#notices .strip", has_text="This text was left out")
    for name, text in HOSTILE.items():
        await paste(page, text)
        size = len(text)
        await expect(strip, name).to_contain_text(f"the code would have {size} characters, and {MAX_CHARS} are the most")
        await expect(page.locator(".cm-content"), name).to_have_text("x = 1")
    await page.keyboard.press("End")
    await page.locator(".cm-content").evaluate(PASTE, "[" * MEBI)
    await expect(strip).to_contain_text(f"the code would have {MEBI + len('x = 1') + 1} characters")
    await page.keyboard.type("  # y")
    await expect(page.locator(".cm-content")).to_contain_text("# y")
    await expect(strip).to_have_count(0)


async def test_long_text_from_the_keyboard_of_a_phone_is_left_out_and_told_in_chinese(open_page: Open) -> None:
    page = await open_page("/?lang=zh", viewport=PHONE)
    await page.locator(".cm-content").click()
    await page.keyboard.press("Control+a")
    await page.keyboard.insert_text("x" * (MAX_CHARS + 1))
    await expect(page.locator("#pasted .strip")).to_contain_text(f"将有 {MAX_CHARS + 1} 个字符，而本页最多接受 {MAX_CHARS} 个")
    await expect(page.locator(".cm-content")).not_to_contain_text("xxxx")


ENDLESS = "onmessage = () => { postMessage('begun'); for (;;) {} }"


async def open_with_worker(open_page: Open, answer: Callable[[Route], Awaitable[None]]) -> Page:
    """Open a page whose worker comes as ``answer`` says, in a tab of its own, which has no worker's script kept."""
    page = await open_page("/healthz", java_script_enabled=True)
    await page.route("**/worker-*.js", answer)
    await page.goto(page.url.removesuffix("healthz"))
    return page


async def test_text_whose_reading_does_not_end_stays_and_the_next_one_is_read(open_page: Open) -> None:
    async def endless(route: Route) -> None:
        await route.fulfill(body=ENDLESS, content_type="text/javascript")

    page = await open_with_worker(open_page, endless)
    await paste(page, "Some words.\n\n>>> x = 1\n")
    strip = page.locator("#notices .strip")
    await expect(strip).to_contain_text("could not be read within 2 seconds, so it stays as it was pasted")
    await expect(page.locator(".cm-content")).to_contain_text(">>> x = 1")
    await page.unroute("**/worker-*.js")
    await paste(page, "Other words.\n\n>>> y = 2\n")
    await expect(page.locator(".cm-content")).to_contain_text("# %%")
    await expect(strip).to_contain_text("Read as a page")


async def test_files_that_are_too_long_are_not_opened_and_a_large_notebook_is(open_page: Open) -> None:
    page = await open_page()
    await paste(page, "x = 1\n")
    file, strip = page.locator("#examples input[type=file]"), page.locator("#notices .strip")
    await file.set_input_files({"name": "log.txt", "mimeType": "text/plain", "buffer": b"words\n" * 200_000})
    await expect(strip).to_contain_text("This text was left out: with it the code would have 1200000 characters")
    await file.set_input_files({"name": "w.txt", "mimeType": "text/plain", "buffer": b"\x89PNG\r\n" + b"\0" * MEBI})
    await expect(strip).to_contain_text("it is no text")
    await expect(page.locator(".cm-content")).to_have_text("x = 1")
    output = {"output_type": "display_data", "data": {"image/png": "A" * MEBI}}
    cells = [{"cell_type": "code", "source": f"y = {number}", "outputs": [output], "execution_count": number} for number in (1, 2)]
    notebook = json.dumps({"cells": cells, "nbformat": 4, "nbformat_minor": 5, "metadata": {}})
    await file.set_input_files({"name": "large.ipynb", "mimeType": "application/x-ipynb+json", "buffer": notebook.encode()})
    await expect(strip).to_contain_text("Read as a page: 2 cells of code")
    # Its JSON does not come into the editor.
    await expect(strip.get_by_role("button", name="Undo")).to_have_count(0)


async def test_what_is_typed_while_a_page_is_read_stays(open_page: Open) -> None:
    typed = asyncio.Event()

    async def later(route: Route) -> None:
        await typed.wait()
        await route.continue_()

    page = await open_with_worker(open_page, later)
    await paste(page, "Some words.\n\n>>> x = 1\n")
    await expect(page.locator(".cm-content")).to_contain_text(">>> x = 1")
    await page.keyboard.type(">>> y = 2")
    typed.set()
    # It is read behind what was pasted, and as it now is.
    await page.locator("button.run").click()
    await expect(page.locator("#notices .strip", has_text="Read as a page")).to_be_visible()
    await expect(page.locator(".cm-content")).to_contain_text("y = 2")
